"""Help: pages that explain the site to players, and the one that lists all there is to read.

No figure is typed: each comes from what the code goes by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts import limits, moderation, scopes, tokens
from dicepool import turning
from dicepool.seal import SETS
from games.analysis.fair_play import WINDOW
from games.clock import GRACE
from games.clock.calendar import DAYS_OFF
from games.clock.holiday import HOLIDAY
from games.coach.fair_play import SEATS
from games.rules import RULES
from games.tables import table_of
from ladders.events.views.explained import FORMS, OF_ALL

LAY = (5, 2, 6, 1, 3)
"""Dice of a set, in an example."""
NUMBER = bytes(range(turning.NUMBER_BYTES))
RECEIPT = "boatzee receipt v1\nset 4711\n"
"""The number and the receipt that turn them there: any would do."""
FIRST = "BZ"
"""The game that the front page begins, and the first program plays."""


@dataclass(frozen=True, slots=True)
class Guide:
    """A page of help: its title, a line about it, and what reckons its figures."""

    title: Promise
    line: Promise
    figures: Callable[[], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Paper:
    """Something to read: where, and in a line what it is about."""

    address: str
    title: Promise
    line: Promise


@dataclass(frozen=True, slots=True)
class Shelf:
    """What belongs together among all there is to read."""

    key: str
    title: Promise
    papers: tuple[Paper, ...]


def a_first_match() -> dict[str, Any]:
    """How long the match is that the front page begins, and what a clock allows."""
    rules = RULES[FIRST]
    return {
        "game": rules.name,
        "boxes": table_of(rules).rounds(rules),
        "days_off": DAYS_OFF,
        "holiday": HOLIDAY.days,
    }


def fair_play() -> dict[str, Any]:
    """What is counted before staff look, and how much one may report."""
    return {
        "bots": limits.BOTS,
        "open_reports": moderation.OPEN,
        "window": WINDOW,
        "seats": SEATS,
    }


def dice() -> dict[str, Any]:
    """How large a batch is, dice that a number turns, and how often what one remembers happens."""
    fell = turning.turned(LAY, NUMBER, RECEIPT)
    return {
        "batch": settings.DICE_BATCH,
        "dice": len(LAY),
        "alike": SETS // 6,
        "no_six": round(100 * (5 / 6) ** len(LAY)),
        "turned": [(lay, (fallen - lay) % 6, fallen) for lay, fallen in zip(LAY, fell, strict=True)],
    }


def a_first_program() -> dict[str, Any]:
    """Where programs ask, what opens the door, and how often they may."""
    return {
        "api": settings.SITE_URL + reverse("api", args=[""]),
        "mark": tokens.MARK,
        "code": FIRST,
        "game": RULES[FIRST].name,
        "bots": limits.BOTS,
        "tokens": limits.TOKENS,
        "scopes": (scopes.READ, scopes.PLAY),
        "rate": limits.API["player"].most,
        "streams": limits.STREAMS_A_VISITOR,
    }


GUIDES: Mapping[str, Guide] = MappingProxyType(
    {
        "first-match": Guide(
            _("Your first match"),
            _("From the first roll to a full card, alone or with others."),
            a_first_match,
        ),
        "fair-play": Guide(
            _("Fair play"), _("What is allowed, what is not, and what the staff do."), fair_play
        ),
        "dice": Guide(
            _("The dice in plain words"), _("Why nobody can change a die, and how you see it yourself."), dice
        ),
        "first-program": Guide(
            _("A first program"), _("From a token to a first move, in ten minutes."), a_first_program
        ),
    }
)


def shelves() -> Iterator[Shelf]:
    """All there is to read, in the order in which one may want it."""
    yield from _of_playing()
    yield from _of_all_else()


def _of_playing() -> Iterator[Shelf]:
    yield Shelf(
        "begin",
        _("To begin with"),
        (
            _guide("first-match"),
            _paper("games:lessons", _("Lessons"), _("Every game at its own table, step by step.")),
            _paper("games:rules", _("Rules"), _("Each game, with examples, and a score sheet to print.")),
            _paper("features", _("Features and tips"), _("What there is here, and how to make more of it.")),
            _paper("faq", _("Questions"), _("What players ask most, answered in a sentence or two.")),
        ),
    )
    yield Shelf(
        "all",
        _("What applies everywhere"),
        (
            _guide("fair-play"),
            *(Paper(_explained(slug), topic.title, topic.line) for slug, topic in OF_ALL.items()),
        ),
    )
    yield Shelf(
        "organised",
        _("Ladders, events and clubs"),
        (
            *(Paper(_explained(slug), topic.title, topic.line) for slug, topic in FORMS.items()),
            _paper(
                "ladders:clubs_how",
                _("Clubs"),
                _("Players who belong together, under a name of their own."),
            ),
        ),
    )


def _of_all_else() -> Iterator[Shelf]:
    yield Shelf(
        "dice",
        _("The dice"),
        (
            _guide("dice"),
            _paper(
                "dicepool:index", _("Check the dice yourself"), _("The proof of any roll, by its number.")
            ),
            _paper(
                "dicepool:observatory",
                _("Observatory of dice"),
                _("What fell, and whether chance explains it."),
            ),
            _paper("dicepool:log", _("The log"), _("What became of every set of dice.")),
            _paper("dicepool:witnesses", _("The witnesses"), _("Who sees to it that nothing is changed.")),
        ),
    )
    yield Shelf(
        "programs",
        _("Programs"),
        (
            _guide("first-program"),
            _paper(
                "api_help", _("For programs"), _("How they ask, what a token may do, what refusals mean.")
            ),
            _paper("api_try", _("Try the API"), _("All that can be asked, with a button to ask it.")),
            _paper("webhooks", _("Webhooks"), _("What happens here, posted to an address of yours.")),
            _paper("games:bots", _("Bots"), _("Programs of players that take challenges.")),
            _paper("games:robots", _("Robots"), _("The six of the site, and how strong each is.")),
        ),
    )
    yield Shelf(
        "site",
        _("The site"),
        (
            _paper("terms", _("User agreement"), _("What is agreed between you and the site.")),
            _paper("privacy", _("Privacy"), _("What is kept of you, why, and for how long.")),
            _paper("status", _("Status"), _("Whether all is well.")),
            _paper("contact", _("Write to us"), _("Where nothing here answers your question.")),
        ),
    )


def _guide(slug: str) -> Paper:
    return Paper(reverse("guide", args=[slug]), GUIDES[slug].title, GUIDES[slug].line)


def _paper(name: str, title: Promise, line: Promise) -> Paper:
    return Paper(reverse(name), title, line)


def _explained(slug: str) -> str:
    return reverse("ladders:explained", args=[slug])


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All there is to read, a line each."""
    return render(request, "help/index.html", {"shelves": list(shelves())})


@require_safe
def asked(request: HttpRequest) -> HttpResponse:
    """What players ask most."""
    grace = int(GRACE.total_seconds()) // limits.HOUR
    return render(request, "help/faq.html", {"grace": grace})


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """One page of help. Raises Http404."""
    guide = GUIDES.get(slug)
    if guide is None:
        raise Http404
    return render(request, f"help/{slug}.html", {"topic": guide, **guide.figures()})
