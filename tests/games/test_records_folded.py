"""Every match under tests/records, laid into the database: its record is the same, folded and not."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time
from pathlib import Path

import pytest

from accounts.models import User
from games import record
from games.clock import CLOCKS
from games.match import folding
from games.models import Match, Move, Seat
from games.rules import RULES
from tests.games.folded import record_of, rows

pytestmark = pytest.mark.django_db

FILES = sorted((Path(__file__).parents[1] / "records").glob("*/*.txt"))


def lay(stored: record.Match) -> Match:
    """The rows of such a match."""
    steps = record.replay(stored)
    totals, result = record.outcome(stored, steps)
    assert stored.day
    began = datetime.combine(stored.day, time(9), UTC)
    ending = stored.ending
    over = bool(result or ending)
    throws = [throw for throws in stored.roll_off for throw in throws]
    match = Match.objects.create(
        pk=stored.number,
        code=stored.code,
        rules_version=stored.version,
        options=stored.options,
        pace=stored.pace.value,
        clock="main",
        status="void" if ending and ending.void else "finished" if over else "running",
        state=RULES[stored.code].dump(steps[-1].after if steps else record.opening(stored)),
        version=len(throws) + len(stored.entries),
        starter=stored.starter,
        adjudicated=bool(ending and not ending.void),
        reason=ending.reason if ending else "",
        seed=bytes.fromhex(stored.seed) or None,
        started_at=began,
        ended_at=began if over else None,
    )
    for index, (name, total) in enumerate(zip(stored.names, totals, strict=True)):
        player, _ = User.objects.get_or_create(username=name)
        place = result.places[index] if result else None
        bank = CLOCKS[match.clock].start  # as each has when it begins
        Seat.objects.create(match=match, index=index, player=player, total=total, place=place, bank=bank)
    moves = [Move(seat=one.seat, kind=Move.ROLL_OFF, dice=[one.die], serials=[one.serial]) for one in throws]
    moves += [
        Move(
            seat=entry.seat,
            kind=entry.move.kind.value,
            keep=list(entry.move.keep),
            box=entry.move.box,
            dice=list(entry.dice),
            serials=list(entry.serials),
            numbers=list(entry.numbers),
        )
        for entry in stored.entries
    ]
    for number, move in enumerate(moves, 1):
        move.match, move.number = match, number
    Move.objects.bulk_create(moves)
    return match


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_its_record_is_the_same_byte_for_byte_folded_and_not(path: Path) -> None:
    stored = record.read(path.read_text(encoding="utf-8"))
    # What was played on the site has a number and a day; a record that was written by hand need not.
    stored = replace(stored, number=stored.number or 1, day=stored.day or date(2026, 11, 20))
    text = record.write(stored)
    match = lay(stored)
    before = rows(match)
    assert record_of(match) == text
    folded = int(match.over)
    assert folding.fold([match.pk]) == folding.Run(folded)
    assert not folded or not Move.objects.exists()
    assert record_of(match) == text
    assert folding.unfold_all() == folding.Run(folded)
    assert record_of(match) == text
    match.seats.update(latest={})  # which is told again, and was not laid
    assert rows(match) == before
