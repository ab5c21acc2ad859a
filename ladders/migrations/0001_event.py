"""Events, teams, entries, fixtures, medals, ladders and what was decided."""

import django.contrib.postgres.fields
import django.db.models.constraints
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Ladder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        choices=[
                            ("BZ", "Boatzee"),
                            ("BD", "Double Boatzee"),
                            ("BT", "Triple Boatzee"),
                            ("DG", "Dicegame"),
                            ("BX", "Boatzee Extra"),
                            ("BO", "Boat"),
                            ("DK", "Dice 10000"),
                        ],
                        max_length=2,
                        unique=True,
                        verbose_name="game",
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
                ("size", models.PositiveIntegerField(default=0, editable=False)),
            ],
        ),
        migrations.CreateModel(
            name="Watch",
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
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                (
                    "about",
                    models.TextField(blank=True, help_text="What players should know before they enter."),
                ),
                (
                    "promise",
                    models.TextField(
                        blank=True,
                        help_text="What the organisers promise the winners. The site handles no prizes.",
                    ),
                ),
                (
                    "format",
                    models.CharField(
                        choices=[
                            ("league", "League"),
                            ("champions", "Champions' league"),
                            ("score", "Score tournament"),
                            ("team", "Team tournament"),
                            ("knockout", "Knock-out"),
                            ("round-robin", "Round robin"),
                            ("swiss", "Swiss"),
                        ],
                        max_length=12,
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        choices=[
                            ("BZ", "Boatzee"),
                            ("BD", "Double Boatzee"),
                            ("BT", "Triple Boatzee"),
                            ("DG", "Dicegame"),
                            ("BX", "Boatzee Extra"),
                            ("BO", "Boat"),
                            ("DK", "Dice 10000"),
                        ],
                        default="BX",
                        max_length=2,
                        verbose_name="game",
                    ),
                ),
                ("options", models.JSONField(blank=True, default=dict)),
                (
                    "pace",
                    models.CharField(
                        choices=[("turns", "turn by turn"), ("split", "split: each the own card")],
                        default="split",
                        max_length=5,
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
                (
                    "weekend",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(),
                        blank=True,
                        help_text="Days off for all, Monday is 0; empty for the players' own.",
                        null=True,
                        size=None,
                    ),
                ),
                (
                    "matches",
                    models.PositiveSmallIntegerField(default=10, help_text="League: how many are played."),
                ),
                (
                    "division",
                    models.PositiveSmallIntegerField(default=10, help_text="League: the most in a division."),
                ),
                (
                    "moving",
                    models.PositiveSmallIntegerField(default=2, help_text="League: how many go up and down."),
                ),
                (
                    "target",
                    models.PositiveIntegerField(default=5000, help_text="Score and team tournaments."),
                ),
                (
                    "round_days",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Empty: 30 for a single card, 45 for a double, 60 for a triple.",
                        null=True,
                    ),
                ),
                (
                    "way",
                    models.CharField(
                        choices=[("anybody", "open to everybody"), ("invited", "by invitation")],
                        default="anybody",
                        max_length=10,
                        verbose_name="entry",
                    ),
                ),
                ("fewest", models.PositiveSmallIntegerField(default=2)),
                (
                    "most",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="It begins when so many are in.", null=True
                    ),
                ),
                (
                    "lowest",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="lowest rating"),
                ),
                (
                    "highest",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="highest rating"),
                ),
                (
                    "most_time_outs",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="In a hundred of the player's last matches.", null=True
                    ),
                ),
                (
                    "begins_at",
                    models.DateTimeField(
                        blank=True, help_text="Empty: when it is full, or by hand.", null=True
                    ),
                ),
                (
                    "recurring",
                    models.BooleanField(default=False, help_text="Opens its successor when it begins."),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("draft", "being prepared"),
                            ("open", "open for entries"),
                            ("running", "running"),
                            ("review", "over, under review"),
                            ("finished", "finished"),
                            ("cancelled", "cancelled"),
                        ],
                        default="draft",
                        editable=False,
                        max_length=9,
                    ),
                ),
                ("stage", models.PositiveSmallIntegerField(default=0, editable=False)),
                ("paused_until", models.DateTimeField(editable=False, null=True)),
                (
                    "asked_at",
                    models.DateTimeField(
                        editable=False, help_text="When confirmation was asked for.", null=True
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("started_at", models.DateTimeField(editable=False, null=True)),
                ("ended_at", models.DateTimeField(editable=False, null=True)),
                ("review_until", models.DateTimeField(editable=False, null=True)),
                (
                    "organiser",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="organised",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "previous",
                    models.OneToOneField(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="successor",
                        to="ladders.event",
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="champions",
                        to="ladders.event",
                    ),
                ),
            ],
            options={
                "permissions": [("organise_event", "Can organise events")],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("invited", "invited"),
                            ("waiting", "on the waiting list"),
                            ("in", "in"),
                            ("dropped", "did not confirm"),
                            ("left", "withdrew before the start"),
                        ],
                        default="in",
                        max_length=8,
                    ),
                ),
                ("confirmed", models.BooleanField(default=True)),
                ("seed", models.PositiveIntegerField(null=True)),
                ("entered_at", models.DateTimeField(auto_now_add=True)),
                ("withdrawn_at", models.DateTimeField(null=True)),
                ("disqualified", models.BooleanField(default=False)),
                ("warned", models.BooleanField(default=False)),
                ("postpones", models.BooleanField(default=False, help_text="Agrees to postpone the round.")),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="ladders.event",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Group",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("stage", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                ("over", models.BooleanField(default=False)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="groups", to="ladders.event"
                    ),
                ),
            ],
            options={
                "ordering": ["stage", "number"],
            },
        ),
        migrations.CreateModel(
            name="Fixture",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round", models.PositiveSmallIntegerField()),
                ("pairing", models.PositiveSmallIntegerField()),
                ("leg", models.PositiveSmallIntegerField()),
                (
                    "seats",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveBigIntegerField(),
                        help_text="Entries in the order of seats.",
                        size=None,
                    ),
                ),
                ("starts", models.PositiveBigIntegerField(null=True)),
                (
                    "members",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(), default=list, size=None
                    ),
                ),
                (
                    "players",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(),
                        default=list,
                        help_text="Who sat there, by seat.",
                        size=None,
                    ),
                ),
                (
                    "match_id",
                    models.PositiveBigIntegerField(
                        help_text="The match that fills it.", null=True, unique=True
                    ),
                ),
                ("deadline", models.DateTimeField(null=True)),
                (
                    "result",
                    models.JSONField(
                        help_text="Places, totals, when, who was absent or timed out.", null=True
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fixtures",
                        to="ladders.group",
                    ),
                ),
            ],
            options={
                "ordering": ["round", "pairing", "leg"],
            },
        ),
        migrations.CreateModel(
            name="Challenge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "first",
                    models.PositiveBigIntegerField(
                        help_text="The match the challenger starts.", null=True, unique=True
                    ),
                ),
                (
                    "second",
                    models.PositiveBigIntegerField(
                        help_text="The match the defender starts.", null=True, unique=True
                    ),
                ),
                ("results", models.JSONField(default=dict, help_text="By leg.")),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("over_at", models.DateTimeField(null=True)),
                (
                    "cancelled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "challenger",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "defender",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "winner",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "ladder",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges",
                        to="ladders.ladder",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Log",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("what", models.CharField(max_length=200)),
                ("why", models.TextField(blank=True)),
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
                    "event",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="log",
                        to="ladders.event",
                    ),
                ),
                (
                    "ladder",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="log",
                        to="ladders.ladder",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Medal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                ("title", models.CharField(max_length=140)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="medals", to="ladders.event"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="medals",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Place",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seed", models.PositiveIntegerField()),
                (
                    "roll_off",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(), default=list, size=None
                    ),
                ),
                ("position", models.PositiveIntegerField(default=0, help_text="The line, from 1.")),
                ("rank", models.PositiveIntegerField(null=True)),
                ("played", models.PositiveIntegerField(default=0)),
                ("points", models.CharField(default="0", help_text="A fraction.", max_length=30)),
                (
                    "values",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=60),
                        default=list,
                        help_text="Fractions.",
                        size=None,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="places", to="ladders.entry"
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="places", to="ladders.group"
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.CreateModel(
            name="Rung",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("rung", models.PositiveIntegerField()),
                ("before", models.PositiveIntegerField(help_text="The rung a week ago.", null=True)),
                ("joined_at", models.DateTimeField(auto_now_add=True)),
                ("last_play", models.DateTimeField()),
                (
                    "slid",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="Rungs that idling has cost since then."
                    ),
                ),
                (
                    "ladder",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rungs", to="ladders.ladder"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rungs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["rung"],
            },
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                (
                    "captain",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="teams", to="ladders.event"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("order", models.PositiveSmallIntegerField()),
                ("accepted", models.BooleanField(default=False)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="ladders.event"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="members", to="ladders.team"
                    ),
                ),
            ],
            options={
                "ordering": ["order"],
            },
        ),
        migrations.AddField(
            model_name="entry",
            name="team",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="entry",
                to="ladders.team",
            ),
        ),
        migrations.CreateModel(
            name="TimeOut",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "ladder",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="time_outs",
                        to="ladders.ladder",
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
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["status", "-id"], name="ladders_event_list"),
        ),
        migrations.AddIndex(
            model_name="group",
            index=models.Index(
                condition=models.Q(("over", False)), fields=["event", "stage"], name="ladders_group_open"
            ),
        ),
        migrations.AddConstraint(
            model_name="group",
            constraint=models.UniqueConstraint(
                fields=("event", "stage", "number"), name="ladders_group_once"
            ),
        ),
        migrations.AddIndex(
            model_name="fixture",
            index=models.Index(
                models.F("deadline"),
                condition=models.Q(("deadline__isnull", False), ("result__isnull", True)),
                name="ladders_fixture_due",
            ),
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.UniqueConstraint(
                fields=("group", "round", "pairing", "leg"), name="ladders_fixture_once"
            ),
        ),
        migrations.AddIndex(
            model_name="challenge",
            index=models.Index(fields=["ladder", "-id"], name="ladders_challenge_list"),
        ),
        migrations.AddIndex(
            model_name="challenge",
            index=models.Index(fields=["challenger", "over_at"], name="ladders_challenge_out"),
        ),
        migrations.AddIndex(
            model_name="challenge",
            index=models.Index(fields=["defender", "over_at"], name="ladders_challenge_in"),
        ),
        migrations.AddConstraint(
            model_name="medal",
            constraint=models.UniqueConstraint(
                fields=("event", "player", "title"), name="ladders_medal_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="place",
            constraint=models.UniqueConstraint(fields=("group", "entry"), name="ladders_place_once"),
        ),
        migrations.AddIndex(
            model_name="rung",
            index=models.Index(fields=["ladder", "last_play"], name="ladders_rung_idle"),
        ),
        migrations.AddConstraint(
            model_name="rung",
            constraint=models.UniqueConstraint(fields=("ladder", "player"), name="ladders_rung_player_once"),
        ),
        migrations.AddConstraint(
            model_name="rung",
            constraint=models.UniqueConstraint(
                deferrable=django.db.models.constraints.Deferrable["DEFERRED"],
                fields=("ladder", "rung"),
                name="ladders_rung_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(fields=("event", "name"), name="ladders_team_name_once"),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.UniqueConstraint(fields=("team", "player"), name="ladders_member_once"),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.UniqueConstraint(
                condition=models.Q(("accepted", True)),
                fields=("event", "player"),
                name="ladders_one_team_each",
            ),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["event", "status", "id"], name="ladders_entry_list"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("player__isnull", False)),
                fields=("event", "player"),
                name="ladders_entry_once",
            ),
        ),
        migrations.AddIndex(
            model_name="timeout",
            index=models.Index(fields=["ladder", "player", "at"], name="ladders_time_out_list"),
        ),
    ]
