"""Examples for the pages that explain ladders, and events in which a division sits at one table.

No figure is typed: the code reckons them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from games.rules import RULES
from ladders.formats import champions, club_match, duplicate, league, score_tournament, team
from ladders.formats.base import Entrant, Event, Format, Result, Row, Settings
from ladders.ladder import idleness
from ladders.ladder import rules as climbing


@dataclass(frozen=True, slots=True)
class Figures:
    """A table of examples: its caption, the heads of its columns, its rows, each headed by its first cell."""

    caption: str
    heads: tuple[str, ...]
    rows: list[tuple[object, ...]]


NAMES = ("Ann", "Ben", "Cora", "Dan", "Eve")


THEN = datetime(2026, 1, 1, tzinfo=UTC)


TARGET = 1000


def field(count: int, members: int = 1) -> tuple[Entrant, ...]:
    """So many entrants, the strongest first."""
    return tuple(Entrant(number, number, members=members) for number in range(1, count + 1))


def after(form: Format, event: Event, totals: Sequence[int], absent: Sequence[int] = ()) -> Event:
    """The event after one more round at one table, with these totals in the order of the entrants."""
    made = form.next_fixtures(event)
    places = tuple(1 + sum(other > mine for other in totals) for mine in totals)
    result = Result(places, tuple(totals), THEN, absent=frozenset(absent))
    known = {**event.results, **{fixture.key: result for fixture in made}}
    return replace(event, fixtures=event.fixtures + made, results=known)


def points(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """Names and points, in the order of the entrants."""
    by_entrant = {row.entrant: said(row.points) for row in rows}
    return [(NAMES[number - 1], by_entrant[number]) for number in sorted(by_entrant)]


def said(value: Fraction) -> str:
    """A number as one says it."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"


def ladder() -> dict[str, Any]:
    """How far one reaches, how many challenges there may be, and what idling costs."""
    one, other = climbing.challenge(1, 2)
    played = {one.key: (231, 205), other.key: (240, 187)}  # each in the order of the seats
    results = {
        key: Result((1, 2) if totals[0] > totals[1] else (2, 1), totals, THEN)
        for key, totals in played.items()
    }
    sums = {1: played[one.key][0] + played[other.key][1], 2: played[one.key][1] + played[other.key][0]}
    won = climbing.winner(1, 2, results)
    days = [timedelta(days=number) for number in (13, 14, 20, 44)]
    return {
        "reaches": Figures(
            _("How far one reaches"),
            (_("From rung"), _("up to rung")),
            [(rung, climbing.reach(rung)) for rung in (5, 15, 40, 60, 200, 1000)],
        ),
        "incoming": Figures(
            _("How many challenges one takes at a time"),
            (_("On rung"), _("at most")),
            [(rung, climbing.incoming_limit(rung)) for rung in (1, 6, 11)],
        ),
        "least": climbing.REACH,
        "outgoing": climbing.OUTGOING,
        "rest": climbing.REST.days,
        "absence": climbing.ABSENCE.days,
        "slides": Figures(
            _("What idling costs"),
            (_("Days without ladder play"), _("rungs in all")),
            [(idled.days, idleness.slides_due(idled)) for idled in days],
        ),
        "slides_from": idleness.SLIDES.days,
        "leaves": idleness.LEAVES.days,
        "time_outs": idleness.TIME_OUTS,
        "within": idleness.WITHIN.days,
        "removed": idleness.REMOVED.days,
        "first": played[one.key],
        "second": played[other.key][::-1],
        "sums": sums,
        "winner": NAMES[won - 1] if won else "",
    }


def a_league() -> dict[str, Any]:
    """The points of one match for five: all there, one absent, and two level; and divisions."""
    empty = Event(field(5), Settings(matches=1))
    totals = (412, 388, 371, 350, 296)
    level = (412, 412, 371, 350, 296)
    agreed = Settings()
    there = dict(points(league.standings(after(league, empty, totals))))
    absent = dict(points(league.standings(after(league, empty, totals, absent=(3,)))))
    shared = dict(points(league.standings(after(league, empty, level))))
    sizes = [[len(section) for section in league.sections(field(count), agreed)] for count in (10, 11, 23)]
    return {
        "points": Figures(
            _("The points of one match of five"),
            (
                _("Player"),
                _("all there"),
                _("%(name)s absent") % {"name": NAMES[2]},
                _("the first two level"),
            ),
            [(name, there[name], absent[name], shared[name]) for name in NAMES],
        ),
        "missing": NAMES[2],
        "absent": absent,
        "level": shared,
        "divisions": Figures(
            _("Divisions of at most %(most)d") % {"most": agreed.division},
            (_("Players"), _("in divisions of")),
            [(sum(found), ", ".join(map(str, found))) for found in sizes],
        ),
        "division": agreed.division,
        "moving": agreed.moving,
        "columns": [column.name for column in league.COLUMNS],
    }


def a_champions() -> dict[str, Any]:
    """Who plays of a league whose second cannot come."""
    rows = [Row(number, number, 10, Fraction(60 - number), ()) for number in range(1, 6)]
    playing = champions.qualifiers(rows, cannot=(2,))
    return {
        "most": champions.MOST,
        "fewest": champions.FEWEST,
        "league": NAMES,
        "cannot": NAMES[1],
        "playing": [NAMES[number - 1] for number in playing],
    }


def score() -> dict[str, Any]:
    """A race to a target, round by round, until it is over."""
    event = Event(field(3), Settings(target=TARGET))
    shown: list[tuple[object, ...]] = []
    for totals in ((402, 377, 355), (388, 410, 301), (290, 265, 399), (1, 1, 1)):
        if score_tournament.over(event):
            break
        event = after(score_tournament, event, totals)
        grand = dict(points(score_tournament.standings(event)))
        shown.append((len(shown) + 1, *(grand[name] for name in NAMES[:3])))
    best = score_tournament.standings(event)[0]
    return {
        "target": TARGET,
        "rounds": Figures(
            _("Grand totals in a race to %(target)d") % {"target": TARGET},
            (_("After round"), *NAMES[:3]),
            shown,
        ),
        "last": len(shown),
        "winner": NAMES[best.entrant - 1],
        "points": said(best.points),
        "most": score_tournament.MOST,
    }


def a_team() -> dict[str, Any]:
    """Who of a team of three sits at the table in the first rounds."""
    event = Event(field(2, members=3), Settings(target=TARGET * 5))
    rounds: list[tuple[object, ...]] = []
    for number in (1, 2, 3):
        made = team.next_fixtures(event)
        rounds.append((number, *(NAMES[fixture.members[0]] for fixture in made)))
        event = after(team, event, (300, 280))
    return {
        "rounds": Figures(
            _("Who sits for a team of three"),
            (_("Round"), _("first single match"), _("second single match")),
            rounds,
        ),
        "singles": team.SINGLES,
        "least": team.MEMBERS[0],
        "most": team.MEMBERS[-1],
        "members": NAMES[:3],
    }


def a_duplicate() -> dict[str, Any]:
    """The scale of match points in each game, and a board of two teams by it."""
    points = range(1, duplicate.MOST_POINTS + 1)
    scale = [
        (RULES[code].name, *(duplicate.least_for(one, unit) for one in points))
        for code, unit in duplicate.UNITS.items()
    ]
    totals = {1: 262, 2: 231}
    gained = duplicate.gains(totals, duplicate.UNITS["BZ"])
    return {
        "scale": Figures(_("Match points for a difference of so much at least"), (_("Game"), *points), scale),
        "boards": duplicate.BOARDS,
        "least": duplicate.MEMBERS[0],
        "most": duplicate.MEMBERS[-1],
        "names": NAMES[:2],
        "totals": [*totals.values()],
        "difference": totals[1] - totals[2],
        "gained": gained[1],
    }


def a_club_match() -> dict[str, Any]:
    """What a board brings, and a match of four of them."""
    boards = ((240, 231), (198, 244), (222, 222), (251, 207))
    points = [0, 0]
    rows: list[tuple[object, ...]] = []
    for number, totals in enumerate(boards, 1):
        one, other = totals
        won = club_match.LEVEL if one == other else club_match.WON
        for side in range(2):
            points[side] += won * (totals[side] == max(totals))
        rows.append((number, one, other, *points))
    columns = (_("Board"), _("Red Dice"), _("Blue Dice"), _("Points of Red Dice"), _("Points of Blue Dice"))
    return {
        "boards": Figures(_("A match of four boards"), columns, rows),
        "least": club_match.BOARDS[0],
        "most": club_match.BOARDS[-1],
        "won": club_match.WON,
        "level": club_match.LEVEL,
        "points": points,
    }
