"""The latest threads of all boards by an index: a word that stands in many is searched in them."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0025_feat_notices")]

    operations = [
        AddIndexConcurrently(
            "topic",
            models.Index(condition=models.Q(hidden=False), fields=["-last"], name="accounts_topic_latest"),
        ),
    ]
