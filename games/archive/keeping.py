"""Keeping the archive: what there should be of a match, compared with what there is.

Done by the worker after a match has ended, and again whenever something of it changes; so it may come late,
twice, or once for many changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from accounts import holding
from games.deeds.families import FAMILIES
from games.deeds.seen import Seen
from games.deeds.words import LONGEST, words_of
from games.match import move_log, queries
from games.models import Archived, ArchivedSeat, Deal, Match, Seat
from games.rules.base import Pace

KEEP = """
INSERT INTO games_archived (match_id, ended_at, event, ladder, total, card, code, closed, words)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, nullif(to_tsvector('simple', %s), ''::tsvector))
ON CONFLICT (match_id) DO UPDATE SET
  ended_at = EXCLUDED.ended_at, event = EXCLUDED.event, ladder = EXCLUDED.ladder,
  total = EXCLUDED.total, card = EXCLUDED.card, closed = EXCLUDED.closed, words = EXCLUDED.words
"""
OPEN = """
UPDATE games_archived SET closed = false
WHERE closed AND match_id IN (SELECT id FROM games_match WHERE deal_id = %s)
"""
COMPARED = ("ended_at", "event", "ladder", "total", "card", "code", "closed")
SAYS = """
SELECT words IS NOT DISTINCT FROM nullif(to_tsvector('simple', %s), ''::tsvector)
FROM games_archived WHERE match_id = %s
"""


@dataclass(frozen=True, slots=True)
class Part:
    """What a player made in a match."""

    total: int
    card: int | None


@dataclass(frozen=True, slots=True)
class Kept:
    """What the archive should hold of a finished match: `parts` are those of players by their keys."""

    match: int
    ended_at: datetime
    event: int | None
    ladder: int | None
    total: int
    card: int | None
    code: str
    closed: bool
    words: str
    parts: Mapping[int, Part]


def follow(match_id: int, happened: Sequence[Mapping[str, Any]]) -> None:
    """What the end of a match, or a change of one that is over, brings about (settings.OUTBOX)."""
    if any(facts["what"] in {"over", "changed"} for facts in happened):
        keep(match_id)


def follow_deal(deal_id: int, _happened: Sequence[Mapping[str, Any]]) -> None:
    """The dice of several matches are open to everybody (settings.OUTBOX): so are the matches."""
    with connection.cursor() as cursor:
        cursor.execute(OPEN, [deal_id])


@transaction.atomic
def keep(match_id: int) -> None:
    """Let the archive hold of a match what it should. Idempotent, and safe in several workers at once."""
    # Two look one after the other, and no deal is opened unseen meanwhile.
    locked = Match.objects.select_for_update(no_key=True).filter(pk=match_id).first()
    if locked is not None and locked.deal_id is not None:
        Deal.objects.select_for_update(no_key=True).get(pk=locked.deal_id)
    wanted = wanted_of(match_id)
    there = holding.hold(wanted.parts) if wanted else []
    ArchivedSeat.objects.filter(match=match_id).delete()
    if wanted is None:
        Archived.objects.filter(pk=match_id).delete()
        return
    with connection.cursor() as cursor:
        cursor.execute(
            KEEP,
            [
                *(match_id, wanted.ended_at, wanted.event, wanted.ladder),
                *(wanted.total, wanted.card, wanted.code, wanted.closed, wanted.words),
            ],
        )
    ArchivedSeat.objects.bulk_create(
        ArchivedSeat(
            match=match_id,
            player_id=player,
            ended_at=wanted.ended_at,
            total=wanted.parts[player].total,
            card=wanted.parts[player].card,
        )
        for player in there
    )


def wanted_of(match_id: int) -> Kept | None:
    """What there should be of a match; None where it is not finished, or was never begun. Three queries."""
    try:
        match, seats = queries.table(match_id)
    except Match.DoesNotExist:
        return None
    if match.status != Match.Status.FINISHED or not match.begun or match.ended_at is None:
        return None
    cards = [_card(match, seats, seat) for seat in seats]
    return Kept(
        match.pk,
        match.ended_at,
        match.event,
        match.ladder,
        max(seat.total for seat in seats),
        max((card for card in cards if card is not None), default=None),
        match.code,
        match.closed,
        " ".join(_words(match)),
        {
            seat.player.pk: Part(seat.total, card)
            for seat, card in zip(seats, cards, strict=True)
            if seat.player is not None and not seat.player.guest
        },
    )


def _card(match: Match, seats: Sequence[Seat], seat: Seat) -> int | None:
    """The seat's best column of several, by the last state alone."""
    seen = Seen(
        rules=match.rules,
        options=match.options,
        pace=Pace(match.pace),
        seat=seat.index,
        places=tuple(one.place or len(seats) for one in seats),
        steps=(),
        final=match.table,
    )
    return FAMILIES[match.rules.family].column(seen)


def _words(match: Match) -> Iterator[str]:
    moves = ((move.kind, move.ordered) for move in move_log.all_moves(match))
    yield from words_of(match.rules, match.options, Pace(match.pace), moves, match.table)
    if match.adjudicated:
        yield "adjudicated"
        yield match.reason[:LONGEST].replace("\x00", "")


def difference(match_id: int) -> str:
    """How the archive holds a match otherwise than it is, in a sentence; empty where it agrees.

    Raises games.packed.Damaged.
    """
    if _is(match_id, wanted_of(match_id)):
        return ""
    return f"match {match_id} is not in the archive as it was played"


def _is(match_id: int, wanted: Kept | None) -> bool:
    row = Archived.objects.filter(pk=match_id).first()
    seats = ArchivedSeat.objects.filter(match=match_id)
    parts = {one.player_id: (one.ended_at, one.total, one.card) for one in seats}
    if wanted is None or row is None:
        return wanted is None and row is None and not parts
    if any(getattr(row, name) != getattr(wanted, name) for name in COMPARED):
        return False
    if parts != {key: (wanted.ended_at, part.total, part.card) for key, part in wanted.parts.items()}:
        return False
    with connection.cursor() as cursor:
        cursor.execute(SAYS, [wanted.words, match_id])
        return bool(cursor.fetchone()[0])
