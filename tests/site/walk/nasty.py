"""What nobody means to send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlencode
from zlib import crc32

from tests.site.walk.addresses import address_of, addresses
from tests.site.walk.row import Row
from tests.site.walk.world import World

ALWAYS: tuple[Any, ...] = ("\x00", "9" * 25, ["1", "2", "\x00"], "é\u202eb", "1e309")
"""Every field is sent these: what no text or number holds, several for one, what is not ASCII, infinity."""
SOMETIMES = ("", " ", "-1", "0", "NaN", "٣", "²", "x" * 5000, "a\r\nb", "[]", "{}", "None", "1.5", "null")
"""Each field is sent one of these, always the same."""
FEW = 6
"""Fields of a form that is not long."""
PARTS = ("9" * 25, "9" * 5000, "-1", "0", "%00", "%ff%fe", "٣", quote("a\r\nb"), "x" * 3000, "..")


def changes_of(form: Mapping[str, Any], *, few: bool = False) -> Iterator[tuple[str, dict[str, Any]]]:
    """The form with each of its fields left out, or full of nonsense, and what was done to it.

    A long form is one form class, which reads one field as it reads the others. `few`: it is one of many
    forms that are read at one door, so each field has its turn with a part of the nonsense.
    """
    for field in form:
        yield f"no {field}", {name: value for name, value in form.items() if name != field}
        turn = crc32(repr((sorted(form), field)).encode() if few else field.encode())
        always = (ALWAYS[turn % len(ALWAYS)],) if few else ALWAYS if len(form) <= FEW else ALWAYS[-1:]
        for value in (*always, SOMETIMES[turn % len(SOMETIMES)]):
            yield f"{field}={str(value)[:40]!r}", {**form, field: value}
    for value in ALWAYS if len(form) > FEW and not few else ():
        yield f"everything {str(value)[:40]!r}", dict.fromkeys(form, value)


def spoilt_paths(world: World, row: Row) -> Iterator[str]:
    """The row's path with nonsense in place of each of its arguments."""
    words = row.at.split()
    path = address_of(world, row)
    for word, _ in zip(words, addresses()[row.name].arguments, strict=False):
        found = quote(str(world.key(word)))
        for part in PARTS:
            yield part.join(path.rsplit(found, 1)) if path.count(found) == 1 else path.replace(found, part, 1)


def queries_of(row: Row) -> Iterator[str]:
    """Nonsense for each parameter that the page takes; less of it for Django's own pages."""
    values = ("\x00", "9" * 25, "٣", "9" * 5000, "-1", "²", "x" * 3000, "1,2,", "a\r\nb")
    for name in row.query.split():
        for value in values[:3] if row.name.startswith("admin:") else values:
            yield urlencode({name: value})
        yield f"{name}=%ff%fe"
        yield f"{name}=1&{name}=2"
