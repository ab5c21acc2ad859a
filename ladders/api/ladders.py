"""Ladders: who stands where, whom I may challenge and why not, and what one does there."""

from __future__ import annotations

from typing import Annotated, Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Query, Router, Status

from accounts import spending
from accounts.api import pages
from accounts.api.auth import anybody, needs, player_of
from accounts.api.pages import Cursor, Limit
from accounts.api.schemas import Key
from accounts.models import User
from accounts.people import finding
from accounts.scopes import EVENTS, READ
from ladders.api import shapes_ladders as shapes
from ladders.api import told
from ladders.api.shapes import LogLines
from ladders.ladder import climbing, order, queries
from ladders.ladder import rules as rules_of
from ladders.models import Challenge, Ladder

router = Router(tags=["ladders"])
LOWEST = 10_000_000
First = Annotated[int, Query(ge=1, le=LOWEST, description="The rung to begin with.", examples=[1])]


@router.get("", auth=anybody(READ), response=shapes.Ladders, summary="Ladders", operation_id="list_ladders")
def ladders(
    request: HttpRequest, response: HttpResponse, limit: Limit = 20, cursor: Cursor = None
) -> shapes.Ladders:
    """Everybody's ladders, one for each game that anybody has looked for, and those of clubs."""
    beyond = pages.beyond(cursor)
    rows = _known().filter(closed_at=None, pk__gt=beyond).order_by("pk")
    found, after = pages.cut(request, response, rows, limit, lambda one: (one.pk,))
    items = [shapes.LadderShown(**_facts(one)) for one in found]
    return shapes.Ladders(items=items, next=after)


@router.get(
    "/{ladder_id}",
    auth=anybody(READ),
    response=shapes.MyLadder,
    summary="A ladder",
    operation_id="get_ladder",
)
def ladder(request: HttpRequest, ladder_id: Key) -> shapes.MyLadder:
    """A ladder, and how who asks stands on it."""
    return _told(request, get_object_or_404(_known(), pk=ladder_id))


@router.get(
    "/{ladder_id}/rungs",
    auth=anybody(READ),
    response=shapes.Rungs,
    summary="Rungs",
    operation_id="list_rungs",
)
def rungs(
    request: HttpRequest,
    response: HttpResponse,
    ladder_id: Key,
    first: First = 1,
    limit: Limit = 20,
    cursor: Cursor = None,
) -> shapes.Rungs:
    """The rungs from one on, downwards; of those within my reach whether I may challenge, and why not."""
    found = get_object_or_404(_known(), pk=ladder_id)
    place, player = pages.read(cursor, int), _player(request)
    mine = order.rank(found.pk, player.pk) if player is not None else None
    steps = queries.steps_after(found, player, mine, place[0] if place else None, first, limit + 1)
    lines, after = pages.cut(request, response, steps, limit, lambda one: (one.rung.key,))
    reasons = _reasons(found, player, mine, lines)
    items = [_rung(one, reasons) for one in lines]
    return shapes.Rungs(items=items, next=after)


def _reasons(
    found: Ladder, player: User | None, mine: int | None, steps: list[queries.Step]
) -> dict[int, str | None]:
    """Why the player may not challenge those within reach; None for whom it may."""
    near = {step.rung.player_id: step.number for step in steps if step.in_reach}
    if player is None or mine is None or not near:
        return {}
    return climbing.why_not(found, player, list(near), {**near, player.pk: mine})


def _rung(step: queries.Step, reasons: dict[int, str | None]) -> shapes.RungShown:
    player = step.rung.player_id
    return shapes.RungShown(
        number=step.number,
        name=step.rung.player.get_username(),
        change=step.change,
        in_reach=step.in_reach,
        may_challenge=player in reasons and not reasons[player],
        why_not=reasons.get(player),
    )


@router.get(
    "/{ladder_id}/log",
    auth=anybody(READ),
    response=LogLines,
    summary="What happened on a ladder",
    operation_id="list_ladder_log",
)
def log(
    request: HttpRequest, response: HttpResponse, ladder_id: Key, limit: Limit = 20, cursor: Cursor = None
) -> LogLines:
    """All that happened on the ladder, the latest first."""
    before = pages.before(cursor)
    rows = get_object_or_404(_known(), pk=ladder_id).log.select_related("by").order_by("-pk")
    lines, after = pages.cut(request, response, rows.filter(pk__lt=before), limit, lambda one: (one.pk,))
    return LogLines(items=[told.log_line(one) for one in lines], next=after)


@router.post(
    "/{ladder_id}/join",
    auth=needs(EVENTS),
    response=shapes.MyLadder,
    summary="Join",
    operation_id="join_ladder",
)
def join(request: HttpRequest, ladder_id: Key) -> shapes.MyLadder:
    """Stand on the lowest rung."""
    found = _spent(request, ladder_id)
    climbing.join(found.pk, player_of(request))
    return _told(request, get_object_or_404(_known(), pk=ladder_id))


@router.post(
    "/{ladder_id}/leave",
    auth=needs(EVENTS),
    response=shapes.MyLadder,
    summary="Leave",
    operation_id="leave_ladder",
)
def leave(request: HttpRequest, ladder_id: Key) -> shapes.MyLadder:
    """Leave the rung; everybody below moves up one."""
    found = _spent(request, ladder_id)
    climbing.leave(found.pk, player_of(request))
    return _told(request, get_object_or_404(_known(), pk=ladder_id))


@router.post(
    "/{ladder_id}/challenges",
    auth=needs(EVENTS),
    response={201: shapes.ChallengeShown},
    summary="Challenge",
    operation_id="challenge",
)
def challenge(
    request: HttpRequest, ladder_id: Key, made: shapes.ChallengeSent
) -> Status[shapes.ChallengeShown]:
    """Challenge somebody above: two matches begin at once, and each player starts one."""
    found = _spent(request, ladder_id)
    other = finding.called(made.player, User.objects.filter(is_active=True))
    if other is None:
        raise Http404
    return Status(201, _challenge(climbing.challenge(found.pk, player_of(request), other)))


@router.post(
    "/{ladder_id}/challenges/{challenge_id}/cancel",
    auth=needs(EVENTS),
    response={204: None},
    summary="Give a challenge up",
    operation_id="cancel_challenge",
)
def cancel(request: HttpRequest, ladder_id: Key, challenge_id: Key) -> Status[None]:
    """Give a challenge up: it is lost, and so is what still runs of it."""
    ladder = _spent(request, ladder_id)
    found = get_object_or_404(Challenge, pk=challenge_id, ladder=ladder)
    climbing.cancel(found.pk, player_of(request))
    return Status(204, None)


def _spent(request: HttpRequest, ladder_id: int) -> Ladder:
    """The ladder, once the budget of what is done there is spent. Raises Http404, spending.TooOften."""
    found = get_object_or_404(_known(), pk=ladder_id)
    spending.spend("challenge", player_of(request))
    return found


def _known() -> QuerySet[Ladder]:
    return Ladder.objects.select_related("club")


def _player(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _told(request: HttpRequest, found: Ladder) -> shapes.MyLadder:
    player = _player(request)
    mine = order.rank(found.pk, player.pk) if player is not None else None
    running = queries.challenges(found, player) if player is not None else []
    return shapes.MyLadder(
        **_facts(found),
        my_rung=mine,
        reach=rules_of.reach(mine) if mine else None,
        challenges=[_challenge(one) for one in running],
    )


def _facts(found: Ladder) -> dict[str, Any]:
    return {
        "id": found.pk,
        "game": found.code,
        "club": found.club.slug if found.club else None,
        "clock": found.clock,
        "size": found.size,
        "frozen_at": found.frozen_at,
        "closed_at": found.closed_at,
    }


def _challenge(one: Challenge) -> shapes.ChallengeShown:
    return shapes.ChallengeShown(
        id=one.pk,
        challenger=_name(one.challenger),
        defender=_name(one.defender),
        matches=[key for key in (one.first, one.second) if key is not None],
        at=one.at,
        over_at=one.over_at,
        winner=_name(one.winner) if one.winner_id else None,
    )


def _name(player: User | None) -> str | None:
    return player.get_username() if player is not None else None
