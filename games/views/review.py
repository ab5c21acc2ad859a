"""The review of a match that is over: what decisions cost, what the dice gave, positions to try again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import guests, spending
from accounts.models import User
from games.analysis.review import Review, Sums, by_points, final_chances, shared_luck
from games.coach import reviews
from games.coach.reviews import State
from games.match import channels, queries
from games.match.played import Played, played
from games.models import Match, Seat
from games.rules.base import Pace, Rules
from games.views import review_words as words
from games.views.review_lines import Reviewed
from games.views.table import seat_of

WAITING = (State.ASKED, State.GETTING_READY)


@require_safe
@never_cache
def review(request: HttpRequest, match_id: int) -> HttpResponse:
    """The review of one seat, `?seat=` from 1, else the visitor's own or the first.

    `?try=` and `?move=` answer what another move in one of its costliest positions was worth. Of a match that
    runs there is none, nor anything that would say whether there will be.
    """
    match, seats = _over(match_id)
    if match.status != Match.Status.FINISHED:
        return redirect("games:table", match_id)
    found = reviews.find(match)
    context: dict[str, Any] = {"match": match, "seats": seats, "state": found.state.value}
    context |= {"waits": found.state in WAITING}
    context |= {"replay": reverse("games:replay", args=[match_id])}
    if found.review is not None:
        context |= shown(request, match, seats, played(match, seats), found.review)
    elif found.sums:
        context |= _totals(request, match, seats, found.sums)
    elif found.state in WAITING:
        context["channels"] = [channels.of_match(match.pk)]
    return render(request, "games/review.html", context)


@guests.welcome
@login_required
@require_POST
@never_cache
def review_ask(request: HttpRequest, match_id: int) -> HttpResponse:
    """Ask the coach to review a match that is over; then the page of the review says how far it is."""
    match, _seats = _over(match_id)
    spending.spend("review", cast("User", request.user))
    reviews.ask(match)
    return redirect("games:review", match_id)


def _over(match_id: int) -> tuple[Match, list[Seat]]:
    try:
        match, seats = queries.table(match_id)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    if not match.begun:
        raise Http404
    return match, seats


@dataclass(frozen=True, slots=True)
class Column:
    """What a match comes to for one seat, as it is shown."""

    seat: Seat
    accuracy: str
    start: str
    skill: str
    luck: str
    luck_shared: str
    luck_own: str
    """Its parts where all had the same dice: what is the same for everybody, and how they fitted the card."""
    unplayed: str
    start_chance: str
    skill_chance: str
    luck_chance: str
    mistakes: int
    decisions: int


def _totals(
    request: HttpRequest, match: Match, seats: Sequence[Seat], sums: Sequence[Sums]
) -> dict[str, Any]:
    """What a match comes to for every seat."""
    scored = by_points(match.rules, len(seats))
    shared = shared_luck(sums)
    columns = [
        _column(match.rules, seat, one, shared, by_points=scored)
        for seat, one in zip(seats, sums, strict=True)
    ]
    return {
        "mine": seat_of(request, list(seats)),
        "columns": columns,
        "by_points": scored,
        "alone": len(seats) == 1,
        "same_dice": match.pace == Pace.DUPLICATE and len(seats) > 1,
        "unplayed": any(column.unplayed for column in columns),
        "meaning": words.accuracy_meaning(by_points=scored),
        "near": match.rules.columns > 1,
    }


def shown(
    request: HttpRequest, match: Match, seats: Sequence[Seat], whole: Played, found: Review
) -> dict[str, Any]:
    """What the page shows of a whole review, one seat's at a time. No query."""
    totals = _totals(request, match, seats, found.seats)
    mine = totals["mine"]
    reviewed = Reviewed(match, seats, whole, found)
    index = _asked(request.GET.get("seat", ""), len(seats))
    seat = seats[index if index is not None else mine.index if mine else 0]
    tried = _asked(request.GET.get("try", ""), 9)
    chosen = request.GET.get("move", "")
    return totals | {
        "seat": seat,
        "chart": reviewed.chart(final_chances([one.place for one in seats])),
        "tries": reviewed.tries(seat.index, -1 if tried is None else tried + 1, chosen),
        "lines": reviewed.lines(seat.index),
        "losses": _losses(match.rules, found.seats[seat.index], by_points=totals["by_points"]),
    }


def _asked(number: str, most: int) -> int | None:
    """A number from 1 as one from 0; None where it is none of these."""
    if not number.isdecimal() or len(number) > 2 or not 1 <= int(number) <= most:
        return None
    return int(number) - 1


def _column(rules: Rules[Any], seat: Seat, sums: Sums, shared: float = 0.0, *, by_points: bool) -> Column:
    accuracy = sums.accuracy(by_points=by_points)
    unplayed = words.points(sums.unplayed.points, rules)
    return Column(
        seat=seat,
        accuracy="" if accuracy is None else f"{accuracy:.0f}",
        start=words.points(sums.start.points, rules),
        skill=words.points(sums.skill.points, rules),
        luck=words.signed(sums.luck.points, rules),
        luck_shared=words.signed(shared, rules),
        luck_own=words.signed(sums.luck.points - shared, rules),
        unplayed=unplayed if _is_something(unplayed) else "",
        start_chance=words.percent(sums.start.chance),
        skill_chance=words.percent(sums.skill.chance),
        luck_chance=words.percent(sums.luck.chance),
        mistakes=sums.mistakes,
        decisions=sums.decisions,
    )


def _is_something(figure: str) -> bool:
    """Whether a figure says more than nothing."""
    return bool(figure.strip("−0."))


def _losses(rules: Rules[Any], sums: Sums, *, by_points: bool) -> list[tuple[str, str]]:
    """In what the seat lost, most first: points, or hundredths of the chance to win."""
    found = sorted(sums.lost.items(), key=lambda one: -one[1])
    shown = words.points if by_points else words.percent
    return [(words.loss(rules, loss), shown(lost)) for loss, lost in found if _is_something(shown(lost))]
