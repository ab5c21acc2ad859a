"""What a program can see to be wrong with a translation: values, tags, plurals, breaks, gaps. Pure."""

from __future__ import annotations

import gettext
import re
from collections import Counter
from collections.abc import Collection, Iterator

import polib

HOLE = re.compile(r"%\(\w+\)[-#0 +]*\d*(?:\.\d+)?[a-zA-Z]|%[sdr]|%%|\{\w*\}")
"""Where a value goes: `%(name)s` in Python and templates, `{name}` in scripts."""
TAG = re.compile(r"</?[a-zA-Z][^<>]*>|&(?:\w+|#\d+);")
COUNTED_TO = 1000
"""The numbers that plural forms are tried with."""


def wrong(catalogue: polib.POFile, plurals: str, same: Collection[str], *, whole: bool) -> Iterator[str]:
    """What is wrong with the catalogue of a language whose plural forms are these: a sentence for each thing.

    `same` lists the sentences that are said as in English; where it is to be `whole`, none may be missing.
    """
    if catalogue.metadata.get("Plural-Forms") != plurals:
        yield f"Its header must say “Plural-Forms: {plurals}”."
    forms = _forms(plurals)
    for entry in catalogue:
        if entry.obsolete:
            yield f"“{_short(entry.msgid)}” is no longer said: make messages drops it."
        elif not entry.translated():
            if whole:
                yield f"“{_short(entry.msgid)}” is not translated."
        else:
            for what in _of_entry(entry, forms, same):
                yield f"“{_short(entry.msgid)}”: {what}"


def _of_entry(entry: polib.POEntry, forms: list[bool], same: Collection[str]) -> Iterator[str]:
    sources = [entry.msgid, entry.msgid_plural] if entry.msgid_plural else [entry.msgid]
    if entry.msgid_plural:
        said = [entry.msgstr_plural.get(number, "") for number in range(len(forms))]
        if len(entry.msgstr_plural) != len(forms):
            yield f"it has {len(entry.msgstr_plural)} plural forms, and not {len(forms)}."
    else:
        said = [entry.msgstr]
    if set(said) & set(sources) and not set(sources) & set(same) and _has_words(entry.msgid):
        yield "it is the same as in English: where that is meant, list it in same.txt."
    for number, text in enumerate(said):
        if not entry.msgid_plural or forms[number]:
            yield from _of_text(text, sources[-1:])
        else:
            yield from _of_text(text, sources, unsaid=1)


def _has_words(text: str) -> bool:
    return any(map(str.isalpha, TAG.sub("", HOLE.sub("", text))))


def _of_text(text: str, sources: list[str], unsaid: int = 0) -> Iterator[str]:
    """What a text has that none of its sources has, or lacks that all of them have.

    So many values may go `unsaid`: a form that is said of one number alone can tell it by a word, as
    Hebrew’s for one and for two do.
    """
    for kind, pattern in (("value", HOLE), ("tag", TAG)):
        found = Counter(pattern.findall(text))
        there = [Counter(pattern.findall(source)) for source in sources]
        most, least = _either(there), _both(there)
        for one in found - most:
            yield f"the {kind} {one} is too much in “{_short(text)}”."
        missing = least - found
        if kind == "tag" or len(missing) > unsaid:
            for one in missing:
                yield f"the {kind} {one} is missing in “{_short(text)}”."
    for name, has in (("begin", str.startswith), ("end", str.endswith)):
        for edge in ("\n", " "):
            if all(has(source, edge) != has(text, edge) for source in sources):
                yield f"it does not {name} with the same blank or line break as in English: “{_short(text)}”."


def _either(counters: list[Counter[str]]) -> Counter[str]:
    return counters[0] | counters[-1]


def _both(counters: list[Counter[str]]) -> Counter[str]:
    return counters[0] & counters[-1]


def _forms(plurals: str) -> list[bool]:
    """For each plural form, whether it is said of more numbers than one, and so has to name the number."""
    number, rule = re.findall(r"nplurals=(\d+); plural=(.+);", plurals)[0]
    which = gettext.c2py(rule)
    counted = Counter(which(n) for n in range(COUNTED_TO))
    return [counted[form] > 1 for form in range(int(number))]


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 60 else f"{flat[:57]}…"
