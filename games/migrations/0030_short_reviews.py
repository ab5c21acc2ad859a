"""Reviews of which the sums alone are kept, and lighter indexes, built while the site is at work."""

import django.contrib.postgres.operations
from django.db import migrations, models

PATIENT, AS_EVER = "SET lock_timeout = 0", "RESET lock_timeout"
# One whose building was cut short is there, and no use.
FROM_BEFORE = "DROP INDEX CONCURRENTLY IF EXISTS "


class Migration(migrations.Migration):
    dependencies = [("games", "0029_kept_of_matches")]
    atomic = False

    operations = [
        migrations.AddField(
            model_name="review",
            name="short",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Its sums alone are kept: the rest is made again when somebody asks.",
            ),
        ),
        migrations.RunSQL(PATIENT, AS_EVER),
        migrations.RunSQL(f"{FROM_BEFORE}games_review_of_version", migrations.RunSQL.noop),
        django.contrib.postgres.operations.AddIndexConcurrently(
            model_name="review",
            index=models.Index(
                models.F("tables"),
                condition=models.Q(("due__isnull", True), ("packed__isnull", False)),
                name="games_review_of_version",
            ),
        ),
        migrations.RunSQL(f"{FROM_BEFORE}games_review_whole", migrations.RunSQL.noop),
        django.contrib.postgres.operations.AddIndexConcurrently(
            model_name="review",
            index=models.Index(
                models.F("asked_at"),
                models.F("match"),
                condition=models.Q(("due__isnull", True), ("packed__isnull", False), ("short", False)),
                name="games_review_whole",
            ),
        ),
        django.contrib.postgres.operations.RemoveIndexConcurrently(
            model_name="review", name="games_review_by_version"
        ),
        migrations.RunSQL(AS_EVER, PATIENT),
    ]
