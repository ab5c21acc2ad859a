from importlib import import_module

from django.apps import AppConfig


class LaddersConfig(AppConfig):
    name = "ladders"
    verbose_name = "events"

    def ready(self) -> None:
        """Listen to matches that end."""
        import_module("ladders.receivers")
