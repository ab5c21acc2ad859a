"""What was told to the player."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Query, Router, Status
from pydantic import BaseModel, Field

from accounts import notices
from accounts.api import pages
from accounts.api.auth import needs, player_of
from accounts.api.pages import Cursor, Limit, Page
from accounts.api.schemas import Key
from accounts.models.notices import Notice
from accounts.scopes import READ, TALK

router = Router(tags=["notices"])


class NoticeShown(BaseModel):
    """Something that was told."""

    id: int = Field(description="Its number.", examples=[52])
    kind: str = Field(description="What it is about, one word.", examples=["invitation"])
    subject: str = Field(description="What is told.", examples=["bob invites you to a match"])
    text: str | None = Field(description="More of it.", examples=[None])
    url: str = Field(description="The page that it is about.", examples=["https://site/matches/7/"])
    at: datetime = Field(description="When.")
    read_at: datetime | None = Field(description="When it was read.")


class Notices(Page[NoticeShown]):
    """A page of notices."""


@router.get("", auth=needs(READ), response=Notices, summary="Notices", operation_id="list_notices")
def listed(
    request: HttpRequest,
    response: HttpResponse,
    unread: Annotated[bool, Query(description="Only those that are new.")] = False,
    limit: Limit = 20,
    cursor: Cursor = None,
) -> Notices:
    """What was told to the player, the latest first. What is settled has left the list."""
    player, before = player_of(request), pages.before(cursor)
    rows = notices.unread(player) if unread else notices.listed(player)
    found, after = pages.cut(request, response, rows.filter(pk__lt=before), limit, lambda one: (one.pk,))
    return Notices(items=[_told(one) for one in found], next=after)


@router.post(
    "/{notice_id}/read",
    auth=needs(TALK),
    response=NoticeShown,
    summary="Mark a notice as read",
    operation_id="read_notice",
)
def read(request: HttpRequest, notice_id: Key) -> NoticeShown:
    """It has been read."""
    notice = get_object_or_404(Notice, pk=notice_id, player=player_of(request))
    notices.read(notice)
    return _told(notice)


@router.post(
    "/read",
    auth=needs(TALK),
    response={204: None},
    summary="Mark all as read",
    operation_id="read_all_notices",
)
def read_all(request: HttpRequest) -> Status[None]:
    """All of them have been read."""
    notices.read_all(player_of(request))
    return Status(204, None)


def _told(one: Notice) -> NoticeShown:
    return NoticeShown(
        id=one.pk,
        kind=one.kind,
        subject=one.subject,
        text=one.text or None,
        url=f"{settings.SITE_URL}{one.address}",
        at=one.created_at,
        read_at=one.read_at,
    )
