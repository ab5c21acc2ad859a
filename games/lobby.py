"""How a match comes about: invitations to named players, and open ones in the waiting room or by a link."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import play, telling
from games.models import Joining, Match, Seat, Seek
from games.rules import RULES
from games.rules.base import BadOptions, Pace

MAX_UNFINISHED = 20
"""Matches at once, invitations included: enough for anybody, too few to flood the others."""


class TooManyMatches(Exception):
    """The player has as many unfinished matches as one may have."""


SEEK_LASTS = timedelta(days=14)
"""How long an open invitation waits."""


class SeekGone(Exception):
    """The open invitation has filled, was taken back or has expired."""


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
    *,
    rated: bool | None = None,
) -> Match:
    """Make a match and ask the others to it; alone or against robots only, it begins at once.

    The maker sits first, the others in the order given. `rated` as for `_seat`.
    Raises TooManyMatches, BadOptions, and for a solo match what `play.start` raises.
    """
    _must_have_room(maker)
    rules = RULES[code]
    players = [maker, *others]
    if len({player.pk for player in players}) != len(players):
        raise BadOptions("Everybody can sit at a table once only.")
    cleaned = rules.clean_options(options)
    rules.start(len(players), cleaned, pace, 0)  # refuses what does not fit before anybody is asked
    ready = [player for player in players if player == maker or player.robot]
    match = _seat(players, code, cleaned, pace, clock, accepted=ready, rated=rated)
    if len(ready) == len(players):
        return play.start(match.pk, maker)
    telling.invited(match, list(match.seats.select_related("player")), maker)
    return match


def _seat(
    players: Sequence[User],
    code: str,
    options: Mapping[str, Any],
    pace: Pace,
    clock: str,
    accepted: Collection[User],
    rated: bool | None = None,
) -> Match:
    """Lay a table: the match that has not begun, and its seats in this order.

    Without a word on it a match is rated unless a robot plays; a solo match never is.
    """
    if rated is None:
        rated = not any(player.robot for player in players)
    match = Match.objects.create(
        code=code,
        rules_version=RULES[code].version,
        options=dict(options),
        pace=pace,
        clock=clock,
        rated=rated and len(players) > 1,
    )
    Seat.objects.bulk_create(
        Seat(match=match, index=index, player=player, accepted=player in accepted)
        for index, player in enumerate(players)
    )
    return match


def _must_have_room(player: User) -> None:
    """Raise TooManyMatches at the limit; two tabs are counted one after the other."""
    User.objects.select_for_update().get(pk=player.pk)
    unfinished = Seat.objects.filter(
        player=player,
        accepted=True,
        match__status__in=[Match.Status.INVITING, Match.Status.RUNNING],
    )
    if unfinished.count() + player.joinings.count() >= MAX_UNFINISHED:
        raise TooManyMatches(f"You have {MAX_UNFINISHED} matches open. Finish one before you start another.")


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
        play.decline(match, seats, player)
        return match
    mine.accepted = True
    mine.save(update_fields=["accepted"])
    telling.answered(match, player)
    return play.start(match_id, player) if all(seat.accepted for seat in seats) else match


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
) -> Seek:
    """Open a match to whoever comes first, or, if private, to whoever has the link.

    Raises TooManyMatches and BadOptions.
    """
    _must_have_room(maker)
    rules = RULES[code]
    cleaned = rules.clean_options(options)
    rules.start(players, cleaned, pace, 0)
    if players < 2:
        raise BadOptions("An open match is for two players at least.")
    made = Seek.objects.create(
        maker=maker,
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

    Raises SeekGone (also for a wrong token: a private match is shown to nobody), TooManyMatches,
    AlreadyAnswered, and what `play.start` raises.
    """
    wanted = Seek.objects.select_for_update().filter(pk=seek_id, expires_at__gt=timezone.now()).first()
    if wanted is None or not secrets.compare_digest(wanted.token, token):
        raise SeekGone("This open match is no longer there.")
    if wanted.joinings.filter(player=player).exists():
        raise AlreadyAnswered("You are in already: it begins as soon as enough have joined.")
    _must_have_room(player)
    Joining.objects.create(seek=wanted, player=player)
    players = [joining.player for joining in wanted.joinings.select_related("player").order_by("pk")]
    if len(players) < wanted.players:
        return None
    match = _seat(players, wanted.code, wanted.options, Pace(wanted.pace), wanted.clock, accepted=players)
    wanted.delete()
    return play.start(match.pk, player)


@transaction.atomic
def leave(seek_id: int, player: User) -> None:
    """Leave an open match before it begins; when the maker leaves it is taken back. Raises SeekGone."""
    wanted = Seek.objects.select_for_update().filter(pk=seek_id, joinings__player=player).first()
    if wanted is None:
        raise SeekGone("This open match is no longer there.")
    if wanted.maker_id == player.pk:
        wanted.delete()
    else:
        wanted.joinings.filter(player=player).delete()


def clear_expired() -> int:
    """Take away open matches that nobody filled in time. Returns how many."""
    return Seek.objects.filter(expires_at__lte=timezone.now()).delete()[0]
