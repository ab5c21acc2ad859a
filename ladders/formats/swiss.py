"""Swiss: a few rounds for a large field, each against an opponent of about equal points.

rules.md, "Organised play": log2 n rounds, rounded up, and one more; no pair twice while avoidable; the
bye goes to the lowest who had fewest; what the director has set by hand stays. Every pairing is one match:
win 2, draw 1, loss 0. A bye counts as a win, and so does, for the opponent, a match that a withdrawal
annuls: the draw shall harm nobody. Ties: the sum of the opponents' points (Buchholz), Sonneborn-Berger,
mean score, fewer time-outs; else the rank is shared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from games.said import gettext_noop
from ladders.formats.base import Column, Event, Fixture, Row, Settings
from ladders.formats.counted import annulled, open_fixtures
from ladders.formats.field import active, last_stage, no_moment, no_roll_offs, one_section
from ladders.formats.one_table import rounds_made
from ladders.formats.pairs import WIN, Tally, meetings
from ladders.formats.standings import Line, table
from ladders.formats.swiss_cost import Player
from ladders.formats.swiss_pairing import pair, seated

NAME = gettext_noop("Swiss")
FEWEST = 2
MOST: int | None = None
TEAMS = False
ONE_TABLE = False
CARDS_ONLY = False
SETTINGS: Mapping[str, range] = MappingProxyType({})
COLUMNS: tuple[Column, ...] = (
    Column(gettext_noop("Opponents’ points")),
    Column(gettext_noop("Sonneborn-Berger")),
    Column(gettext_noop("Mean score")),
    Column(gettext_noop("Time-outs"), fewer=True),
)
sections = one_section
advance = last_stage
roll_offs = no_roll_offs
to_play = open_fixtures
wakes = no_moment


def rounds(entrants: int, settings: Settings) -> int:
    """The logarithm of the entrants to base 2, rounded up, and one more."""
    return (entrants - 1).bit_length() + 1


def _planned(event: Event) -> int:
    return rounds(len(event.entrants), event.settings)


def next_fixtures(event: Event) -> tuple[Fixture, ...]:
    """The pairings of the next round once the last one is over; a bye is a fixture with one seat."""
    if open_fixtures(event) or over(event):
        return ()
    number = rounds_made(event) + 1
    left = _planned(event) - number
    players = _players(event)
    by_hand = _by_hand(event, players)
    taken = {seat for seats in by_hand for seat in seats}
    paired = pair([player for player in players if player.id not in taken], left)
    line = {player.id: place for place, player in enumerate(players)}
    every = [*paired.tables, *((bye,) for bye in paired.bye), *by_hand]
    every.sort(key=lambda seats: (len(seats) == 1, min(line[seat] for seat in seats)))
    return tuple(
        Fixture(event.stage, event.section, number, table_number, 1, seats, starts=seats[0])
        for table_number, seats in enumerate(every, 1)
    )


def _by_hand(event: Event, players: Sequence[Player]) -> list[tuple[int, ...]]:
    """What the director has set, as far as all of it are still there; in each pair who begins first.

    Somebody has left or come since: a bye that would cost another one is not given.
    """
    known = {player.id: player for player in players}
    found: list[tuple[int, ...]] = []
    for number, seats in enumerate(event.arranged):
        if known.keys() >= set(seats):
            here = [player for player in players if player.id in seats]
            found.append(seated(here[0], here[1], number) if len(here) == 2 else tuple(seats))
    byes = [seats for seats in found if len(seats) == 1]
    if byes and (len(players) - len(byes)) % 2:
        found.remove(byes[-1])
    return found


def _players(event: Event) -> list[Player]:
    """Who is to be paired, best first, with what the pairing asks about them."""
    met: dict[int, Counter[int]] = {entrant.id: Counter() for entrant in event.entrants}
    byes: Counter[int] = Counter()
    starts: dict[int, list[bool]] = {entrant.id: [] for entrant in event.entrants}
    for fixture in sorted(event.fixtures, key=lambda fixture: fixture.round):
        if fixture.bye:
            byes.update(fixture.seats)
            continue
        for one, other in (fixture.seats, fixture.seats[::-1]):
            met[one][other] += 1
            starts[one].append(fixture.starts == one)
    here = {entrant.id for entrant in active(event)}
    return [
        Player(
            row.entrant,
            int(row.points),
            met[row.entrant],
            byes[row.entrant],
            tuple(starts[row.entrant]),
        )
        for row in standings(event)
        if row.entrant in here
    ]


def over(event: Event) -> bool:
    """Whether the last round is over, or fewer than two are left to play."""
    if open_fixtures(event):
        return False
    return rounds_made(event) >= _planned(event) or len(active(event)) < 2


def standings(event: Event) -> tuple[Row, ...]:
    """Points, then the tie-breaks. Whose results are annulled has no rank."""
    void = _annulled(event)
    tally = _tally(event, void)
    return table(
        (
            Line(
                entrant,
                played=len(tally.meetings[entrant.id]),
                points=tally.points[entrant.id],
                values=(
                    tally.buchholz(entrant.id),
                    tally.sonneborn_berger(entrant.id),
                    tally.mean_score(entrant.id),
                    tally.time_outs(entrant.id),
                ),
                ranked=entrant.id not in void and not entrant.disqualified,
            )
            for entrant in event.entrants
        ),
        COLUMNS,
    )


def _annulled(event: Event) -> frozenset[int]:
    byes = Counter(seat for fixture in event.fixtures if fixture.bye for seat in fixture.seats)
    matches = _planned(event)
    return annulled(event, {entrant.id: matches - byes[entrant.id] for entrant in event.entrants})


def _tally(event: Event, void: frozenset[int]) -> Tally:
    """The sums over all meetings, with a win for a bye and for an opponent whose results are annulled."""
    spared = (
        set(fixture.seats) - void for fixture in event.fixtures if fixture.bye or void & set(fixture.seats)
    )
    return Tally(meetings(event, void), ((entrant, WIN) for seats in spared for entrant in seats))
