"""Moves typed in words: those that the record uses, those of the reader's language, and a little forgiveness.

Pure: legal moves and a text go in, a move or a sentence comes out. What is typed in whichever language is the
same move, and so the same record.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from games.rules.base import Kind, Move, Rules
from games.said import gettext as _
from games.said import language, pgettext

Label = Callable[[Any, str], str]
"""How a table calls a box, by its rules and its id: `games.tables` knows."""
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


def _tongue() -> tuple[tuple[str, str], ...]:
    """The words of the record that begin or end a move, and the reader's for each."""
    return _tongue_of(language())


@lru_cache(maxsize=32)
def _tongue_of(_language: str | None) -> tuple[tuple[str, str], ...]:
    return (
        ("roll", pgettext("typed move", "roll")),
        ("score", pgettext("typed move", "score")),
        ("bank", pgettext("typed move", "bank")),
        ("pick-up", pgettext("typed move", "pick up")),
        ("keep", pgettext("typed move", "keep")),
        ("set aside", pgettext("typed move", "set aside")),
    )


def spoken(rules: Rules[Any], move: Move, label: Label) -> str:
    """A move in the reader's words: `houden 3 3 gooien`, `noteren Full house`; in English the record's."""
    said = dict(_tongue())
    if all(word.replace("-", " ") == own for word, own in said.items()):
        return words(rules, move)
    found = [said.get(move.kind.value, move.kind.value)]
    if move.keep:
        found[:0] = [said[rules.keeping], *map(str, move.keep)]
    if move.box:
        found.append(label(rules, move.box))
    return " ".join(found)


def suggestions(rules: Rules[Any], state: Any, seat: int, label: Label | None = None) -> tuple[str, ...]:
    """Every legal move of a seat, in the record's words; in the reader's where `label` says its boxes."""
    known: Any = rules  # there is one of each game
    return _suggested(known, state, seat, label, _tongue() if label else ())


@lru_cache(maxsize=512)
def _suggested(
    rules: Any, state: Any, seat: int, label: Label | None, _language: tuple[tuple[str, str], ...]
) -> tuple[str, ...]:
    moves = [move for move in rules.moves(state, seat) if move.kind in TYPED]
    return tuple(spoken(rules, move, label) if label else words(rules, move) for move in moves)


def read(
    rules: Rules[Any],
    state: Any,
    seat: int,
    text: str,
    synonyms: Mapping[str, str] = NONE,
    label: Label | None = None,
) -> Move:
    """The legal move of a seat that the text names.

    Dice may come in any order and without blanks; “keep” and “set aside” mean the same; a box may be
    written with blanks or shortened while one box only is meant; `synonyms` are whole moves in words that
    the record does not use, in small letters, and what the record writes for them. With `label` the reader's
    own words are understood, too, in any case and with or without accents. Raises BadWords.
    """
    wanted = _plain(text[:LONGEST])
    wanted = synonyms.get(wanted, wanted)
    if not wanted:
        raise BadWords(_("Type a move, such as: roll."))
    moves = rules.moves(state, seat)
    exact = {move: words(rules, move) for move in moves if _plain(words(rules, move)) == wanted}
    near = {
        move: words(rules, move)
        for move in moves
        if wanted.startswith("score ") and _plain(words(rules, move)).startswith(wanted)
    }
    if label:
        own, begins = _own(text[:LONGEST]), f"{_folded(dict(_tongue())['score'])} "
        said = {move: spoken(rules, move, label) for move in moves}
        heard = {move: _own(phrase) for move, phrase in said.items()}
        exact |= {move: said[move] for move in moves if heard[move] == own}
        near |= {move: said[move] for move in moves if own.startswith(begins) and heard[move].startswith(own)}
    found = exact or near
    if len(found) == 1:
        return next(iter(found))
    if found:
        raise BadWords(
            _("That could be %(near)s. Nothing was changed.") % {"near": _some(list(found.values()))}
        )
    example = next(iter(suggestions(rules, state, seat, label)), "roll")
    raise BadWords(
        _("“%(longest)s” is no move you can make now. You could type: %(example)s.")
        % {"longest": text[:LONGEST], "example": example}
    )


def _folded(text: str) -> str:
    """Words without what is easily typed otherwise: case, accents, signs between them."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[^\w]+|_", " ", bare).split())


def _own(text: str) -> str:
    """A move in the reader's words in one form: folded, with kept dice in order."""
    text = _folded(text)
    for word, said in _tongue():
        keeping = _folded(said)
        if word in {"keep", "set aside"} and text.startswith(f"{keeping} "):
            faces = re.match(r"[1-6 ]+", text.removeprefix(f"{keeping} "))
            if faces:
                rest = text.removeprefix(f"{keeping} ")[faces.end() :]
                return f"= {' '.join(sorted(faces[0].replace(' ', '')))} {rest}"
    return text


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
