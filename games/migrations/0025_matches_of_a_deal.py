"""The index by which a deal's matches are found, built while the site is at work."""

import django.contrib.postgres.operations
from django.db import migrations, models

PATIENT, AS_EVER = "SET lock_timeout = 0", "RESET lock_timeout"
# One whose building was cut short is there, and no use.
FROM_BEFORE = "DROP INDEX CONCURRENTLY IF EXISTS games_match_deal"


class Migration(migrations.Migration):
    dependencies = [("games", "0024_deal")]
    atomic = False

    operations = [
        migrations.RunSQL(PATIENT, AS_EVER),
        migrations.RunSQL(FROM_BEFORE, migrations.RunSQL.noop),
        django.contrib.postgres.operations.AddIndexConcurrently(
            model_name="match",
            index=models.Index(
                models.F("deal"),
                condition=models.Q(("deal__isnull", False)),
                name="games_match_deal",
            ),
        ),
        migrations.RunSQL(AS_EVER, PATIENT),
    ]
