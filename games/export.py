"""What the games know about a player, for the player's own archive (settings.ACCOUNT_PARTS)."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress

from accounts.export import Part, as_json
from accounts.models import User
from games import record
from games.archive import collecting, comments, notes
from games.coach import playing
from games.daily import queries
from games.feats import archive
from games.imported import keeping
from games.match import move_log, records
from games.models import FairPlay, Learnt, Match, Rating, RatingPoint, Remark
from games.packed import Damaged
from games.puzzles import history
from games.record import BadRecord

log = logging.getLogger(__name__)
DECISIONS = ("code", "matches", "decisions", "best", "hard", "hard_best", "cost", "at_stake")
"""What is counted of how the player decides (games.coach.fair_play)."""


def matches(player: User) -> Iterator[Part]:
    """Ratings, lessons, what reviews found and what is counted of them, puzzles, dailies, records, feats,
    notes, collections, what was said of matches and at tables, all matches, and the records of those that are
    over. A record that cannot be read any more is missed where its match is listed, and holds back nothing
    else.
    """
    rated = Rating.objects.filter(player=player)
    yield "ratings.json", as_json(list(rated.values("code", "kind", "mean", "deviation", "matches", "at")))
    points = RatingPoint.objects.filter(player=player).order_by("at")
    yield (
        "rating-history.json",
        as_json(list(points.values("match", "code", "kind", "mean", "deviation", "at"))),
    )
    learnt = Learnt.objects.filter(player=player).order_by("lesson")
    yield "lessons.json", as_json(list(learnt.values("lesson", "steps", "finished_at")))
    yield "reviews.json", as_json(list(playing.numbers_of(player)))
    yield "puzzles.json", as_json(history.everything(player))
    yield "daily.json", as_json(list(queries.everything(player)))
    counted = FairPlay.objects.filter(player=player)
    yield "fair-play.json", as_json(list(counted.values(*DECISIONS)))
    yield "records.json", as_json(archive.everything(player))
    yield from _kept(player)
    said = Remark.objects.filter(player=player).order_by("pk")
    yield "remarks.json", as_json(list(said.values("match", "text", "at")))
    listed = []
    for match in records.everything(player):
        seats = list(match.seats.all())
        kept = match.status == Match.Status.FINISHED
        if kept:
            try:
                whole = records.as_record(match, seats, move_log.all_moves(match))
            except Damaged as error:
                kept = False
                log.error("match %s is missing in an archive: %s", match.pk, error)
            else:
                yield f"records/{match.code}-{match.pk}.txt", record.write(whole)
        listed.append(
            {
                "match": match.pk,
                "game": match.code,
                "status": match.status,
                "players": [seat.name for seat in seats],
                "started": match.started_at,
                "ended": match.ended_at,
                "places": [seat.place for seat in seats],
                "totals": [seat.total for seat in seats] if match.over else None,
                "record": kept,
            }
        )
    yield "matches.json", as_json(listed)


def _kept(player: User) -> Iterator[Part]:
    """What the player keeps of matches, and says of them."""
    yield "notes.json", as_json(notes.everything(player))
    yield "collections.json", as_json(collecting.everything(player))
    for one in keeping.everything(player):
        with suppress(BadRecord):  # a damaged one costs nobody the others
            yield f"imported/{one.code}-{one.pk}.txt", keeping.text_of(one)
    yield "comments.json", as_json(comments.everything(player))
    yield "comments-agreed.json", as_json(comments.agreed(player))
