"""The index by which a player's answers are counted, built while programs go on sending."""

import django.contrib.postgres.operations
from django.db import migrations, models

PATIENT, AS_EVER = "SET lock_timeout = 0", "RESET lock_timeout"
# One whose building was cut short is there, and no use.
FROM_BEFORE = "DROP INDEX CONCURRENTLY IF EXISTS accounts_answered_latest"


class Migration(migrations.Migration):
    dependencies = [("accounts", "0033_bots")]
    atomic = False

    operations = [
        migrations.RunSQL(PATIENT, AS_EVER),
        migrations.RunSQL(FROM_BEFORE, migrations.RunSQL.noop),
        django.contrib.postgres.operations.AddIndexConcurrently(
            model_name="answered",
            index=models.Index(fields=["player", "at"], name="accounts_answered_latest"),
        ),
        migrations.RunSQL(AS_EVER, PATIENT),
    ]
