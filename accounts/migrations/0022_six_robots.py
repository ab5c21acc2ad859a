"""Six robots: what each plays like stands in a column of its own.

The release before knows three words in `robot` and refuses any other. It plays the new robots by the word
that comes nearest while both releases are at work.
"""

from django.contrib.auth.hashers import make_password
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

WORDS = {
    "beginner": "random",
    "casual": "simple",
    "steady": "simple",
    "skilled": "strong",
    "expert": "strong",
    "perfect": "strong",
}
"""By the level: the word of the release before."""
HEIRS = {"beginner", "casual", "expert"}
"""The levels of the three robots that were there before, each of them its word's first."""


def make(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    player = apps.get_model("accounts", "User")
    for level, word in WORDS.items():
        there = player.objects.filter(robot=word, level="").order_by("pk")
        kept = there.filter(
            username__startswith=_plain(level)
        ).first()  # from a migration that was taken back
        if kept is None and level in HEIRS:
            kept = there.first()
        if kept is None:
            kept = player(robot=word, password=make_password(None))
        kept.level = level
        kept.username = _name(player.objects.exclude(pk=kept.pk), level)
        kept.save()


def _plain(level: str) -> str:
    return f"Robot-{level.capitalize()}"


def _name(others: models.QuerySet[models.Model], level: str) -> str:
    """The robot's name, with a number after it where somebody else has taken it."""
    names = [_plain(level), *(f"{_plain(level)}-{number}" for number in range(2, 100))]
    return next(name for name in names if not others.filter(username__iexact=name).exists())


class Migration(migrations.Migration):
    dependencies = [("accounts", "0021_given_name")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="level",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                editable=False,
                help_text="How well a robot plays; empty for people.",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="robot",
            field=models.CharField(
                blank=True,
                editable=False,
                help_text="Empty for people; else a word by which releases without levels play.",
                max_length=10,
            ),
        ),
        migrations.RunPython(make, migrations.RunPython.noop),
    ]
