"""Records, achievements and lists of the best: what matches have left of their players."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.rules


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0026_daily"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Spread",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("board", models.CharField(max_length=40)),
                ("value", models.IntegerField()),
                ("count", models.BigIntegerField()),
                ("begins", models.DateField(null=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("board", "value"), name="games_spread_once")],
            },
        ),
        migrations.CreateModel(
            name="Deed",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("match", models.PositiveBigIntegerField()),
                ("code", models.CharField(choices=games.rules.choices, max_length=2)),
                ("ended_at", models.DateTimeField()),
                ("total", models.IntegerField(help_text="Of a whole match by the usual options.", null=True)),
                (
                    "bar",
                    models.PositiveSmallIntegerField(
                        help_text="Where the total lies among those of all.", null=True
                    ),
                ),
                ("column", models.IntegerField(help_text="The best column of several.", null=True)),
                (
                    "alike",
                    models.PositiveSmallIntegerField(
                        help_text="Turns that ended with all dice alike.", null=True
                    ),
                ),
                (
                    "won",
                    models.SmallIntegerField(
                        help_text="1 won, 0 drawn, -1 lost; empty without opponents.", null=True
                    ),
                ),
                ("late", models.BooleanField(help_text="The clock acted for the player.")),
                (
                    "above",
                    models.FloatField(
                        help_text="Points of rating that the one opponent stood above the player before.",
                        null=True,
                    ),
                ),
                ("accuracy", models.FloatField(help_text="As the review found it, out of 100.", null=True)),
                (
                    "decisions",
                    models.PositiveSmallIntegerField(default=0, help_text="That the review looked at."),
                ),
                (
                    "feats",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=20),
                        default=list,
                        help_text="What was earned in it.",
                        size=None,
                    ),
                ),
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
                    models.Index(fields=["player", "code", "ended_at", "match"], name="games_deed_in_order"),
                    models.Index(
                        condition=models.Q(("feats", []), _negated=True),
                        fields=["player", "ended_at", "match"],
                        name="games_deed_with_feats",
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=("match", "player"), name="games_deed_once")],
            },
        ),
        migrations.CreateModel(
            name="Earned",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("feat", models.CharField(help_text="A key of games.deeds.register.FEATS.", max_length=20)),
                ("match", models.PositiveBigIntegerField(null=True)),
                ("event", models.PositiveBigIntegerField(null=True)),
                ("at", models.DateTimeField()),
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
                "verbose_name_plural": "achievements",
                "constraints": [models.UniqueConstraint(fields=("player", "feat"), name="games_earned_once")],
            },
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(blank=True, max_length=2)),
                ("kind", models.CharField(max_length=6)),
                ("number", models.IntegerField(help_text="The rating as it is shown.")),
                ("country", models.CharField(blank=True, max_length=2)),
                (
                    "month",
                    models.DateField(
                        help_text="The first day of the month in which it moved last.", null=True
                    ),
                ),
                ("gain", models.IntegerField(default=0, help_text="What it has gained in that month.")),
                ("lapses_at", models.DateTimeField(help_text="When too little is known of it again.")),
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
                    models.Index(fields=["code", "kind", "-number", "id"], name="games_standing_best"),
                    models.Index(
                        condition=models.Q(("country", ""), _negated=True),
                        fields=["code", "kind", "country", "-number", "id"],
                        name="games_standing_of_country",
                    ),
                    models.Index(
                        condition=models.Q(("gain__gt", 0)),
                        fields=["code", "kind", "month", "-gain", "id"],
                        name="games_standing_gain",
                    ),
                    models.Index(fields=["lapses_at"], name="games_standing_lapses"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "code", "kind"), name="games_standing_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(choices=games.rules.choices, max_length=2)),
                (
                    "span",
                    models.CharField(
                        choices=[("ever", "ever"), ("year", "year"), ("month", "month"), ("week", "week")],
                        max_length=5,
                    ),
                ),
                ("begins", models.DateField()),
                (
                    "listed",
                    models.BooleanField(
                        default=True, help_text="The player is among those who have records."
                    ),
                ),
                ("matches", models.PositiveIntegerField(default=0)),
                (
                    "contests",
                    models.PositiveIntegerField(default=0, help_text="Those of them with opponents."),
                ),
                ("won", models.PositiveIntegerField(default=0)),
                ("drawn", models.PositiveIntegerField(default=0)),
                ("late", models.PositiveIntegerField(default=0)),
                (
                    "totals",
                    models.PositiveIntegerField(default=0, help_text="Those with a total beside others'."),
                ),
                ("points", models.BigIntegerField(default=0, help_text="The sum of these totals.")),
                ("total", models.IntegerField(null=True)),
                ("total_match", models.PositiveBigIntegerField(null=True)),
                ("column", models.IntegerField(null=True)),
                ("column_match", models.PositiveBigIntegerField(null=True)),
                ("alike", models.IntegerField(null=True)),
                ("alike_match", models.PositiveBigIntegerField(null=True)),
                ("wins", models.IntegerField(null=True)),
                ("wins_match", models.PositiveBigIntegerField(null=True)),
                ("days", models.IntegerField(null=True)),
                ("days_match", models.PositiveBigIntegerField(null=True)),
                ("run", models.PositiveIntegerField(default=0)),
                ("run_days", models.PositiveIntegerField(default=0)),
                ("last_at", models.DateTimeField(null=True)),
                ("last_match", models.PositiveBigIntegerField(default=0)),
                (
                    "bars",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveIntegerField(),
                        default=list,
                        help_text="How the totals are spread.",
                        size=None,
                    ),
                ),
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
                "verbose_name_plural": "tallies",
                "indexes": [
                    models.Index(
                        condition=models.Q(("listed", True), ("total__isnull", False)),
                        fields=["code", "span", "begins", "-total", "id"],
                        name="games_tally_total",
                    ),
                    models.Index(
                        condition=models.Q(("column__isnull", False), ("listed", True)),
                        fields=["code", "span", "begins", "-column", "id"],
                        name="games_tally_column",
                    ),
                    models.Index(
                        condition=models.Q(("alike__isnull", False), ("listed", True)),
                        fields=["code", "span", "begins", "-alike", "id"],
                        name="games_tally_alike",
                    ),
                    models.Index(
                        condition=models.Q(("listed", True), ("wins__isnull", False)),
                        fields=["code", "span", "begins", "-wins", "id"],
                        name="games_tally_wins",
                    ),
                    models.Index(
                        condition=models.Q(("days__isnull", False), ("listed", True)),
                        fields=["code", "span", "begins", "-days", "id"],
                        name="games_tally_days",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "code", "span", "begins"), name="games_tally_once"
                    )
                ],
            },
        ),
    ]
