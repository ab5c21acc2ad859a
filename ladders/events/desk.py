"""What a director sees of an event's matches. Every function costs a fixed number of queries.

Hidden cards stay hidden from directors too: of a split match it is only said that it is played.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.alphabets import isolated
from accounts.models import User
from accounts.models.moderation import Report
from games.models import Match, Seat
from games.rules.base import Pace
from ladders.models import Entry, Event, Fixture

PAGE = 50
SOON = timedelta(hours=24)
"""A match whose time ends within it needs a hand."""
SHOWS = ("running", "hand", "over")


@dataclass(frozen=True, slots=True)
class Sitting:
    """Somebody at a match: what can be seen of the score, and whether it is the turn."""

    name: str
    total: int | None
    to_move: bool
    place: int | None = None
    reported: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """A match of the event as the desk shows it."""

    fixture: Fixture
    sitting: tuple[Sitting, ...]
    deadline: datetime | None = None
    """When the next clock ends, or the round."""
    hides: bool = False
    """Whether its cards are hidden until it is over."""
    adjudicated: bool = False
    turns: bool = False
    settling: bool = False
    """Whether it has just ended, and the worker is about to take its result."""
    late: bool = False
    soon: bool = False

    @property
    def name(self) -> str:
        """Who plays, in one line."""
        return " – ".join(isolated(one.name) for one in self.sitting)

    @property
    def reported(self) -> bool:
        """Whether a report about one of them waits for the staff."""
        return any(one.reported for one in self.sitting)


@dataclass(frozen=True, slots=True)
class Desk:
    """A page of matches, and how many there are of each kind."""

    page: Page[Fixture]
    games: Sequence[Game] = ()
    counts: dict[str, int] = field(default_factory=dict)


def matches(event: Event, show: str, name: str, number: str | None, *, staff: bool) -> Desk:
    """A page of the event's matches of this kind, of SHOWS, of those whose names hold `name`.

    Staff see every report that waits; organisers those that were made among the players of the event.
    """
    reported = _reported(event, staff=staff)
    kinds = {show: _kind(event, show, reported) for show in SHOWS}
    chosen = kinds[show]
    if name:
        named = Q(player__username__icontains=name) | Q(team__name__icontains=name)
        keys = list(event.entries.filter(named).values_list("pk", flat=True)[:500])
        chosen = chosen.filter(seats__overlap=keys)
    order = ("-round", "pairing", "leg") if show == "over" else ("deadline", "pk")
    page = Paginator(chosen.order_by(*order), PAGE).get_page(number)
    counts = {kind: rows.count() for kind, rows in kinds.items()}
    return Desk(page, games_of(list(page.object_list), reported), counts)


def matches_after(
    event: Event, show: str, after: int, count: int, *, staff: bool
) -> tuple[list[Game], int | None]:
    """So many of the event's matches of this kind, of SHOWS, from a fixture's key on, and the key after which
    there are more, if there are. Five queries.
    """
    reported = _reported(event, staff=staff)
    rows = list(_kind(event, show, reported).filter(pk__gt=after).order_by("pk")[: count + 1])
    return games_of(rows[:count], reported), rows[count - 1].pk if len(rows) > count else None


def _reported(event: Event, *, staff: bool) -> set[int]:
    """The players of the event about whom a report waits. One query."""
    inside = User.objects.filter(Q(entries__event=event) | Q(memberships__event=event)).values("pk")
    waiting = Report.objects.filter(decided_at=None, about__in=inside)
    if not staff:
        waiting = waiting.filter(by__in=inside, at__gte=event.started_at or event.created_at)
    return set(waiting.values_list("about", flat=True))


def _kind(event: Event, show: str, reported: Iterable[int]) -> QuerySet[Fixture]:
    played = Fixture.objects.filter(section__event=event, match_id__isnull=False)
    if show == "over":
        return played.filter(result__isnull=False)
    running = played.filter(result__isnull=True)
    if show == "running":
        return running
    soon = timezone.now() + SOON
    clocks = Match.objects.filter(event=event.pk, status=Match.Status.RUNNING, deadline__lte=soon)
    pressing = Q(deadline__lte=soon) | Q(match_id__in=clocks.values("pk"))
    return running.filter(pressing | Q(players__overlap=list(reported)))


def games_of(fixtures: Sequence[Fixture], reported: Iterable[int] = ()) -> list[Game]:
    """These fixtures as the desk shows them. Three queries."""
    keys = {seat for fixture in fixtures for seat in fixture.seats}
    entries = Entry.objects.select_related("player", "team").in_bulk(keys)
    found = Match.objects.in_bulk([one.match_id for one in fixtures if one.match_id is not None])
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.select_related("player").filter(match__in=found).order_by("match", "index"):
        seats[seat.match_id].append(seat)
    about = frozenset(reported)
    return [
        _game(fixture, found[fixture.match_id], seats[found[fixture.match_id].pk], entries, about)
        for fixture in fixtures
        if fixture.match_id in found
    ]


def _game(
    fixture: Fixture, match: Match, seats: Sequence[Seat], entries: dict[int, Entry], about: frozenset[int]
) -> Game:
    over = fixture.result is not None
    hides = not over and match.apart
    runs = not over and match.status == Match.Status.RUNNING
    ends = min((one for one in (match.deadline, fixture.deadline) if one is not None), default=None)
    now = timezone.now()
    sitting = tuple(
        Sitting(
            _name(entries.get(key), seat),
            None if hides else seat.total,
            to_move=seat.to_move and runs and not hides,
            place=_place(fixture, index),
            reported=seat.player_id in about,
        )
        for index, (key, seat) in enumerate(zip(fixture.seats, seats, strict=False))
    )
    return Game(
        fixture,
        sitting,
        ends if runs else None,
        hides,
        match.adjudicated,
        match.pace == Pace.TURNS,
        settling=not over and not runs,
        late=runs and ends is not None and ends <= now,
        soon=runs and ends is not None and now < ends <= now + SOON,
    )


def _place(fixture: Fixture, index: int) -> int | None:
    if fixture.result is None or fixture.result.get("for_nobody"):
        return None
    place: int = fixture.result["places"][index]
    return place


def _name(entry: Entry | None, seat: Seat) -> str:
    """The entry's; of a team with who plays for it."""
    if entry is None:
        return seat.name
    return f"{entry.name} ({seat.name})" if entry.team_id is not None else entry.name


def of_fixture(fixture: Fixture) -> Game:
    """One match as the desk shows it. Three queries."""
    found = games_of([fixture])
    return found[0] if found else Game(fixture, ())


def name_of(game: Game) -> str:
    """The match in words, with its round."""
    facts = {"round": game.fixture.round, "names": game.name}
    return _("Round %(round)d: %(names)s") % facts
