"""How the form of an event is laid: in parts, with the fields that concern what is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ladders.events.event_forms import OPTIONS, EventForm
from ladders.formats import FORMATS, LIVE, SAME_DICE

FIRST = ("name", "about", "format", "code", *OPTIONS, "pace", "clock", "no_orders")
FOLDED: tuple[tuple[Promise, Sequence[str]], ...] = (
    (_("Who may enter"), ("way", "fewest", "most", "lowest", "highest", "most_time_outs")),
    (_("When it begins, and again"), ("begins_at", "robots_after", "recurring")),
    (_("What is promised and announced"), ("promise", "hook", "shape", "hook_entries", "hook_results")),
)
"""What most leave as it is."""
BY_DAYS = frozenset({"pace", "clock", "round_days"})
"""What there is to choose only where nobody sits there all the while; and the pace where it is not fixed."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some fields of the form under a title, laid like a form of their own."""

    title: str | Promise
    visible_fields: Sequence[BoundField]
    folded: bool = False
    hidden_fields: Sequence[BoundField] = ()
    non_field_errors: Sequence[str] = ()

    @property
    def open(self) -> bool:
        """Whether it is to be seen at once: always where something is wrong in it."""
        return not self.folded or any(field.errors for field in self.visible_fields)


def parts(form: EventForm) -> list[Part]:
    """All fields of the form; each says for which choices alone it is (`data-when`, static/js/making.js)."""
    fields = {field.name: field for field in form.visible_fields()}
    for name, field in fields.items():
        if when := _when(name):
            field.field.widget.attrs["data-when"] = when
    named = {*FIRST, *(name for _title, names in FOLDED for name in names)}

    def those(names: Sequence[str]) -> list[BoundField]:
        return [fields[name] for name in names if name in fields]

    return [
        Part(_("What is played"), those(FIRST)),
        Part(_("How much is played"), [field for name, field in fields.items() if name not in named]),
        *(Part(title, those(names), folded=True) for title, names in FOLDED),
    ]


def _when(name: str) -> str:
    """The fields that decide whether this one matters, each with its values; nothing where it always does."""
    if name in OPTIONS:
        return f"code:{name.partition('_')[0]}"
    if name in BY_DAYS:  # also before a format is chosen
        fixed = LIVE | SAME_DICE if name in {"pace", "clock"} else LIVE
        formats = ["", *(key for key in FORMATS if key not in fixed)]
    else:
        formats = [key for key, form in FORMATS.items() if name in form.SETTINGS]
    said = f"format:{','.join(formats)}" if formats else ""
    return f"{said} pace:turns" if name == "clock" else said
