"""Every number that bounds what one visitor may do. `accounts.spending` is the door where it is counted.

Numbers only, and nothing of Django but marked words: settings.py and the stream read them too. What the
proxy bounds stands in deploy/nginx.conf; tests hold both files together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from accounts.models import User

MINUTE, HOUR, DAY = 60, 3600, 86_400

# What one may have at once


@dataclass(frozen=True, slots=True)
class AtOnce:
    """A number for everybody and one for supporters. Nothing here changes a match or its dice."""

    everybody: int
    supporters: int


AT_ONCE: Mapping[str, AtOnce] = MappingProxyType(
    {
        "matches": AtOnce(20, 100),
        "matches without people": AtOnce(20, 100),  # alone, or with robots
        "open invitations": AtOnce(20, 40),
    }
)
NOTES = 2_000
"""Notes that one may keep for oneself."""
COLLECTIONS = 50
"""Collections of matches that one may have."""
COLLECTED = 200
"""Matches in one of them."""
IMPORTED = 20
"""Records of matches from elsewhere that one may keep."""
IMPORTED_BYTES, IMPORTED_MOVES, IMPORTED_REASON = 200_000, 4_000, 500
"""How large one may be, how much is done in it, and letters of why it ended: no match of ours has more."""
APPLICATIONS = 5
"""Programs for others that one player may register."""
TOKENS = 20
"""Personal tokens of one player."""
ANSWERED = 5_000
"""Answers to requests with an Idempotency-Key that are kept of one player at once, for 24 hours each: at the
programs' rate, of a kilobyte or two each, they could else fill a disk."""
BOTS = 5
"""Bots of one player."""
OPEN_BETWEEN = 5
"""Invitations of one player that may wait for the answer of one other."""


def at_once(player: User, what: str) -> int:
    """How many of this the player may have at once today."""
    found = AT_ONCE[what]
    return found.supporters if player.supporter else found.everybody


# How often one may do it


@dataclass(frozen=True, slots=True)
class Rate:
    """So many in any window of so many seconds."""

    most: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Budget:
    """What may be done so often, and what is said to whoever wants more."""

    said: object
    rates: tuple[Rate, ...]


def _budget(said: object, *rates: tuple[int, int]) -> Budget:
    return Budget(said, tuple(Rate(most, seconds) for most, seconds in rates))


API: Mapping[str, Rate] = MappingProxyType({"player": Rate(600, MINUTE), "address": Rate(60, MINUTE)})
"""Requests to the API, of one player's programs together and of an address without a token. They are counted
in whole minutes, in Redis, and told with each answer (accounts.api.rates)."""

BUDGETS: Mapping[str, Budget] = MappingProxyType(
    {
        # Each counted for a player
        "message": _budget(_("You have said a lot in a short time."), (60, HOUR)),
        "thread": _budget(_("You have opened many threads."), (5, HOUR), (20, DAY)),
        "post": _budget(_("You have written many posts."), (30, HOUR), (200, DAY)),
        # Of who has not finished a match yet
        "first threads": _budget(_("Once you have finished a match you can open more threads."), (1, DAY)),
        "first posts": _budget(_("Once you have finished a match you can write more posts."), (5, DAY)),
        "follow": _budget(_("You have done a lot in the forum in a short time."), (120, HOUR)),
        "import": _budget(_("You have imported many records."), (30, HOUR), (100, DAY)),
        "keep": _budget(_("You have changed your notes and collections many times."), (300, HOUR)),
        "report": _budget(_("You have sent many reports in a short time."), (10, HOUR)),
        "appeal": _budget(_("You have sent many appeals in a short time."), (5, DAY)),
        "picture": _budget(_("You have uploaded many pictures."), (20, HOUR)),
        "export": _budget(_("You have downloaded your data many times."), (5, HOUR)),
        "records": _budget(_("You have asked for many records at once."), (120, HOUR)),
        "relate": _budget(_("You have changed your lists of players many times."), (120, HOUR)),
        "invite": _budget(_("You have invited many players."), (60, HOUR), (200, DAY)),
        "seek": _budget(_("You have opened many matches."), (60, HOUR)),
        "numbers": _budget(_("You have sent many numbers for your dice."), (60, HOUR)),
        "review": _budget(_("You have asked for many reviews."), (60, HOUR)),
        "puzzle": _budget(_("You have answered many puzzles."), (300, HOUR)),
        "position": _budget(_("You have asked about many positions."), (120, HOUR)),
        "daily again": _budget(_("You have played many past dailies."), (30, HOUR)),
        "hint": _budget(_("You have asked for many hints."), (300, HOUR)),
        "join": _budget(_("You have joined and left many matches."), (120, HOUR)),
        "challenge": _budget(_("You have done a lot on the ladder in a short time."), (40, HOUR)),
        "event new": _budget(_("You have made many events."), (10, DAY)),
        "event lead": _budget(_("You have made many decisions in a short time."), (120, HOUR)),
        "event message": _budget(_("You have written a lot to everybody in your events."), (10, DAY)),
        "event act": _budget(_("You have entered and left events many times."), (40, HOUR)),
        "club new": _budget(_("You have founded many clubs."), (5, DAY)),
        "club act": _budget(_("You have joined and left many clubs."), (40, HOUR)),
        "club challenge": _budget(_("Your club has been challenging many others."), (10, DAY)),
        "club lead": _budget(_("You have decided a lot for your club in a short time."), (120, HOUR)),
        "team": _budget(_("You have made many teams."), (10, DAY)),
        "application": _budget(_("You have registered many applications."), (10, DAY)),
        "token": _budget(_("You have made many tokens."), (20, DAY)),
        "bot": _budget(_("You have made many bots."), (10, DAY)),
        "hook test": _budget(_("You have tested your webhook many times."), (5, MINUTE)),
        "preferences": _budget(_("You have changed your notice settings many times."), (60, HOUR)),
        "tell friend": _budget(_("You have written to many friends."), (10, DAY)),
        # Each counted for one who is written to
        "friend mailed": _budget(_("Somebody has already written to this friend."), (2, DAY)),
        "invited by strangers": _budget(_("This player has had many invitations."), (20, HOUR)),
        # Each counted for one who asks and one who is asked
        "invite stranger": _budget(_("You have invited this player already."), (3, DAY)),
        "invite opponent": _budget(_("You have invited this player many times."), (12, HOUR), (40, DAY)),
        # Each counted for a visitor: a player, or the address of one who is not signed in
        "search": _budget(_("You have searched a lot."), (60, MINUTE)),
        "proofs": _budget(_("You have asked for many proofs."), (60, 10 * MINUTE)),
        "contact": _budget(_("You have written to the staff many times."), (5, HOUR), (20, DAY)),
        "pool page": _budget(_("You have looked through a lot of the pool."), (120, MINUTE)),
        "download": _budget(_("You have downloaded a lot."), (600, 10 * MINUTE)),
        "dump": _budget(_("You have downloaded many months of matches."), (60, HOUR)),
        "cosign": _budget(_("You have sent many signatures."), (60, 10 * MINUTE)),
        "let in": _budget(_("This program has asked for many tokens."), (60, MINUTE)),
        # Each counted for an address
        "practice": _budget(_("Many people on your network have started to practise."), (20, HOUR)),
        "lesson": _budget(_("Many people on your network have begun a lesson."), (60, HOUR)),
    }
)

# What allauth counts by itself, in its own words: for each address (ip), for what is typed (key: an account
# or an e-mail), or for who is signed in (user)
ALLAUTH: Mapping[str, str] = MappingProxyType(
    {
        "login": "30/m/ip",
        "login_failed": "10/m/ip,5/5m/key",  # of second factors; accounts.guessing counts passwords
        "guess": "10/m/ip",
        "guess_account_from_here": "5/5m/key",
        "guess_account": "30/5m/key",
        "guess_from_known_device": "10/5m/key",
        "signup": "20/h/ip",
        "reset_password": "20/h/ip,5/h/key",
        "reset_password_from_key": "20/m/ip",
        "change_password": "5/m/user",
        "manage_email": "10/m/user",
        "confirm_email": "1/3m/key",
        "reauthenticate": "10/m/user",
    }
)

# Streams of news to open pages

STREAMS_A_VISITOR = 10
"""Pages that look on at once: a tab in the background closes its own."""
STREAMS_AN_ADDRESS = 60
"""The same for all who share an address: a family, a class."""
TOKEN_LASTS = 10 * MINUTE
"""Seconds in which a stream may be opened with a token."""
STREAM_LASTS = 15 * MINUTE
"""Seconds after which a stream ends and the page asks for permission again."""

# What is uploaded

PICTURE_BYTES = 8 * 1024 * 1024
"""A phone's photograph."""
PICTURE_PIXELS = 50_000_000
"""Of a JPEG, which is made smaller while it is read."""
PICTURE_PIXELS_WHOLE = 12_000_000
"""Of a PNG, a WebP or a GIF, which can only be read whole: 48 MB in memory, and again for each step."""
