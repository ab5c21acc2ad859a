"""Personal tokens of players, and answers that are kept for requests that may come again."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.single_line


class Migration(migrations.Migration):
    dependencies = [("accounts", "0027_latest_topics")]

    operations = [
        migrations.CreateModel(
            name="Answered",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("player", models.PositiveBigIntegerField()),
                ("key", models.BinaryField(help_text="SHA-256 of the key that was sent.", max_length=32)),
                ("asked", models.BinaryField(help_text="SHA-256 of the whole request.", max_length=32)),
                (
                    "status",
                    models.PositiveSmallIntegerField(help_text="Empty until it is answered.", null=True),
                ),
                ("headers", models.JSONField(default=dict)),
                ("body", models.BinaryField(null=True)),
                ("at", models.DateTimeField(auto_now_add=True, db_index=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "key"), name="accounts_answered_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, validators=[accounts.single_line.single_line])),
                (
                    "prefix",
                    models.CharField(
                        editable=False, help_text="Its first letters, to know it by.", max_length=12
                    ),
                ),
                ("digest", models.BinaryField(max_length=32, unique=True)),
                (
                    "scopes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=20),
                        help_text="What it may do (accounts/scopes.py).",
                        size=None,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                (
                    "used_at",
                    models.DateTimeField(editable=False, help_text="Within a few minutes.", null=True),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
