"""How somebody plays, out of the reviews of their matches: luck and skill over time, and each box."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Q, QuerySet

from accounts.models import User
from games.analysis.box_means import MEANS
from games.analysis.review import Loss, Sums, box_ids, by_points
from games.analysis.review_packed import Unreadable, head
from games.models import Match, Review
from games.rules import RULES

MOST = 200
"""Matches of a game that are counted, the latest."""


@dataclass(frozen=True, slots=True)
class One:
    """One match: when it ended, and what it came to for the player."""

    match: int
    ended_at: datetime
    sums: Sums
    accuracy: float | None


@dataclass(frozen=True, slots=True)
class Box:
    """A box on the mean: what the player writes there, what perfect play does if that is known, and what
    choosing it cost, all in points a card.
    """

    box: str
    mine: float
    perfect: float | None
    cost: float


@dataclass(frozen=True, slots=True)
class Play:
    """A player's latest matches of a game, the oldest first, and what they come to on the mean."""

    code: str
    by_points: bool
    matches: tuple[One, ...]
    accuracy: float | None
    skill: float
    luck: float
    lost: tuple[tuple[Loss, float], ...]
    """In what was lost, a match, the most first: points at score cards, in a race of the chance to win."""
    boxes: tuple[Box, ...]


def games_of(player: User) -> list[tuple[str, int]]:
    """The games of which the player has matches that were reviewed, and how many, most first. One query."""
    counted = _reviewed(player).values_list("match__code").annotate(count=Count("pk"))
    return sorted(counted, key=lambda one: (-one[1], one[0]))


def play_of(player: User, code: str) -> Play:
    """How the player plays a game. One query, however many matches."""
    rules = RULES[code]
    boxes = tuple(box_ids(rules))
    rows = (
        _reviewed(player)
        .filter(match__code=code)
        .order_by("-ended_at")
        .values_list("match", "match__seats__index", "packed", "ended_at")[:MOST]
    )
    found = []
    for match, index, packed, ended_at in rows:
        try:
            seats = head(bytes(packed or b""), boxes)
        except Unreadable:
            continue  # of an older format, until somebody looks at it
        sums = seats[index]
        accuracy = sums.accuracy(by_points=by_points(rules, len(seats)))
        found.append(One(match, ended_at, sums, accuracy))
    return _play(code, found[::-1], boxes)


def numbers_of(player: User) -> Iterator[dict[str, object]]:
    """What the reviews of all the player's matches found of them, as JSON values, the oldest first: points
    lost by decisions and gained by luck, and the accuracy. One query.
    """
    rows = _reviewed(player).order_by("ended_at")
    wanted = rows.values_list("match", "match__code", "match__seats__index", "packed")
    for match, code, index, packed in wanted.iterator(100):
        try:
            seats = head(bytes(packed or b""), tuple(box_ids(RULES[code])))
        except Unreadable:
            continue
        sums = seats[index]
        accuracy = sums.accuracy(by_points=by_points(RULES[code], len(seats)))
        yield {"match": match, "lost": sums.skill, "luck": sums.luck, "accuracy": accuracy}


def _reviewed(player: User) -> QuerySet[Review]:
    there = Q(match__seats__player=player, match__status=Match.Status.FINISHED, packed__isnull=False)
    return Review.objects.filter(there, ended_at=F("match__ended_at"), match__taken_back=False)


def _play(code: str, matches: Sequence[One], boxes: Sequence[str]) -> Play:
    scored = by_points(RULES[code], 2)
    count = max(1, len(matches))
    accuracies = [one.accuracy for one in matches if one.accuracy is not None]
    lost: Counter[Loss] = Counter()
    for one in matches:
        lost.update(one.sums.lost)
    skill = [one.sums.skill.by(points=scored) for one in matches]
    luck = [one.sums.luck.by(points=scored) for one in matches]
    return Play(
        code=code,
        by_points=scored,
        matches=tuple(matches),
        accuracy=sum(accuracies) / len(accuracies) if accuracies else None,
        skill=sum(skill) / count,
        luck=sum(luck) / count,
        lost=tuple((loss, amount / count) for loss, amount in lost.most_common() if amount / count > 1e-4),
        boxes=_boxes(code, matches, boxes),
    )


def _boxes(code: str, matches: Sequence[One], boxes: Sequence[str]) -> tuple[Box, ...]:
    written: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for one in matches:
        for box, cell in one.sums.boxes.items():
            written[box].append(cell)
    found = []
    for box in boxes:
        if cells := written[box]:
            points, cost = (sum(column) / len(cells) for column in zip(*cells, strict=True))
            found.append(Box(box, points, MEANS.get(code, {}).get(box), cost))
    return tuple(found)
