"""The mark up to which serials may be drawn, the place where draws were admitted, and epochs."""

from django.db import migrations, models
from django.db.models.functions import Now

# Sequences, for what is set in them stands at once and for everybody (guard.py). Empty until the first admission.
MARK = "CREATE SEQUENCE dicepool_mark AS bigint"
PLACE = "CREATE SEQUENCE dicepool_place AS bigint MINVALUE -9223372036854775808 START 0"


class Migration(migrations.Migration):
    dependencies = [("dicepool", "0003_key_checks")]

    operations = [
        migrations.RunSQL(MARK, "DROP SEQUENCE dicepool_mark"),
        migrations.RunSQL(PLACE, "DROP SEQUENCE dicepool_place"),
        migrations.CreateModel(
            name="Epoch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("began_at", models.DateTimeField(db_default=Now())),
                (
                    "cursor",
                    models.BigIntegerField(help_text="The last serial that this database knew to be taken."),
                ),
                (
                    "after",
                    models.BigIntegerField(help_text="No serial up to this one is handed out any more."),
                ),
                (
                    "batch",
                    models.PositiveIntegerField(
                        help_text="The newest batch that was remembered; those between the last one here and"
                        " it are lost."
                    ),
                ),
                ("chain", models.BinaryField(help_text="Its link, which the next batch follows.")),
                (
                    "known",
                    models.BooleanField(help_text="Whether anything outside the database remembered."),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
    ]
