"""Players to try a local site with."""

from __future__ import annotations

import secrets
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.models import User

PLAYERS = ("alice", "bob", "carol")
DIRECTOR = "director"


class Command(BaseCommand):
    """Makes them once, with passwords that nobody else has; never on a site that runs for real."""

    help = "Makes the players of a local site, and writes down their passwords."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make who is missing. The passwords stand in a file beside the data, which only its owner reads."""
        if not settings.LOCAL:
            raise CommandError("Demo players are for a local site only.")
        file = settings.VAR_DIR / "demo-players.txt"
        if file.exists() and User.objects.filter(username=DIRECTOR).exists():
            return
        lines = ["You can sign in as:"]
        for name in (*PLAYERS, DIRECTOR):
            password = "-".join(secrets.token_hex(2) for _ in range(3))
            player, _ = User.objects.get_or_create(
                username=name, defaults={"email": f"{name}@example.org", "time_zone": "UTC"}
            )
            player.set_password(password)
            player.is_staff = player.is_superuser = name == DIRECTOR
            player.save()
            EmailAddress.objects.get_or_create(
                user=player, email=player.email, defaults={"primary": True, "verified": True}
            )
            lines.append(
                f"  {name:9} {password}{'   (runs the site, at /admin/)' if name == DIRECTOR else ''}"
            )
        file.touch(mode=0o600)
        file.write_text("\n".join(lines) + "\n")
