"""The waiting room: matches open to whoever comes first, or to whoever has the private link."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import limits
from accounts.models import User
from games.match import play
from games.models import Joining, Match, Seek
from games.rules import RULES
from games.rules.base import BadOptions, Pace
from games.seats import lobby, queries

SEEK_LASTS = timedelta(days=14)
"""How long an open invitation waits."""
AWAY = timedelta(days=4)
"""Whoever was not here for so long is away, and the open invitations of such a player go."""


class SeekGone(Exception):
    """The open invitation has filled, was taken back or has expired."""


class NotForYou(Exception):
    """The open invitation is for others: by rating, for buddies, or one of them is ignored."""


@dataclass(frozen=True, slots=True)
class Whom:
    """Who may join: a rating within bounds (each may be left open), and perhaps the maker's buddies only."""

    lowest: int | None = None
    highest: int | None = None
    buddies_only: bool = False


ANYBODY = Whom()


@transaction.atomic
def seek(
    maker: User,
    players: int,
    code: str,
    options: Mapping[str, Any],
    pace: Pace,
    clock: str,
    *,
    private: bool,
    rated: bool = True,
    whom: Whom = ANYBODY,
) -> Seek:
    """Open a match to whoever comes first, or, if private, to whoever has the link.

    Raises lobby.TooManyMatches and BadOptions.
    """
    lobby.must_have_room(maker)
    rules = RULES[code]
    cleaned = rules.clean_options(options)
    rules.start(players, cleaned, pace, 0)
    if players < 2:
        raise BadOptions(_("An open match is for two players at least."))
    most = limits.at_once(maker, "open invitations")
    if maker.seeks.count() >= most:
        raise lobby.TooManyMatches(
            ngettext(
                "You have %(most)s open invitation. Take it back first.",
                "You have %(most)s open invitations. Take one back first.",
                most,
            )
            % {"most": most}
        )
    if whom.lowest is not None and whom.highest is not None and whom.lowest > whom.highest:
        raise BadOptions(_("The lowest rating is above the highest."))
    made = Seek.objects.create(
        maker=maker,
        rated=rated,
        lowest=whom.lowest,
        highest=whom.highest,
        buddies_only=whom.buddies_only,
        code=code,
        options=cleaned,
        pace=pace,
        clock=clock,
        players=players,
        token=secrets.token_urlsafe(24) if private else "",
        expires_at=timezone.now() + SEEK_LASTS,
    )
    Joining.objects.create(seek=made, player=maker)
    return made


@transaction.atomic
def join(seek_id: int, player: User, token: str = "") -> Match | None:
    """Join an open match; the last who is wanted begins it, and the match is returned.

    Raises SeekGone (also for a wrong token: a private match is shown to nobody), NotForYou,
    lobby.TooManyMatches, lobby.AlreadyAnswered, and what `play.start` raises.
    """
    wanted = Seek.objects.select_for_update().filter(pk=seek_id, expires_at__gt=timezone.now()).first()
    if wanted is None or not secrets.compare_digest(wanted.token.encode(), token.encode()):
        raise SeekGone(_("This open match is no longer there."))
    if wanted.joinings.filter(player=player).exists():
        raise lobby.AlreadyAnswered(_("You are already in: it begins as soon as enough have joined."))
    if not queries.may_join(wanted, player):
        raise NotForYou(_("This open match is for others. Open one yourself, or join another."))
    lobby.must_have_room(player)
    Joining.objects.create(seek=wanted, player=player)
    players = [joining.player for joining in wanted.joinings.select_related("player").order_by("pk")]
    if len(players) < wanted.players:
        return None
    match = lobby.lay(
        players,
        wanted.code,
        wanted.options,
        Pace(wanted.pace),
        wanted.clock,
        accepted=players,
        rated=wanted.rated,
        link=wanted.token,
    )
    wanted.delete()
    return play.start(match.pk, player)


@transaction.atomic
def leave(seek_id: int, player: User) -> None:
    """Leave an open match before it begins; when the maker leaves it is taken back. Raises SeekGone."""
    wanted = Seek.objects.select_for_update().filter(pk=seek_id, joinings__player=player).first()
    if wanted is None:
        raise SeekGone(_("This open match is no longer there."))
    if wanted.maker_id == player.pk:
        wanted.delete()
    else:
        wanted.joinings.filter(player=player).delete()


@transaction.atomic
def clear_expired() -> int:
    """Take away open matches that nobody filled in time, or whose maker is away. Returns how many.

    Each is held before it goes: somebody may be joining it.
    """
    now = timezone.now()
    old = Q(created_at__lte=now - AWAY)
    unseen = Q(maker__last_seen=None) | Q(maker__last_seen__lte=now - AWAY)
    gone = Q(expires_at__lte=now) | (old & unseen) | Q(maker__holiday__until__gt=now)
    held = [seek.pk for seek in Seek.objects.select_for_update(of=("self",)).filter(gone).order_by("pk")]
    return Seek.objects.filter(pk__in=held).delete()[0]
