"""Brackets as pages draw them: whole from the start, later rounds as “winner of tie 1.2”."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ladders import table
from ladders.formats import BRACKETS, double, knockout
from ladders.formats.bracket import Rounds
from ladders.formats.ties import Source
from ladders.formats.ties import Tie as Drawn
from ladders.models import Event, Fixture


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie: its number, which later ties name, who sits in it and who won, in words."""

    number: str
    names: tuple[str, str]
    known: tuple[bool, bool]
    winner: int | None
    """0 or 1, of the names."""
    nobody: bool
    """Whether it is decided, and nobody goes on from it."""
    contest: bool
    """Whether it is none that a bye decides."""
    decided: bool
    games: tuple[Fixture, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """A bracket, or one side of it, round by round, each with its title."""

    title: str
    rounds: list[tuple[str, list[Tie]]]


def of(event: Event) -> list[Bracket]:
    """The brackets of an event that has begun; empty for formats without. Four queries."""
    section = event.sections.filter(stage=event.stage).first() if event.format in BRACKETS else None
    if section is None:
        return []
    section.event = event
    places = list(section.places.select_related("entry__team", "entry__player"))
    names = {place.entry_id: place.entry.name for place in places}
    state = table.load(section, places)
    rows = {table.as_fixture(section, row).key: row for row in section.fixtures.all()}
    if event.format == "knockout":
        return [Bracket(_("Bracket"), _drawn(knockout.bracket(state), names, rows, _by_size))]
    upper, lower, finals = double.sides(state)
    sides = (
        (_("Upper bracket"), upper, _by_number),
        (_("Lower bracket, of those who have lost once"), lower, _by_number),
        (_("Final"), finals, _last),
    )
    return [Bracket(title, _drawn(ties, names, rows, words)) for title, ties, words in sides if ties]


def _drawn(
    rounds: Rounds,
    names: Mapping[int, str],
    rows: Mapping[str, Fixture],
    title: Callable[[int, Sequence[Drawn]], str],
) -> list[tuple[str, list[Tie]]]:
    return [
        (title(count, ties), [_tie(tie, names, rows) for tie in ties]) for count, ties in enumerate(rounds, 1)
    ]


def _by_size(count: int, ties: Sequence[Drawn]) -> str:
    known = {1: _("Final"), 2: _("Semi-finals"), 4: _("Quarter-finals")}
    return known.get(len(ties)) or _by_number(count, ties)


def _by_number(count: int, ties: Sequence[Drawn]) -> str:
    return _("Round %(number)d") % {"number": ties[0].round}


def _last(count: int, ties: Sequence[Drawn]) -> str:
    return _("Final") if count == 1 else _("Once more: both have lost once")


def _tie(tie: Drawn, names: Mapping[int, str], rows: Mapping[str, Fixture]) -> Tie:
    empty = all(tie.known) and tie.places == (None, None)
    sides = [
        names.get(place, "")
        if place is not None
        else ("–" if empty else _("bye"))
        if known
        else _to_come(source)
        for place, known, source in zip(tie.places, tie.known, tie.sources, strict=True)
    ]
    winner = tie.places.index(tie.winner) if tie.winner is not None and tie.winner in tie.places else None
    bye = any(known and place is None for known, place in zip(tie.known, tie.places, strict=True))
    return Tie(
        _number(tie.round, tie.number),
        (sides[0], sides[1]),
        tie.known,
        winner,
        nobody=tie.decided and winner is None and not empty,
        contest=not bye,
        decided=tie.decided,
        games=tuple(rows[leg.key] for leg in tie.legs if leg.key in rows),
    )


def _number(round_: int, number: int) -> str:
    return f"{round_}.{number}"


def _to_come(source: Source) -> str:
    """Who will sit there, in words."""
    which = {"tie": _number(source.round, source.number)}
    return _("winner of tie %(tie)s") % which if source.won else _("loser of tie %(tie)s") % which
