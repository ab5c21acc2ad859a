"""What all sorts of people read in a row that somebody's act has written: each in their own language.

The row keeps the English, which alone the API, webhooks, files and the archive of a player tell, and beside
it, in its column `said`, which sentence it is and what was filled in. People's own words are kept as they
are, and nobody translates them. Names in a sentence are those of then, as in the English.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import Any, Protocol

from django.conf import settings
from django.db.models import Model
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import get_language, pgettext

from accounts.said import Said, Words, counted_later, later, later_in, listed, on_day
from accounts.spoken import speaking

LONGEST = 200
"""Letters of one value that are kept to be said again."""
MOST = 20
"""Parts of a list that are."""
LARGEST = 4_000
"""Letters of all that one column keeps of a sentence; of a longer one there is the English alone."""
BROKEN = (LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError)
"""What a row of another release, or one that was damaged, raises when it is said again."""


class Row(Protocol):
    """A row that keeps sentences so."""

    said: Any


def put_down(model: type[Model], **words: Words) -> dict[str, Any]:
    """What a row of this model keeps of these words, by their columns: the English, as long as the column
    is, and `said`, of which `read` makes each reader's own; None where all of it is somebody's own words.
    """
    english: dict[str, str] = {}
    said: dict[str, object] = {}
    with speaking(settings.LANGUAGE_CODE):
        for name, one in words.items():
            english[name] = str(one)[: getattr(model._meta.get_field(name), "max_length", None)]
            if isinstance(one, Promise) or (isinstance(one, Said) and one.source is not None):
                source = _kept(one)
                if len(json.dumps(source)) <= LARGEST:
                    said[name] = source
    return {**english, "said": said or None}


def read(row: Row, name: str) -> str:
    """What the row keeps in this column, in the language of the moment; in English as it was written.

    That is also what is read of a sentence that the site no longer says, or that is broken.
    """
    english: str = getattr(row, name)
    if not row.said or get_language() == settings.LANGUAGE_CODE:
        return english
    try:
        source = row.said[name]
        return english if _is_unknown(source) else str(_sentence_again(source))
    except BROKEN:
        return english


def later_read(row: Row, name: str) -> Said:
    """The same for a notice: in the language of whoever is told."""
    return Said(lambda: read(row, name))


def words_of(error: Exception) -> Words:
    """What an error says, as a sentence where it was raised with one."""
    said = error.args[0] if error.args else None
    return said if isinstance(said, Said) else str(error)


def _kept(value: object) -> object:
    """A value as JSON has it, while English is spoken."""
    if isinstance(value, Promise):
        return _kept_lazily(value)
    if isinstance(value, Said) and value.source is not None:
        source = dict(value.source)
        if "with" in source:
            source["with"] = {name: _kept(one) for name, one in source["with"].items()}
        if "each" in source:
            source["each"] = [_kept(one) for one in source["each"][:MOST]]
        return source
    return value if isinstance(value, int) else str(value)[:LONGEST]


def _kept_lazily(value: Promise) -> dict[str, object]:
    """A lazy sentence; what it was made of is what a pickle of it would have."""
    _, (function, given, *_) = value.__reduce__()  # type: ignore[misc]
    if function is pgettext:
        context, sentence = given
        return {"say": sentence, "in": context}
    if given and isinstance(given[0], Promise):  # as Django begins the label of a field with a capital
        return {**_kept_lazily(given[0]), "begun": True}
    return {"say": str(value)}  # in English it is the very sentence that is looked up


def _is_unknown(source: Mapping[str, Any]) -> bool:
    """Whether the catalogue has no such sentence, or has it in the same words."""
    return "say" in source and str(_sentence(source)) in {source["say"], source.get("many")}


def _sentence(source: Mapping[str, Any]) -> Said:
    if "many" in source:
        return counted_later(source["say"], source["many"], source["count"])
    sentence = later_in(source["in"], source["say"]) if "in" in source else later(source["say"])
    return Said(lambda: capfirst(str(sentence))) if "begun" in source else sentence


def _again(value: object) -> str | int | Said:
    """A value as it was before it was kept. Raises one of BROKEN."""
    return value if isinstance(value, str | int) else _sentence_again(value)


def _sentence_again(source: Any) -> Said:
    """A sentence likewise."""
    if "day" in source:
        return on_day(date.fromisoformat(source["day"]))
    if "each" in source:
        return listed([str(_again(one)) for one in source["each"]])
    sentence = _sentence(source)
    if "with" in source:
        return sentence % {name: _again(one) for name, one in source["with"].items()}
    if "%(" in source["say"]:
        raise KeyError("with")
    return sentence
