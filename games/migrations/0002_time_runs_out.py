"""When the clock has to look at a match, and when the site was last seen alive."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_match"),
    ]

    operations = [
        migrations.CreateModel(
            name="Pulse",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.RemoveIndex(
            model_name="match",
            name="games_match_due",
        ),
        migrations.AddField(
            model_name="match",
            name="due",
            field=models.DateTimeField(
                editable=False,
                help_text="When the clock looks at the match next, if nobody moves.",
                null=True,
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("due__isnull", False)), fields=["due"], name="games_match_due"
            ),
        ),
    ]
