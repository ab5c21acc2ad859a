"""What a match comes to for each of its people, out of what the database holds of it.

It counts for records where it was finished, begun, and nobody took a choice back, and where nobody could have
had a hint: alone and against robots for no rating the coach helps whoever asks, and nothing in the record
tells who asked. So that is practice. Robots and guests have no records.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC

from games.analysis.review import box_ids, by_points
from games.analysis.review_packed import Unreadable, head
from games.deeds.families import FAMILIES, bar_of
from games.deeds.register import earned
from games.deeds.seen import Seen
from games.match.played import Played, play_through
from games.models import Deed, Match, RatingPoint, Review, Seat
from games.rules.base import Pace


def counts(match: Match, seats: Sequence[Seat]) -> bool:
    """Whether a match counts for records."""
    if match.status != Match.Status.FINISHED or not match.begun or match.taken_back:
        return False
    people = sum(seat.player is None or not seat.player.robot for seat in seats)
    return match.rated or match.organised or people > 1


def deeds_of(match: Match, seats: Sequence[Seat], known: Mapping[int, Deed]) -> dict[int, Deed]:
    """What the match left of its people, by their keys; nothing where it does not count.

    `known` are the deeds that are kept of it. They stand for what the site has forgotten since: ratings
    before the match, and the review of one that is made anew. Three queries.
    """
    people = [seat for seat in seats if seat.player and not seat.player.robot and not seat.player.guest]
    if not people or not counts(match, seats):
        return {}
    whole = play_through(match, seats)
    above, reviewed = _above(match, seats, known), dict(_reviewed(match, seats, known))
    return {
        seat.player_id or 0: _deed(match, seats, seat, whole, above, reviewed.get(seat.index))
        for seat in people
    }


def _deed(
    match: Match,
    seats: Sequence[Seat],
    seat: Seat,
    whole: Played,
    above: Mapping[int, float],
    reviewed: tuple[float, int] | None,
) -> Deed:
    accuracy, decisions = reviewed or (None, 0)
    seen = Seen(
        rules=match.rules,
        options=match.options,
        pace=Pace(match.pace),
        seat=seat.index,
        places=tuple(one.place or len(seats) for one in seats),
        steps=tuple(whole.steps[index] for index in whole.there),
        final=whole.state(len(whole.steps)),
        above=above.get(seat.player_id or 0),
        level=_level(match, seats, seat),
        accuracy=accuracy,
        decisions=decisions,
    )
    family = FAMILIES[match.rules.family]
    total = seen.total() if family.whole(seen) else None
    assert match.ended_at
    return Deed(
        player_id=seat.player_id or 0,
        match=match.pk,
        code=match.code,
        ended_at=match.ended_at.astimezone(UTC),
        total=total,
        bar=None if total is None else bar_of(match.rules, total),
        column=family.column(seen),
        alike=family.alike(seen),
        won=_won(seen),
        late=seen.late,
        above=seen.above,
        accuracy=accuracy,
        decisions=decisions,
        feats=list(earned(seen)),
    )


def _won(seen: Seen) -> int | None:
    if len(seen.places) < 2:
        return None
    if seen.places[seen.seat] > 1:
        return -1
    return int(seen.won)


def _level(match: Match, seats: Sequence[Seat], seat: Seat) -> str:
    """How well the one opponent plays, if that is a robot and it is for a rating."""
    others = [one.player for one in seats if one is not seat]
    opponent = others[0] if len(others) == 1 and match.rated else None
    return opponent.level if opponent is not None and opponent.robot else ""


def _above(match: Match, seats: Sequence[Seat], known: Mapping[int, Deed]) -> dict[int, float]:
    """By how much each player's one opponent was rated higher before. One query, or none."""
    if len(seats) != 2 or not match.rated:
        return {}
    points = RatingPoint.objects.filter(match=match, taken_back=False)
    before = dict(points.values_list("player", "before"))
    one, other = (seat.player_id or 0 for seat in seats)
    if one in before and other in before:
        return {one: before[other] - before[one], other: before[one] - before[other]}
    return {player: deed.above for player, deed in known.items() if deed.above is not None}


def _reviewed(
    match: Match, seats: Sequence[Seat], known: Mapping[int, Deed]
) -> Iterator[tuple[int, tuple[float, int]]]:
    """What the review found of each seat: accuracy and decisions. One query."""
    row = Review.objects.filter(match=match, packed__isnull=False).first()
    if row is not None and row.ended_at != match.ended_at:
        row = None
    try:
        sums = head(bytes(row.packed or b""), tuple(box_ids(match.rules))) if row else ()
    except Unreadable:
        sums = ()
    if sums:
        points = by_points(match.rules, len(seats))
        for index, one in enumerate(sums):
            accuracy = one.accuracy(by_points=points)
            if accuracy is not None:
                yield index, (accuracy, one.decisions)
        return
    for seat in seats:
        deed = known.get(seat.player_id or 0)
        if deed is not None and deed.accuracy is not None and deed.ended_at == match.ended_at:
            yield seat.index, (deed.accuracy, deed.decisions)
