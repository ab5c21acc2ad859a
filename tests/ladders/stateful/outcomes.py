"""What must hold when all is over: results are what matches were, tables what results make, medals right."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

from games.models import Match, Move
from games.rules.base import Kind
from ladders import absence, table
from ladders.events.log import members_of
from ladders.models import Event, Fixture, Medal, Place
from tests.ladders.stateful.checks import compare
from tests.ladders.stateful.world import Broken, World


def final(world: World) -> None:
    """What holds when all is over: results are what matches were, tables what results make, medals right."""
    for event in world.all():
        world.made[f"ended: {event.status}"] += 1
        if event.status == Event.Status.CANCELLED:
            continue
        if event.status != Event.Status.FINISHED:
            raise Broken(f"{event} is {event.status}, not over.")
        for section in event.sections.all():
            section.event = event
            places = list(section.places.select_related("entry__team", "entry__player"))
            compare(section)
            for place in places:
                if place.entry.disqualified and place.rank is not None and section.stage == event.stage:
                    raise Broken(f"{event}: {place.entry} is disqualified, and has rank {place.rank}.")
            for fixture in section.fixtures.exclude(result__isnull=True):
                _as_played(world, event, fixture)
            fixtures = list(section.fixtures.all())
            played = [fixture for fixture in fixtures if fixture.result is not None]
            _absent_score_nothing(event, places, fixtures)
            if event.pk not in world.early:
                _decided(event, places, played)
        _medals(event)


def _as_played(world: World, event: Event, fixture: Fixture) -> None:
    """The result is what the records of the match say, or what a director made of it."""
    match = Match.objects.get(pk=fixture.match_id or 0)
    result = table.as_result(fixture.result or {})
    if result.for_nobody != (fixture.pk in world.discounted):
        raise Broken(f"{event}: {fixture} counts for {'nobody' if result.for_nobody else 'all'}.")
    if match.status == Match.Status.VOID and result.for_nobody:
        return
    if match.status != Match.Status.FINISHED:
        raise Broken(f"{event}: {fixture} has a result of a match that is {match.status}.")
    expected = absence.result_of(match, fixture.seats, fixture.absent)
    absent = world.corrected.get(fixture.pk)
    if absent is None:
        missing = _absent(match, decided=match.pk in world.decided)
        absent = {fixture.seats[index] for index in missing} | set(fixture.absent)
    elif not result.timed_out <= absent & expected.timed_out:
        raise Broken(f"{event}: {result.timed_out} timed out of {fixture}, absent were {absent}.")
    else:
        expected = replace(expected, absent=frozenset(absent), timed_out=result.timed_out)
    if result != replace(expected, for_nobody=result.for_nobody):
        raise Broken(f"{event}: the result of {fixture} is not that of its match.")
    if result.absent != absent:
        raise Broken(f"{event}: absent from {fixture} were {absent}, not {set(result.absent)}.")


def _absent(match: Match, *, decided: bool) -> set[int]:
    """Who was absent, as rules.md has it, read from the moves alone."""
    last: dict[int, list[str]] = defaultdict(list)
    moves = Move.objects.filter(match=match).exclude(kind=Move.ROLL_OFF).order_by("number")
    for seat, kind in moves.values_list("seat", "kind"):
        last[seat].append(kind)
    gone = {Kind.RESIGN.value, Kind.TIMEOUT.value}
    if match.apart:
        left = {seat for seat, kinds in last.items() if kinds[-1] in gone}
        return left if decided else left | set(match.rules.unfinished(match.table))
    two = match.seats.count() == 2
    out = {
        seat
        for seat, kinds in last.items()
        if kinds[-1] == Kind.TIMEOUT and (two or kinds[-2:] == [Kind.TIMEOUT, Kind.TIMEOUT])
    }
    came = set(match.seats.filter(since__gt=0).values_list("index", flat=True)) | {match.starter}
    return out | {seat for seat, kinds in last.items() if set(kinds) <= gone and seat in came}


def _absent_score_nothing(event: Event, places: list[Place], fixtures: list[Fixture]) -> None:
    """Whoever was absent from every match has no point of them.

    Where all others had withdrawn from what was laid there was no match, and who was left has won it.
    """
    if event.format in {"knockout", "double", "swiss"}:
        return  # ties won, byes and walk-overs are points there
    left = {place.entry_id for place in places if place.entry.withdrawn_at is not None}
    came: dict[int, bool] = defaultdict(bool)
    for fixture in fixtures:
        out = left if fixture.result is None else set(fixture.result["absent"])
        for seat in fixture.seats:
            came[seat] |= seat not in out
    for place in places:
        if place.entry_id in came and not came[place.entry_id] and Fraction(place.points):
            raise Broken(f"{event}: {place.entry} was always absent, and has {place.points} points.")


def _decided(event: Event, places: list[Place], played: list[Fixture]) -> None:
    """Roll-offs go on until nobody is level; a tie that somebody missed has no further match."""
    ranks = [place.rank for place in places if place.rank is not None]
    if event.format == "round-robin" and len(set(ranks)) < len(ranks):
        raise Broken(f"{event}: the ranks {ranks} are shared, and nobody rolled for them.")
    if event.format not in {"knockout", "double"}:
        return
    missed: set[tuple[int, int]] = set()
    for fixture in sorted(played, key=lambda fixture: (fixture.round, fixture.pairing, fixture.leg)):
        if fixture.leg > 5 or (fixture.leg > 2 and (fixture.round, fixture.pairing) in missed):
            raise Broken(f"{event}: {fixture} was laid for a tie that was decided.")
        if (fixture.result or {})["absent"] and not (fixture.result or {}).get("for_nobody"):
            missed.add((fixture.round, fixture.pairing))


def _medals(event: Event) -> None:
    """Medals go to those who are ranked, and to no others."""
    ranked: dict[int, set[int]] = defaultdict(set)
    last = Place.objects.filter(section__event=event, section__stage=event.stage).select_related("entry")
    for place in last:
        if place.rank is not None and place.rank <= 3 and place.played and not place.entry.disqualified:
            for player in members_of(place.entry):
                ranked[player.pk].add(place.rank)
    given: dict[int, set[int]] = defaultdict(set)
    for medal in Medal.objects.filter(event=event):
        given[medal.player_id].add(medal.place)
    if not given.items() <= ranked.items():
        raise Broken(f"{event}: medals went to {dict(given)}, ranks are {dict(ranked)}.")
