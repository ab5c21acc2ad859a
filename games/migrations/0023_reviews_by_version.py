"""The index by which reviews of former versions are found, built while the site is at work."""

import django.contrib.postgres.operations
from django.db import migrations, models

PATIENT, AS_EVER = "SET lock_timeout = 0", "RESET lock_timeout"
# One whose building was cut short is there, and no use.
FROM_BEFORE = "DROP INDEX CONCURRENTLY IF EXISTS games_review_by_version"


class Migration(migrations.Migration):
    dependencies = [("games", "0022_fair_play")]
    atomic = False

    operations = [
        migrations.RunSQL(PATIENT, AS_EVER),
        migrations.RunSQL(FROM_BEFORE, migrations.RunSQL.noop),
        django.contrib.postgres.operations.AddIndexConcurrently(
            model_name="review",
            index=models.Index(
                models.F("tables"),
                models.F("match"),
                condition=models.Q(("due__isnull", True), ("packed__isnull", False)),
                name="games_review_by_version",
            ),
        ),
        migrations.RunSQL(AS_EVER, PATIENT),
    ]
