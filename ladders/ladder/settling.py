"""What follows from a match of a challenge that is over: done by the worker, under the lock of the ladder."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.said import later
from games.models import Match
from ladders import absence, table
from ladders.ladder import climbing, idleness, notices, order
from ladders.ladder import rules as rules_of
from ladders.models import Challenge, Ladder, TimeOut

FIRST, SECOND = LEGS = ("1.1.1.1.1", "1.1.1.1.2")
"""Under which the results of the match that the challenger starts, and of the defender's, are kept."""


def lock(challenge_id: int) -> Challenge:
    """The challenge with its players, locked; the ladder is locked before. Raises Challenge.DoesNotExist."""
    both = Challenge.objects.select_related("challenger", "defender")
    return both.select_for_update(of=("self",)).get(pk=challenge_id)


def settle(match: Match) -> None:
    """Take a match that is over into its challenge; once, however often it is said.

    A void one is played again at once. Raises what `play.start` raises; nothing is changed then.
    """
    found = Challenge.objects.filter(Q(first=match.pk) | Q(second=match.pk)).first()
    if found is None:
        return
    ladder = climbing.lock(found.ladder_id)
    found = lock(found.pk)
    leg = FIRST if found.first == match.pk else SECOND
    if match.pk not in {found.first, found.second} or found.over_at is not None or leg in found.results:
        return
    if match.status == Match.Status.VOID:
        _replay(ladder, found, leg)
    elif match.status == Match.Status.FINISHED:
        _take(ladder, found, leg, match)
    found.save()
    climbing.changed(ladder)


def _replay(ladder: Ladder, found: Challenge, leg: str) -> None:
    """Begin a void match anew, by the same players with a fresh clock, unless there is nothing to decide."""
    challenger, defender = found.challenger, found.defender
    if found.cancelled_by_id is not None or challenger is None or defender is None:
        _decide(ladder, found, timezone.now(), challenger or defender)
        return
    if leg == FIRST:
        found.first = climbing.begin(ladder, [challenger, defender]).pk
    else:
        found.second = climbing.begin(ladder, [defender, challenger]).pk
    said = later("A match of %(one)s and %(other)s was void and begins anew")
    climbing.note(ladder, said % {"one": challenger, "other": defender})
    notices.begins_anew(ladder, found, [challenger, defender])


def _take(ladder: Ladder, found: Challenge, leg: str, match: Match) -> None:
    players = list(match.seats.order_by("index").values_list("player", flat=True))
    result = absence.result_of(match, [player or 0 for player in players])
    found.results[leg] = table.stored(result)
    now = match.ended_at or timezone.now()
    both = [player for player in (found.challenger_id, found.defender_id) if player]
    ladder.rungs.filter(player__in=both).update(last_play=now, slid=0)
    for player in result.timed_out:
        if player:
            TimeOut.objects.create(ladder=ladder, player_id=player, at=now)
    if len(found.results) == len(LEGS):
        _decide(ladder, found, now)
    for player in result.timed_out:
        _remove_late(ladder, player, now)


def _decide(ladder: Ladder, found: Challenge, now: datetime, left: User | None = None) -> None:
    """The challenge is over: who has won, and what that moves. `left` is who is still there of the two."""
    challenger, defender = found.challenger_id or 0, found.defender_id or 0
    if found.cancelled_by_id is None and not (challenger and defender) and len(found.results) < len(LEGS):
        winner = left.pk if left else None
    else:
        results = {leg: table.as_result(stored) for leg, stored in found.results.items()}
        winner = rules_of.winner(challenger, defender, results, found.cancelled_by_id)
    close(ladder, found, winner or None, now)


def names_of(found: Challenge) -> dict[str, object]:
    """Whose challenge it is, as a line of the log fills them in."""
    gone = later("former player")
    return {"one": found.challenger or gone, "other": found.defender or gone}


def close(ladder: Ladder, found: Challenge, winner: int | None, now: datetime) -> None:
    """End a challenge of a locked ladder with this winner, or with none; the rung moves where it is won.

    The caller saves the challenge.
    """
    found.over_at, found.winner_id = now, winner
    who = [player for player in (found.challenger_id, found.defender_id) if player]
    ranks = order.ranks(ladder.pk, who)
    mine, other = ranks.get(found.challenger_id or 0), ranks.get(found.defender_id or 0)
    won = winner is not None and winner == found.challenger_id
    if winner is None:
        climbing.note(ladder, later("%(one)s and %(other)s: nothing changes") % names_of(found))
    elif rules_of.climbs(mine, other, challenger_won=won):
        rungs = {rung.player_id: rung for rung in ladder.rungs.filter(player__in=who)}
        order.put_above(rungs[found.challenger_id or 0], rungs[found.defender_id or 0])
        said = later("%(one)s won against %(other)s and takes rung %(rung)d")
        climbing.note(ladder, said % {**names_of(found), "rung": other})
    else:
        one, two = (found.challenger, found.defender) if won else (found.defender, found.challenger)
        names = {"one": one or later("former player"), "other": two or later("former player")}
        climbing.note(ladder, later("%(one)s won against %(other)s") % names)


def _remove_late(ladder: Ladder, player: int, now: datetime) -> None:
    """Three time-outs in thirty days take a player off for two weeks."""
    if idleness.removed_until(climbing.late(ladder, player, now), now) is None:
        return
    rung = ladder.rungs.select_related("player").filter(player=player).first()
    if rung is not None:
        climbing.take_off(ladder, rung, later("Three time-outs in 30 days."))
