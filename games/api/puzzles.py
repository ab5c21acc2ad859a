"""Puzzles: the next one, the one of the day, an answer, and what was tried."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from ninja import Query, Router

from accounts import spending
from accounts.api import pages
from accounts.api.auth import anybody, needs, player_of
from accounts.api.pages import Cursor, Limit
from accounts.api.schemas import Key
from accounts.models import User
from accounts.scopes import PLAY, READ
from games.analysis.review import by_points
from games.api import told
from games.api.shapes_days import (
    Answered,
    MyPuzzle,
    MyPuzzles,
    PuzzleAnswerSent,
    PuzzleDays,
    PuzzleDayShown,
    PuzzleShown,
    Solution,
)
from games.api.shapes_laying import Game
from games.models import Puzzle, PuzzleDay, PuzzleTry
from games.positions import decode
from games.puzzles import choosing, history, solving
from games.rules.base import Kind
from games.rules.base import Move as RulesMove

router = Router(tags=["puzzles"])
HUNDREDTHS, TEN_THOUSANDTHS = 100, 10_000


@router.get(
    "/next", auth=anybody(READ), response=PuzzleShown, summary="The next puzzle", operation_id="next_puzzle"
)
def following(
    request: HttpRequest, game: Annotated[Game | None, Query(description="Of this game.")] = None
) -> PuzzleShown:
    """The next puzzle for my strength, the same until I answer it; `not-found` where none is left."""
    found = choosing.next_for(_viewer(request), game or "")
    return _shown(request, found)


@router.get(
    "/today",
    auth=anybody(READ),
    response=PuzzleShown,
    summary="The puzzle of today",
    operation_id="puzzle_of_today",
)
def today(request: HttpRequest) -> PuzzleShown:
    """The puzzle of today, the same for everybody."""
    return _shown(request, choosing.of_day(choosing.today()))


@router.get(
    "/days",
    auth=anybody(READ),
    response=PuzzleDays,
    summary="Puzzles of past days",
    operation_id="list_puzzle_days",
)
def days(
    request: HttpRequest, response: HttpResponse, limit: Limit = 20, cursor: Cursor = None
) -> PuzzleDays:
    """The puzzle of today, and those of days before."""
    now = choosing.today()
    choosing.of_day(now)
    place = pages.read(cursor, str)
    until = min(pages.day_before(place[0]), now) if place else now
    found, after = pages.cut(
        request,
        response,
        history.days(_viewer(request), until, limit + 1),
        limit,
        lambda one: (one.day.isoformat(),),
    )
    items = [
        PuzzleDayShown(
            day=one.day,
            game=one.code,
            puzzle=one.puzzle,
            tries=one.tries,
            solved=one.solved,
            right=one.mine.right if one.mine else None,
        )
        for one in found
    ]
    return PuzzleDays(items=items, next=after)


@router.get(
    "/mine",
    auth=needs(READ),
    response=MyPuzzles,
    summary="Puzzles I have tried",
    operation_id="list_my_puzzles",
)
def mine(
    request: HttpRequest,
    response: HttpResponse,
    failed: Annotated[bool, Query(description="Only what has never been right.")] = False,
    limit: Limit = 20,
    cursor: Cursor = None,
) -> MyPuzzles:
    """What I have tried, the latest first."""
    tries = history.tries(player_of(request), failed=failed)
    place = pages.read(cursor, datetime, int)
    if place:
        at, key = place
        tries = tries.filter(Q(at__lt=at) | Q(at=at, pk__lt=key), at__lte=at)
    found, after = pages.cut(request, response, tries, limit, lambda one: (one.at, one.pk))
    items = [
        MyPuzzle(
            puzzle=one.puzzle_id,
            game=one.puzzle.code,
            right=one.right,
            mended=one.mended,
            gained=one.gained,
            at=one.at,
        )
        for one in found
    ]
    return MyPuzzles(items=items, next=after)


@router.get(
    "/{puzzle_id}", auth=anybody(READ), response=PuzzleShown, summary="A puzzle", operation_id="get_puzzle"
)
def puzzle(request: HttpRequest, puzzle_id: Key) -> PuzzleShown:
    """A puzzle; with its solution once I have answered it."""
    return _shown(request, _find(puzzle_id))


@router.post(
    "/{puzzle_id}/answer",
    auth=needs(PLAY),
    response=Answered,
    summary="Answer a puzzle",
    operation_id="answer_puzzle",
)
def answer(request: HttpRequest, puzzle_id: Key, made: PuzzleAnswerSent) -> Answered:
    """Answer it. The first answer counts, later ones only mend it."""
    player, found = player_of(request), _find(puzzle_id)
    move = RulesMove(Kind(made.kind), keep=tuple(made.keep), box=made.box)
    solving.which(decode(found.position), move)
    spending.spend("puzzle", player)
    try:
        said = solving.answer(player, puzzle_id, move)
    except solving.NoPuzzle as gone:
        raise Http404 from gone
    return Answered(right=said.right, first=said.first, puzzle=_shown(request, _find(puzzle_id)))


def _viewer(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def _find(puzzle_id: int) -> Puzzle:
    try:
        return solving.find(puzzle_id)
    except solving.NoPuzzle as missing:
        raise Http404 from missing


def _shown(request: HttpRequest, found: Puzzle | None) -> PuzzleShown:
    """A puzzle as this viewer may see it. Two queries."""
    if found is None:
        raise Http404
    position = decode(found.position)
    rules, state, seat = position.rules, position.state, position.seat
    moves = rules.moves(state, seat)
    points = by_points(rules, len(rules.totals(state)))
    made = solving.try_of(_viewer(request), found)
    return PuzzleShown(
        id=found.pk,
        game=found.code,
        day=PuzzleDay.objects.filter(puzzle=found).values_list("day", flat=True).first(),
        by_points=points,
        seat=seat,
        state=rules.dump(state),
        moves=[told.choice(move) for move in moves],
        solution=_solution(found, made, moves, HUNDREDTHS if points else TEN_THOUSANDTHS) if made else None,
    )


def _solution(found: Puzzle, made: PuzzleTry, moves: tuple[RulesMove, ...], unit: int) -> Solution:
    return Solution(
        right=made.right,
        mended=made.mended,
        mine=told.choice(moves[made.move]),
        best=told.choice(moves[found.best]),
        losses=[loss / unit for loss in found.losses],
        gained=made.gained,
        rating=round(found.mean, 1),
        tries=found.tries,
        solved=found.solved,
        position=found.position,
        match=found.match_id,
    )
