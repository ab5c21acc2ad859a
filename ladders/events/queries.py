"""What pages of events read. Every function costs a fixed number of queries, however long its answer."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.figures import figure
from accounts.models import User
from games.models import Match
from ladders import table
from ladders.events import listing
from ladders.formats import BETWEEN_CLUBS
from ladders.models import Entry, Event, Fixture, Medal, Place, Section, Team

SHOWN = 50
AT_ONCE = 500
"""Matches that are looked through for those that a page of tables lists."""


def lists(player: User | None) -> dict[str, list[Event]]:
    """Events open for entry, the player's own, those one leads, and past ones. Four queries at most."""
    everybodys = _counted(Event.objects.filter(club=None))  # the page of a club lists its own
    open_now = everybodys.filter(status=Event.Status.OPEN).order_by("-pk")
    mine: list[Event] = []
    led: list[Event] = []
    if player is not None:
        mine = list(_counted(listing.played_by(player)).order_by("-pk")[:SHOWN])
        led = list(_counted(listing.led_by(player)).order_by("-pk")[:SHOWN])
    past = everybodys.filter(status__in=[Event.Status.REVIEW, Event.Status.FINISHED, Event.Status.RUNNING])
    past = past.exclude(format__in=BETWEEN_CLUBS)  # the clubs list theirs
    ended: list[Event] = list(past.order_by("-pk")[:SHOWN])
    return {"open": list(open_now[:SHOWN]), "mine": mine, "led": led, "past": ended}


def _counted(events: QuerySet[Event]) -> QuerySet[Event]:
    return events.annotate(count=Count("entries", filter=Q(entries__status=Entry.Status.IN)))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table as it is shown."""

    place: Place
    points: str
    values: tuple[str, ...]
    share: float
    """Of the target, or of the most points, from 0 to 100: how long its bar is."""


def number(text: str) -> str:
    """A stored fraction as people read it: 7/2 is 3.5, 1200 is 1,200."""
    value = Fraction(text)
    if value.denominator == 1:
        return figure(value.numerator)
    return figure(float(value), 1 if (value * 10).denominator == 1 else 2)


@dataclass(frozen=True, slots=True)
class Round:
    """A round as it is shown."""

    number: int
    games: list[Game]


@dataclass(frozen=True, slots=True)
class Shown:
    """A section of an event as its page shows it."""

    section: Section
    columns: tuple[str, ...]
    """Names of the values, in English: programs know them by these."""
    lines: list[Line]
    rounds: list[Round]
    """The latest first."""

    @property
    def heads(self) -> list[str]:
        """The columns as the page names them."""
        return [_(column) for column in self.columns]

    @property
    def by_match(self) -> list[tuple[str, list[tuple[int | None, bool]]]]:
        """Where all play at one table: each entrant's total in every match in turn, and whether it won."""
        games = [game for one in reversed(self.rounds) for game in one.games]
        rows = []
        for line in self.lines:
            key = line.place.entry_id
            cells = []
            for game in games:
                there = game.fixture.result is not None and key in game.fixture.seats
                total = game.totals[game.fixture.seats.index(key)] if there else None
                cells.append((total, key in game.winners))
            rows.append((line.place.entry.name, cells))
        return rows

    @property
    def games(self) -> list[Game]:
        """Every match in turn."""
        return [game for one in reversed(self.rounds) for game in one.games]

    @property
    def latest(self) -> list[Game]:
        """The last few, the latest first."""
        return self.games[: -SHOWN - 1 : -1]


@dataclass(frozen=True, slots=True)
class Game:
    """A fixture as it is shown: who, how it ended or until when, and where it is played."""

    fixture: Fixture
    names: tuple[str, ...]
    totals: tuple[int, ...]
    winners: frozenset[int]


def sections(event: Event, stage: int | None = None) -> list[Shown]:
    """The tables and rounds of a stage, the present one unless another is named. Four queries."""
    chosen = event.stage if stage is None else stage
    found = list(event.sections.filter(stage=chosen).order_by("number"))
    places: dict[int, list[Place]] = defaultdict(list)
    for place in Place.objects.select_related("entry__player", "entry__team").filter(section__in=found):
        places[place.section_id].append(place)
    fixtures: dict[int, list[Fixture]] = defaultdict(list)
    for fixture in Fixture.objects.filter(section__in=found).order_by("-round", "pairing", "leg"):
        fixtures[fixture.section_id].append(fixture)
    form = table.form_of(event)
    columns = tuple(column.name for column in form.COLUMNS)
    sat = {player for rows in fixtures.values() for row in rows for player in row.players}
    who = dict(User.objects.filter(pk__in=sat).values_list("pk", "username")) if form.TEAMS else {}
    return [
        _shown(event, section, columns, places[section.pk], fixtures[section.pk], who) for section in found
    ]


def _shown(
    event: Event,
    section: Section,
    columns: tuple[str, ...],
    places: list[Place],
    fixtures: list[Fixture],
    who: dict[int, str],
) -> Shown:
    places.sort(key=lambda place: place.position)
    names = {place.entry_id: place.entry.name for place in places}
    best = max([float(Fraction(place.points)) for place in places], default=0.0)
    whole = float(event.target) if event.format in {"score", "team"} else best
    lines = [
        Line(
            place,
            number(place.points),
            tuple(number(value) for value in place.values),
            min(100.0, 100 * float(Fraction(place.points)) / whole) if whole else 0.0,
        )
        for place in places
    ]
    rounds: dict[int, list[Game]] = defaultdict(list)
    for fixture in fixtures:
        rounds[fixture.round].append(_game(fixture, names, who))
    return Shown(section, columns, lines, [Round(number, games) for number, games in rounds.items()])


def _game(fixture: Fixture, names: dict[int, str], who: dict[int, str]) -> Game:
    """`who` are players by their keys where teams play: a fixture says whose turn in the order it is."""
    result = fixture.result or {"totals": [], "places": []}
    winners = frozenset(
        seat for seat, place in zip(fixture.seats, result["places"], strict=False) if place == 1
    )
    return Game(
        fixture,
        tuple(
            f"{names.get(seat, '?')} ({who[player]})" if player in who else names.get(seat, "?")
            for seat, player in zip(fixture.seats, fixture.players or fixture.seats, strict=True)
        ),
        tuple(result["totals"]),
        winners,
    )


def cross_table(shown: Shown) -> list[tuple[str, list[str]]]:
    """Who made what against whom in a section: a line each, wins as 1 and draws as ½. No query."""
    order = [line.place.entry_id for line in shown.lines]
    cells: dict[tuple[int, int], list[str]] = defaultdict(list)
    for one_round in shown.rounds:
        for game in one_round.games:
            seats = game.fixture.seats
            if game.fixture.result is None or len(seats) != 2:
                continue
            for one, other in (seats, seats[::-1]):
                draw = set(seats) == game.winners
                cells[one, other].append("½" if draw else "1" if one in game.winners else "0")
    return [
        (line.place.entry.name, ["·" if one == other else " ".join(cells[one, other]) for other in order])
        for line in shown.lines
        for one in [line.place.entry_id]
    ]


def team_fixtures(team: Team) -> list[Game]:
    """The team's matches, the latest first, with who sits for whom. Four queries."""
    entry = Entry.objects.filter(team=team).first()
    if entry is None:
        return []
    entries = Entry.objects.select_related("team").filter(event=team.event_id, team__isnull=False)
    names = {one.pk: one.name for one in entries}
    rows = list(Fixture.objects.filter(section__event=team.event_id, seats__contains=[entry.pk]))
    sat = {player for row in rows for player in row.players}
    who = dict(User.objects.filter(pk__in=sat).values_list("pk", "username"))
    rows.sort(key=lambda row: -row.pk)
    return [_game(row, names, who) for row in rows]


def being_played(event: Event) -> list[int]:
    """The keys of matches of an event that have no result yet, the latest first, as many as a page asks for.
    One query.
    """
    open_now = Fixture.objects.filter(section__event=event, match_id__isnull=False, result__isnull=True)
    found = open_now.order_by("-match_id").values_list("match_id", flat=True)[:AT_ONCE]
    return [key for key in found if key is not None]


def round_is_over(match: Match) -> bool:
    """Whether nobody plays the round of this match of an event any more (settings.MATCH_ROUND_OVER): in no
    section of its stage, and none of these has still to come to it. Four queries at most.
    """
    running = [Event.Status.DRAFT, Event.Status.OPEN, Event.Status.RUNNING]
    if not Event.objects.filter(pk=match.event or 0, status__in=running).exists():
        return True
    mine = Fixture.objects.select_related("section").filter(match_id=match.pk).first()
    if mine is None:  # it counts for nobody there
        return False
    sections = Section.objects.filter(event=mine.section.event_id, stage=mine.section.stage, over=False)
    unplayed = Fixture.objects.filter(Fixture.PLAYED, section__in=sections, result__isnull=True)
    if unplayed.filter(round__lte=mine.round).exists():
        return False
    there = Fixture.objects.filter(section__in=sections, round__gte=mine.round)
    return not sections.exclude(pk__in=there.values("section")).exists()


def medals(player: User) -> list[Medal]:
    """The player's titles, the latest first. One query."""
    return list(player.medals.select_related("event")[:SHOWN])
