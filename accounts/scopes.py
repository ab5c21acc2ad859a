"""What a program may be allowed to do for a player: the words, and what each of them says.

A token or an application has some of these and nothing besides. Everything that can be done by the API names
the one that it asks for, and docs/api.md lists them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

READ, SETTINGS, PLAY, TALK, EVENTS, DIRECT = "read", "settings", "play", "talk", "events", "direct"

OF_BOTS = (READ, PLAY, EVENTS)
"""What the programs of a bot may do at most: it writes to nobody, and leads nothing."""

SCOPES: Mapping[str, Promise] = MappingProxyType(
    {
        READ: _("See what you see: your matches, tables and notes, your notices, events and ladders"),
        SETTINGS: _("Read and change your settings"),
        PLAY: _(
            "Play for you: begin matches, answer invitations, move, resign, claim; and keep notes,"
            " collections and records of matches"
        ),
        TALK: _(
            "Read and write your messages and what is said beside your matches, report what others say, and"
            " mark your notices as read"
        ),
        EVENTS: _("Enter and leave events, ladders and clubs for you, and challenge"),
        DIRECT: _("Make events, and decide in the events and clubs that you lead"),
    }
)
