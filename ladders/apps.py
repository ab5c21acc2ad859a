from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LaddersConfig(AppConfig):
    name = "ladders"
    verbose_name = _("events")

    def ready(self) -> None:
        """Listen to matches that end."""
        import_module("ladders.receivers")
