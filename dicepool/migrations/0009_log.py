"""The log: its segments, and what was passed over, which for the past is known of epochs alone."""

from django.db import migrations, models

PASSED = """
INSERT INTO dicepool_passed (first, last, reason)
    SELECT cursor + 1, after, 'epoch' FROM dicepool_epoch WHERE after > cursor ORDER BY id
"""


class Migration(migrations.Migration):
    dependencies = [("dicepool", "0008_counted")]

    operations = [
        migrations.CreateModel(
            name="Passed",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first", models.BigIntegerField()),
                ("last", models.BigIntegerField(db_index=True)),
                ("reason", models.CharField(max_length=20, help_text="In the words of logbook.py.")),
            ],
            options={"verbose_name": "passed over", "verbose_name_plural": "passed over"},
        ),
        migrations.RunSQL(PASSED, migrations.RunSQL.noop),
        migrations.CreateModel(
            name="Segment",
            fields=[
                (
                    "number",
                    models.PositiveIntegerField(
                        primary_key=True, serialize=False, help_text="From 1, without gaps."
                    ),
                ),
                ("first", models.BigIntegerField(help_text="The first serial that it tells of.")),
                (
                    "last",
                    models.BigIntegerField(
                        help_text="The last one; one less than the first where it tells of none."
                    ),
                ),
                ("lines", models.PositiveSmallIntegerField()),
                ("root", models.BinaryField(help_text="Of the Merkle tree over its lines.")),
                ("digest", models.BinaryField(help_text="The SHA-256 of its file, unpacked.")),
                ("at", models.DateTimeField(help_text="When it was sealed, in whole seconds.")),
                ("counts", models.JSONField(help_text="How many sets it tells of, by reason.")),
                ("total", models.JSONField(help_text="The same of all segments up to this one.")),
            ],
            options={
                "indexes": [
                    models.Index(fields=["last", "number"], name="dicepool_segment_last"),
                    models.Index(fields=["at"], name="dicepool_segment_at"),
                ],
            },
        ),
        migrations.AddField(
            model_name="fate",
            name="segment",
            field=models.PositiveIntegerField(
                null=True, help_text="Of the log, which says there that the set was thrown away."
            ),
        ),
        migrations.AddIndex(
            model_name="fate",
            index=models.Index(
                condition=models.Q(("kind", 2), ("segment", None)),
                fields=["serial"],
                name="dicepool_fate_unsealed",
            ),
        ),
    ]
