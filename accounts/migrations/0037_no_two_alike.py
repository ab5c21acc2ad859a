"""No two new names look alike. The index is made while people play, of nothing: nobody has looked yet."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

NAME = "accounts_user_looks_alike"


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0036_looking")]

    operations = [
        AddIndexConcurrently(
            model_name="user",
            index=models.Index(
                "id", condition=models.Q(("looking", None)), name="accounts_user_not_looked_at"
            ),
        ),
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
    ]
