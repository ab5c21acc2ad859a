from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import get_language, gettext, ngettext, pgettext

from accounts import figures
from games import said


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Listen, and let what is pure speak the reader's language."""
        said.lend(gettext, pgettext, ngettext, figures.figure, get_language)
        import_module("games.receivers")
