"""Comments on matches that are over, and reports of players and of what they wrote."""

from __future__ import annotations

from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from ninja import Router, Status

from accounts import moderation
from accounts.api import pages
from accounts.api.auth import needs, player_of
from accounts.api.pages import Cursor
from accounts.api.problems import Problem
from accounts.api.schemas import Key
from accounts.models import User
from accounts.models.talk import Words
from accounts.scopes import TALK
from accounts.talk import rooms
from accounts.talk.rooms import Room
from games.api import shapes_keeping as shapes
from games.api.players import Name
from games.api.shapes_waiting import RemarkSent, RemarkShown
from games.archive import collecting, seeing
from games.archive.comments import OfMatch, agree, room_of
from games.chat import Beside
from games.models import Match

router = Router(tags=["matches"])
of_players = Router(tags=["players"])
of_collections = Router(tags=["keeping"])


@router.get(
    "/{match_id}/comments",
    auth=needs(TALK),
    response=shapes.Comments,
    summary="Comments on a match",
    operation_id="list_comments",
)
def list_comments(
    request: HttpRequest, response: HttpResponse, match_id: Key, cursor: Cursor = None
) -> shapes.Comments:
    """What its players say of a match that is over: for them alone, until all of them agree otherwise.

    Whom I ignore is not heard. `chat-off` where I have switched the chat off in my settings.
    """
    player, before = player_of(request), pages.read(cursor, int)
    room = _comments_of(match_id, player)
    found = rooms.heard(room, player, before[0] if before else None)
    if found is None:
        raise Problem(409, "chat-off", _("Your chat is switched off."))
    earlier = pages.written(found.earlier) if found.earlier else None
    return shapes.Comments(
        items=[_said(one) for one in found.said],
        next=pages.link(request, response, earlier),
        public=room.public,
        agreed=player.pk in room.agreed if room.plays(player) else None,
    )


@router.post(
    "/{match_id}/comments",
    auth=needs(TALK),
    response={201: RemarkShown},
    summary="Comment on a match",
    operation_id="comment_on_match",
)
def comment(request: HttpRequest, match_id: Key, words: RemarkSent) -> Status[RemarkShown]:
    """Say something of a match that is over, which I have played."""
    player = player_of(request)
    said = rooms.say(_comments_of(match_id, player), player, words.text)
    return Status(201, _said(cast("Words", said)))


@router.post(
    "/{match_id}/comments/agree",
    auth=needs(TALK),
    response={204: None},
    summary="Agree that all may read them",
    operation_id="agree_to_comments",
)
def agree_to_all(request: HttpRequest, match_id: Key, made: shapes.AgreeSent) -> Status[None]:
    """Agree that everybody may read the comments on a match of mine, or take that back."""
    player = player_of(request)
    agree(_comments_of(match_id, player), player, agrees=made.agree)
    return Status(204, None)


def _comments_of(match_id: int, player: User) -> OfMatch:
    """The comments on a match that the player may see. Raises Match.DoesNotExist."""
    return room_of(*seeing.over(match_id, player))


def _said(remark: Words) -> RemarkShown:
    name = remark.player.get_username() if remark.player else None
    return RemarkShown(id=remark.pk, name=name, text=remark.text, at=remark.at)


@of_players.post(
    "/{name}/report",
    auth=needs(TALK),
    response={204: None},
    summary="Report a player",
    operation_id="report_player",
)
def report_player(request: HttpRequest, name: Name, made: shapes.ReportSent) -> Status[None]:
    """Tell the staff what is wrong with a player. Nobody else hears of it."""
    about = get_object_or_404(User, username__iexact=name)
    moderation.tell_staff(player_of(request), about, made.why)
    return Status(204, None)


@router.post(
    "/{match_id}/chat/{remark_id}/report",
    auth=needs(TALK),
    response={204: None},
    summary="Report what was said",
    operation_id="report_remark",
)
def report_remark(
    request: HttpRequest, match_id: Key, remark_id: Key, made: shapes.ReportSent
) -> Status[None]:
    """Report something that another said beside a match, with the words as they are now."""
    return _report(request, Beside(get_object_or_404(Match, pk=match_id)), remark_id, made.why)


@router.post(
    "/{match_id}/comments/{remark_id}/report",
    auth=needs(TALK),
    response={204: None},
    summary="Report a comment",
    operation_id="report_comment",
)
def report_comment(
    request: HttpRequest, match_id: Key, remark_id: Key, made: shapes.ReportSent
) -> Status[None]:
    """Report a comment of another on a match that is over, likewise."""
    return _report(request, _comments_of(match_id, player_of(request)), remark_id, made.why)


@of_collections.post(
    "/{collection_id}/report",
    auth=needs(TALK),
    response={204: None},
    summary="Report a collection",
    operation_id="report_collection",
)
def report_collection(request: HttpRequest, collection_id: Key, made: shapes.ReportSent) -> Status[None]:
    """Report a public collection of another, with its words as they are now."""
    player = player_of(request)
    found = collecting.reported(collection_id, player)
    moderation.tell_staff(player, found.owner, made.why, *collecting.quoted(found))
    return Status(204, None)


def _report(request: HttpRequest, room: Room, remark_id: int, why: str) -> Status[None]:
    player = player_of(request)
    try:
        remark = rooms.reported(room, player, remark_id)
    except rooms.NothingSaid as missing:
        raise Http404 from missing
    moderation.tell_staff(player, cast("User", remark.player), why, *rooms.quoted(room, remark))
    return Status(204, None)
