"""Matches, their seats and their moves."""

import django.contrib.postgres.fields
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
            name="Match",
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
                    ),
                ),
                ("rules_version", models.PositiveSmallIntegerField()),
                ("options", models.JSONField(default=dict)),
                ("pace", models.CharField(choices=[("turns", "turns"), ("split", "split")], max_length=5)),
                (
                    "clock",
                    models.CharField(
                        choices=[
                            ("fast", "Fast, 28 hours a turn"),
                            ("main", "Main, 48 hours a turn"),
                            ("daily", "Daily, 3 days and 1 more a turn"),
                            ("relaxed", "Relaxed, 7 days and 2 more a turn"),
                        ],
                        max_length=10,
                    ),
                ),
                ("rated", models.BooleanField(default=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("inviting", "waiting for answers"),
                            ("declined", "declined"),
                            ("running", "running"),
                            ("finished", "finished"),
                            ("void", "void"),
                        ],
                        default="inviting",
                        max_length=10,
                    ),
                ),
                ("state", models.JSONField(editable=False, null=True)),
                (
                    "version",
                    models.PositiveIntegerField(default=0, editable=False, help_text="The number of moves."),
                ),
                (
                    "starter",
                    models.PositiveSmallIntegerField(editable=False, help_text="A seat, from 0.", null=True),
                ),
                (
                    "deadline",
                    models.DateTimeField(
                        editable=False, help_text="When the first clock that runs ends.", null=True
                    ),
                ),
                (
                    "adjudicated",
                    models.BooleanField(default=False, editable=False, help_text="Staff decided the places."),
                ),
                (
                    "reason",
                    models.TextField(
                        blank=True, help_text="Why staff adjudicated the match or made it void."
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("started_at", models.DateTimeField(editable=False, null=True)),
                ("ended_at", models.DateTimeField(editable=False, null=True)),
            ],
            options={
                "verbose_name_plural": "matches",
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "running")), fields=["deadline"], name="games_match_due"
                    ),
                    models.Index(
                        condition=models.Q(("status", "finished")),
                        fields=["-ended_at"],
                        name="games_match_archive",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Move",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(help_text="In the order of the match, from 1.")),
                ("seat", models.PositiveSmallIntegerField(help_text="From 0.")),
                ("kind", models.CharField(max_length=10)),
                (
                    "keep",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(), default=list, size=None
                    ),
                ),
                ("box", models.CharField(blank=True, max_length=20)),
                (
                    "dice",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(), default=list, size=None
                    ),
                ),
                (
                    "serials",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveBigIntegerField(), default=list, size=None
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="moves", to="games.match"
                    ),
                ),
            ],
            options={
                "ordering": ["match", "number"],
                "constraints": [models.UniqueConstraint(fields=("match", "number"), name="games_move_once")],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("index", models.PositiveSmallIntegerField(help_text="In the order of play, from 0.")),
                ("accepted", models.BooleanField(default=False)),
                ("to_move", models.BooleanField(default=False)),
                (
                    "deadline",
                    models.DateTimeField(
                        help_text="When this seat's clock ends, while it is to move.", null=True
                    ),
                ),
                (
                    "bank",
                    models.DurationField(help_text="Time kept on the clock while it stands.", null=True),
                ),
                ("moves", models.PositiveIntegerField(default=0)),
                ("total", models.IntegerField(default=0)),
                ("place", models.PositiveSmallIntegerField(null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        help_text="Empty once the account is closed.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["match", "index"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("to_move", True)),
                        fields=["player", "deadline"],
                        name="games_seat_my_turn",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "index"), name="games_seat_once"),
                    models.UniqueConstraint(fields=("match", "player"), name="games_seat_player_once"),
                ],
            },
        ),
    ]
