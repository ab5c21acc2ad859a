"""Buddies, ignored players, and when somebody was last here."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_notices"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="last_seen",
            field=models.DateTimeField(db_index=True, editable=False, null=True),
        ),
        migrations.CreateModel(
            name="Relation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(choices=[("buddy", "buddy"), ("ignored", "ignored")], max_length=7),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="relations_of_others",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="relations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["other", "kind"], name="accounts_relation_back")],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "other"), name="accounts_relation_once"),
                    models.CheckConstraint(
                        condition=models.Q(("player", models.F("other")), _negated=True),
                        name="accounts_relation_of_two",
                    ),
                ],
            },
        ),
    ]
