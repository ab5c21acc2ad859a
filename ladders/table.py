"""Between the rows of the database and what formats know: a section as an Event, its table as places."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from types import ModuleType
from typing import Any, cast

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.rules import RULES
from games.tables import table_of
from ladders.formats import BETWEEN_CLUBS, EVERY, base, duplicate
from ladders.formats import team as team_format
from ladders.models import Arrangement, Entry, Event, Fixture, Member, Place, Section, Team

BY_HAND = frozenset({"swiss"})
"""Formats that pair round by round, so that something can be set by hand for the next."""
TURN = timedelta(seconds=15)
"""What a turn takes about where both sit there; three minutes are the most."""


def form_of(event: Event) -> base.Format:
    """The format's module."""
    return cast("base.Format", cast("ModuleType", EVERY[event.format]))


def settings_of(event: Event) -> base.Settings:
    """What was agreed, as formats read it; a division is never larger than the game seats."""
    return base.Settings(
        matches=event.matches,
        division=min(event.division, RULES[event.code].max_players),
        moving=event.moving,
        target=event.target,
        at_once=event.at_once,
        minutes=event.minutes,
        unit=duplicate.UNITS.get(event.code, 1),
    )


def fewest_members(event: Event) -> int:
    """How many of a team it takes: a club plays on with whoever is left."""
    return 1 if event.format in BETWEEN_CLUBS else min(team_format.MEMBERS)


def order_of(team: Team) -> QuerySet[Member]:
    """The members in their order, with who has left meanwhile."""
    there = team.members.select_related("player").filter(Q(accepted=True) | Q(left=True))
    return there.order_by("order")


def entrant(entry: Entry, seed: int, roll_off: Sequence[int] = (), *, resting: bool = False) -> base.Entrant:
    """An entry as formats know it. A die of a roll-off is stored with its round: 24 is a 4 in round 2."""
    members = list(order_of(entry.team)) if entry.team is not None else []
    return base.Entrant(
        entry.pk,
        seed,
        entry.withdrawn_at,
        len(members) or 1,
        tuple(base.Die(*divmod(die, 10)) for die in roll_off),
        entry.disqualified,
        frozenset(number for number, member in enumerate(members) if member.left),
        resting,
    )


def stored_die(round_: int, die: int) -> int:
    """A die of a roll-off as a place keeps it, with the round of the tie that it was thrown for."""
    return 10 * round_ + die


def load(section: Section, places: Sequence[Place] | None = None) -> base.Event:
    """A section with all its fixtures and results. Two queries, however large it is, but for teams."""
    if places is None:
        places = list(section.places.select_related("entry__team"))
    fixtures = list(section.fixtures.all())
    return base.Event(
        entrants=tuple(
            entrant(place.entry, place.seed, place.roll_off, resting=place.resting) for place in places
        ),
        settings=settings_of(section.event),
        fixtures=tuple(as_fixture(section, fixture) for fixture in fixtures),
        results={
            as_fixture(section, fixture).key: as_result(fixture.result)
            for fixture in fixtures
            if fixture.result is not None
        },
        stage=section.stage,
        section=section.number,
        now=timezone.now() if section.ends_at is not None else None,
        until=None if section.ends_at is None else section.ends_at - time_for(section.event.code),
        arranged=arranged(section.event, 1 + max((one.round for one in fixtures), default=0)),
    )


def set_by_hand(event: Event, number: int) -> list[Arrangement]:
    """What is set by hand for a round, in order. One query where anything can be, else none."""
    return list(event.arranged.filter(round=number).order_by("pk")) if event.format in BY_HAND else []


def arranged(event: Event, number: int) -> tuple[tuple[int, ...], ...]:
    """What is set by hand for a round, as formats know it. One query where anything can be, else none."""
    return tuple(tuple(one.seats) for one in set_by_hand(event, number))


def time_for(code: str) -> timedelta:
    """So long a match of two lasts about that is played live: so much is left where one is begun."""
    rules = RULES[code]
    return table_of(rules).turns_of_two(rules) * TURN


def as_fixture(section: Section, row: Fixture) -> base.Fixture:
    """A stored fixture as formats know it."""
    return base.Fixture(
        section.stage,
        section.number,
        row.round,
        row.pairing,
        row.leg,
        tuple(row.seats),
        row.starts,
        tuple(row.members),
    )


def as_result(stored: dict[str, Any]) -> base.Result:
    """A stored result as formats know it."""
    return base.Result(
        places=tuple(stored["places"]),
        totals=tuple(stored["totals"]),
        at=datetime.fromisoformat(stored["at"]),
        absent=frozenset(stored["absent"]),
        timed_out=frozenset(stored["timed_out"]),
        for_nobody=stored.get("for_nobody", False),
    )


def stored(result: base.Result) -> dict[str, Any]:
    """A result as it is stored."""
    return {
        "places": list(result.places),
        "totals": list(result.totals),
        "at": result.at.isoformat(),
        "absent": sorted(result.absent),
        "timed_out": sorted(result.timed_out),
        "for_nobody": result.for_nobody,
    }


def lines(form: base.Format, event: base.Event) -> dict[int, dict[str, Any]]:
    """The table by entrant, as a Place stores its line."""
    return {
        row.entrant: {
            "position": number,
            "rank": row.rank,
            "played": row.played,
            "points": str(row.points),
            "values": [str(value) for value in row.values],
        }
        for number, row in enumerate(form.standings(event), 1)
    }
