"""How near to perfect players decide: counted from the reviews of their rated matches, for staff to look at.

Each review that is made counts its players anew, out of their latest matches alone, and moves them in the
sums of everybody of that game and rating. So the page asks a few rows, however many players there are.
Nothing follows from a mark by itself.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from accounts.models import User
from games import rating
from games.analysis import fair_play
from games.analysis.fair_play import WINDOW, Figures, Population
from games.analysis.review import Sums, box_ids, by_points
from games.analysis.review_packed import Unreadable, head
from games.models import FairPlay, Match, PlayedBy, Rating, Review, Seat
from games.rules import RULES

logger = logging.getLogger(__name__)
SEATS = 2
"""Matches of so many are reviewed by themselves: what somebody asked for is not taken out of all."""
Populations = Mapping[str, Mapping[int, Population]]
"""By the code of the game and the band of ratings."""


@dataclass(frozen=True, slots=True)
class One:
    """One match, and what it came to for the player, who sat at `seat`."""

    match: int
    seat: int
    ended_at: datetime
    sums: Sums


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the figures of a player say beside those of `players` others.

    `same_rating` says whether these are of the player's rating, or of all ratings while there are too few.
    `low` and `high` are between what shares of the hard decisions two of three of them are right, `middle`
    what lies between. `chance` is how likely somebody who plays as they do shows so much; `looked_at` is how
    many players of the game are looked at.
    """

    players: int
    same_rating: bool
    low: float
    middle: float
    high: float
    chance: float
    looked_at: int

    @property
    def marked(self) -> bool:
        """Whether it can hardly be an accident."""
        return fair_play.is_marked(self.chance, self.looked_at)


def follow(seats: Sequence[Seat]) -> None:
    """Count the players of a match whose review has been made, or dropped: a void one may have been rated.

    What fails is made good by the next one, and holds up nothing.
    """
    match = seats[0].match
    if len(seats) != SEATS or not (match.rated or match.status == Match.Status.VOID):
        return
    for seat in seats:
        player = seat.player
        if player is None or player.robot or player.guest:
            continue
        try:
            count(player, match.code)
        except Exception:  # whatever fails, fails alone
            logger.exception("player %s could not be counted in %s", player.pk, match.code)


@transaction.atomic
def count(player: User, code: str) -> FairPlay:
    """Count a player's latest matches of a game anew. Idempotent, and safe in several workers at once."""
    FairPlay.objects.bulk_create([FairPlay(player=player, code=code)], ignore_conflicts=True)
    row = FairPlay.objects.select_for_update(no_key=True).get(player=player, code=code)
    before = (row.band, row.measure)
    scored = by_points(RULES[code], SEATS)
    figures = _sum((one.sums for one in latest(player, code)), scored=scored)
    for name, number in asdict(figures).items():
        setattr(row, name, number)
    rated = Rating.objects.filter(player=player, code=code, kind=Rating.Kind.DUEL).first()
    row.rating = rated.mean if rated else rating.DUEL.mean
    row.band = fair_play.band_of(row.rating)
    row.measure = figures.measure
    _move(code, before, (row.band, row.measure))
    row.score = _score(row)
    row.save()
    return row


def _score(row: FairPlay) -> float | None:
    others = _others(row, populations())
    return None if row.measure is None or others is None else others.above(row.measure)


def _move(code: str, before: tuple[int, int | None], after: tuple[int, int | None]) -> None:
    """Take a measure out of the sums of one band and put it into another's; bands in their order, so that two
    workers never wait for each other.
    """
    if before == after:
        return
    changes: dict[int, Population] = {}
    for (band, measure), sign in ((before, -1), (after, 1)):
        if measure is not None:
            change = Population(sign, sign * measure, sign * measure * measure)
            changes[band] = changes.get(band, Population()).plus(change)
    bands = sorted(changes)
    PlayedBy.objects.bulk_create([PlayedBy(code=code, band=band) for band in bands], ignore_conflicts=True)
    for band in bands:
        change = changes[band]
        PlayedBy.objects.filter(code=code, band=band).update(
            players=F("players") + change.players,
            total=F("total") + change.total,
            squares=F("squares") + change.squares,
        )


def leave(player: User) -> None:
    """Take a player whose account is closed out of all sums (settings.ACCOUNT_CLOSERS)."""
    rows = FairPlay.objects.select_for_update(no_key=True).filter(player=player).order_by("code")
    for row in rows:
        _move(row.code, (row.band, row.measure), (row.band, None))
    FairPlay.objects.filter(player=player).delete()


def latest(player: User, code: str, most: int = WINDOW) -> list[One]:
    """A player's latest rated matches of a game for two that were reviewed, the newest first. One query."""
    there = Q(match__seats__player=player, match__status=Match.Status.FINISHED, packed__isnull=False)
    rows = (
        Review.objects.filter(
            there,
            match__code=code,
            match__rated=True,
            ended_at=F("match__ended_at"),
        )
        .order_by("-ended_at", "-match")
        .values_list("match", "match__seats__index", "ended_at", "packed")[: 2 * most]
    )
    return list(_read(rows, tuple(box_ids(RULES[code]))))[:most]


def _read(rows: Iterable[tuple[Any, ...]], boxes: Sequence[str]) -> Iterator[One]:
    for match, index, ended_at, packed in rows:
        try:
            seats = head(bytes(packed or b""), boxes)
        except Unreadable:
            continue
        if len(seats) == SEATS:
            yield One(match, index, ended_at, seats[index])


def _sum(found: Iterable[Sums], *, scored: bool) -> Figures:
    figures = Figures()
    for sums in found:
        figures = figures.plus(sums, by_points=scored)
    return figures


def before(player: User, code: str) -> Figures:
    """The matches before the latest, as many. One query."""
    older = latest(player, code, 2 * WINDOW)[WINDOW:]
    return _sum([one.sums for one in older], scored=by_points(RULES[code], SEATS))


def populations() -> Populations:
    """How everybody decides. One query of some forty rows."""
    found: dict[str, dict[int, Population]] = {}
    for row in PlayedBy.objects.all():
        found.setdefault(row.code, {})[row.band] = row.value
    return found


def verdict(row: FairPlay, known: Populations) -> Verdict | None:
    """What is to be said of a player; None with too few matches, or too few players to compare them with."""
    others = _others(row, known)
    if row.measure is None or others is None:
        return None
    bands = known[row.code]
    low, middle, high = (fair_play.share_of(others.mean + apart * others.deviation) for apart in (-1, 0, 1))
    return Verdict(
        players=others.players,
        same_rating=others == bands[row.band].without(row.measure),
        low=low,
        middle=middle,
        high=high,
        chance=fair_play.chance_of(row.measure, others),
        looked_at=sum(one.players for one in bands.values()),
    )


def _others(row: FairPlay, known: Populations) -> Population | None:
    bands = known.get(row.code, {})
    if row.measure is None or row.band not in bands:
        return None
    whole = Population()
    for band in bands.values():
        whole = whole.plus(band)
    own, every = (one.without(row.measure) for one in (bands[row.band], whole))
    return fair_play.beside(own, every)
