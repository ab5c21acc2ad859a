"""What a format runs as an event of its own is called a section everywhere: it was a group here.

Postgres takes its indexes and constraints along where a column is renamed, so those that named the old column
are only told to Django anew.
"""

import django.db.models.deletion
from django.db import migrations, models

ONCE = models.UniqueConstraint(fields=("event", "stage", "number"), name="ladders_section_once")
PLACE = models.UniqueConstraint(fields=("section", "entry"), name="ladders_place_once")
FIXTURE = models.UniqueConstraint(fields=("section", "round", "pairing", "leg"), name="ladders_fixture_once")
WAITS = models.Index(condition=models.Q(("waits", True)), fields=["section"], name="ladders_fixture_waits")


class Migration(migrations.Migration):
    dependencies = [("ladders", "0011_games_of_the_register")]

    operations = [
        migrations.RenameModel("Group", "Section"),
        migrations.AlterField(
            "section",
            "event",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="sections", to="ladders.event"
            ),
        ),
        *(
            migrations.RenameIndex("section", f"ladders_section_{name}", old_name=f"ladders_group_{name}")
            for name in ("open", "stale", "wakes")
        ),
        migrations.RunSQL(
            "ALTER TABLE ladders_section RENAME CONSTRAINT ladders_group_once TO ladders_section_once",
            "ALTER TABLE ladders_section RENAME CONSTRAINT ladders_section_once TO ladders_group_once",
            state_operations=[
                migrations.RemoveConstraint("section", "ladders_group_once"),
                migrations.AddConstraint("section", ONCE),
            ],
        ),
        migrations.SeparateDatabaseAndState(
            [],
            [
                migrations.RemoveConstraint("place", "ladders_place_once"),
                migrations.RemoveConstraint("fixture", "ladders_fixture_once"),
                migrations.RemoveIndex("fixture", "ladders_fixture_waits"),
            ],
        ),
        migrations.RenameField("place", "group", "section"),
        migrations.RenameField("fixture", "group", "section"),
        migrations.SeparateDatabaseAndState(
            [],
            [
                migrations.AddConstraint("place", PLACE),
                migrations.AddConstraint("fixture", FIXTURE),
                migrations.AddIndex("fixture", WAITS),
            ],
        ),
    ]
