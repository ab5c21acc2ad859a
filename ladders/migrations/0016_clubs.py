"""Clubs: who belongs to one, who waits at its door, what is said there, and matches of two of them."""

import django.contrib.postgres.indexes
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.single_line
import games.rules
import ladders.models.clubs


class Migration(migrations.Migration):
    dependencies = [
        ("ladders", "0015_duplicate"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="format",
            field=models.CharField(
                choices=[
                    ("league", "League"),
                    ("champions", "Champions' league"),
                    ("score", "Score tournament"),
                    ("team", "Team tournament"),
                    ("duplicate", "Duplicate teams"),
                    ("knockout", "Knock-out"),
                    ("double", "Double elimination"),
                    ("round-robin", "Round robin"),
                    ("swiss", "Swiss"),
                    ("arena", "Arena"),
                    ("clubs", "Club match"),
                ],
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=32, validators=[ladders.models.clubs.plain_name])),
                ("slug", models.SlugField(editable=False, max_length=32, unique=True)),
                ("folded", models.CharField(editable=False, max_length=32, unique=True)),
                ("about", models.TextField(blank=True, max_length=2000)),
                (
                    "way",
                    models.CharField(
                        choices=[
                            ("open", "open to everybody"),
                            ("asked", "on request"),
                            ("invited", "by invitation"),
                        ],
                        default="asked",
                        max_length=7,
                        verbose_name="who may join",
                    ),
                ),
                ("size", models.PositiveIntegerField(default=0, editable=False)),
                ("mean", models.FloatField(db_default=1500.0, default=1500.0, editable=False)),
                ("deviation", models.FloatField(db_default=350.0, default=350.0, editable=False)),
                ("volatility", models.FloatField(db_default=0.06, default=0.06, editable=False)),
                ("won", models.PositiveIntegerField(db_default=0, default=0, editable=False)),
                ("level", models.PositiveIntegerField(db_default=0, default=0, editable=False)),
                ("lost", models.PositiveIntegerField(db_default=0, default=0, editable=False)),
                ("founded_at", models.DateTimeField(auto_now_add=True)),
                ("closed_at", models.DateTimeField(editable=False, null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("closed_at", None)), fields=["-id"], name="ladders_club_list"
                    ),
                    models.Index(
                        condition=models.Q(("closed_at", None), ("deviation__lt", 350.0)),
                        fields=["-mean", "id"],
                        name="ladders_club_ranking",
                    ),
                    django.contrib.postgres.indexes.GinIndex(
                        django.contrib.postgres.indexes.OpClass("folded", "gin_trgm_ops"),
                        name="ladders_club_name_alike",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ClubMatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(choices=games.rules.choices, max_length=2, verbose_name="game")),
                (
                    "pace",
                    models.CharField(
                        choices=[
                            ("turns", "turn by turn"),
                            ("split", "split: each plays their own card"),
                            ("duplicate", "duplicate: split, and everybody gets the same dice"),
                        ],
                        default="turns",
                        max_length=9,
                    ),
                ),
                (
                    "clock",
                    models.CharField(
                        choices=[
                            ("fast", "Fast, 28 hours a turn"),
                            ("main", "Main, 48 hours a turn"),
                            ("daily", "Daily, 3 days and 1 more a turn"),
                            ("relaxed", "Relaxed, 7 days and 2 more a turn"),
                        ],
                        default="main",
                        max_length=10,
                    ),
                ),
                ("boards", models.PositiveSmallIntegerField()),
                ("days", models.PositiveSmallIntegerField(help_text="How long its boards last at most.")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("asked", "challenged"),
                            ("naming", "line-ups"),
                            ("playing", "being played"),
                            ("over", "over"),
                            ("off", "did not take place"),
                        ],
                        default="asked",
                        max_length=7,
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("due", models.DateTimeField(help_text="When the challenge lapses, or the line-ups close.")),
                ("home_ready", models.BooleanField(default=False)),
                ("away_ready", models.BooleanField(default=False)),
                ("home_points", models.PositiveSmallIntegerField(null=True)),
                ("away_points", models.PositiveSmallIntegerField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("why", models.CharField(blank=True, help_text="Why it did not take place.", max_length=200)),
                (
                    "asked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "away",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="away",
                        to="ladders.club",
                    ),
                ),
                (
                    "event",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="club_match",
                        to="ladders.event",
                    ),
                ),
                (
                    "home",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="at_home",
                        to="ladders.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ClubMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.PositiveSmallIntegerField(
                        choices=[(1, "member"), (2, "officer"), (3, "founder")], default=1
                    ),
                ),
                ("joined_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="ladders.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clubs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ClubRemark",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(max_length=2000)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("down_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="remarks",
                        to="ladders.club",
                    ),
                ),
                (
                    "down_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ClubSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(null=True)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="ladders.club",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="ladders.clubmatch",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ClubAsking",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("invited", models.BooleanField()),
                (
                    "text",
                    models.CharField(
                        blank=True, max_length=200, validators=[accounts.single_line.single_line]
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        help_text="Who invited.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="askings",
                        to="ladders.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("club", "player"), name="ladders_clubasking_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="ClubLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("what", models.CharField(max_length=200)),
                ("why", models.CharField(blank=True, max_length=500)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lines",
                        to="ladders.club",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["club", "-id"], name="ladders_clubline_list")],
            },
        ),
        migrations.AddIndex(
            model_name="clubmatch",
            index=models.Index(fields=["home", "-id"], name="ladders_clubmatch_home"),
        ),
        migrations.AddIndex(
            model_name="clubmatch",
            index=models.Index(fields=["away", "-id"], name="ladders_clubmatch_away"),
        ),
        migrations.AddIndex(
            model_name="clubmatch",
            index=models.Index(
                condition=models.Q(("status__in", ["asked", "naming"])),
                fields=["due"],
                name="ladders_clubmatch_due",
            ),
        ),
        migrations.AddConstraint(
            model_name="clubmatch",
            constraint=models.CheckConstraint(
                condition=models.Q(("home", models.F("away")), _negated=True), name="ladders_clubmatch_of_two"
            ),
        ),
        migrations.AddConstraint(
            model_name="clubmember",
            constraint=models.UniqueConstraint(fields=("club", "player"), name="ladders_clubmember_once"),
        ),
        migrations.AddConstraint(
            model_name="clubmember",
            constraint=models.UniqueConstraint(
                condition=models.Q(("role", 3)), fields=("club",), name="ladders_clubmember_one_founder"
            ),
        ),
        migrations.AddIndex(
            model_name="clubremark",
            index=models.Index(fields=["club", "-id"], name="ladders_club_remark_list"),
        ),
        migrations.AddConstraint(
            model_name="clubseat",
            constraint=models.UniqueConstraint(fields=("match", "player"), name="ladders_clubseat_once"),
        ),
    ]
