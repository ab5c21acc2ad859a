"""The pages that explain organised play: ladders, every format, and what holds in all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from ladders.events.views import examples, examples_of_all, examples_of_pairs


@dataclass(frozen=True, slots=True)
class Topic:
    """A page: its title, a line about it, and what reckons its examples."""

    title: Promise
    line: Promise
    reckon: Callable[[], dict[str, Any]]


FORMS: Mapping[str, Topic] = MappingProxyType(
    {
        "ladder": Topic(
            _("Ladders"), _("Join at the bottom and challenge upward: it never ends."), examples.ladder
        ),
        "league": Topic(
            _("Leagues"), _("A whole division at one table, match after match."), examples.a_league
        ),
        "champions": Topic(
            _("Champions’ leagues"), _("The best four of a league that is over."), examples.a_champions
        ),
        "score": Topic(_("Score tournaments"), _("A race to a grand total."), examples.score),
        "team": Topic(_("Team tournaments"), _("The same race, for teams of two to four."), examples.a_team),
        "duplicate": Topic(
            _("Duplicate teams"), _("The same dice for all: who makes more of them?"), examples.a_duplicate
        ),
        "clubs": Topic(
            _("Club matches"), _("Two clubs meet on several boards at once."), examples.a_club_match
        ),
        "knockout": Topic(_("Knock-outs"), _("Lose a tie, and you are out."), examples_of_pairs.a_knockout),
        "double": Topic(
            _("Double elimination"), _("Lose two ties, and you are out."), examples_of_pairs.a_double
        ),
        "round-robin": Topic(
            _("Round robins"),
            _("Everybody plays everybody, in small sections."),
            examples_of_pairs.a_round_robin,
        ),
        "swiss": Topic(
            _("Swiss tournaments"),
            _("A few rounds, each against somebody with about as many points."),
            examples_of_pairs.a_swiss,
        ),
        "arena": Topic(
            _("Arenas"),
            _("Live, for a set time: a new opponent as soon as one is free."),
            examples_of_pairs.an_arena,
        ),
    }
)
OF_ALL: Mapping[str, Topic] = MappingProxyType(
    {
        "absence": Topic(
            _("Absence and withdrawal"),
            _("What happens when somebody does not come."),
            examples_of_all.absence,
        ),
        "ties": Topic(_("Ties"), _("What decides where points are level."), examples_of_all.ties),
        "ratings": Topic(_("Ratings"), _("What the number beside a game means."), examples_of_all.ratings),
        "clocks": Topic(
            _("Clocks and rounds"), _("How long you have, and what stops a clock."), examples_of_all.clocks
        ),
    }
)
TOPICS: Mapping[str, Topic] = MappingProxyType({**FORMS, **OF_ALL})


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All topics, a line each."""
    return render(request, "ladders/explained/index.html", {"forms": FORMS, "of_all": OF_ALL})


@require_safe
def explain(request: HttpRequest, topic: str) -> HttpResponse:
    """One topic, with examples."""
    known = TOPICS.get(topic)
    if known is None:
        raise Http404
    context = {"topic": known, **known.reckon()}
    return render(request, f"ladders/explained/{topic}.html", context)
