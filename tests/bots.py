"""Bots for tests: made as their owners make them, and the programs that play as them."""

from __future__ import annotations

from django.utils import timezone

from accounts import bots
from accounts.models import Token, User
from games.rules import RULES
from games.seats import bots as at_tables
from tests.api.asking import Program, ask

SCOPES = "read play events"


def make(owner: User, name: str = "dora-bot", *, people: bool = False) -> User:
    """A bot of this player's that takes challenges at every game, and has just been at work."""
    bot = bots.make(owner, name)
    at_tables.take(bot, list(RULES), people=people)
    program(bot.account)
    Token.objects.filter(player=bot.account).update(used_at=timezone.now())
    return bot.account


def program(bot: User) -> Program:
    """What plays as it."""
    return ask(bot, SCOPES)
