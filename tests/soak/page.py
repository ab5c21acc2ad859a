"""A page as a browser reads it: its forms, its links, and the sentence that says what was refused. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from html import unescape

FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
CONTROL = re.compile(r"<(input|button|textarea|select|option)\b([^>]*)>([^<]*)")
ATTRIBUTE = re.compile(r'([\w:-]+)(?:="([^"]*)")?')
TAG = re.compile(r"<[^>]*>")
ALERT = re.compile(r'role="alert"[^>]*>(.*?)</(?:p|div|li)>', re.DOTALL)
HEADLINE = re.compile(r"<h1[^>]*>.*?</h1>\s*<p[^>]*>(.*?)</p>", re.DOTALL)
WORDS = re.compile(r'<datalist id="words">(.*?)</datalist>', re.DOTALL)
VALUE = re.compile(r'value="([^"]*)"')

Fields = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Control:
    """One thing in a form that sends something: `choices` are those of a select."""

    kind: str
    name: str
    value: str
    chosen: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """A form: where it goes, and what is in it."""

    action: str
    method: str
    name: str
    controls: tuple[Control, ...]

    def sent(self, without: tuple[str, ...] = ()) -> Fields:
        """What a browser sends if nothing is touched and no button named; but for fields of these names."""
        return [
            (one.name, one.value)
            for one in self.controls
            if one.chosen and one.name and one.name not in without
        ]

    def values(self, name: str) -> list[str]:
        """Everything that can be chosen under a name: ticks, buttons, or what a select holds."""
        return [value for one in self.controls if one.name == name for value in (one.choices or (one.value,))]

    def has(self, name: str) -> bool:
        """Whether there is a field of this name."""
        return any(one.name == name for one in self.controls)


@dataclass(frozen=True)
class Page:
    """What came back from an address."""

    path: str
    status: int
    text: str
    location: str = ""

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """All forms, in order."""
        return tuple(_form(self.path, *found) for found in FORM.findall(self.text))

    def form(self, ending: str) -> Form | None:
        """The first form that posts to an address with this ending."""
        return next((one for one in self.forms if one.method == "post" and one.action.endswith(ending)), None)

    def links(self, pattern: str) -> list[str]:
        """Where links lead whose whole address is of this pattern, each once, in order."""
        return list(dict.fromkeys(re.findall(rf'href="({pattern})"', self.text)))

    def data(self, name: str) -> str:
        """What the first `data-` attribute of this name holds; empty when there is none."""
        found = re.search(rf'data-{name}="([^"]*)"', self.text)
        return unescape(found[1]) if found else ""

    @cached_property
    def legal(self) -> tuple[str, ...]:
        """The moves that the page offers, in words."""
        found = WORDS.search(self.text)
        return tuple(map(unescape, VALUE.findall(found[1]))) if found else ()

    @property
    def sentence(self) -> str:
        """What the page says of a refusal, or its first words where it says nothing."""
        found = ALERT.search(self.text) or HEADLINE.search(self.text)
        return " ".join(unescape(TAG.sub(" ", found[1] if found else "")).split())[:120]


def _attributes(text: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in ATTRIBUTE.findall(text)}


def _form(path: str, head: str, body: str) -> Form:
    given = _attributes(head)
    controls: list[Control] = []
    for tag, text, inside in CONTROL.findall(body):
        found = _attributes(text)
        if "disabled" in found:
            continue
        if tag == "option":
            controls[-1] = _with_option(controls[-1], found, inside)
            continue
        kind = found.get("type", "submit" if tag == "button" else "text") if tag != "select" else "select"
        value = unescape(inside).strip() if tag == "textarea" else found.get("value", "")
        if kind in {"checkbox", "radio"}:
            controls.append(Control(kind, found.get("name", ""), value or "on", "checked" in found))
        else:
            shown = kind not in {"submit", "button", "reset", "select"}
            controls.append(Control(kind, found.get("name", ""), value, shown))
    action = given.get("action") or path
    return Form(action.partition("?")[0], given.get("method", "get"), given.get("id", ""), tuple(controls))


def _with_option(select: Control, option: dict[str, str], inside: str) -> Control:
    """The select with one more to choose from; without any that is marked the first is sent."""
    if select.kind != "select":  # what a text field only suggests
        return select
    value = option.get("value", unescape(inside).strip())
    first = not select.choices
    return Control(
        select.kind,
        select.name,
        value if first or "selected" in option else select.value,
        chosen=True,
        choices=(*select.choices, value),
    )
