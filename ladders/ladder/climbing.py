"""What players do on a ladder: join, leave, challenge, cancel.

Each function is one transaction that locks the ladder's row before any match row. What follows from the
results is in `settling`, what idling costs in `idling`, what staff decide in `refereeing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import live
from accounts.models import User
from accounts.retold import put_down
from accounts.said import Words, later
from games.match import play, queries
from games.models import Match
from games.rules import RULES
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove
from games.seats import lobby
from ladders import belonging
from ladders.ladder import idleness, notices, order
from ladders.ladder import rules as rules_of
from ladders.models import Challenge, Ladder, Log, Rung

CLOSED = gettext_lazy("The club has closed this ladder.")


class MayNot(Exception):
    """The player may not do this on the ladder now. The sentence says why."""


def lock(ladder_id: int) -> Ladder:
    """The ladder, locked until the transaction ends; its club is not. Raises Ladder.DoesNotExist."""
    return Ladder.objects.select_related("club").select_for_update(of=("self",)).get(pk=ladder_id)


def note(ladder: Ladder, what: Words, by: User | None = None, why: Words = "") -> None:
    """Add a line to the ladder's log."""
    Log.objects.create(ladder=ladder, by=by, **put_down(Log, what=what, why=why))


def channel(ladder_id: int) -> str:
    """The channel on which a ladder says that its rungs changed."""
    return f"ladder-{ladder_id}"


def changed(ladder: Ladder) -> None:
    """Tell open pages of the ladder, once the transaction is through."""
    live.publish_on_commit(channel(ladder.pk))


@transaction.atomic
def join(ladder_id: int, player: User) -> Rung:
    """Stand on the lowest rung. Raises MayNot."""
    ladder, now = lock(ladder_id), timezone.now()
    if player.robot:
        raise MayNot(_("Robots do not play on ladders."))
    must_take(ladder, player)
    if ladder.frozen_at is not None:
        raise MayNot(_("The staff have frozen this ladder for now: nobody joins."))
    if player.barred:
        raise MayNot(_("The staff have barred you from events for a while."))
    removal = ladder.removals.filter(player=player).first()
    if removal is not None and (removal.until is None or removal.until > now):
        raise MayNot(_("The staff have taken you off this ladder: what happened, below, says why."))
    on_ladder = ladder.rungs.filter(player=player).exists()
    until = idleness.removed_until(late(ladder, player.pk, now), now)
    reason = idleness.may_join(on_ladder=on_ladder, until=until, now=now)
    if reason:
        raise MayNot(reason)
    if removal is not None:
        removal.delete()
    rung = stand(ladder, player, now)
    note(ladder, later("%(player)s joined on rung %(rung)d") % {"player": player, "rung": ladder.size})
    return rung


def must_take(ladder: Ladder, player: User) -> None:
    """Raise MayNot where the ladder is closed, or a club's to which the player does not belong."""
    if ladder.closed_at is not None:
        raise MayNot(str(CLOSED))
    if not inside(ladder, [player.pk]):
        raise MayNot(_("Only the members of %(club)s play on this ladder.") % {"club": ladder.club})


def inside(ladder: Ladder, players: Iterable[int]) -> set[int]:
    """Which of these players may stand on the ladder: of a club's, its members. One query of a club's."""
    return set(players) if ladder.club_id is None else belonging.among(players, ladder.club_id)


def late(ladder: Ladder, player: int, now: datetime) -> list[datetime]:
    """The player's time-outs on this ladder that may still count."""
    since = now - idleness.WITHIN - idleness.REMOVED
    return list(ladder.time_outs.filter(player=player, at__gt=since).values_list("at", flat=True))


def stand(ladder: Ladder, player: User, now: datetime) -> Rung:
    """Put a player on a new rung at the bottom of a locked ladder."""
    ladder.size += 1
    ladder.save(update_fields=["size"])
    rung = order.append(ladder, player, now)
    if ladder.club_id is not None:
        member = belonging.of(player, ladder.club_id)
        if member is not None and member.joined_at > rung.joined_at:
            # Another machine, whose clock is ahead, let the player in: no rung is older than what it goes by.
            rung.joined_at = member.joined_at
            rung.save(update_fields=["joined_at"])
    return rung


@transaction.atomic
def leave(ladder_id: int, player: User, why: Words = "") -> None:
    """Leave the rung; everybody below moves up one. Raises MayNot."""
    ladder = lock(ladder_id)
    rung = ladder.rungs.filter(player=player).first()
    if rung is None:
        raise MayNot(_("You are not on this ladder."))
    take_off(ladder, rung, why)


def take_off(ladder: Ladder, rung: Rung, why: Words, by: User | None = None) -> int:
    """Take a player off a locked ladder. Returns the number of the rung."""
    place = order.rank(ladder.pk, rung.player_id) or 0
    note(ladder, later("%(player)s left rung %(rung)d") % {"player": rung.player, "rung": place}, by, why)
    order.take_out(rung)
    ladder.size -= 1
    ladder.save(update_fields=["size"])
    return place


def close(ladder: Ladder, why: Words, by: User | None = None) -> None:
    """Let nobody stand on a locked ladder of a club any longer. What runs is played on, and moves no rung.

    What staff decided stays: whom they removed, and that it is frozen, should it be opened again.
    """
    now = timezone.now()
    ladder.challenges.filter(over_at=None).update(over_at=now)
    order.clear(ladder.pk)
    ladder.size, ladder.closed_at = 0, now
    ladder.save(update_fields=["size", "closed_at"])
    note(ladder, later("The ladder was closed"), by, why)
    changed(ladder)


def climbers(ladder: Ladder, players: list[int], known: Mapping[int, int]) -> dict[int, rules_of.Climber]:
    """Players as others may meet them on this ladder; who is not on it has no rung, nor has who just left the
    club whose ladder it is. Four queries, and one more of a club's.

    `known` are rungs that need not be counted any more; one query less if it has all of them.
    """
    unknown = [player for player in players if player not in known]
    rungs = {**known, **(order.ranks(ladder.pk, unknown) if unknown else {})}
    stay = inside(ladder, players)
    running_now = ladder.challenges.filter(over_at=None).filter(
        Q(challenger__in=players) | Q(defender__in=players)
    )
    out: dict[int | None, int] = {}
    incoming: dict[int | None, int] = {}
    for challenger, defender in running_now.values_list("challenger", "defender"):
        out[challenger] = out.get(challenger, 0) + 1
        incoming[defender] = incoming.get(defender, 0) + 1
    away = queries.on_holiday(players)
    people = User.objects.only("last_seen", "suspended_until").in_bulk(players)
    frozen = set(
        ladder.rungs.filter(player__in=players, frozen_at__isnull=False).values_list("player", flat=True)
    )
    long_ago = timezone.now() - timedelta(days=365)
    return {
        player: rules_of.Climber(
            player,
            rungs.get(player) if player in stay else None,
            out.get(player, 0),
            incoming.get(player, 0),
            (player in people and people[player].last_seen) or long_ago,
            player in away,
            player in frozen,
            player in people and people[player].suspended,
        )
        for player in players
    }


def why_not(
    ladder: Ladder, me: User, others: list[int], known: Mapping[int, int] | None = None
) -> dict[int, str | None]:
    """For each of these players why `me` may not challenge it now; None where it may.

    Six queries at most, seven of a club's ladder.
    """
    if ladder.closed_at is not None:
        return dict.fromkeys(others, str(CLOSED))
    if ladder.frozen_at is not None:
        return dict.fromkeys(others, _("The staff have frozen this ladder for now: no new challenges."))
    found = climbers(ladder, [me.pk, *others], known or {})
    meeting: dict[int, bool] = {}
    last: dict[int, datetime] = {}
    between = Q(challenger=me, defender__in=others) | Q(defender=me, challenger__in=others)
    for challenger, defender, over_at in ladder.challenges.filter(
        between, Q(over_at=None) | Q(over_at__gt=timezone.now() - rules_of.REST)
    ).values_list("challenger", "defender", "over_at"):
        other = defender if challenger == me.pk else challenger
        if over_at is None:
            meeting[other] = True
        else:
            last[other] = max(over_at, last.get(other, over_at))
    now = timezone.now()
    return {
        other: rules_of.may_challenge(
            found[me.pk], found[other], now, running=meeting.get(other, False), last=last.get(other)
        )
        for other in others
    }


@transaction.atomic
def challenge(ladder_id: int, player: User, other: User) -> Challenge:
    """Challenge somebody above: two matches begin at once. Raises MayNot, and what `play.start` raises."""
    ladder = lock(ladder_id)
    reason = why_not(ladder, player, [other.pk])[other.pk]
    if reason:
        raise MayNot(reason)
    made = Challenge.objects.create(ladder=ladder, challenger=player, defender=other)
    made.first, made.second = (
        begin(ladder, [player, other] if fixture.seats[0] == player.pk else [other, player]).pk
        for fixture in rules_of.challenge(player.pk, other.pk)
    )
    made.save(update_fields=["first", "second"])
    note(ladder, later("%(player)s challenges %(other)s") % {"player": player, "other": other}, player)
    notices.challenged(ladder, made, player, other)
    return made


def begin(ladder: Ladder, players: list[User]) -> Match:
    """A match of a challenge, begun at once by the first of these two. Raises what `play.start` raises."""
    match = lobby.lay(
        players,
        ladder.code,
        RULES[ladder.code].clean_options({}),
        Pace.TURNS,
        ladder.clock,
        accepted=players,
        rated=True,
        ladder=ladder.pk,
        starter=0,
    )
    return play.start(match.pk)


def cancel(challenge_id: int, player: User) -> None:
    """Give a challenge up: it is lost, and so is what still runs of it. Raises MayNot."""
    with transaction.atomic():
        found = Challenge.objects.select_for_update().get(pk=challenge_id)
        if player.pk not in {found.challenger_id, found.defender_id} or found.over_at is not None:
            raise MayNot(_("There is no challenge of yours to cancel."))
        found.cancelled_by = found.cancelled_by or player
        found.save(update_fields=["cancelled_by"])
    for match_id in (found.first, found.second):
        with transaction.atomic():
            locked = play.lock(match_id or 0)
            if locked.match.status == Match.Status.RUNNING:
                play.act(locked, locked.seat_of(player), RulesMove(Kind.RESIGN))
