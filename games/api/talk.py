"""The chat beside a match: for those who sit there."""

from __future__ import annotations

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from ninja import Router, Status

from accounts.api import pages
from accounts.api.auth import needs, player_of
from accounts.api.pages import Cursor
from accounts.api.problems import Problem
from accounts.api.schemas import Key
from accounts.models.talk import Words
from accounts.scopes import TALK
from accounts.talk import rooms
from games.api.shapes_waiting import Remarks, RemarkSent, RemarkShown
from games.chat import Beside
from games.models import Match

router = Router(tags=["matches"])


@router.get(
    "/{match_id}/chat", auth=needs(TALK), response=Remarks, summary="The chat", operation_id="list_remarks"
)
def chat(request: HttpRequest, response: HttpResponse, match_id: Key, cursor: Cursor = None) -> Remarks:
    """What was said beside a match, the last fifty oldest first; `next` leads to what was said before.

    Whom I ignore is not heard. `chat-off` where I have switched the chat off in my settings.
    """
    before = pages.read(cursor, int)
    found = rooms.heard(_room(match_id), player_of(request), before[0] if before else None)
    if found is None:
        raise Problem(409, "chat-off", _("Your chat is switched off."))
    earlier = pages.written(found.earlier) if found.earlier else None
    said = [_told(one) for one in found.said]
    return Remarks(items=said, next=pages.link(request, response, earlier))


@router.post(
    "/{match_id}/chat", auth=needs(TALK), response={201: RemarkShown}, summary="Say", operation_id="say"
)
def say(request: HttpRequest, match_id: Key, words: RemarkSent) -> Status[RemarkShown]:
    """Say something to those who sit there."""
    return Status(201, _told(cast("Words", rooms.say(_room(match_id), player_of(request), words.text))))


def _room(match_id: int) -> Beside:
    return Beside(get_object_or_404(Match, pk=match_id))


def _told(remark: Words) -> RemarkShown:
    name = remark.player.get_username() if remark.player else None
    return RemarkShown(id=remark.pk, name=name, text=remark.text, at=remark.at)
