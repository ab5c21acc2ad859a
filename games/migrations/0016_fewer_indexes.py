"""The index of what is to be folded, and no more indexes than are used.

The key of the match alone, and of a player's points alone, is the beginning of another index of the same
table. The one is built, and the others go, while the site is at work: so this is no single transaction, but
each step can be taken again where one was cut short. What is built waits for whoever is reading, however
long, and nobody waits for it.
"""

import django.contrib.postgres.operations
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

PATIENT, AS_EVER = "SET lock_timeout = 0", "RESET lock_timeout"
# One whose building was cut short is there, and no use.
FROM_BEFORE = "DROP INDEX CONCURRENTLY IF EXISTS games_match_to_fold"
FROM_BEFORE_BACK = "DROP INDEX CONCURRENTLY IF EXISTS games_match_archive"


class Migration(migrations.Migration):
    dependencies = [("games", "0015_folded")]
    atomic = False

    operations = [
        migrations.RunSQL(PATIENT, AS_EVER),
        django.contrib.postgres.operations.RemoveIndexConcurrently(
            model_name="match", name="games_match_archive"
        ),
        migrations.RunSQL(FROM_BEFORE, FROM_BEFORE_BACK),
        django.contrib.postgres.operations.AddIndexConcurrently(
            model_name="match",
            index=models.Index(
                condition=models.Q(
                    ("ended_at__isnull", False), ("folded", False), ("started_at__isnull", False)
                ),
                fields=["ended_at", "id"],
                name="games_match_to_fold",
            ),
        ),
        migrations.RunSQL(AS_EVER, PATIENT),
        migrations.AlterField(
            model_name="move",
            name="match",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="moves",
                to="games.match",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="match",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="seats",
                to="games.match",
            ),
        ),
        migrations.AlterField(
            model_name="ratingpoint",
            name="match",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rating_points",
                to="games.match",
            ),
        ),
        migrations.AlterField(
            model_name="ratingpoint",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rating_points",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
