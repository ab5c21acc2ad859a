"""Arenas, those who lead an event beside its organiser, rounds set by hand, and what entrants agree on."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ladders", "0007_put_out_or_withdrew"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Arrangement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round", models.PositiveSmallIntegerField()),
                (
                    "seats",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveBigIntegerField(), help_text="Entries.", size=None
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="Director",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("accepted", models.BooleanField(default=False)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.AddField(
            model_name="entry",
            name="ends",
            field=models.BooleanField(default=False, help_text="It agrees to end the event now."),
        ),
        migrations.AddField(
            model_name="entry",
            name="wants",
            field=models.PositiveSmallIntegerField(
                help_text="Champions: how many matches it wants; empty for what stands there.", null=True
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="minutes",
            field=models.PositiveSmallIntegerField(
                blank=True, default=60, help_text="Arena: how long it lasts, from 30 to 180 minutes."
            ),
        ),
        migrations.AddField(
            model_name="group",
            name="ends_at",
            field=models.DateTimeField(
                help_text="When its time is up, where it lasts for a set time.", null=True
            ),
        ),
        migrations.AddField(
            model_name="group",
            name="wakes_at",
            field=models.DateTimeField(
                help_text="When it is looked at although nothing has happened.", null=True
            ),
        ),
        migrations.AddField(
            model_name="place",
            name="resting",
            field=models.BooleanField(default=False, help_text="It is given no match for now."),
        ),
        migrations.AlterField(
            model_name="event",
            name="clock",
            field=models.CharField(
                choices=[
                    ("fast", "Fast, 28 hours a turn"),
                    ("main", "Main, 48 hours a turn"),
                    ("daily", "Daily, 3 days and 1 more a turn"),
                    ("relaxed", "Relaxed, 7 days and 2 more a turn"),
                    ("live", "Live, 3 minutes a turn"),
                ],
                default="main",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="format",
            field=models.CharField(
                choices=[
                    ("league", "League"),
                    ("champions", "Champions' league"),
                    ("score", "Score tournament"),
                    ("team", "Team tournament"),
                    ("knockout", "Knock-out"),
                    ("double", "Double elimination"),
                    ("round-robin", "Round robin"),
                    ("swiss", "Swiss"),
                    ("arena", "Arena"),
                ],
                max_length=12,
            ),
        ),
        migrations.AddIndex(
            model_name="group",
            index=models.Index(
                condition=models.Q(("wakes_at__isnull", False)),
                fields=["wakes_at"],
                name="ladders_group_wakes",
            ),
        ),
        migrations.AddField(
            model_name="arrangement",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="arranged", to="ladders.event"
            ),
        ),
        migrations.AddField(
            model_name="director",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="directors", to="ladders.event"
            ),
        ),
        migrations.AddField(
            model_name="director",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="directs",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="director",
            constraint=models.UniqueConstraint(fields=("event", "player"), name="ladders_director_once"),
        ),
    ]
