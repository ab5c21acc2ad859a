"""What of a match between two clubs moves their numbers: the boards of people who prove something by it.

docs/clubs.md, "What moves a number". Whoever owns two clubs and their players could let one beat the other
for ever; so a board counts only between players whom others know, who stand on one side alone, and who have
not met the same club a moment ago. All of it is asked as the result is taken, under the locks of both clubs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q

from games.models import Match, Seat
from ladders import belonging, table
from ladders.formats import club_match
from ladders.formats.counted import counted
from ladders.models import ClubMatch, ClubMember, Fixture, Member, Section

BOARDS = 2
"""Boards that have to count: one alone would tell of two players, not of two clubs."""
KNOWN = 3
"""People outside of both clubs with whom somebody has finished a rated match who is known."""
LOOKED = 300
"""The latest matches of a player that are looked through for them."""
REST = timedelta(days=30)
"""So long whoever has moved a club's number against it does not move it again."""
HOME, AWAY = 1, 2
"""Seeds of the sides."""


@dataclass(frozen=True, slots=True)
class Board:
    """What a board brought each side, and who sat there, by their seeds."""

    points: dict[int, int]
    players: dict[int, int]


def score(found: ClubMatch, section: Section) -> float | None:
    """What the boards that count came to for the home club: 1, 0.5 or 0; None where too few do.

    Of a side that withdrew or was disqualified the table knows that it has lost.
    """
    boards = _counting(found, list(_boards(section)))
    if len(boards) < BOARDS:
        return None
    home, away = (sum(board.points.get(seed, 0) for board in boards) for seed in (HOME, AWAY))
    out = {place.seed for place in section.places.filter(rank=None)}
    if len(out) == 1:
        home, away = int(HOME not in out), int(AWAY not in out)
    return 0.5 if home == away else float(home > away)


def _boards(section: Section) -> Iterator[Board]:
    """Those at which somebody of each side sat, and not both were absent, in a match that was rated."""
    event = table.load(section)
    scores = counted(event)
    seeds = {entrant.id: entrant.seed for entrant in event.entrants}
    fixtures = list(section.fixtures.filter(Fixture.PLAYED))
    ended = Match.objects.filter(pk__in=[one.match_id for one in fixtures], status=Match.Status.FINISHED)
    rated = set(ended.filter(rated=True).values_list("pk", flat=True))
    for row in fixtures:
        fixture = table.as_fixture(section, row)
        if row.match_id in rated and len(row.players) == len(seeds) and scores.get(fixture.key):
            gained = club_match.gained(fixture, scores[fixture.key])
            yield Board(
                {seeds[side]: won for side, won in gained.items()},
                {seeds[side]: player for side, player in zip(row.seats, row.players, strict=True)},
            )


def _counting(found: ClubMatch, boards: list[Board]) -> list[Board]:
    """The boards at which both players may move the numbers. Some queries for each player."""
    clubs = {HOME: found.home_id, AWAY: found.away_id}
    everybody = {player for board in boards for player in board.players.values()}
    kept_out = {seed: _met(found, club) | belonging.among(everybody, club) for seed, club in clubs.items()}
    return [
        board
        for board in boards
        if not any(board.players[seed] in kept_out[HOME + AWAY - seed] for seed in clubs)
        and all(_is_known(player, clubs.values(), everybody) for player in board.players.values())
    ]


def _met(found: ClubMatch, club: int) -> set[int]:
    """Who has played against the club in a match that moved its number a moment ago. One query."""
    since = (found.ended_at or found.at) - REST
    moved = ClubMatch.objects.filter(rated=True, ended_at__gt=since).exclude(pk=found.pk)
    against = Q(team__entry__seed=AWAY, event__in=moved.filter(home=club).values("event"))
    against |= Q(team__entry__seed=HOME, event__in=moved.filter(away=club).values("event"))
    return set(Member.objects.filter(against, player__isnull=False).values_list("player", flat=True))


def _is_known(player: int, clubs: Collection[int], everybody: Collection[int]) -> bool:
    """Whether people who are in neither club, and do not sit in this match, have played with the player."""
    ended = Seat.objects.filter(player=player, match__rated=True, match__status=Match.Status.FINISHED)
    latest = ended.order_by("-match").values("match")[:LOOKED]
    inside = ClubMember.objects.filter(club__in=list(clubs)).values("player")
    others = Seat.objects.filter(match__in=latest, player__robot="", player__guest=False)
    outside = others.exclude(player__in=list(everybody)).exclude(player__in=inside)
    return len(outside.order_by("player").values("player").distinct()[:KNOWN]) >= KNOWN
