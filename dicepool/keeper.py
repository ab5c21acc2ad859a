"""Asking the process that alone holds the dice keys, where there is one: `away()` says so.

With DICE_KEEPER, the path of a Unix socket, nothing but `manage.py hold_dice_key` has DICE_KEYS (holding.py),
and whatever needs them asks it by what stands here. So a process of the site that is taken over holds nothing
by which it could look at the dice to come. Without it, every process holds the keys itself.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.views.decorators.debug import sensitive_variables

from dicepool import line, seal
from dicepool.openings import OpenedOtherwise, Refused

WAIT = 1.0
"""Seconds for which a keeper that is not there is waited for: it is started again."""
PAUSE = 0.05
ANSWER = 2.0
"""Seconds for an answer that a player waits for."""
LONG = 60.0
"""Seconds for any other, and between two words of a long piece of work."""
AT_ONCE = 10_000  # shown sets in one question
SETS = 64  # others in one; a move opens two

Raising = Mapping[str, type[Exception]]


class Silent(ConnectionError):
    """The keeper does not answer, or could not do what it was asked for."""


@dataclass
class _Line(threading.local):
    """This thread's own connection."""

    socket: socket.socket | None = None
    of: tuple[int, str] = (0, "")
    """The process that made it, for it is not to be shared by those that were forked since; and where to."""


@dataclass(slots=True)
class _Known:
    """The names of the keys, as the keeper at this path told them."""

    path: str = ""
    names: str = field(default="", repr=False)


_line, _known = _Line(), _Known()
_holds = False


def hold() -> None:
    """Say that this process is the keeper: from now on it asks nobody."""
    global _holds  # noqa: PLW0603  (what a process is, it stays)
    _holds = True


def away() -> bool:
    """Whether the keys are held by another process, which has to be asked."""
    return bool(settings.DICE_KEEPER) and not _holds


def names(*, anew: bool = False) -> str:
    """The names of the dice keys, joined, in hex: those that were told last, if not `anew`. Raises Silent."""
    path = settings.DICE_KEEPER
    if anew or _known.path != path:
        found = str(ask("names")["names"])
        _known.path, _known.names = path, found
    return _known.names


def unfit() -> list[seal.KeyUnfit]:
    """What is wrong with the keys (keys.unfit). Raises Silent."""
    kinds = {"KeyMissing": seal.KeyMissing, "KeyWrong": seal.KeyWrong}
    return [kinds[kind](text) for kind, text in ask("unfit", patience=LONG)["wrong"]]


@sensitive_variables()
def unseal(sets: Sequence[tuple[int, int, bytes]]) -> list[tuple[seal.Dice, bytes]]:
    """The dice of these sets, each a serial, what is sealed, and the player's own number or none; and the
    number that counts: where a set was opened before, it is that of the first time.

    Raises Silent, openings.Refused, seal.KeyUnfit.
    """
    return [found for at in range(0, len(sets), SETS) for found in _unseal(sets[at : at + SETS])]


@sensitive_variables()
def _unseal(sets: Sequence[tuple[int, int, bytes]]) -> list[tuple[seal.Dice, bytes]]:
    try:
        return _ask_to_open(sets)
    except OpenedOtherwise as error:
        again = zip(sets, error.numbers, strict=True)
        return _ask_to_open([(serial, sealed, number) for (serial, sealed, _), number in again])


@sensitive_variables()
def _ask_to_open(sets: Sequence[tuple[int, int, bytes]]) -> list[tuple[seal.Dice, bytes]]:
    asked = [[serial, sealed, number.hex()] for serial, sealed, number in sets]
    dice = ask("open", sets=asked)["dice"]
    return [(tuple(faces), number) for faces, (_, _, number) in zip(dice, sets, strict=True)]


def shown(serials: Sequence[int]) -> bytes:
    """The dice of sets that everybody may see, five bytes each. Raises Silent, Refused, seal.KeyUnfit."""
    parts = [serials[at : at + AT_ONCE] for at in range(0, len(serials), AT_ONCE)]
    return b"".join(
        bytes.fromhex(ask("shown", patience=LONG, serials=list(map(int, part)))["dice"]) for part in parts
    )


def prove(serials: Iterable[int]) -> list[dict[str, Any]]:
    """The bare proofs of sets that everybody may see. Raises Silent, Refused, seal.KeyUnfit."""
    proved: list[dict[str, Any]] = ask("prove", patience=LONG, serials=list(serials))["proofs"]
    return proved


def holds(batch: int) -> bool:
    """Whether the sets of this batch match what was published of it. Raises Silent, seal.KeyUnfit."""
    return bool(ask("holds", patience=LONG, batch=batch)["holds"])


def refill(sets: int | None, reason: str, progress: Callable[[int], object] | None, raising: Raising) -> int:
    """Have so many sets rolled, or what is missing to the high-water mark. Returns the sets added.

    Never asked twice: nobody could say how much of it was done before the line was lost.
    """
    names(anew=True)
    asked = {"sets": sets, "reason": reason}
    return int(ask("refill", wait=0, patience=LONG, raising=raising, progress=progress, **asked)["added"])


def reopen(sets: int) -> bool:
    """Have the drawing routine written anew. Raises Silent, seal.KeyUnfit."""
    return bool(ask("reopen", patience=LONG, sets=sets)["written"])


def publish() -> list[int]:
    """Have every batch laid open that may be. Returns their numbers. Raises Silent, seal.KeyUnfit."""
    return [int(number) for number in ask("publish", patience=LONG)["published"]]


@sensitive_variables()
def ask(
    do: str,
    *,
    wait: float | None = None,
    patience: float = ANSWER,
    raising: Raising | None = None,
    progress: Callable[[int], object] | None = None,
    **given: Any,
) -> dict[str, Any]:
    """Ask the keeper and return what it answers. `progress` hears how far it is with what takes long.

    A question that was lost with its line is asked again for `wait` seconds, or WAIT; what is done twice by
    that is as good as done once. Raises Silent, what the keeper refuses, and those of `raising`.
    """
    end = time.monotonic() + (WAIT if wait is None else wait)
    while True:
        try:
            answer = _once({"do": do, **given}, patience, progress)
        except (OSError, EOFError, line.Unreadable) as error:
            hang_up()
            if isinstance(error, TimeoutError) or time.monotonic() >= end:
                raise Silent("The process that holds the dice keys does not answer.") from None
            time.sleep(PAUSE)
        else:
            if "error" in answer:
                raise _error(answer, raising or {})
            return answer


@sensitive_variables()
def _once(asked: dict[str, Any], patience: float, progress: Callable[[int], object] | None) -> dict[str, Any]:
    to = _connect()
    to.settimeout(patience)
    line.send(to, asked)
    while True:
        said = line.receive(to, line.MOST_TOLD)
        if "made" not in said:
            return said
        if progress:
            progress(int(said["made"]))


def _connect() -> socket.socket:
    of = os.getpid(), settings.DICE_KEEPER
    if _line.socket is None or _line.of != of:
        hang_up()
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        made.settimeout(WAIT)
        try:
            made.connect(settings.DICE_KEEPER)
        except OSError:
            made.close()
            raise
        _line.socket, _line.of = made, of
    return _line.socket


def hang_up() -> None:
    """Close this thread's line. What is asked next makes another one."""
    if _line.socket is not None:
        with suppress(OSError):
            _line.socket.close()
        _line.socket = None


def _error(answer: dict[str, Any], raising: Raising) -> Exception:
    kind, text = str(answer["error"]), str(answer.get("text", ""))
    if kind == OpenedOtherwise.__name__:
        return OpenedOtherwise([bytes.fromhex(number) for number in answer["numbers"]])
    known: Raising = {one.__name__: one for one in (seal.KeyMissing, seal.KeyWrong, Refused)}
    if kind in {**known, **raising}:
        return {**known, **raising}[kind](text)
    return Silent(f"The process that holds the dice keys failed: {kind}.")
