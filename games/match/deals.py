"""The sets of a deal: the same dice for several cards, one set for each turn and roll (docs/dice.md).

All of them are taken at once, before anybody rolls: so no line of the public log, no count and no serial
tells how far anybody is. A roll opens its set and changes nothing but its match. What was drawn is drawn for
good: a roll that is rolled back finds the same set again. No set is shown before the deal opens, with its
last match, or when its time has come.
"""

from __future__ import annotations

import hmac
import secrets
import struct
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from accounts import outbox
from dicepool import fates
from dicepool.fates import Shown
from games.match import move_log, sets
from games.match.sets import Reserved, Restored, Thrown, Unreserved
from games.models import Deal, Match, Seat
from games.replay import DICE_IN_SET
from games.rules import dealt
from games.rules.base import Dice, Pace
from statements import Statement

SET = struct.Struct(">QHh16sQ")
"""How a set is kept: its serial, its sealed dice, its key's number, its batch's nonce, when it was taken."""
SEED_BYTES = 32
OWNER_BYTES = 7
"""By so many bytes the pool finds again what a deal took: a match has eight (unseen.py)."""
OPENED = "deal"
"""Under which the outbox keeps that a deal was opened, so that others see its matches."""
AT_ONCE = 50
"""Sets that are opened in one question to whoever holds the dice keys."""
ONE = Statement(
    "a set of a deal",
    """
    SELECT substring(sets FROM $2::int FOR $3::int), substring(faces FROM $4::int FOR $5::int),
        looked_after
    FROM games_deal WHERE id = $1::bigint
    """,
)


class Laid(NamedTuple):
    """A set of a deal that is open: of which turn and roll, and what fell."""

    turn: int
    roll: int
    serial: int
    dice: Dice


def make(code: str, until: datetime | None = None) -> Deal:
    """A new deal of this game, whose sets have still to be drawn (draw_all). It stays closed `until` then, or
    till its matches are over. One query. Raises BadOptions.
    """
    dealt(code)
    return Deal.objects.create(code=code, until=until, seed=secrets.token_bytes(SEED_BYTES))


def places(code: str) -> list[tuple[int, int]]:
    """Each turn and roll of a card of this game, in order: both from 1."""
    rules = dealt(code)
    return [(turn, roll) for turn in range(1, rules.turns + 1) for roll in range(1, rules.rolls + 1)]


def draw_all(deal_id: int) -> Deal:
    """Take all sets of a deal, once and for ever: who calls it again changes nothing. Three queries.

    Only inside a transaction, whose commit takes them. Raises PoolEmpty.
    """
    deal = _locked(deal_id)
    if not deal.sets and not deal.is_open:
        labels = [label(deal, *place) for place in places(deal.code)]
        taken = sets.take(labels, owner(deal.pk))
        deal.sets = b"".join(map(_kept, taken))
        deal.looked_after = taken[0].serial - 1  # what was given up before is not among them
        deal.save(update_fields=["sets", "looked_after"])
    return deal


def reserve(match: Match, seats: Sequence[Seat], restored: Restored) -> None:
    """Take the sets with which a match begins: those of its deal, a new one unless it has one; at other paces
    those of its seats' first rolls. The match and the seats are changed, not saved. Raises PoolEmpty.
    """
    if match.pace != Pace.DUPLICATE:
        sets.reserve(match, seats, restored)
        return
    if match.deal_id is None:
        match.deal = make(match.code)
    match.deal = draw_all(match.deal_id or 0)


def roll(match: Match, state: Any, seat: Seat, count: int, sent: sets.Sent, restored: Restored) -> Thrown:
    """The dice of the seat's next roll of so many: out of the match's deal, or what is reserved for the seat.

    Raises what `sets.throw` raises.
    """
    if match.deal_id is None:
        return sets.throw(seat, count, sent, restored)
    return throw(match, state, seat, count, restored)


def throw(match: Match, state: Any, seat: Seat, count: int, restored: Restored) -> Thrown:
    """The dice of the seat's next roll, out of the set that everybody has for this turn and roll. One query.

    Raises Unreserved where sets have still to be mended (`mend`), PoolStopped.
    """
    rules = dealt(match.code)
    turn, roll = rules.next_roll(state, seat.index)
    place = (turn - 1) * rules.rolls + roll - 1
    at = place * SET.size + 1, SET.size
    faces_at = place * DICE_IN_SET + 1, DICE_IN_SET
    found = ONE.row(match.deal_id, *at, *faces_at)
    if found is None or len(found[0]) < SET.size:
        raise Unreserved
    one, faces = _read(found[0]), tuple(found[1])
    if not faces:
        if found[2] < restored.given_up and one.serial <= restored.given_up:
            raise Unreserved
        [faces] = sets.opened([one])
    return Thrown(tuple(faces[:count]), (one.serial,), (b"",))


def mend(match: Match, restored: Restored) -> None:
    """Take other sets in place of those that a restored database made doubtful: somebody may have seen them.

    But a set that one card has rolled stays, for everybody has the same. What is replaced gets its fate
    behind the end of the deal (open_forgotten): earlier that would tell how far others are. Raises PoolEmpty.
    """
    deal = draw_all(match.deal_id or 0)
    if deal.is_open or deal.looked_after >= restored.given_up:
        return
    used = _used(deal.pk)
    kept = list(_all(deal))
    doubtful = [
        at for at, one in enumerate(kept) if one.serial <= restored.given_up and one.serial not in used
    ]
    if doubtful:
        all_places = places(deal.code)
        deal.mended += 1
        fresh = sets.take([label(deal, *all_places[at], deal.mended) for at in doubtful], owner(deal.pk))
        for at, one in zip(doubtful, fresh, strict=True):
            kept[at] = one
    deal.sets, deal.looked_after = b"".join(map(_kept, kept)), restored.given_up
    deal.save(update_fields=["sets", "looked_after", "mended"])


def settle(matches: Iterable[Match]) -> None:
    """Open the deals of these matches, which are over in this transaction, but for those that others still
    play, or whose time has not come: what was rolled is shown, the rest thrown away. No query without a deal.
    """
    ours = {match.deal_id for match in matches if match.deal_id is not None}
    if ours:
        _open_played(ours)


def _open_played(deals: Collection[int]) -> int:
    closed = Deal.objects.filter(pk__in=deals, until__isnull=True, opened_at__isnull=True)
    found = list(closed.select_for_update(no_key=True).order_by("pk"))
    going_on = {Match.Status.INVITING, Match.Status.RUNNING}
    ours = Match.objects.filter(deal__in=[deal.pk for deal in found])
    played_on = set(ours.filter(status__in=going_on).values_list("deal", flat=True))
    over = [deal for deal in found if deal.pk not in played_on]
    matches = dict(ours.filter(deal__in=[deal.pk for deal in over]).values_list("pk", "deal"))
    used = {serial for serial, _number in move_log.used_sets(matches)}
    taken = {one.serial for deal in over for one in _all(deal)}
    fates.show([Shown(serial) for serial in sorted(taken & used)])
    fates.throw_away(taken - used)
    for deal in over:
        deal.sets, deal.opened_at = b"", timezone.now()
    Deal.objects.bulk_update(over, ["sets", "opened_at"])
    shared = Counter(matches.values())
    outbox.note_all(OPENED, [(deal.pk, {}) for deal in over if shared[deal.pk] > 1])
    return len(over)


def open_whole(deal_id: int) -> Deal:
    """Open a deal whose time has come, with all its sets, rolled or not: they can be played on. Whoever calls
    it again changes nothing. Only inside a transaction. Raises PoolStopped, PoolEmpty.
    """
    deal = draw_all(deal_id)
    if not deal.is_open:
        kept = list(_all(deal))
        dice = [fell for at in range(0, len(kept), AT_ONCE) for fell in sets.opened(kept[at : at + AT_ONCE])]
        fates.show([Shown(one.serial) for one in kept])
        deal.faces, deal.opened_at = bytes(face for fell in dice for face in fell), timezone.now()
        deal.save(update_fields=["faces", "opened_at"])
        outbox.note(OPENED, deal.pk)
    return deal


def laid_open(deal: Deal) -> Iterator[Laid]:
    """All sets of a deal that was opened whole, in order; none of another. No query."""
    faces = bytes(deal.faces)
    if faces:
        for at, (place, one) in enumerate(zip(places(deal.code), _all(deal), strict=True)):
            yield Laid(*place, one.serial, tuple(faces[at * DICE_IN_SET : (at + 1) * DICE_IN_SET]))


def open_forgotten() -> int:
    """Open deals whose matches are over or gone, whatever ended them. Returns how many.

    Every ending does that itself; this finds what came past, so that no set waits for ever.
    """
    waiting: dict[int, set[int]] = defaultdict(set)
    for found in fates.owners():
        for who, serials in found.items():
            if len(who) == OWNER_BYTES:
                waiting[int.from_bytes(who, "big")].update(serials)
    return sum(_settle(sorted(waiting)[at : at + AT_ONCE], waiting) for at in range(0, len(waiting), AT_ONCE))


@transaction.atomic
def _settle(deals: Collection[int], waiting: dict[int, set[int]]) -> int:
    closed = set(Deal.objects.filter(pk__in=deals, opened_at__isnull=True).values_list("pk", flat=True))
    opened = _open_played(closed)
    for gone in sorted(set(deals) - closed):  # or open, and these were replaced before
        fates.throw_away(waiting[gone])
    return opened


def label(deal: Deal, turn: int, roll: int, again: int = 0) -> bytes:
    """Under which the set of this turn and roll stands in the public log; `again` counts the times that sets
    of the deal came in place of others.
    """
    text = f"deal {deal.pk} turn {turn} roll {roll}" + f" again {again}" * bool(again)
    return hmac.digest(bytes(deal.seed), text.encode(), "sha256")


def owner(deal_id: int) -> bytes:
    """By which the pool finds again what a deal took."""
    return deal_id.to_bytes(OWNER_BYTES, "big")


def _locked(deal_id: int) -> Deal:
    return Deal.objects.select_for_update(no_key=True).get(pk=deal_id)


def _used(deal_id: int) -> set[int]:
    matches = list(Match.objects.filter(deal=deal_id).values_list("pk", flat=True))
    return {serial for serial, _number in move_log.used_sets(matches)}


def _kept(one: Reserved) -> bytes:
    return SET.pack(one.serial, one.sealed, one.key_id, one.nonce, one.at_ms)


def _read(kept: bytes) -> Reserved:
    serial, sealed, key_id, nonce, at_ms = SET.unpack(kept)
    return Reserved(serial, sealed, key_id, nonce, at_ms, b"", b"")


def _all(deal: Deal) -> Iterator[Reserved]:
    return (_read(kept) for [kept] in struct.iter_unpack(f"{SET.size}s", bytes(deal.sets)))
