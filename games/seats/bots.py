"""Bots at tables: who may challenge whom, what of it counts, and who is to be found (docs/bots.md)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Max, OuterRef, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Bot, User
from games import rating
from games.match import move_log, ranking
from games.models import Rating
from games.rules import RULES

AWAY = timedelta(days=3)
"""A bot whose programs have not asked for so long is not to be found: nobody would answer."""
SHOWN = 50
"""Bots that are listed of a game, the best first."""
SLOW = 60.0
"""Whoever answers in fewer seconds does so at once."""
MATCHES = 5
"""Of so many of a bot's latest matches it is reckoned how fast it answers."""


class NotTaken(Exception):
    """A bot takes no such challenge, or may not make one. The sentence says which."""


def must_be_taken(maker: User, others: Sequence[User], code: str) -> None:
    """Raise NotTaken where a bot asks people, or one is asked that does not take this. Two queries at most.

    Bots come to people only where people ask them; whoever owns a bot may always try it.
    """
    asked = [player.pk for player in others if player.is_bot]
    if maker.is_bot and any(not player.robot for player in others):
        raise NotTaken(_("Bots invite nobody but bots and robots: people may challenge them."))
    for bot in Bot.objects.select_related("account").filter(account__in=asked).order_by("account"):
        if maker.pk == bot.owner_id:
            continue
        if code not in bot.games:
            raise NotTaken(_("%(bot)s takes no challenges at this game.") % {"bot": bot.account})
        if not maker.is_bot and not bot.people:
            raise NotTaken(_("%(bot)s plays with bots alone.") % {"bot": bot.account})


def may_count(players: Sequence[User]) -> bool:
    """Whether a match of these may be rated: without bots, or of bots alone, each of another owner. So no
    result between bots and people, or between the bots of one player, moves a rating. One query with bots.
    """
    bots = [player.pk for player in players if player.is_bot]
    if not bots:
        return True
    owners = set(Bot.objects.filter(account__in=bots).values_list("owner", flat=True))
    return len(owners) == len(bots) == len(players)


def take(bot: Bot, games: Collection[str], *, people: bool) -> None:
    """Let the bot be challenged at these games from now on, by people where that is said. One query."""
    bot.games, bot.people = [code for code in RULES if code in games], people
    bot.save(update_fields=["games", "people"])


@dataclass(frozen=True, slots=True)
class Opponent:
    """A bot that takes challenges at a game: `seconds` is how fast it answers, where that is known."""

    bot: Bot
    value: rating.Rating | None
    matches: int
    seconds: float | None
    asked_at: datetime

    @property
    def name(self) -> str:
        """The bot's name."""
        return self.bot.account.username

    @property
    def speed(self) -> str:
        """How fast it answers, in words."""
        if self.seconds is None:
            return _("nobody knows yet")
        if self.seconds < SLOW:
            return _("at once")
        minutes = round(self.seconds / 60)
        if minutes < 120:
            return ngettext("within %(count)d minute", "within %(count)d minutes", minutes) % {
                "count": minutes
            }
        hours = round(minutes / 60)
        return ngettext("within %(count)d hour", "within %(count)d hours", hours) % {"count": hours}


def opponents(code: str, *, people: bool = False) -> list[Opponent]:
    """Who takes challenges at a game, of `people` where that is asked; the best rated come first.

    Three queries.
    """
    now = timezone.now()
    found = Bot.objects.filter(games__contains=[code], account__is_active=True)
    found = found.exclude(account__suspended_until__gt=now)
    if people:
        found = found.filter(people=True)
    asked = found.annotate(asked_at=Max("account__tokens__used_at")).filter(asked_at__gt=now - AWAY)
    duels = Rating.objects.filter(code=code, kind=Rating.Kind.DUEL, matches__gt=0)
    best = duels.filter(player=OuterRef("account"))
    rows = asked.annotate(mean=Subquery(best.values("mean")), rated=Subquery(best.values("matches")))
    shown = list(
        rows.select_related("account", "owner").order_by(F("mean").desc(nulls_last=True), "pk")[:SHOWN]
    )
    keys = [bot.pk for bot in shown]
    known, fast = ranking.of_players(keys, code, Rating.Kind.DUEL), move_log.answers(keys, MATCHES)
    return [
        Opponent(
            bot, known.get(bot.pk) if bot.rated else None, bot.rated or 0, fast.get(bot.pk), bot.asked_at
        )
        for bot in shown
    ]
