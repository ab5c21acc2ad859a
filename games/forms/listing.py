"""How a player wants My matches: in which order, which of them, and whether a move leads on to the next.

It is asked for by the address and kept in a cookie, for it belongs to a screen as much as to a player.
Nothing of it is a secret, and whatever else stands there is as if nothing did.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from games.match.lists import Line
from games.match.subjects import Subject
from games.rules import choices

COOKIE = "matches"
LASTS = 365 * 86_400
LONGEST = 200
"""Letters of the cookie that are read."""
LONG_AGO = datetime.min.replace(tzinfo=UTC)
SORTS = {
    "time": _("the most urgent first"),
    "moved": _("the latest move first"),
    "behind": _("where I am behind first"),
    "ahead": _("where I am ahead first"),
    "game": _("by game"),
    "event": _("by event"),
}
WITH = {
    "": _("everybody"),
    "events": _("events and ladders"),
    "casual": _("people, outside of events"),
    "robots": _("robots, or nobody"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen; `onward` leads on to the next match after a move."""

    sort: str = "time"
    game: str = ""
    opponents: str = ""
    onward: bool = False

    @property
    def narrow(self) -> bool:
        """Whether some matches are not shown."""
        return bool(self.game or self.opponents)

    @property
    def form(self) -> ListForm:
        """The form that asks for it, as it was filled in."""
        return ListForm(initial=asdict(self))

    @property
    def said(self) -> tuple[object, ...]:
        """What is not as it is without a choice, a few words each; what is left out is seen in the form."""
        sorted_by = (SORTS[self.sort],) if self.sort != "time" else ()
        return (*sorted_by, _("on to the next match after a move")) if self.onward else sorted_by

    def shows(self, line: Line) -> bool:
        """Whether this match is among those that were asked for."""
        fits = {"events": line.organised, "casual": line.people and not line.organised}
        fits["robots"] = not line.people
        return self.game in {"", line.code} and fits.get(self.opponents, True)

    def arranged(self, lines: Sequence[Line], names: Mapping[int, Subject]) -> list[Line]:
        """Those that were asked for in the order that was: `lines` come by urgency, which decides what is
        level, and what is pinned stays on top. `names` is what they are played in.
        """
        shown = [line for line in lines if self.shows(line)]
        if self.sort != "time":
            shown.sort(key=lambda line: (not (line.mine and line.mine.pinned), *self._key(line, names)))
        return shown

    def _key(self, line: Line, names: Mapping[int, Subject]) -> tuple[Any, ...]:
        lead = line.lead
        if self.sort == "moved":
            moved = line.mover.acted_at if line.mover else None
            return (LONG_AGO - (moved or LONG_AGO),)
        if self.sort in {"behind", "ahead"}:
            return (lead is None, lead if self.sort == "behind" else -(lead or 0))
        if self.sort == "event":
            held = names.get(line.pk)
            return (held is None, held.name if held else "")
        return (line.rules.name,)


class ListForm(forms.Form):
    """The choice as it is asked for; every part may be left out."""

    sort = forms.ChoiceField(label=_("Sort"), choices=list(SORTS.items()), required=False)
    game = forms.ChoiceField(
        label=_("Game"),
        choices=lambda: [("", _("all games")), *choices()],
        required=False,
    )
    opponents = forms.ChoiceField(label=_("Against"), choices=list(WITH.items()), required=False)
    onward = forms.BooleanField(label=_("After a move, go on to the next match"), required=False)

    def choice(self) -> Choice:
        """What was chosen, where it can be read; else what holds when nothing is."""
        if not self.is_valid():
            return Choice()
        found = self.cleaned_data
        return Choice(found["sort"] or "time", found["game"], found["opponents"], found["onward"])


def choice_of(request: HttpRequest) -> Choice:
    """What this page is asked for, or, where it says nothing, what was kept."""
    if "sort" in request.GET:
        return ListForm(request.GET).choice()
    return kept(request)


def kept(request: HttpRequest) -> Choice:
    """What this browser keeps."""
    return _read(request.COOKIES.get(COOKIE, "")[:LONGEST])


@lru_cache(maxsize=1024)
def _read(cookie: str) -> Choice:
    """What the cookie says: every table asks for it, and there are few that anybody has."""
    return ListForm(dict(parse_qsl(cookie))).choice()


def keep(response: HttpResponse, choice: Choice, *, secure: bool) -> None:
    """Let the browser keep the choice."""
    said = {name: value for name, value in asdict(choice).items() if value}
    response.set_cookie(COOKIE, urlencode(said), max_age=LASTS, secure=secure, httponly=True, samesite="Lax")
