"""What staff decide on a ladder: place, remove, freeze, restore, and end a challenge.

Each is one transaction under the lock of the ladder, has a reason, stands in the log that all can read, and
is told to whom it concerns. Nobody decides about a challenge or a rung of their own.
"""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.said import later
from games.match import play, staff
from games.models import Match
from ladders.impartial import ELSE, Concerned
from ladders.ladder import climbing, notices, order, settling
from ladders.ladder.climbing import MayNot
from ladders.models import Challenge, Ladder, Rung
from ladders.reasons import BadDecision, reason

REFUSED = (BadDecision, Concerned, MayNot)


class Winner(StrEnum):
    """For whom a challenge is decided."""

    CHALLENGER = "challenger"
    DEFENDER = "defender"
    NOBODY = "nobody"


@transaction.atomic
def place(ladder_id: int, player: User, rung: int, by: User, why: str) -> None:
    """Put a player on this rung, from another or from outside. Raises what REFUSED lists."""
    why, ladder = reason(why), climbing.lock(ladder_id)
    old = order.rank(ladder.pk, player.pk)
    lowest = ladder.size + (old is None)
    if not 1 <= rung <= lowest:
        raise MayNot(_("The rungs are from 1 to %(lowest)s.") % {"lowest": lowest})
    if old == rung:
        raise MayNot(_("%(player)s is already on this rung.") % {"player": player})
    if old is None and player.robot:
        raise MayNot(_("Robots do not play on ladders."))
    climbing.must_take(ladder, player)
    _must_not_move(ladder, by, player, rung, old or lowest)
    _stand_on(ladder, player, rung, old)
    ladder.removals.filter(player=player).delete()
    said = later("%(player)s is placed on rung %(rung)d")
    if old:
        said = later("%(player)s is placed on rung %(rung)d, from %(old)d")
    climbing.note(ladder, said % {"player": player, "rung": rung, "old": old}, by, why)
    climbing.changed(ladder)
    notices.placed(ladder, player, rung, why)


def _stand_on(ladder: Ladder, player: User, rung: int, old: int | None) -> None:
    """Let a player come to stand on this rung of a locked ladder."""
    own = ladder.rungs.filter(player=player).first() or climbing.stand(ladder, player, timezone.now())
    there = order.at(ladder.pk, rung + 1 if old is not None and old < rung else rung)
    if there is None:
        order.put_last(own)
    else:
        order.put_above(own, there)


@transaction.atomic
def remove(ladder_id: int, player: User, days: int | None, by: User, why: str) -> None:
    """Take a player off, for so many days or until the player is restored. Raises what REFUSED lists."""
    why, ladder = reason(why), climbing.lock(ladder_id)
    rung = _rung(ladder, player)
    _must_not_move(ladder, by, player, order.rank(ladder.pk, player.pk) or 1, ladder.size)
    until = None if days is None else timezone.now() + timedelta(days=days)
    stood = climbing.take_off(ladder, rung, why, by)
    ladder.removals.update_or_create(player=player, defaults={"rung": stood, "until": until})
    climbing.changed(ladder)
    notices.removed(ladder, player, why)


@transaction.atomic
def freeze(ladder_id: int, player: User | None, by: User, why: str) -> None:
    """Let nothing new begin on a player's rung, or on the whole ladder. Raises what REFUSED lists."""
    why, ladder = reason(why), climbing.lock(ladder_id)
    if player is None:
        if ladder.frozen_at is not None:
            raise MayNot(_("This ladder is already frozen."))
        ladder.frozen_at = timezone.now()
        ladder.save(update_fields=["frozen_at"])
        climbing.note(ladder, later("The ladder is frozen"), by, why)
        climbing.changed(ladder)
        return
    rung = _rung(ladder, player)
    _must_not_be_near(ladder, by, player)
    if rung.frozen_at is not None:
        raise MayNot(_("This rung is already frozen."))
    rung.frozen_at = timezone.now()
    rung.save(update_fields=["frozen_at"])
    climbing.note(ladder, later("The rung of %(player)s is frozen") % {"player": player}, by, why)
    climbing.changed(ladder)
    notices.frozen(ladder, player, why)


@transaction.atomic
def restore(ladder_id: int, player: User | None, by: User, why: str) -> None:
    """Take back that a player was removed or frozen, or that the ladder was. Raises what REFUSED lists.

    Who was removed comes back to the same rung, or to the lowest where the ladder is shorter now. Frozen time
    is not idled: whoever was kept from playing begins to idle anew.
    """
    why, ladder, now = reason(why), climbing.lock(ladder_id), timezone.now()
    if player is None:
        if ladder.frozen_at is None:
            raise MayNot(_("This ladder is not frozen."))
        ladder.rungs.filter(last_play__lt=now).update(last_play=now, slid=0)
        ladder.frozen_at = None
        ladder.save(update_fields=["frozen_at"])
        climbing.note(ladder, later("The ladder is no longer frozen"), by, why)
        climbing.changed(ladder)
        return
    _must_not_be_near(ladder, by, player)
    removal = ladder.removals.filter(player=player).first()
    if removal is not None:
        climbing.must_take(ladder, player)
        rung = min(removal.rung, ladder.size + 1)
        _must_not_move(ladder, by, player, rung, ladder.size + 1)
        removal.delete()
        _stand_on(ladder, player, rung, None)
        facts = {"player": player, "rung": rung}
        climbing.note(ladder, later("%(player)s is back on rung %(rung)d") % facts, by, why)
        climbing.changed(ladder)
        notices.back(ladder, player, rung, why)
        return
    own = _rung(ladder, player)
    if own.frozen_at is None:
        raise MayNot(_("There is nothing to restore: this rung is not frozen."))
    own.frozen_at, own.last_play, own.slid = None, now, 0
    own.save(update_fields=["frozen_at", "last_play", "slid"])
    climbing.note(ladder, later("The rung of %(player)s is no longer frozen") % {"player": player}, by, why)
    climbing.changed(ladder)
    notices.no_longer_frozen(ladder, player, why)


@transaction.atomic
def decide(challenge_id: int, winner: Winner, by: User, why: str) -> None:
    """End a challenge: a winner wins what still runs of it; for nobody, that is void. Cannot be taken back.

    Raises what REFUSED lists, and Challenge.DoesNotExist.
    """
    why = reason(why)
    ladder = climbing.lock(Challenge.objects.values_list("ladder", flat=True).get(pk=challenge_id))
    found = settling.lock(challenge_id)
    if by.pk in {found.challenger_id, found.defender_id}:
        raise Concerned(ELSE)
    if found.over_at is not None:
        raise MayNot(_("This challenge is over."))
    won = {Winner.CHALLENGER: found.challenger, Winner.DEFENDER: found.defender, Winner.NOBODY: None}[winner]
    if won is None and winner != Winner.NOBODY:
        raise MayNot(_("This account was closed: it can win nothing."))
    said = later("The challenge of %(one)s and %(other)s is decided: %(winner)s")
    names = {**settling.names_of(found), "winner": won or later("nobody")}
    climbing.note(ladder, said % names, by, why)
    settling.close(ladder, found, won.pk if won else None, timezone.now())
    found.save()
    for match_id in sorted(key for key in (found.first, found.second) if key):
        _end(match_id, won, why)
    climbing.changed(ladder)
    both = [player for player in (found.challenger, found.defender) if player]
    notices.decided(ladder, both, why)


def _end(match_id: int, winner: User | None, why: str) -> None:
    locked = play.lock(match_id)
    if locked.match.status != Match.Status.RUNNING:
        return
    if winner is None:
        staff.void(match_id, why)
    else:
        staff.adjudicate(match_id, [1 if seat.player_id == winner.pk else 2 for seat in locked.seats], why)


def _rung(ladder: Ladder, player: User) -> Rung:
    rung = ladder.rungs.select_related("player").filter(player=player).first()
    if rung is None:
        raise MayNot(_("%(player)s is not on this ladder.") % {"player": player})
    return rung


def _must_not_move(ladder: Ladder, by: User, player: User, one: int, other: int) -> None:
    """Raise Concerned where their own rung is in the stretch that moves."""
    _must_not_be_near(ladder, by, player)
    mine = order.rank(ladder.pk, by.pk)
    if mine is not None and min(one, other) <= mine <= max(one, other):
        raise Concerned(_("Somebody else decides about this: your own rung would move."))


def _must_not_be_near(ladder: Ladder, by: User, player: User) -> None:
    """Raise Concerned where it is about oneself, or about whom one plays a challenge with."""
    both = (by, player)
    if (
        by == player
        or ladder.challenges.filter(challenger__in=both, defender__in=both, over_at=None).exists()
    ):
        raise Concerned(ELSE)
