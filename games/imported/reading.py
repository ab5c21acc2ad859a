"""A record as text from anywhere, read and played through under the rules of this site.

Nothing is believed: it is as large as it may be, its names stay in their line, and every move is legal or the
line is named that is not (games.record). What cannot be known from a text is said beside it wherever it is
shown: that the dice fell so, that these people played, that anybody here had part in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts import limits
from accounts.figures import figure
from accounts.models import NAME_LENGTH, User
from accounts.single_line import single_line
from games import record
from games.match.played import Played, of_record
from games.models import Match, Move, Seat
from games.packed import Logged
from games.record import BadRecord

KEPT = 8
"""Records that a process keeps as they were played through: whoever looks at one step looks at the next."""


@dataclass(frozen=True, slots=True)
class Read:
    """A record that can be replayed, and all that was done in it."""

    stored: record.Match
    whole: Played

    @property
    def over(self) -> bool:
        """Whether it was played to an end that stands."""
        return record.outcome(self.stored, self.whole.steps)[1] is not None


def read(text: str) -> Read:
    """Read a record that somebody brought. Raises BadRecord, with the line and what is wrong in it."""
    text = text.removeprefix("\ufeff")
    if len(text.encode("utf-8", "replace")) > limits.IMPORTED_BYTES:
        most = {"most": f"{limits.IMPORTED_BYTES // 1000}"}
        raise BadRecord(_("A record has %(most)s kilobytes at most: this is none that we can read.") % most)
    if not text.strip():
        raise BadRecord(_("Paste a record, or choose a file with one."))
    if text.count(", ") + text.count("\n") > limits.IMPORTED_MOVES:
        most = {"most": figure(limits.IMPORTED_MOVES)}
        raise BadRecord(_("A record has %(most)s moves at most: this one is longer.") % most)
    found = record.read(text)
    _check_words(text, found)
    return _through(found)


@lru_cache(maxsize=KEPT)
def again(text: str) -> Read:
    """The same of one that was read before, from what is kept of it."""
    return _through(record.read(text))


def _through(stored: record.Match) -> Read:
    acts = tuple(
        Logged(
            one.seat,
            one.move.kind,
            one.move.keep,
            one.move.box,
            one.dice,
            one.serials,
            one.numbers,
            0,
            one.ordered,
        )
        for one in stored.entries
    )
    throws = tuple(
        Logged(one.seat, Move.ROLL_OFF, (), "", (one.die,), (one.serial,), (), 0)
        for turn in stored.roll_off
        for one in turn
    )
    return Read(stored, of_record(stored, throws, acts))


def _check_words(text: str, found: record.Match) -> None:
    """Names stay in their line and are no longer than names are here. Raises BadRecord."""
    named = {f"Seat{seat}": name for seat, name in enumerate(found.names, 1)}
    reason = {"Reason": found.ending.reason} if found.ending else {}
    for header, said in {**named, **reason}.items():
        try:
            single_line(said)
            if len(said) > (NAME_LENGTH if header in named else limits.IMPORTED_REASON) or not said.strip():
                raise ValidationError(_("It is empty, or longer than it may be here."))
        except ValidationError as error:
            raise BadRecord(" ".join(error.messages), line=_line_of(text, header)) from error


def _line_of(text: str, header: str) -> int:
    lines = text.split("\n")
    return next(number for number, line in enumerate(lines, 1) if line.startswith(f"[{header} "))


def at_the_table(found: Read, names: tuple[str, ...]) -> tuple[Match, list[Seat]]:
    """A match and its seats as pages and reviews know them, under these names. They are in no table, and
    must never be saved.
    """
    stored = found.stored
    totals, result = record.outcome(stored, found.whole.steps)
    match = Match(
        code=stored.code,
        rules_version=stored.version,
        options=dict(stored.options),
        pace=stored.pace.value,
        status=Match.Status.FINISHED if found.over else Match.Status.VOID,
        reason=stored.ending.reason if stored.ending else "",
        adjudicated=bool(stored.ending and stored.ending.places),
    )
    seats = [
        Seat(
            match=match,
            index=index,
            player=User(username=name),
            total=totals[index],
            place=result.places[index] if result else None,
        )
        for index, name in enumerate(names)
    ]
    return match, seats
