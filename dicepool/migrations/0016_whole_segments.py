"""The index by which segments that are whole are found, built while the log goes on."""

import django.contrib.postgres.operations
from django.db import migrations, models

PATIENT, AS_EVER = "SET lock_timeout = 0", "RESET lock_timeout"
# One whose building was cut short is there, and no use.
FROM_BEFORE = "DROP INDEX CONCURRENTLY IF EXISTS dicepool_segment_whole"


class Migration(migrations.Migration):
    dependencies = [("dicepool", "0015_lean_segments")]
    atomic = False

    operations = [
        migrations.RunSQL(PATIENT, AS_EVER),
        migrations.RunSQL(FROM_BEFORE, migrations.RunSQL.noop),
        django.contrib.postgres.operations.AddIndexConcurrently(
            model_name="segment",
            index=models.Index(
                models.F("number"), condition=models.Q(("lean", False)), name="dicepool_segment_whole"
            ),
        ),
        migrations.RunSQL(AS_EVER, PATIENT),
    ]
