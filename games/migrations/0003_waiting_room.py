"""Open invitations, and who waits for them to fill."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_time_runs_out"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Joining",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="joinings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Seek",
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
                ("players", models.PositiveSmallIntegerField(help_text="Wanted in all, the maker included.")),
                (
                    "token",
                    models.CharField(
                        blank=True, help_text="Of a private link; empty in the waiting room.", max_length=40
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField()),
                (
                    "joined",
                    models.ManyToManyField(
                        related_name="joined_seeks", through="games.Joining", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "maker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seeks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="joining",
            name="seek",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="joinings", to="games.seek"
            ),
        ),
        migrations.AddIndex(
            model_name="seek",
            index=models.Index(fields=["expires_at"], name="games_seek_expires"),
        ),
        migrations.AddConstraint(
            model_name="joining",
            constraint=models.UniqueConstraint(fields=("seek", "player"), name="games_joining_once"),
        ),
    ]
