"""The database routine that draws, written anew whenever the batches change.

`dicepool_draw(wanted, held)` knows its batches by constants in its text. So a draw runs one statement
with a plan that every session keeps: to plan against a parent of a hundred partitions, to name the
partition in dynamic SQL, or to look the batch up, would cost more than the draw itself (measured:
half of the rate at 32 connections). Replacing it takes no lock that a draw would wait for; a
session notices at its next call.

What holds whatever is edited here:
 - The insert into the ledger gives the transaction an id and a record to flush, so a crash cannot
   take back the sequence behind a serial that somebody was told: nextval alone does not flush.
 - The cursor is looked at before it is moved: an empty pool burns no serials.
 - Where it runs short it answers with fewer sets than wanted, and the caller rolls back.
 - Whoever draws says with `held` which keys it has, by their names (seal.py), and the routine looks before it
   moves the cursor: a process with a wrong key, or without the right one, burns no serial. It costs a
   comparison of constants, where to tell the process of the batch first would cost a round trip. That the
   key of that name is the batch's was made sure of by whoever wrote the routine.
 - It knows the next few batches, and where they end says so; whoever hears that has it written anew for those
   behind them (pool.py). So a thousand batches in the pool cost a session no more than a few.
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
NAME = "dicepool_draw"
PARAMETERS = (
    "wanted integer, held bytea, labels bytea[], pledges bytea[], owner bytea,"
    " shown bigint[], numbers bytea[], at_once boolean"
)
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
AT_THE_END = "RETURN coalesce(nullif(answer, ''), ending);"  # others were quicker at the last set
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
    missed = " OR ".join(
        f"position('\\x{name}'::bytea IN held) = 0" for name in sorted({s.key_name.hex() for s in sources})
    )
    return f"""
CREATE OR REPLACE FUNCTION {NAME}({PARAMETERS}) RETURNS bytea LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    drawn bigint;
    at timestamptz;
    taken bigint := coalesce(pg_sequence_last_value('dicepool_serial'), 0);
    mark bigint := coalesce(pg_sequence_last_value('dicepool_mark'), 0);
    sealed smallint;
    answer bytea := '';
    ending bytea := '\\x{ending}';
BEGIN
    IF taken + wanted > {sources[-1].last}
        OR (current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')
            AND set_config('synchronous_commit', 'on', true) <> 'on')
    THEN
        RETURN ending;
    END IF;
    IF {missed} THEN
        RETURN '\\x{KEYS_UNFIT.hex()}';
    END IF;
    IF taken + wanted + {SLACK} > mark
        OR pg_sequence_last_value('dicepool_place') IS DISTINCT FROM {PLACE}
    THEN
        RETURN '\\x{NOT_ADMITTED.hex()}';
    END IF;
    FOR i IN 1..wanted LOOP
        LOOP
            drawn := nextval('dicepool_serial');
            IF drawn > mark THEN
                RETURN CASE answer WHEN '' THEN '\\x{NOT_ADMITTED.hex()}' ELSE answer END;
            END IF;
            IF drawn BETWEEN {first.first} AND {first.last} THEN
                {_take(first)}
                EXIT;
            END IF;
            {_choose(others) if others else f"IF drawn > {first.last} THEN {AT_THE_END} END IF;"}
        END LOOP;
    END LOOP;
    FOR i IN 1..cardinality(shown) LOOP
        INSERT INTO dicepool_fate (serial, at, kind, number)
            VALUES (shown[i], clock_timestamp(), {Fate.Kind.SHOWN}, numbers[i]);
    END LOOP;
    RETURN answer;
END
$$"""  # noqa: S608  (numbers and hex of our own)


def _take(source: Source) -> str:
    """One statement: the row by its key, and its line in the ledger. No row, no dice."""
    known = (source.key_id.to_bytes(2, "big") + source.nonce).hex()
    return f"""
        MERGE INTO dicepool_handout
            USING (SELECT value FROM {source.table} WHERE serial = drawn) AS s ON false
            WHEN NOT MATCHED THEN INSERT (serial, at, label, pledge, owner)
                VALUES (drawn, clock_timestamp(), labels[i], pledges[i], owner)
            RETURNING s.value, dicepool_handout.at INTO sealed, at;
        IF NOT FOUND THEN
            RETURN answer;
        END IF;
        IF at_once THEN
            INSERT INTO dicepool_fate (serial, at, kind) VALUES (drawn, at, {Fate.Kind.SHOWN});
        END IF;
        answer := answer || int8send(drawn) || timestamptz_send(at) || int2send(sealed) || '\\x{known}';"""  # noqa: S608  (numbers and hex of our own)


def _choose(sources: Sequence[Source]) -> str:
    """The right batch by halving. Serials that no batch has are passed over; past the last batch
    there is nothing.
    """
    if len(sources) == 1:
        source = sources[0]
        return f"""
            IF drawn > {source.last} THEN
                {AT_THE_END}
            ELSIF drawn >= {source.first} THEN
                {_take(source)}
                EXIT;
            END IF;"""
    half = len(sources) // 2
    return (
        f"IF drawn <= {sources[half - 1].last} THEN {_choose(sources[:half])}"
        f" ELSE {_choose(sources[half:])} END IF;"
    )
