"""The names that there are are looked at, some thousands at once. It can be stopped, and goes on where it was."""

from typing import Any

from django.db import migrations

from accounts import looking


def look(apps: Any, schema_editor: Any) -> None:
    """At all of them; those that the release before gives meanwhile are looked at by night."""
    looking.look(apps.get_model("accounts", "User"))


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0037_no_two_alike")]

    operations = [migrations.RunPython(look, migrations.RunPython.noop)]
