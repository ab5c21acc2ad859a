"""Room for matches that are folded into one row. Its indexes come with the next, which is no transaction."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

EXTERNAL = "ALTER TABLE games_folded ALTER COLUMN packed SET STORAGE EXTERNAL"
"""What is packed does not get smaller: Postgres need not try."""


def must_be_unfolded(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """An older release knows no folded matches: they would be lost."""
    if apps.get_model("games", "Folded").objects.exists():
        raise RuntimeError("Set FOLD_AFTER_DAYS=0 and run `manage.py unfold_matches` before you go back.")


class Migration(migrations.Migration):
    dependencies = [("games", "0014_games_of_the_register")]

    operations = [
        migrations.AlterField(
            model_name="move",
            name="at",
            field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
        ),
        migrations.AddField(
            model_name="match",
            name="folded",
            field=models.BooleanField(
                db_default=False,
                default=False,
                editable=False,
                help_text="It is over, and its moves and its state lie in one row (games.models.Folded).",
            ),
        ),
        migrations.CreateModel(
            name="Folded",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="fold",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                ("packed", models.BinaryField(help_text="As games.packed has it (docs/folded.md).")),
                (
                    "late",
                    models.PositiveSmallIntegerField(
                        help_text="The seats for which the clock has acted: the first is 1, the second 2, the third 4, …"
                    ),
                ),
            ],
            options={"verbose_name": "folded match", "verbose_name_plural": "folded matches"},
        ),
        migrations.RunSQL(EXTERNAL, migrations.RunSQL.noop),
        migrations.RunPython(migrations.RunPython.noop, must_be_unfolded),
    ]
