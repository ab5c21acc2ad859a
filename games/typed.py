"""Moves typed in words: the same words that the record uses, and a little forgiveness.

Pure: legal moves and a text go in, a move or a sentence comes out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from games.rules.base import Kind, Move, Rules
from games.said import gettext as _

LONGEST = 80
TYPED = (Kind.ROLL, Kind.SCORE, Kind.BANK, Kind.PICK_UP)
NONE: Mapping[str, str] = MappingProxyType({})


class BadWords(ValueError):
    """The words name no move, or more than one. The sentence can be shown."""


def words(rules: Rules[Any], move: Move) -> str:
    """A move as the record writes it: `keep 3 3 roll`, `score threes`, `set aside 1 5 bank`."""
    found = [move.kind.value]
    if move.keep:
        found[:0] = [rules.keeping, *map(str, move.keep)]
    if move.box:
        found.append(move.box)
    return " ".join(found)


def suggestions(rules: Rules[Any], state: Any, seat: int) -> tuple[str, ...]:
    """Every legal move of a seat, in words."""
    known: Any = rules  # there is one of each game
    return _suggested(known, state, seat)


@lru_cache(maxsize=512)
def _suggested(rules: Any, state: Any, seat: int) -> tuple[str, ...]:
    return tuple(words(rules, move) for move in rules.moves(state, seat) if move.kind in TYPED)


def read(rules: Rules[Any], state: Any, seat: int, text: str, synonyms: Mapping[str, str] = NONE) -> Move:
    """The legal move of a seat that the text names.

    Dice may come in any order and without blanks; “keep” and “set aside” mean the same; a box may be
    written with blanks or shortened while one box only is meant; `synonyms` are whole moves in words that
    the record does not use, in small letters, and what the record writes for them. Raises BadWords.
    """
    wanted = _plain(text[:LONGEST])
    wanted = synonyms.get(wanted, wanted)
    if not wanted:
        raise BadWords(_("Type a move, such as: roll."))
    moves = {_plain(words(rules, move)): move for move in rules.moves(state, seat)}
    if wanted in moves:
        return moves[wanted]
    near = [name for name in moves if wanted.startswith("score ") and name.startswith(wanted)]
    if len(near) == 1:
        return moves[near[0]]
    if near:
        raise BadWords(_("That could be %(near)s. Nothing was changed.") % {"near": _some(near)})
    example = next(iter(suggestions(rules, state, seat)), "roll")
    raise BadWords(
        _("“%(longest)s” is no move you can make now. You could type: %(example)s.")
        % {"longest": text[:LONGEST], "example": example}
    )


def _some(names: list[str]) -> str:
    return ", ".join(names[:4])


def _plain(text: str) -> str:
    """The text in one form: kept dice in order, one word for keeping, boxes with hyphens."""
    text = re.sub(r"[\s,]+", " ", text.lower()).strip()
    text = re.sub(r"^set aside\b", "keep", text)
    text = re.sub(r"\bpick up\b", "pick-up", text)
    found = re.fullmatch(r"keep ([1-6][1-6 ]*?) ?([a-z-]+)", text)
    if found:
        faces = sorted(found[1].replace(" ", ""))
        return f"keep {' '.join(faces)} {found[2]}"
    if text.startswith("score "):
        return "score " + text.removeprefix("score ").replace(" ", "-")
    return text
