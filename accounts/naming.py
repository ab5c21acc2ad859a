"""Names that the site gives to whoever signs up by an address, until the player chooses one."""

from __future__ import annotations

import secrets

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.moderation import remembered

LIKE = (
    *("brisk", "bright", "calm", "clever", "cosy", "daring", "eager", "fair", "gentle", "happy", "jolly"),
    *("keen", "kind", "lively", "lucky", "merry", "nimble", "plucky", "proud", "quick", "quiet", "snug"),
    *("sunny", "swift", "trusty", "witty"),
)
ANIMALS = (
    *("badger", "beaver", "crane", "curlew", "dormouse", "falcon", "ferret", "finch", "fox", "gannet"),
    *("gull", "hare", "heron", "ibis", "lark", "lynx", "magpie", "marten", "mole", "moth", "newt", "osprey"),
    *("otter", "owl", "plover", "puffin", "raven", "robin", "seal", "shrew", "stoat", "swan", "tern", "wren"),
)


def free() -> str:
    """A name that nobody has, such as `lucky-otter-482`; it tells nothing of the address. Two queries."""
    while True:
        name = f"{secrets.choice(LIKE)}-{secrets.choice(ANIMALS)}-{100 + secrets.randbelow(900)}"
        if not User.objects.filter(username__iexact=name).exists() and not remembered.why_not_name(name):
            return name


class Chosen(Exception):
    """The player has the name by choice, and keeps it. The message can be shown."""


def choose(player: User, name: str) -> None:
    """Call a player by the name it has chosen, in place of the one that was given. Raises Chosen.

    It happens once: others know players by their names. The name was cleaned by whoever calls.
    """
    given = User.objects.filter(pk=player.pk, name_given=True)
    if not given.update(username=name, name_given=False):
        raise Chosen(_("You have chosen your name already, and others know you by it."))
    player.username, player.name_given = name, False
