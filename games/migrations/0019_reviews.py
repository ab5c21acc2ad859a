"""Reviews: what the coach makes of matches that are over."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0018_standing_orders")]

    operations = [
        migrations.CreateModel(
            name="Review",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="review",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                (
                    "ended_at",
                    models.DateTimeField(
                        help_text="When the match had ended that is reviewed: one that was played on is reviewed anew."
                    ),
                ),
                (
                    "packed",
                    models.BinaryField(help_text="As games.analysis.review_packed has it.", null=True),
                ),
                (
                    "tables",
                    models.CharField(
                        blank=True,
                        help_text="The version of what the coach knew when it was made.",
                        max_length=40,
                    ),
                ),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "due",
                    models.DateTimeField(
                        help_text="When the worker sees to it; empty once it is made or given up.", null=True
                    ),
                ),
                (
                    "tries",
                    models.PositiveSmallIntegerField(default=0, help_text="How often making it has failed."),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        models.F("due"),
                        condition=models.Q(("due__isnull", False)),
                        name="games_review_due",
                    )
                ],
            },
        ),
    ]
