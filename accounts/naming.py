"""Names that the site gives to whoever signs up by an address, until the player chooses one."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts import alphabets, looking
from accounts.models import NAME_LENGTH, User
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


DIGITS = 3
"""Of the first names that are tried, of which there are 795,600."""
TRIES = 3
"""Names of as many digits, before the next have one more."""
LONGER = 4
"""How often there is one more: 700 million names, and beyond that no words."""


def free() -> str:
    """A name that nobody has, such as `lucky-otter-482`; it tells nothing of the address.

    Two queries, and up to two more for each name that was tried in vain. A site that has grown takes more
    digits, as many as the words leave room for; where all of those are taken, too, a name has no words.
    """
    for attempt in range(TRIES * LONGER):
        words = f"{secrets.choice(LIKE)}-{secrets.choice(ANIMALS)}-"
        least = 10 ** (min(DIGITS + attempt // TRIES, NAME_LENGTH - len(words)) - 1)
        name = f"{words}{least + secrets.randbelow(9 * least)}"
        if not (_taken(name) or remembered.why_not_name(name)):
            return name
    return f"player-{secrets.token_hex(6)}"  # of 2 to the power of 48: nobody has it


def _taken(name: str) -> bool:
    alike = Q(username__iexact=name) | Q(looking__in=alphabets.looks(name))
    return User.objects.filter(alike).exists()


class Chosen(Exception):
    """The player has the name by choice, and keeps it. The message can be shown."""


@transaction.atomic
def choose(player: User, name: str) -> None:
    """Call a player by the name it has chosen, in place of the one that was given. Raises Chosen.

    It happens once: others know players by their names. The name was cleaned by whoever calls.
    """
    given = User.objects.filter(pk=player.pk, name_given=True)
    looks = alphabets.skeleton(name)
    if not given.update(username=name, looking=looks, name_given=False):
        raise Chosen(_("You have chosen your name already, and others know you by it."))
    looking.try_on(player.pk, name)
    player.username, player.looking, player.name_given = name, looks, False
