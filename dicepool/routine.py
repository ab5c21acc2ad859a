"""The database routine that draws, written anew whenever the batches change.

`dicepool_take` takes one set and knows its batches by constants in its text. So it runs one statement
with a plan that every session keeps: to plan against a parent of a hundred partitions, to name the
partition in dynamic SQL, or to look the batch up, would cost more than the draw itself (measured:
half of the rate at 32 connections). Replacing it takes no lock that a draw would wait for; a
session notices at its next call. In the same call it writes that an earlier set is shown, for that is
what a roll does: it opens the set that was reserved, and reserves the next.

Each expression costs a transaction something to set up: so what can be amiss is looked at in one, and told
apart only then. Mark and place are read, and not written into the text like the batches: that is 0.2 us
each, where every session would have to compile a text anew that changes every few thousand sets.

What holds whatever is edited here:
 - The insert into the ledger gives the transaction an id and a record to flush, so a crash cannot
   take back the sequence behind a serial that somebody was told: nextval alone does not flush.
 - The cursor is looked at before it is moved: an empty pool burns no serials.
 - Where it runs short it answers with something else than a set, or `dicepool_draw` with fewer sets than
   wanted, and the caller rolls back. `wanted` is how many the caller still needs, with this one.
 - Whoever draws says with `held` which keys it has, by their names (seal.py), and the routine looks before it
   moves the cursor: a process with a wrong key, or without the right one, burns no serial. It costs a
   comparison of constants, where to tell the process of the batch first would cost a round trip. That the
   key of that name is the batch's was made sure of by whoever wrote the routine.
 - It knows the next few batches, and where they end says so; whoever hears that has it written anew for those
   behind them (taking.py). So a thousand batches in the pool cost a session no more than a few.
 - It runs nowhere but where draws were admitted, and no serial above the mark leaves it: an old copy of the
   database does not deal again what was dealt (guard.py).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.backends.utils import CursorWrapper

from dicepool.models import Fate
from dicepool.seal import NONCE_BYTES

ANSWER = struct.Struct(f">qqhh{NONCE_BYTES}s")
"""One set in the routine's answer: serial, when it was taken (microseconds since 2000), sealed value, key id,
the batch's nonce."""
NAME = "dicepool_take"
"""Takes one set, and is written anew. `dicepool_draw` of the migrations takes several through it."""
THIS = 0
"""In place of a serial to be shown: the very set that is taken."""
KEYS_UNFIT = b"\x01"
"""The whole answer to somebody who does not hold the keys of the batches."""
NOT_ADMITTED = b"\x03"
"""The whole answer where draws were not admitted on this server, or not as far (guard.py)."""
SLACK = 1000
"""How far below the mark it answers so: as many may be between that look and their draw at the same time."""
PLACE = (
    "hashfloat8extended(date_part('epoch', pg_postmaster_start_time()),"
    " hashtextextended(pg_relation_filepath('dicepool_serial'), 0))"
)
"""Where it runs, as a number in SQL: this start of the server, and this file of the cursor. It costs a
microsecond, and a restored, copied or promoted database has another one."""
UNWRITTEN = b"\x02"
"""The whole answer of a routine that was not written for the batch that would be next."""
BYTES = r"\x"  # how a literal of bytes begins, hex behind it
WINDOW = 4
"""How many batches it knows: the text is read by every session, and must not grow with the pool."""


@dataclass(frozen=True, slots=True)
class Source:
    """A batch that can be drawn from."""

    first: int
    last: int
    key_id: int
    nonce: bytes
    key_name: bytes

    @property
    def table(self) -> str:
        """The partition that holds its sets."""
        return f"dicepool_set_{self.first}_{self.last}"


def replace(cursor: CursorWrapper, sources: Sequence[Source], *, more: bool) -> None:
    """Let draws come from these batches, in the order of their serials, and from no other.

    `more` says that there are batches behind them, for which it is to be written anew at their end.
    """
    cursor.execute(text(sources, more=more))


def text(sources: Sequence[Source], *, more: bool) -> str:
    """The routine as SQL. There is at least one batch: it is written when one was made."""
    first, *others = sources
    ending = UNWRITTEN.hex() if more else ""
    names = sorted({s.key_name.hex() for s in sources})
    missed = " OR ".join(f"position('{BYTES}{name}'::bytea IN held) = 0" for name in names)
    taken = "coalesce(pg_sequence_last_value('dicepool_serial'), 0)"
    mark = "coalesce(pg_sequence_last_value('dicepool_mark'), 0)"
    short = f"{taken} + wanted > {sources[-1].last}"
    elsewhere = f"pg_sequence_last_value('dicepool_place') IS DISTINCT FROM {PLACE}"
    beyond = f"{taken} + wanted + {SLACK} > {mark} OR {elsewhere}"
    either = f"{taken} + wanted > least({sources[-1].last}, {mark} - {SLACK})"  # short, or beyond the mark
    hasty = "current_setting('synchronous_commit') <> 'on'"
    return f"""
CREATE OR REPLACE FUNCTION {NAME}(
    wanted integer, held bytea, label bytea, pledge bytea, owner bytea, shown bigint, number bytea
) RETURNS bytea LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    drawn bigint;
    answer bytea;
BEGIN
    IF {either} OR {missed} OR {elsewhere} OR {hasty} THEN
        IF {short} THEN
            RETURN '{BYTES}{ending}';
        ELSIF {missed} THEN
            RETURN '{BYTES}{KEYS_UNFIT.hex()}';
        ELSIF {beyond} THEN
            RETURN '{BYTES}{NOT_ADMITTED.hex()}';
        ELSIF current_setting('synchronous_commit') <> 'remote_apply' THEN
            PERFORM set_config('synchronous_commit', 'on', true);
        END IF;
    END IF;
    LOOP
        drawn := nextval('dicepool_serial');
        IF drawn BETWEEN {first.first} AND {first.last} AND drawn <= {mark} THEN
            {_take(first)}
            EXIT;
        ELSIF drawn > {mark} THEN
            RETURN '{BYTES}{NOT_ADMITTED.hex()}';
        END IF;
        {_choose(others, ending) if others else _end(first, ending)}
    END LOOP;
    IF shown IS NOT NULL THEN
        INSERT INTO dicepool_fate (serial, at, kind, number)
            VALUES (coalesce(nullif(shown, {THIS}), drawn), clock_timestamp(), {Fate.Kind.SHOWN}, number);
    END IF;
    RETURN answer;
END
$$"""  # noqa: S608  (numbers and hex of our own)


def _take(source: Source) -> str:
    """One statement: its line in the ledger, and the row by its key. No row, no dice, and no line."""
    known = (source.key_id.to_bytes(2, "big") + source.nonce).hex()
    return f"""
        INSERT INTO dicepool_handout AS h (serial, at, label, pledge, owner)
            VALUES (drawn, clock_timestamp(), label, pledge, owner)
            RETURNING int8send(h.serial) || timestamptz_send(h.at)
                || int2send((SELECT s.value FROM {source.table} s WHERE s.serial = drawn)) || '{BYTES}{known}'
                INTO answer;
        IF answer IS NULL THEN
            DELETE FROM dicepool_handout h WHERE h.serial = drawn;
            RETURN '';
        END IF;"""  # noqa: S608  (numbers and hex of our own)


def _end(last: Source, ending: str) -> str:
    return f"IF drawn > {last.last} THEN RETURN '{BYTES}{ending}'; END IF;"


def _choose(sources: Sequence[Source], ending: str) -> str:
    """The right batch by halving. Serials that no batch has are passed over; past the last batch
    there is nothing: others were quicker at the last set.
    """
    if len(sources) == 1:
        source = sources[0]
        return f"""
            IF drawn > {source.last} THEN
                RETURN '{BYTES}{ending}';
            ELSIF drawn >= {source.first} THEN
                {_take(source)}
                EXIT;
            END IF;"""
    half = len(sources) // 2
    return (
        f"IF drawn <= {sources[half - 1].last} THEN {_choose(sources[:half], ending)}"
        f" ELSE {_choose(sources[half:], ending)} END IF;"
    )
