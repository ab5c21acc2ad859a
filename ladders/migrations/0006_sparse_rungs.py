"""Rungs by sparse keys, counted by bucket; and what staff decide about who stands on them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# As in ladders/order.py, which may change its mind later: keys 2**32 apart, buckets of 500 to begin with.
FILL = """
UPDATE ladders_rung SET key = rung::bigint * 4294967296;
INSERT INTO ladders_bucket (ladder_id, first, count)
SELECT ladder_id, CASE WHEN number = 0 THEN -4611686018427387904 ELSE min(key) END, count(*)
FROM (SELECT ladder_id, key, (rung - 1) / 500 AS number FROM ladders_rung) AS numbered
GROUP BY ladder_id, number;
SET CONSTRAINTS ALL IMMEDIATE;
"""
NUMBER_AGAIN = """
UPDATE ladders_rung AS one SET rung = numbered.rung
FROM (SELECT id, row_number() OVER (PARTITION BY ladder_id ORDER BY key) AS rung FROM ladders_rung) AS numbered
WHERE one.id = numbered.id;
SET CONSTRAINTS ALL IMMEDIATE;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("ladders", "0005_looking_after"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Bucket",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first", models.BigIntegerField()),
                ("count", models.PositiveIntegerField()),
                (
                    "ladder",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="buckets",
                        to="ladders.ladder",
                    ),
                ),
            ],
            options={
                "ordering": ["first"],
                "constraints": [
                    models.UniqueConstraint(fields=("ladder", "first"), name="ladders_bucket_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Removal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "rung",
                    models.PositiveIntegerField(help_text="The number of the rung that the player stood on."),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "until",
                    models.DateTimeField(help_text="Empty: until staff restore the player.", null=True),
                ),
                (
                    "ladder",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="removals",
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
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("ladder", "player"), name="ladders_removal_once")
                ],
            },
        ),
        migrations.AddField(
            model_name="ladder",
            name="frozen_at",
            field=models.DateTimeField(
                editable=False,
                help_text="Since when staff let nobody join, challenge or slide here.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="rung",
            name="frozen_at",
            field=models.DateTimeField(
                help_text="Since when staff let nobody challenge from this rung, or challenge it.", null=True
            ),
        ),
        migrations.AddField(model_name="rung", name="key", field=models.BigIntegerField(null=True)),
        migrations.AlterField(model_name="rung", name="rung", field=models.PositiveIntegerField(null=True)),
        migrations.RunSQL(FILL, NUMBER_AGAIN),
        migrations.AlterField(model_name="rung", name="key", field=models.BigIntegerField()),
        migrations.AlterModelOptions(name="rung", options={"ordering": ["key"]}),
        migrations.RemoveConstraint(model_name="rung", name="ladders_rung_once"),
        migrations.RemoveField(model_name="rung", name="rung"),
        migrations.AlterField(
            model_name="rung",
            name="before",
            field=models.PositiveIntegerField(help_text="The number of the rung a week ago.", null=True),
        ),
        migrations.AddConstraint(
            model_name="rung",
            constraint=models.UniqueConstraint(
                fields=("ladder", "key"),
                name="ladders_rung_key_once",
                deferrable=models.Deferrable.IMMEDIATE,
            ),
        ),
        migrations.AddIndex(
            model_name="rung",
            index=models.Index(
                condition=models.Q(("frozen_at__isnull", False)),
                fields=["ladder", "frozen_at"],
                name="ladders_rung_frozen",
            ),
        ),
        migrations.AddIndex(
            model_name="challenge",
            index=models.Index(
                condition=models.Q(("over_at__isnull", True)),
                fields=["ladder", "at"],
                name="ladders_challenge_open",
            ),
        ),
    ]
