"""What becomes of tries when a guest signs up or in, and when an account is suspended or closed."""

from __future__ import annotations

from contextlib import suppress

from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts import guests, holding
from accounts.models import User
from games.daily import counting
from games.match import seating
from games.models import DailyTry, Match


@transaction.atomic
def take_over(request: HttpRequest, player: User) -> None:
    """Give the guest's tries to whoever signed up or in (settings.ACCOUNT_OPENERS).

    Where the account has played the same day itself, that stays, and what the guest played of it is gone: a
    day has one try. From now on it has a place, if its day is not over. One query, where there is nothing.
    """
    guest = guests.of(request)
    if guest is None:
        return
    theirs = DailyTry.objects.filter(player=guest).order_by("daily")
    for match_id, day in list(theirs.values_list("match", "daily")):
        daily = counting.hold(day)
        assert daily is not None  # a try of it is there
        Match.objects.select_for_update(no_key=True).filter(pk=match_id).first()
        there = DailyTry.objects.select_for_update(no_key=True).filter(match=match_id, player=guest)
        made = there.first()
        if made is None or not holding.hold(
            [player.pk]
        ):  # given by another tab, or nobody is left to have it
            continue
        if not _give(made, player):
            seating.forget([match_id])
        elif made.total is not None and counting.is_written(made.match.table.cards[0]):
            made.ranked = counting.may_have_a_place(daily, made)
            made.save(update_fields=["ranked"])
            if made.ranked:
                counting.add(made)


def _give(made: DailyTry, player: User) -> bool:
    """Make the try the player's. False where the player has one of the same day."""
    with suppress(IntegrityError), transaction.atomic():
        made.player = player
        made.save(update_fields=["player"])
        return True
    return False


@transaction.atomic
def withdraw(player: User) -> None:
    """Take a player out of the rankings of days that are not over (settings.ACCOUNT_CLOSERS, and when an
    account is suspended). Those of past days stand as they ended, without the name.
    """
    standing = DailyTry.objects.filter(player=player, ranked=True, daily__ended_at=None).order_by("daily")
    for key, day in standing.values_list("pk", "daily"):
        daily = counting.hold(day)
        if daily is not None and daily.ended_at is None:
            counting.take_out(DailyTry.objects.select_for_update(no_key=True).get(pk=key))
