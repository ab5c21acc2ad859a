"""How matches come about: invitations, answers to them, and playing again."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router

from accounts.api.auth import needs, player_of
from accounts.api.me import invalid
from accounts.api.schemas import Key
from accounts.models import User
from accounts.scopes import PLAY
from games.api import told
from games.api.shapes import TableShown
from games.api.shapes_laying import GameSent, MatchSent
from games.forms import NewMatchForm
from games.match import seen
from games.models import Match
from games.rules import RULES
from games.rules.base import Pace
from games.seats import lobby

router = Router(tags=["matches"])


@router.post(
    "/{match_id}/accept",
    auth=needs(PLAY, bots=True),
    response=TableShown,
    summary="Accept an invitation",
    operation_id="accept_match",
)
def accept(request: HttpRequest, match_id: Key) -> TableShown:
    """Accept an invitation. The last who accepts begins the match."""
    return _answered(request, match_id, accept=True)


@router.post(
    "/{match_id}/decline",
    auth=needs(PLAY, bots=True),
    response=TableShown,
    summary="Decline an invitation",
    operation_id="decline_match",
)
def decline(request: HttpRequest, match_id: Key) -> TableShown:
    """Decline an invitation, or take one's own back: then the match will not be played."""
    return _answered(request, match_id, accept=False)


@router.post(
    "/{match_id}/rematch",
    auth=needs(PLAY, bots=True),
    response=TableShown,
    summary="Play again",
    operation_id="rematch",
)
def rematch(request: HttpRequest, match_id: Key) -> TableShown:
    """Ask the others of a match that is over for another, or say yes to whoever asked first.

    Answers with the other match. Asked once more, it answers with the same.
    """
    seen.known(match_id, request.user)
    return told.left(lobby.rematch(match_id, player_of(request)), request.user)


def laid(player: User, sent: MatchSent) -> Match:
    """The match that was asked for. Raises Problem, and what refuses it."""
    whom = "robot" if sent.robot else "named" if sent.opponents else "alone"
    usual = sent.rated is None
    form = filled(
        player,
        sent,
        whom=whom,
        opponents=",".join(sent.opponents),
        robot=sent.robot or "",
        rated=usual or sent.rated,
        rated_robot=bool(sent.rated),
    )
    return lobby.invite(player, form.named, *game_of(sent), rated=form.rates())


def filled(player: User, sent: GameSent, **more: Any) -> NewMatchForm:
    """The page's own form, filled in so. Raises Problem where it refuses that, BadOptions."""
    options = RULES[sent.game].clean_options(sent.options)
    given = {f"{sent.game}_{name}": value for name, value in options.items()}
    whole = {**given, "code": sent.game, "pace": sent.pace, "clock": sent.clock, **more}
    form = NewMatchForm(whole, player=player)
    if not form.is_valid():
        raise invalid(form)
    return form


def game_of(sent: GameSent) -> tuple[str, dict[str, Any], Pace, str]:
    """The game as services take it."""
    return sent.game, dict(sent.options), Pace(sent.pace), sent.clock


def _answered(request: HttpRequest, match_id: int, *, accept: bool) -> TableShown:
    seen.known(match_id, request.user)  # a stranger is told nothing of an invitation
    return told.left(lobby.answer(match_id, player_of(request), accept=accept), request.user)
