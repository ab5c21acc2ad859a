"""Which segments of the log are kept without what the books of their sets tell."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def must_be_whole(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """An older release reads no lean files."""
    if apps.get_model("dicepool", "Segment").objects.filter(lean=True).exists():
        raise RuntimeError("Set FOLD_AFTER_DAYS=0 and run `manage.py fill_log` before you go back.")


class Migration(migrations.Migration):
    dependencies = [("dicepool", "0014_counted_openings")]

    operations = [
        migrations.AlterField(
            model_name="segment",
            name="digest",
            field=models.BinaryField(help_text="The SHA-256 of its file, unpacked and filled."),
        ),
        migrations.AddField(
            model_name="segment",
            name="lean",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Its file has nothing that the books of its sets tell (leaning.py).",
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, must_be_whole),
    ]
