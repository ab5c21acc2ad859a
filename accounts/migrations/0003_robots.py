"""The robots: three players whom nobody can sign in as."""

from django.contrib.auth.hashers import make_password
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

ROBOTS = {"Robot-Easy": "random", "Robot-Plain": "simple", "Robot-Sharp": "strong"}


def make(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    player = apps.get_model("accounts", "User")
    for name, level in ROBOTS.items():
        player.objects.create(username=name, robot=level, password=make_password(None))


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_cache_table")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="robot",
            field=models.CharField(
                blank=True, editable=False, help_text="Its level; empty for people.", max_length=10
            ),
        ),
        migrations.RunPython(make, migrations.RunPython.noop),
    ]
