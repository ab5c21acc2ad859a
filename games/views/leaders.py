"""Leaders: who is rated best in a game or at puzzles, and who holds its records. Anybody may look."""

from __future__ import annotations

from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_countries import countries

from accounts.models import User
from accounts.people import finding
from games.deeds import spans
from games.deeds.families import kept_of
from games.deeds.spans import FADING, Span
from games.deeds.sums import What
from games.feats.counting import kept_since
from games.models import Rating, Standing
from games.rules import RULES, choices
from games.standings import queries

FIRST_YEAR = 2000
"""No match is older: there is no board before."""


def viewer_of(request: HttpRequest) -> User | None:
    """Who looks, if that is somebody who could stand in a list."""
    return request.user if request.user.is_authenticated else None


@require_safe
@never_cache
def leaders(request: HttpRequest) -> HttpResponse:
    """Ratings in a game: `?game=`, `?kind=` of matches, `?of=` whom, `?country=`, `?after=` a line."""
    code = _one_of(request.GET.get("game", "").upper(), tuple(RULES), "BZ")
    kind = _one_of(request.GET.get("kind", ""), tuple(Rating.Kind.values), Rating.Kind.DUEL)
    return _ratings(request, code, kind)


@require_safe
@never_cache
def leader_puzzles(request: HttpRequest) -> HttpResponse:
    """Ratings at puzzles, with the same choices."""
    return _ratings(request, "", Standing.PUZZLES)


def _ratings(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    viewer = viewer_of(request)
    whose = {"everybody": _("everybody"), "country": _("one country")}
    if viewer:
        whose["buddies"] = _("my buddies and me")
    if code:
        whose["month"] = _("who gained most this month")
    of = _one_of(request.GET.get("of", ""), tuple(whose), "everybody")
    country = request.GET.get("country", "").upper()
    if country not in countries:
        own = finding.profile_of(viewer).country.code if viewer else ""
        country = own or ""
    after = _key(request.GET.get("after", ""))
    if of == "buddies" and viewer:
        page = queries.among_buddies(code, kind, viewer)
    else:
        lists = {
            "everybody": lambda: queries.ratings(code, kind),
            "country": lambda: queries.of_country(code, kind, country),
            "month": lambda: queries.of_month(code, kind),
        }
        page = queries.page(lists[of](), viewer, after)
    chosen = {"game": code, "kind": kind, "of": of, "country": country if of == "country" else ""}
    context = {
        "page": page,
        "code": code,
        "all_games": choices(),
        "kind": kind,
        "kinds": Rating.Kind.choices,
        "of": of,
        "whose": whose.items(),
        "country": country,
        "countries": list(countries),
        "hidden": bool(viewer and viewer.hide_rating),
        "paged": after is not None,
        **_links(page, {name: value for name, value in chosen.items() if value and (code or name != "kind")}),
    }
    return render(request, "games/leaders/ratings.html", context)


@require_safe
@never_cache
def leader_records(request: HttpRequest) -> HttpResponse:
    """Records of a game: `?game=`, `?what=`, `?span=` of time, `?begins=` its first day, `?after=`."""
    code = _one_of(request.GET.get("game", "").upper(), tuple(RULES), "BZ")
    what = What(_one_of(request.GET.get("what", ""), kept_of(RULES[code]), What.TOTAL))
    span = Span(_one_of(request.GET.get("span", ""), tuple(Span), Span.EVER))
    now = spans.begins(span, queries.today())
    begins = _begins(request.GET.get("begins", ""), span, now)
    after = _key(request.GET.get("after", ""))
    page = queries.page(queries.records(what, code, span, begins), viewer_of(request), after)
    chosen = {"game": code, "what": what.value, "span": span.value}
    at = chosen | ({} if begins == now else {"begins": begins.isoformat()})
    older, newer = spans.before(span, begins), spans.after(span, begins)
    context = {
        "page": page,
        "code": code,
        "all_games": choices(),
        "what": what,
        "whats": [(one.value, words_of(one)) for one in kept_of(RULES[code])],
        "value": words_of(what),
        "span": span,
        "spans": [(one.value, _SPANS[one]()) for one in Span],
        "begins": begins,
        "last": None if span is Span.EVER else newer,
        "older": urlencode(chosen | {"begins": older.isoformat()}) if _is_kept(span, older) else "",
        "newer": urlencode(chosen | {"begins": newer.isoformat()}) if begins < now else "",
        "paged": after is not None,
        **_links(page, at),
    }
    return render(request, "games/leaders/records.html", context)


def words_of(what: What) -> str:
    """What a record is called."""
    return {
        What.TOTAL: _("Highest total"),
        What.COLUMN: _("Best column"),
        What.ALIKE: _("Turns with all dice alike"),
        What.WINS: _("Wins in a row"),
        What.DAYS: _("Days in a row"),
    }[what]


_SPANS = {
    Span.EVER: lambda: _("of all time"),
    Span.YEAR: lambda: _("of a year"),
    Span.MONTH: lambda: _("of a month"),
    Span.WEEK: lambda: _("of a week"),
}


def _is_kept(span: Span, begins: date) -> bool:
    if span is Span.EVER:
        return False
    return begins >= kept_since() if span in FADING else begins.year >= FIRST_YEAR


def _begins(said: str, span: Span, now: date) -> date:
    """The first day of the time that was asked for; of the one that runs where there is no such board."""
    try:
        found = spans.begins(span, date.fromisoformat(said))
    except (ValueError, OverflowError):
        return now
    return found if found <= now and _is_kept(span, found) else now


def _links(page: queries.Page, chosen: dict[str, str]) -> dict[str, Any]:
    """Where the next page is, and the one that begins with whoever looks."""
    return {
        "first": urlencode(chosen),
        "next": urlencode(chosen | {"after": page.after}) if page.after else "",
        "to_me": urlencode(chosen | {"after": page.mine.start}) if page.mine and page.mine.start else "",
    }


def _one_of(said: str, known: tuple[str, ...], otherwise: str) -> str:
    return said if said in known else otherwise


def _key(said: str) -> tuple[int, int] | None:
    """The value and the key of a line, as `queries.Page.after` has them."""
    value, _dot, key = said.partition(".")
    if not (value.isascii() and value.isdecimal() and key.isascii() and key.isdecimal()):
        return None
    found = int(value), int(key)
    return found if found[0] < 2**31 and found[1] < 2**63 else None
