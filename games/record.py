"""The record: a whole match as text that a person can read, in the spirit of chess's PGN.

Headers in brackets come first, their values quoted as JSON strings; then one line for each round
of the roll-off; then one line for each stretch in which one seat acted within one turn, in the
order in which things happened:

    [Code "BZ"]
    ...
    Roll-off: seat 1 rolls 4 (#1001), seat 2 rolls 2 (#1002)
    1. Seat 1: roll (1 3 3 5 6 #1003), keep 3 3 roll (2 3 6 #1004), score threes (9)

Brackets hold what came of a move: the dice that fell and the serials of their sets, or the points. A serial
is followed by `*` and the player's own number, 32 hex digits, where one turned the set. What a player's
standing orders did while the player was away ends with the words `by order`. The header `Seed`
stands in a match that is over: from it the labels of its sets are made again (docs/dice.md). At the pace
`duplicate` it is the seed of the deal that the header `Deal` names, once that is open.
The number counts the turns of that seat. Reading what was written gives the same match again, and
a text that differs from what would be written is refused, so that it cannot claim what its moves
don't bear out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import groupby, zip_longest
from typing import Any, TypeVar

from games import typed
from games.replay import (
    BadRecord,
    Ending,
    Entry,
    Match,
    Step,
    Throw,
    opening,
    outcome,
    replay,
    rules_of,
    still_in,
)
from games.rules import RULES
from games.rules.base import Kind, Move, Options, Pace, Rules
from games.said import gettext as _

__all__ = [
    "BadRecord",
    "Ending",
    "Entry",
    "Match",
    "Step",
    "Throw",
    "opening",
    "outcome",
    "read",
    "replay",
    "still_in",
    "write",
]

T = TypeVar("T")

HEADER = re.compile(r"\[(\w+) (\".*\")\]")
ROUND = re.compile(r"seat ([0-9]{1,2}) rolls ([1-6]) \(#([0-9]{1,19})\)")
STRETCH = re.compile(r"[0-9]{1,4}\. Seat ([0-9]{1,2}): (.+)")
ACT = re.compile(
    r"(?:(?:keep|set aside) (?P<keep>[1-6](?: [1-6])*) )?(?P<kind>[a-z-]+)(?: (?P<box>[a-z0-9-]+))?"
    r"(?: \((?P<came>[^()]*)\))?(?P<ordered> by order)?"
)
CAME = re.compile(r"(?P<dice>[1-6](?: [1-6])*)(?P<sets>(?: #[0-9]{1,19}(?:\*[0-9a-f]{32})?)+)")
HEADERS = {
    *("Site", "Match", "Date", "Code", "Rules", "Options", "Pace", "Starter"),
    *("Result", "Totals", "Ended", "Reason", "Deal", "Seed"),
}


def write(match: Match) -> str:
    """The match as text, ending in a newline. Raises BadRecord when it breaks its rules."""
    rules, steps = rules_of(match), replay(match)
    lines = [
        f"[{name} {json.dumps(value, ensure_ascii=False)}]" for name, value in _headers(match, rules, steps)
    ]
    lines.append("")
    lines += [f"Roll-off: {', '.join(map(_throw, throws))}" for throws in match.roll_off]
    for (turn, seat), stretch in groupby(steps, key=lambda step: (step.turn, step.entry.seat)):
        lines.append(f"{turn}. Seat {seat + 1}: {', '.join(_act(rules, step) for step in stretch)}")
    return "\n".join(lines) + "\n"


def _headers(match: Match, rules: Rules[Any], steps: list[Step]) -> Iterator[tuple[str, str]]:
    totals, result = outcome(match, steps)
    yield "Site", "Boatzee"
    if match.number is not None:
        yield "Match", str(match.number)
    if match.day is not None:
        yield "Date", match.day.isoformat()
    yield "Code", match.code
    yield "Rules", str(match.version)
    if rules.options:
        yield "Options", ", ".join(f"{o.name}={_option(match.options[o.name])}" for o in rules.options)
    yield "Pace", match.pace.value
    for seat, name in enumerate(match.names, 1):
        yield f"Seat{seat}", name
    if match.has_starter:
        yield "Starter", str(match.starter + 1)
    places = " ".join(map(str, result.places)) if result else "*"
    yield "Result", "void" if match.ending and match.ending.void else places
    yield "Totals", " ".join(map(str, totals))
    if match.ending:
        yield "Ended", "void" if match.ending.void else "adjudicated"
        yield "Reason", match.ending.reason
    if match.deal is not None:
        yield "Deal", str(match.deal)
    if match.seed:
        yield "Seed", match.seed


def _option(value: str | int | bool) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _throw(throw: Throw) -> str:
    return f"seat {throw.seat + 1} rolls {throw.die} (#{throw.serial})"


def _act(rules: Rules[Any], step: Step) -> str:
    entry, move = step.entry, step.entry.move
    words = [typed.words(rules, move)]
    if entry.dice:
        words.append(f"({' '.join([*map(str, entry.dice), *_sets(entry)])})")
    elif move.kind is Kind.SCORE:
        words.append(f"({rules.preview(step.before, entry.seat)[move.box]})")
    elif move.kind is Kind.BANK:
        words.append(f"({rules.totals(step.after)[entry.seat] - rules.totals(step.before)[entry.seat]})")
    return " ".join([*words, "by order"] if entry.ordered else words)


def _sets(entry: Entry) -> Iterator[str]:
    for serial, number in zip_longest(entry.serials, entry.numbers, fillvalue=""):
        yield f"#{serial}*{number}" if number else f"#{serial}"


def read(text: str) -> Match:
    """The match that `write` turned into this text; blank lines and spaces at line ends don't matter.

    Raises BadRecord with the number of the line that cannot be read, breaks the rules, or says
    something else than the moves do.
    """
    stripped = [line.rstrip() for line in text.split("\n")]
    lines = [(number, line) for number, line in enumerate(stripped, 1) if line]
    places: dict[int | str, int] = {}
    headers: dict[str, str] = {}
    rounds: list[tuple[Throw, ...]] = []
    entries: list[Entry] = []
    for number, line in lines:
        if found := HEADER.fullmatch(line):
            _read_header(headers, number, found[1], found[2])
            places[found[1]] = number
        elif line.startswith("Roll-off: "):
            rounds.append(tuple(_read_throws(number, line)))
            places["Roll-off"] = number
        elif found := STRETCH.fullmatch(line):
            for act in found[2].split(", "):
                places[len(entries)] = number
                entries.append(_read_act(number, int(found[1]) - 1, act))
        else:
            raise BadRecord(_("This is no header, roll-off or turn."), line=number)
    match = _assemble(headers, places, tuple(rounds), tuple(entries))
    try:
        expected = [line for line in write(match).split("\n") if line]
    except BadRecord as bad:
        raise BadRecord(bad.sentence, line=places.get(bad.about, 1)) from bad
    _compare(lines, expected)
    return match


def _compare(lines: Sequence[tuple[int, str]], expected: Sequence[str]) -> None:
    for (number, line), wanted in zip(lines, expected, strict=False):
        if line != wanted:
            raise BadRecord(_("This line should read: %(wanted)s") % {"wanted": wanted}, line=number)
    if len(lines) < len(expected):
        raise BadRecord(
            _("After this line there should be: %(lines)s") % {"lines": expected[len(lines)]},
            line=lines[-1][0],
        )
    if len(lines) > len(expected):
        raise BadRecord(
            _("This line says nothing about the match: leave it out."), line=lines[len(expected)][0]
        )


def _read_header(headers: dict[str, str], number: int, name: str, quoted: str) -> None:
    if name in headers or not (name in HEADERS or re.fullmatch(r"Seat[1-9][0-9]?", name)):
        raise BadRecord(
            _("The header “%(name)s” is unknown or stands here twice.") % {"name": name}, line=number
        )
    try:
        headers[name] = json.loads(quoted)
    except ValueError as bad:
        raise BadRecord(
            _("The value of “%(name)s” is not quoted rightly.") % {"name": name}, line=number
        ) from bad


def _read_throws(number: int, line: str) -> Iterator[Throw]:
    for part in line.removeprefix("Roll-off: ").split(", "):
        found = ROUND.fullmatch(part)
        if not found:
            raise BadRecord(_("“%(part)s” is no throw of the roll-off.") % {"part": part}, line=number)
        yield Throw(int(found[1]) - 1, int(found[3]), int(found[2]))


def _read_act(number: int, seat: int, act: str) -> Entry:
    found = ACT.fullmatch(act)
    if not found or found["kind"] not in set(Kind):
        raise BadRecord(_("“%(act)s” is no move.") % {"act": act}, line=number)
    kind = Kind(found["kind"])
    keep = _numbers(found["keep"] or "")
    move, ordered = Move(kind, keep, found["box"] or ""), bool(found["ordered"])
    if kind not in (Kind.ROLL, Kind.PICK_UP):
        return Entry(seat, move, ordered=ordered)
    came = CAME.fullmatch(found["came"] or "")
    if not came:
        raise BadRecord(_("A roll shows its dice and the serials of their sets in brackets."), line=number)
    sets = [one.partition("*") for one in came["sets"].replace("#", "").split()]
    numbers = tuple(number for _, _, number in sets)
    serials = tuple(int(serial) for serial, _, _ in sets)
    own = numbers if any(numbers) else ()
    return Entry(seat, move, _numbers(came["dice"]), serials, own, ordered)


def _assemble(
    headers: dict[str, str],
    places: dict[int | str, int],
    rounds: tuple[tuple[Throw, ...], ...],
    entries: tuple[Entry, ...],
) -> Match:
    for name in ("Code", "Rules", "Pace", "Seat1", "Result"):
        if name not in headers:
            raise BadRecord(_("The header “%(name)s” is missing.") % {"name": name}, line=1)
    rules = RULES.get(headers["Code"])
    if rules is None:
        raise BadRecord(
            _("There is no game with the code “%(code)s”.") % {"code": headers["Code"]}, line=places["Code"]
        )

    def value(name: str, turn_into: Callable[[str], T], default: str = "") -> T:
        try:
            return turn_into(headers.get(name, default))
        except ValueError as bad:
            raise BadRecord(
                _("“%(name)s” is no value of “%(name_2)s”.") % {"name": headers[name], "name_2": name},
                line=places[name],
            ) from bad

    seats = sum(header.startswith("Seat") for header in headers)
    ending = None
    if "Ended" in headers:
        # Without places it is void; any other claim differs from what is written and is refused.
        ranked = value("Result", _numbers) if headers["Ended"] == "adjudicated" else ()
        ending = Ending(headers.get("Reason", ""), ranked)
    return Match(
        code=rules.code,
        version=value("Rules", int),
        options=value("Options", lambda text: _read_options(rules, text)),
        pace=value("Pace", Pace),
        names=tuple(headers.get(f"Seat{seat}", "") for seat in range(1, seats + 1)),
        entries=entries,
        starter=value("Starter", int, "1") - 1,
        roll_off=rounds,
        ending=ending,
        number=value("Match", lambda text: int(text) if text else None),
        day=value("Date", lambda text: date.fromisoformat(text) if text else None),
        seed=headers.get("Seed", ""),
        deal=value("Deal", lambda text: int(text) if text else None),
    )


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def _read_options(rules: Rules[Any], text: str) -> Options:
    kinds = {option.name: type(option.default) for option in rules.options}
    given: dict[str, str | int | bool] = {}
    for part in filter(None, text.split(", ")):
        name, _, value = part.partition("=")
        kind = kinds.get(name, str)
        given[name] = {"yes": True, "no": False}.get(value, value) if kind is bool else kind(value)
    return given
