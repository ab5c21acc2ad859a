"""What must hold of events, whatever happened: after every step, once the worker has worked, at the end."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

from django.utils import timezone

from accounts.models import Errand
from games.models import Match, Move, Seat
from games.rules.base import Kind, Pace
from ladders import absence, deciding, engine, results, table, waiting
from ladders.log import members_of
from ladders.models import Event, Fixture, Group, Medal, Place
from tests.ladders.stateful.world import Broken, World


def always(world: World) -> None:
    """What holds after every step, also where the worker was killed in the middle."""
    for event in world.all():
        open_ = list(
            Fixture.objects.filter(group__event=event, result__isnull=True)
            .select_related("group")
            .order_by("pk")
        )
        running = {match.pk: match for match in world.running(event)}
        if event.status in {Event.Status.RUNNING, Event.Status.REVIEW, Event.Status.FINISHED}:
            _one_match_each(event, open_, running)
            _nobody_twice(event, open_, running)


def _one_match_each(event: Event, open_: list[Fixture], running: dict[int, Match]) -> None:
    """Every match that runs fills one fixture that is open, and a fixture waits for one match at most."""
    held = Counter(fixture.match_id for fixture in open_)
    for pk in running:
        if held[pk] != 1:
            raise Broken(f"{event}: match {pk} runs and fills {held[pk]} fixtures that are open.")
    ended = [fixture.match_id for fixture in open_ if fixture.match_id and fixture.match_id not in running]
    noted = set(Errand.objects.filter(kind=results.KIND, subject__in=ended).values_list("subject", flat=True))
    for pk in set(ended) - noted:
        raise Broken(f"{event}: match {pk} has ended, and nobody will take its result.")


def _nobody_twice(event: Event, open_: list[Fixture], running: dict[int, Match]) -> None:
    """Nobody sits twice in a match, nor in two of a round that exclude each other."""
    seated: dict[tuple[int, int, int], set[int]] = defaultdict(set)
    players: dict[int | None, list[int | None]] = defaultdict(list)
    for match, player in (
        Seat.objects.filter(match__in=running).order_by("index").values_list("match", "player")
    ):
        players[match].append(player)
    for fixture in open_:
        if len(set(fixture.seats)) < len(fixture.seats):
            raise Broken(f"{event}: {fixture} seats somebody twice.")
        if fixture.waits and fixture.match_id is not None:
            raise Broken(f"{event}: {fixture} waits for a match and has one.")
        there = players[fixture.match_id]
        if fixture.match_id in running and there != _still_there(fixture, there):
            raise Broken(f"{event}: {fixture} says {fixture.players}: {there}.")
        if event.format != "round-robin" and (fixture.waits or fixture.match_id in running):
            for seat in fixture.seats:
                seated[fixture.group_id, fixture.round, seat].add(fixture.pairing)
    for (_, round_, seat), pairings in seated.items():
        if len(pairings) > 1:
            raise Broken(f"{event}: entry {seat} is in ties {pairings} of round {round_} at once.")


def _still_there(fixture: Fixture, there: list[int | None]) -> list[int | None]:
    """Who sits there as the fixture has it; who closed the account is nobody."""
    return [None if now is None else kept for kept, now in zip(fixture.players, there, strict=True)]


def settled(world: World) -> None:
    """What holds besides once the worker has done its work."""
    now = timezone.now()
    for errand in Errand.objects.filter(kind=results.KIND):
        raise Broken(f"The result of match {errand.subject} is not taken: {errand.error}")
    for event in world.all():
        if event.pk in world.troubled:
            continue
        if event.trouble:
            raise Broken(f"{event}: {event.trouble}")
        _waits(event)
    live = Group.objects.filter(event__in=world.events, stale=True).exclude(event__status="cancelled")
    for group in live.exclude(event__in=world.troubled):
        raise Broken(f"{group} stays to be brought to date.")
    due = set(engine.due(now)) - world.troubled
    if due & set(world.events):
        raise Broken(f"There is something to do for {due}, and the worker has done all.")
    for line in deciding.recompute():
        raise Broken(line)


def _waits(event: Event) -> None:
    """It waits for something that will come, and every deadline is one that all read."""
    found = engine.waiting_of(event)
    if found.what in {waiting.For.NOTHING, waiting.For.SITE}:
        raise Broken(f"{event} waits for {found.what.name}.")
    if found.what is waiting.For.MATCHES and (found.until is None or found.until <= timezone.now()):
        raise Broken(f"{event} waits for matches until {found.until}, which is over.")
    match_of = {match.pk: match for match in Match.objects.filter(event=event.pk, status="running")}
    if match_of and event.status in {Event.Status.REVIEW, Event.Status.FINISHED}:
        raise Broken(f"{event} is over, and {list(match_of)} run.")
    for fixture in Fixture.objects.filter(group__event=event, match_id__in=match_of, result=None):
        match = match_of[fixture.match_id or 0]
        if fixture.deadline is None:
            raise Broken(f"{event}: {fixture} is played without an end.")
        if match.pace == Pace.SPLIT and match.deadline != fixture.deadline:
            raise Broken(f"{event}: {fixture} ends {fixture.deadline}, its match {match.deadline}.")
        if match.rules.result(match.table) is not None:
            raise Broken(f"{event}: {match} is played out and runs.")
    if event.status == Event.Status.RUNNING:
        _gone_are_gone(event, match_of)


def _gone_are_gone(event: Event, running: dict[int, Match]) -> None:
    """Whoever withdrew has nothing to play any more."""
    players = set(
        event.entries.filter(withdrawn_at__isnull=False, player__isnull=False).values_list(
            "player", flat=True
        )
    )
    for seat in Seat.objects.filter(match__in=running, player__in=players, to_move=True):
        raise Broken(f"{event}: {seat.player_id} has withdrawn, and is to move in {seat.match_id}.")


def final(world: World) -> None:
    """What holds when all is over: results are what matches were, tables what results make, medals right."""
    for event in world.all():
        if event.status == Event.Status.CANCELLED:
            continue
        if event.status != Event.Status.FINISHED:
            raise Broken(f"{event} is {event.status}, not over.")
        for group in event.groups.all():
            group.event = event
            places = list(group.places.select_related("entry__team", "entry__player"))
            lines = table.lines(table.form_of(event), table.load(group, places))
            for place in places:
                kept = {name: getattr(place, name) for name in lines[place.entry_id]}
                if kept != lines[place.entry_id]:
                    raise Broken(f"{event}: the line of {place.entry} is {kept}: {lines[place.entry_id]}.")
                if place.entry.disqualified and place.rank is not None and group.stage == event.stage:
                    raise Broken(f"{event}: {place.entry} is disqualified, and has rank {place.rank}.")
            for fixture in group.fixtures.exclude(result=None):
                _as_played(world, event, fixture)
            played = list(group.fixtures.exclude(result=None))
            _absent_score_nothing(event, places, played)
            _decided(event, places, played)
        _medals(event)


def _as_played(world: World, event: Event, fixture: Fixture) -> None:
    """The result is what the records of the match say."""
    match = Match.objects.get(pk=fixture.match_id or 0)
    if match.status != Match.Status.FINISHED:
        raise Broken(f"{event}: {fixture} has a result of a match that is {match.status}.")
    result = table.as_result(fixture.result or {})
    if table.stored(absence.result_of(match, fixture.seats, fixture.absent)) != fixture.result:
        raise Broken(f"{event}: the result of {fixture} is not that of its match.")
    missing = _absent(match, decided=match.pk in world.decided)
    expected = {fixture.seats[index] for index in missing} | set(fixture.absent)
    if result.absent != expected:
        raise Broken(f"{event}: absent from {fixture} were {expected}, not {set(result.absent)}.")


def _absent(match: Match, *, decided: bool) -> set[int]:
    """Who was absent, as rules.md has it, read from the moves alone."""
    last: dict[int, list[str]] = defaultdict(list)
    moves = Move.objects.filter(match=match).exclude(kind=Move.ROLL_OFF).order_by("number")
    for seat, kind in moves.values_list("seat", "kind"):
        last[seat].append(kind)
    gone = {Kind.RESIGN.value, Kind.TIMEOUT.value}
    if match.pace == Pace.SPLIT:
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


def _absent_score_nothing(event: Event, places: list[Place], played: list[Fixture]) -> None:
    """Whoever was absent from every match has no point of them."""
    if event.format in {"knockout", "double", "swiss"}:
        return  # ties won, byes and walk-overs are points there
    came: dict[int, bool] = defaultdict(bool)
    for fixture in played:
        absent = set((fixture.result or {})["absent"])
        for seat in fixture.seats:
            came[seat] |= seat not in absent
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
        if (fixture.result or {})["absent"]:
            missed.add((fixture.round, fixture.pairing))


def _medals(event: Event) -> None:
    """Medals go to those who are ranked, and to no others."""
    ranked: dict[int, set[int]] = defaultdict(set)
    last = Place.objects.filter(group__event=event, group__stage=event.stage).select_related("entry")
    for place in last:
        if place.rank is not None and place.rank <= 3 and place.played and not place.entry.disqualified:
            for player in members_of(place.entry):
                ranked[player.pk].add(place.rank)
    given: dict[int, set[int]] = defaultdict(set)
    for medal in Medal.objects.filter(event=event):
        given[medal.player_id].add(medal.place)
    if not given.items() <= ranked.items():
        raise Broken(f"{event}: medals went to {dict(given)}, ranks are {dict(ranked)}.")
