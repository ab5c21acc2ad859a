"""No two new names look alike. The index is made while people play, of nothing: nobody has looked yet."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

NAME, UNSEEN = "accounts_user_looks_alike", "accounts_user_not_looked_at"
PATIENT, AS_EVER = "SET lock_timeout = 0", "RESET lock_timeout"
# One whose building was cut short is there, and no use.
FROM_BEFORE = "DROP INDEX CONCURRENTLY IF EXISTS "


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0036_looking")]

    operations = [
        migrations.RunSQL(PATIENT, AS_EVER),
        migrations.RunSQL(f"{FROM_BEFORE}{UNSEEN}", migrations.RunSQL.noop),
        AddIndexConcurrently(
            model_name="user",
            index=models.Index("id", condition=models.Q(("looking", None)), name=UNSEEN),
        ),
        migrations.RunSQL(f"{FROM_BEFORE}{NAME}", migrations.RunSQL.noop),
        migrations.SeparateDatabaseAndState(
            [
                migrations.RunSQL(
                    f"CREATE UNIQUE INDEX CONCURRENTLY {NAME} ON accounts_user (looking) WHERE looking > ''",
                    f"DROP INDEX CONCURRENTLY {NAME}",
                )
            ],
            [
                migrations.AddConstraint(
                    model_name="user",
                    constraint=models.UniqueConstraint(
                        condition=models.Q(("looking__gt", "")), fields=("looking",), name=NAME
                    ),
                )
            ],
        ),
        migrations.RunSQL(AS_EVER, PATIENT),
    ]
