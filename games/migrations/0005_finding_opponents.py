"""Wishes, rematches, and open matches for some players only."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_ratings_and_holiday"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Wish",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "codes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=2), size=None
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
                        max_length=10,
                    ),
                ),
                ("wanted", models.PositiveSmallIntegerField(help_text="Matches still to be found.")),
                ("since", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name_plural": "wishes",
            },
        ),
        migrations.AddField(
            model_name="match",
            name="link",
            field=models.CharField(
                blank=True,
                editable=False,
                help_text="The private link by which its players met.",
                max_length=40,
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="rematch_of",
            field=models.OneToOneField(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="rematch",
                to="games.match",
            ),
        ),
        migrations.AddField(
            model_name="seek",
            name="buddies_only",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="seek",
            name="highest",
            field=models.PositiveSmallIntegerField(help_text="The highest.", null=True),
        ),
        migrations.AddField(
            model_name="seek",
            name="lowest",
            field=models.PositiveSmallIntegerField(help_text="The lowest rating that may join.", null=True),
        ),
        migrations.AddField(
            model_name="seek",
            name="rated",
            field=models.BooleanField(default=True),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                models.F("link"), condition=models.Q(("link", ""), _negated=True), name="games_match_link"
            ),
        ),
        migrations.AddField(
            model_name="wish",
            name="player",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="wish", to=settings.AUTH_USER_MODEL
            ),
        ),
    ]
