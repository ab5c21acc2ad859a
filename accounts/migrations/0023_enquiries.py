"""Letters to the staff, open until somebody has answered them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.single_line


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0022_six_robots"),
    ]

    operations = [
        migrations.CreateModel(
            name="Enquiry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("email", models.EmailField(help_text="Where the answer goes.", max_length=254)),
                ("subject", models.CharField(max_length=120, validators=[accounts.single_line.single_line])),
                ("text", models.TextField(max_length=4000)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("answer", models.TextField(blank=True, max_length=4000)),
                ("answered_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="enquiries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "enquiries",
                "indexes": [
                    models.Index(
                        models.F("at"),
                        condition=models.Q(("answered_at", None)),
                        name="accounts_enquiry_queue",
                    ),
                    models.Index(
                        condition=models.Q(("player__isnull", False)),
                        fields=["player"],
                        name="accounts_enquiry_of",
                    ),
                ],
            },
        ),
    ]
