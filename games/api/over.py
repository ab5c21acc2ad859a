"""A match that is over: its record, the replay, and the review."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Path, Router

from accounts import spending
from accounts.api.auth import anybody, needs, player_of
from accounts.api.problems import Problem
from accounts.api.schemas import Key
from accounts.scopes import PLAY, READ
from games.analysis.review import Amount, Review, Sums, by_points
from games.api import budget, told
from games.api.shapes import MoveChoice
from games.api.shapes_over import (
    AmountShown,
    CostlyShown,
    PositionShown,
    ReplayShown,
    ReviewBody,
    ReviewSeat,
    ReviewShown,
    ReviewStep,
    StepShown,
)
from games.coach import reviews
from games.match import records, seen
from games.match.played import Played, played
from games.models import Match, Seat

router = Router(tags=["matches"])
AS_TEXT = {"responses": {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}}
Step = Annotated[int, Path(ge=0, le=10_000, description="After how many moves.", examples=[12])]


@router.get(
    "/{match_id}/record",
    auth=anybody(READ),
    summary="A match's record",
    operation_id="get_record",
    openapi_extra=AS_TEXT,
)
def record(request: HttpRequest, match_id: Key) -> HttpResponse:
    """The match as text (docs/record.md), as far as it was played; `still-hidden` while any of it is."""
    budget.spend("download", request)
    match, seats, mine = seen.known(match_id, request.user)
    if not match.begun:
        raise Http404
    seen.must_lie_open(match, mine)
    return HttpResponse(records.text(match, seats), content_type="text/plain; charset=utf-8")


@router.get(
    "/{match_id}/replay",
    auth=anybody(READ),
    response=ReplayShown,
    summary="A match move by move",
    operation_id="get_replay",
)
def replay(request: HttpRequest, match_id: Key) -> ReplayShown:
    """Everything that was done in a match that is over; `not-over` while it runs."""
    match, seats = _over(request, match_id)
    return steps(match.pk, match.code, played(match, seats))


def steps(number: int, code: str, whole: Played) -> ReplayShown:
    """A whole match move by move, under this number."""
    ends = {step: total for step, _seat, _turn, total in whole.totals}
    stood = set(whole.there)
    return ReplayShown.model_construct(
        id=number,
        game=code,
        roll_off=[told.move(one) for one in whole.roll_off],
        steps=[
            StepShown.model_construct(
                step=number,
                turn=step.turn,
                taken_back=number - 1 not in stood,
                total=ends.get(number),
                move=told.move(act),
            )
            for number, (act, step) in enumerate(zip(whole.acts, whole.steps, strict=True), 1)
        ],
        totals=list(whole.final),
    )


@router.get(
    "/{match_id}/replay/{step}",
    auth=anybody(READ),
    response=PositionShown,
    summary="A table as it was",
    operation_id="get_position",
)
def position(request: HttpRequest, match_id: Key, step: Step) -> PositionShown:
    """What lay on the table after so many moves of a match that is over, 0 being the start."""
    match, seats = _over(request, match_id)
    whole = played(match, seats)
    if step > len(whole.steps):
        raise Http404
    return PositionShown(step=step, state=match.rules.dump(whole.state(step)))


@router.get(
    "/{match_id}/review",
    auth=anybody(READ),
    response=ReviewShown,
    summary="A match's review",
    operation_id="get_review",
)
def review(request: HttpRequest, match_id: Key) -> ReviewShown:
    """What decisions cost and what the dice gave in a match that is over, once the coach has reviewed it."""
    budget.spend("download", request)
    return _reviewed(*_over(request, match_id))


@router.post(
    "/{match_id}/review",
    auth=needs(PLAY),
    response=ReviewShown,
    summary="Ask for a review",
    operation_id="ask_for_review",
)
def ask(request: HttpRequest, match_id: Key) -> ReviewShown:
    """Ask the coach to review a match that is over. It takes a while; asked again it changes nothing."""
    match, seats = _over(request, match_id)
    spending.spend("review", player_of(request))
    reviews.ask(match)
    return _reviewed(match, seats)


def _over(request: HttpRequest, match_id: int) -> tuple[Match, list[Seat]]:
    """A match that is over, and that the viewer may see. Raises Problem, and what `seen.known` raises."""
    match, seats, _mine = seen.known(match_id, request.user)
    if not match.begun:
        raise Http404
    if not match.over:
        raise Problem(409, "not-over", _("This match is not over yet."))
    return match, seats


def _reviewed(match: Match, seats: Sequence[Seat]) -> ReviewShown:
    found = reviews.find(match)
    found_body = body(match, seats, played(match, seats), found.review) if found.review is not None else None
    return ReviewShown(state=found.state.value, review=found_body)


def body(match: Match, seats: Sequence[Seat], whole: Played, found: Review) -> ReviewBody:
    """The whole review of a match that was played through. No query."""
    points = by_points(match.rules, len(seats))
    made = reviews.steps_of(match, whole)
    lines = [
        ReviewStep.model_construct(
            step=index + 1,
            seat=one.seat,
            best=_best(match, one, step.best),
            cost=_amount(step.cost),
            luck=_amount(step.luck),
            chances=[round(chance, 4) for chance in step.chances],
        )
        for (index, one), step in zip(made, found.steps, strict=True)
    ]
    return ReviewBody.model_construct(
        by_points=points,
        chances=[round(chance, 4) for chance in found.chances],
        seats=[_seat(index, sums, by=points) for index, sums in enumerate(found.seats)],
        steps=lines,
        costly=[_costly(match, made, positions) for positions in found.positions],
    )


def _best(match: Match, made: Any, best: int | None) -> MoveChoice | None:
    return None if best is None else told.choice(match.rules.moves(made.before, made.seat)[best])


def _costly(match: Match, made: Sequence[tuple[int, Any]], positions: Sequence[Any]) -> list[CostlyShown]:
    found = []
    for one in positions:
        index, step = made[one.step]
        moves = match.rules.moves(step.before, step.seat)
        losses = [round(loss, 4) for loss in one.losses]
        found.append(CostlyShown(step=index + 1, losses=losses, moves=[told.choice(move) for move in moves]))
    return found


def _seat(index: int, sums: Sums, *, by: bool) -> ReviewSeat:
    accuracy = sums.accuracy(by_points=by)
    return ReviewSeat(
        seat=index,
        accuracy=None if accuracy is None else round(accuracy, 1),
        start=_amount(sums.start),
        skill=_amount(sums.skill),
        luck=_amount(sums.luck),
        unplayed=_amount(sums.unplayed),
        decisions=sums.decisions,
        mistakes=sums.mistakes,
        lost={loss.value: round(lost, 4) for loss, lost in sums.lost.items()},
    )


def _amount(amount: Amount) -> AmountShown:
    return AmountShown(points=round(amount.points, 3), chance=round(amount.chance, 4))
