"""What programs that walk the web may look at: public pages alone, and of what grows for ever the newest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.conf import settings
from django.contrib.sitemaps.views import x_robots_tag
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts import spoken
from accounts.models import Board, Topic, User
from boatzee_site.guides import GUIDES
from games.lessons import LESSONS
from games.models import Puzzle
from games.rules import RULES
from ladders.events.views.explained import TOPICS
from ladders.models import Event, Ladder

MOST = 2_000
"""Addresses in a section: of what there is more of, the newest."""
CLOSED = (
    *("/accounts/", "/admin/", "/calendar/", "/matches/", "/people/", "/positions/", "/practice/"),
    *("/archive/", "/embed/", "/imports/", "/waiting/", "/dice/roll/", "/events/new/"),
    *("/contact/", "/forum/search/", "/*?"),
)
"""What is no use to strangers, is counted on a visitor's budget, or is the same page in another order."""
PAGES = (
    *("games:home", "games:rules", "games:robots", "games:watch", "games:puzzles", "games:lessons"),
    *(
        "ladders:index",
        "ladders:clubs",
        "ladders:clubs_how",
        "ladders:explained_all",
        "news",
        "voices",
        "help",
        "features",
        "faq",
        "webhooks",
    ),
    *("dicepool:index", "dicepool:observatory", "privacy", "terms"),
)


def _pages() -> Iterator[str]:
    """Pages that there is one of, rules and lessons."""
    yield from (reverse(name) for name in PAGES)
    for code in RULES:
        yield reverse("games:rules_of", args=[code.lower()])
        yield reverse("games:rules_sheet", args=[code.lower()])
    yield from (reverse("games:lesson", args=[slug]) for slug in LESSONS)
    yield from (reverse("guide", args=[slug]) for slug in GUIDES)
    yield from (reverse("ladders:explained", args=[slug]) for slug in TOPICS)
    if settings.SUPPORT_URL:
        yield reverse("membership")


def _players() -> Iterator[str]:
    """The newest players. One query."""
    found = User.objects.filter(is_active=True, guest=False).order_by("-pk")
    names = found.values_list("username", flat=True)[:MOST]
    yield from (reverse("games:player", args=[name]) for name in names)


def _events() -> Iterator[str]:
    """Ladders, and the newest events. Two queries."""
    events = Event.objects.exclude(status=Event.Status.DRAFT).order_by("-pk")
    yield from (ladder.get_absolute_url() for ladder in Ladder.objects.filter(club=None).order_by("pk"))
    yield from (reverse("ladders:event", args=[key]) for key in events.values_list("pk", flat=True)[:MOST])


def _puzzles() -> Iterator[str]:
    """The newest puzzles. One query."""
    found = Puzzle.objects.order_by("-pk").values_list("pk", flat=True)
    yield from (reverse("games:puzzle", args=[key]) for key in found[:MOST])


def _forum() -> Iterator[str]:
    """The boards, and the newest threads. Two queries."""
    yield reverse("forum")
    yield from (board.get_absolute_url() for board in Board.objects.all())
    topics = Topic.objects.filter(hidden=False).order_by("-pk")
    yield from (reverse("forum_thread", args=[key]) for key in topics.values_list("pk", flat=True)[:MOST])


SECTIONS: Mapping[str, Callable[[], Iterator[str]]] = {
    "pages": _pages,
    "events": _events,
    "puzzles": _puzzles,
    "players": _players,
    "forum": _forum,
}


@require_safe
@x_robots_tag
@cache_control(public=True, max_age=3600)
def sitemap(request: HttpRequest, section: str = "") -> HttpResponse:
    """Where the sections are, or the addresses of one, as sitemaps.org has it. Raises Http404."""
    if not section:
        found = [f"{settings.SITE_URL}{reverse('sitemap_of', args=[name])}" for name in SECTIONS]
        context: dict[str, Any] = {"sitemaps": [{"location": address} for address in found]}
        return render(request, "sitemap_index.xml", context, content_type="application/xml")
    if section not in SECTIONS:
        raise Http404
    lines = [{"location": f"{settings.SITE_URL}{address}"} for address in SECTIONS[section]()]
    return render(request, "sitemap.xml", {"urlset": lines}, content_type="application/xml")


@require_safe
@cache_control(public=True, max_age=3600)
def robots(request: HttpRequest) -> HttpResponse:
    """What such programs are asked to leave alone (RFC 9309)."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in CLOSED)]
    lines += [f"Allow: /*?{spoken.ASKED}=", "", f"Sitemap: {settings.SITE_URL}{reverse('sitemap')}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
