"""What came of each post to a webhook."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0029_curled")]

    operations = [
        migrations.CreateModel(
            name="HookPost",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("kind", models.CharField(max_length=20)),
                ("number", models.PositiveBigIntegerField(help_text="The `id` of what was posted.")),
                (
                    "tries",
                    models.PositiveSmallIntegerField(default=1, help_text="The first time, the second …"),
                ),
                (
                    "status",
                    models.PositiveSmallIntegerField(
                        help_text="Of the answer, where there was one.", null=True
                    ),
                ),
                ("seconds", models.FloatField(help_text="How long the answer took.", null=True)),
                (
                    "why",
                    models.CharField(
                        blank=True, help_text="What went wrong, if anything did.", max_length=200
                    ),
                ),
                (
                    "hook",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="posts",
                        to="accounts.hook",
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["hook", "-id"], name="accounts_hookpost_list")]},
        ),
    ]
