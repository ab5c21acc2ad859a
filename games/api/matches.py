"""Matches: the player's own, their tables, and what is done there."""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Query, Router, Status

from accounts.api import pages
from accounts.api.auth import anybody, needs, player_of
from accounts.api.pages import Cursor, Limit
from accounts.api.problems import Problem
from accounts.api.schemas import Key
from accounts.scopes import PLAY, READ
from dicepool.turning import NUMBER_BYTES, PLEDGE_BYTES
from games.api import laying, told
from games.api.shapes import Choices, Matches, MoveSent, TableShown, VersionSent
from games.api.shapes_laying import MatchSent
from games.match import lists, play, seen
from games.match.numbers import Sent
from games.rules.base import Kind
from games.rules.base import Move as RulesMove

router = Router(tags=["matches"])
Listed = Literal["inviting", "running", "finished", "void"]
ALL: tuple[Listed, ...] = ("inviting", "running", "finished", "void")
FACES = frozenset(range(1, 7))


@router.get("", auth=needs(READ), response=Matches, summary="My matches", operation_id="list_matches")
def my_matches(
    request: HttpRequest,
    response: HttpResponse,
    status: Annotated[Listed | None, Query(description="Only matches that stand so.")] = None,
    my_turn: Annotated[
        bool, Query(description="Only matches that wait for me: for my move, or my answer to an invitation.")
    ] = False,
    limit: Limit = 20,
    cursor: Cursor = None,
) -> Matches:
    """The player's matches, invitations among them, the latest made first."""
    before = pages.before(cursor)
    statuses = [status] if status else ALL
    found = lists.paged(player_of(request), statuses, before, limit + 1, my_turn=my_turn)
    lines, following = pages.cut(request, response, found, limit, lambda one: (one.pk,))
    return Matches(items=[told.line(one) for one in lines], next=following)


@router.post(
    "",
    auth=needs(PLAY, bots=True),
    response={201: TableShown},
    summary="A new match",
    operation_id="create_match",
)
def new(request: HttpRequest, wanted: MatchSent) -> Status[TableShown]:
    """Ask players to a match; alone or against a robot it begins at once."""
    return Status(201, told.left(laying.laid(player_of(request), wanted), request.user))


@router.get(
    "/{match_id}", auth=anybody(READ), response=TableShown, summary="A table", operation_id="get_match"
)
def table(request: HttpRequest, match_id: Key) -> TableShown:
    """A match as its viewer may see it; an invitation only for whom it names."""
    return told.of(*seen.known(match_id, request.user))


@router.get(
    "/{match_id}/moves/legal",
    auth=needs(READ),
    response=Choices,
    summary="What I may do",
    operation_id="list_legal_moves",
)
def legal_moves(request: HttpRequest, match_id: Key) -> Choices:
    """Every move that the rules allow the player now, and what each open box would score."""
    match, seats, mine = seen.known(match_id, request.user)
    if mine is None:
        raise play.NotSeated(_("You are not playing in this match."))
    if not match.begun:
        return Choices(version=play.version_for(match, mine), moves=[], preview={})
    return told.choices(seen.of(match, seats, mine))


@router.post(
    "/{match_id}/moves",
    auth=needs(PLAY, bots=True),
    response=TableShown,
    summary="Move",
    operation_id="make_move",
)
def move(request: HttpRequest, match_id: Key, made: MoveSent) -> TableShown:
    """Make one move. Returns the table as it is then.

    It is made once: the version has changed by it, and the same move sent again is refused with `stale`; sent
    with the same Idempotency-Key it is answered as the first time.
    """
    if not FACES.issuperset(made.keep):
        raise Problem(422, "invalid", _("A die has the faces 1 to 6. Nothing was changed: choose again."))
    wanted = RulesMove(Kind(made.kind), keep=tuple(made.keep), box=made.box)
    sent = Sent(_bytes(made.numbers, NUMBER_BYTES), _bytes(made.pledges, PLEDGE_BYTES))
    return told.left(play.move(match_id, player_of(request), made.version, wanted, sent), request.user)


@router.post(
    "/{match_id}/resign",
    auth=needs(PLAY, bots=True),
    response=TableShown,
    summary="Resign",
    operation_id="resign_match",
)
def resign(request: HttpRequest, match_id: Key, made: VersionSent) -> TableShown:
    """Give the match up, whoever is to move. Returns the table as it is then."""
    return told.left(play.resign(match_id, player_of(request), made.version), request.user)


def _bytes(words: list[str], size: int) -> tuple[bytes, ...]:
    """Values of so many bytes, in hex; no two alike. Raises Problem."""
    try:
        found = tuple(map(bytes.fromhex, words))
    except ValueError:
        found = (b"",)
    if any(len(one) != size for one in found) or len(set(found)) < len(found):
        raise Problem(422, "invalid", _("These are not numbers for dice."))
    return found
