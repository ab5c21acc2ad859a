"""How a match comes about: invitations to named players, answered by each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import play
from games.models import Match, Seat
from games.rules import RULES
from games.rules.base import BadOptions, Pace

MAX_UNFINISHED = 20
"""Matches at once, invitations included: enough for anybody, too few to flood the others."""


class TooManyMatches(Exception):
    """The player has as many unfinished matches as one may have."""


class AlreadyAnswered(Exception):
    """The invitation is no longer open."""


@transaction.atomic
def invite(
    maker: User,
    others: Sequence[User],
    code: str,
    options: Mapping[str, Any],
    pace: Pace,
    clock: str,
) -> Match:
    """Make a match and ask the others to it; alone, it begins at once.

    The maker sits first, the others in the order given. Raises TooManyMatches, BadOptions, and for
    a solo match what `play.start` raises.
    """
    User.objects.select_for_update().get(pk=maker.pk)  # two tabs count one after the other
    unfinished = Seat.objects.filter(
        player=maker,
        accepted=True,
        match__status__in=[Match.Status.INVITING, Match.Status.RUNNING],
    )
    if unfinished.count() >= MAX_UNFINISHED:
        raise TooManyMatches(f"You have {MAX_UNFINISHED} matches open. Finish one before you start another.")
    rules = RULES[code]
    players = [maker, *others]
    if len({player.pk for player in players}) != len(players):
        raise BadOptions("Everybody can sit at a table once only.")
    cleaned = rules.clean_options(options)
    rules.start(len(players), cleaned, pace, 0)  # refuses what does not fit before anybody is asked
    match = Match.objects.create(
        code=code,
        rules_version=rules.version,
        options=cleaned,
        pace=pace,
        clock=clock,
        rated=len(players) > 1,
    )
    Seat.objects.bulk_create(
        Seat(match=match, index=index, player=player, accepted=player == maker)
        for index, player in enumerate(players)
    )
    return play.start(match.pk) if not others else match


@transaction.atomic
def answer(match_id: int, player: User, *, accept: bool) -> Match:
    """Accept or decline an invitation; the last to accept begins the match, anybody's no ends it.

    The maker may decline too, which takes the invitation back. Raises play.NotSeated,
    AlreadyAnswered, and what `play.start` raises.
    """
    match, seats = play.lock(match_id)
    mine = next((seat for seat in seats if seat.player_id == player.pk), None)
    if mine is None:
        raise play.NotSeated("This invitation is for somebody else.")
    if match.status != Match.Status.INVITING or (accept and mine.accepted):
        raise AlreadyAnswered("This invitation has been answered already.")
    if not accept:
        match.status = Match.Status.DECLINED
        match.ended_at = timezone.now()
        match.save(update_fields=["status", "ended_at"])
        return match
    mine.accepted = True
    mine.save(update_fields=["accepted"])
    return play.start(match_id) if all(seat.accepted for seat in seats) else match
