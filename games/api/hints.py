"""What the coach would do, where it may speak: alone or against robots, and for no rating."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from ninja import Router
from pydantic import BaseModel, Field

from accounts import spending
from accounts.api.auth import needs, player_of
from accounts.api.problems import Problem
from accounts.api.schemas import Key
from accounts.scopes import PLAY
from games.api import told
from games.api.shapes import MoveChoice
from games.api.shapes_over import AmountShown
from games.coach import hints
from games.coach.advice import NotReady
from games.match import queries, seen

router = Router(tags=["matches"])
SOON = "30"


class HintShown(BaseModel):
    """The best move, and how much it is better than the next best."""

    best: MoveChoice = Field(description="What the coach would do.")
    other: MoveChoice | None = Field(description="The best of what is worse; null where nothing is.")
    expected: AmountShown = Field(description="What is expected of the seat if it plays perfectly from here.")
    margin: AmountShown = Field(description="By how much the best is better than the other.")
    by_points: bool = Field(description="Whether moves are compared by points, not by the chance to win.")
    exact: bool = Field(description="Whether these figures are exact, not close estimates.")


@router.get(
    "/{match_id}/hint", auth=needs(PLAY), response=HintShown, summary="A hint", operation_id="get_hint"
)
def hint(request: HttpRequest, match_id: Key) -> HintShown:
    """What is best now, where I am to move; `no-hints` wherever it could help somebody against somebody."""
    player = player_of(request)
    spending.spend("hint", player)
    match, seats = queries.table(match_id)
    if not match.begun:
        raise Http404
    try:
        found = hints.hint(match, seats, seen.seat_of(player, seats))
    except NotReady as error:
        sentence = _("The coach is still getting ready for this game. Ask again soon.")
        raise Problem(409, "getting-ready", sentence, headers={"Retry-After": SOON}) from error
    return HintShown(
        best=told.choice(found.best.move),
        other=told.choice(found.other.move) if found.other else None,
        expected=_amount(found.best.points, found.best.chance),
        margin=_amount(found.margin.points, found.margin.chance),
        by_points=found.by_points,
        exact=found.exact,
    )


def _amount(points: float, chance: float) -> AmountShown:
    return AmountShown(points=round(points, 3), chance=round(chance, 4))
