"""What the name of a club begins with stands in an index."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models.functions import Collate


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("ladders", "0019_rated_club_matches")]

    operations = [
        AddIndexConcurrently(
            model_name="club",
            index=models.Index(
                Collate("folded", "C"),
                condition=models.Q(("closed_at", None)),
                name="ladders_club_name_begins",
            ),
        ),
    ]
