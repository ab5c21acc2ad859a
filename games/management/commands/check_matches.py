"""Replay stored matches and compare: the move log is the truth, everything else a cache of it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from tqdm import tqdm

from games.match import folding, move_log, queries, records
from games.models import Match
from games.record import opening, replay


class Command(BaseCommand):
    """Exit with status 1 when a stored state, version or result differs from what its moves make."""

    help = "Replays stored matches and compares them with what is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which matches: all that have begun, or those named."""
        parser.add_argument("match", nargs="*", type=int, help="Numbers of matches; all when none is given.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check one match after the other; each costs a fixed number of queries."""
        numbers = options["match"]
        begun = Match.objects.filter(started_at__isnull=False)
        chosen = (begun.filter(pk__in=numbers) if numbers else begun).order_by("pk")
        bad = 0
        for number in tqdm(
            chosen.values_list("pk", flat=True).iterator(), total=chosen.count(), unit="match"
        ):
            for complaint in differences(number):
                bad += 1
                self.stderr.write(f"match {number}: {complaint}")
        if bad:
            raise SystemExit(1)
        self.stdout.write(self.style.SUCCESS(f"{chosen.count()} matches agree with their moves."))


def differences(number: int) -> list[str]:
    """What is stored of a match otherwise than its moves make it, a sentence each."""
    match, seats = queries.table(number)
    found = []
    try:
        found = folding.faults(match)
        moves = move_log.all_moves(match)
        stored = records.as_record(match, seats, moves)
        steps = replay(stored)
    except ValueError as error:
        return [*found, f"the moves cannot be replayed: {error}"]
    rules = match.rules
    state = steps[-1].after if steps else opening(stored)
    if rules.dump(state) != match.stored:
        found.append("the stored state is not that of its moves")
    if match.version != len(moves):
        found.append(f"{match.version} moves are counted, {len(moves)} are there")
    if tuple(seat.total for seat in seats) != rules.totals(state):
        found.append("the stored totals are not those of the cards")
    result = rules.result(state)
    if match.status == Match.Status.FINISHED and not match.adjudicated:
        places = tuple(seat.place for seat in seats)
        if result is None or result.places != places:
            found.append("the stored places are not those of the cards")
    if match.status == Match.Status.RUNNING and result is not None:
        found.append("the match runs on though it is decided")
    return found
