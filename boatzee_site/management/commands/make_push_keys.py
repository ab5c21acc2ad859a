"""Make the keys for web push, as lines for the environment."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from boatzee_site import push_keys


class Command(BaseCommand):
    """Print a new pair; nothing is stored."""

    help = "Print a new pair of keys for web push, as lines for the environment."

    def handle(self, *args: Any, **options: Any) -> None:
        """Browsers that were told under the old pair have to be asked again."""
        for name, key in push_keys.make().items():
            self.stdout.write(f"{name}={key}")
