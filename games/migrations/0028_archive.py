"""Finished matches as a search finds them."""

import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.rules


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0027_feats"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Archived",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                ("ended_at", models.DateTimeField()),
                ("event", models.PositiveBigIntegerField(null=True)),
                ("ladder", models.PositiveBigIntegerField(null=True)),
                ("total", models.IntegerField(help_text="The highest at the table.")),
                (
                    "card",
                    models.IntegerField(help_text="The best column at the table, of several.", null=True),
                ),
                ("code", models.CharField(choices=games.rules.choices, max_length=2)),
                (
                    "closed",
                    models.BooleanField(
                        default=False,
                        help_text="Others still play its dice: it is found only where its player is looked for.",
                    ),
                ),
                (
                    "words",
                    django.contrib.postgres.search.SearchVectorField(
                        help_text="Words of its record that most records do not have.", null=True
                    ),
                ),
            ],
            options={
                "verbose_name": "match in the archive",
                "verbose_name_plural": "matches in the archive",
                "indexes": [
                    models.Index(
                        condition=models.Q(("closed", False)),
                        fields=["-ended_at", "-match"],
                        name="games_archived_latest",
                    ),
                    models.Index(
                        condition=models.Q(("closed", False)),
                        fields=["code", "-ended_at", "-match"],
                        name="games_archived_of_game",
                    ),
                    models.Index(
                        condition=models.Q(("closed", False)),
                        fields=["code", "-total", "-match"],
                        name="games_archived_highest",
                    ),
                    models.Index(
                        condition=models.Q(("card__isnull", False), ("closed", False)),
                        fields=["code", "-card", "-match"],
                        name="games_archived_best_card",
                    ),
                    models.Index(
                        condition=models.Q(("closed", False), ("event__isnull", False)),
                        fields=["event", "-ended_at", "-match"],
                        name="games_archived_of_event",
                    ),
                    models.Index(
                        condition=models.Q(("closed", False), ("ladder__isnull", False)),
                        fields=["ladder", "-ended_at", "-match"],
                        name="games_archived_of_ladder",
                    ),
                    django.contrib.postgres.indexes.GinIndex(
                        fastupdate=False, fields=["words"], name="games_archived_words"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ArchivedSeat",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "match", "player_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("match", models.PositiveBigIntegerField()),
                ("ended_at", models.DateTimeField()),
                ("total", models.IntegerField()),
                ("card", models.IntegerField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["player", "-ended_at", "-match"], name="games_archivedseat_latest")
                ],
            },
        ),
    ]
