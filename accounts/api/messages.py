"""Messages between two players."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Path, Query, Router, Status
from pydantic import BaseModel, Field

from accounts import spending, talk
from accounts.api import pages
from accounts.api.auth import needs, player_of
from accounts.api.pages import Cursor, Limit, Page
from accounts.api.schemas import Sent
from accounts.models import TYPED_LENGTH, User
from accounts.models.talk import LONGEST, Words
from accounts.scopes import TALK
from accounts.talk import rooms

router = Router(tags=["messages"])
Name = Annotated[
    str, Path(min_length=1, max_length=TYPED_LENGTH, description="The other's name.", examples=["bob"])
]
LONGEST_SEARCH = 100


class ConversationShown(BaseModel):
    """All that two players have written to each other."""

    name: str = Field(description="The other player.", examples=["bob"])
    unread: bool = Field(description="Whether there is something new for me.")
    latest: int = Field(description="The number of the latest message.", examples=[31])


class Conversations(Page[ConversationShown]):
    """A page of conversations."""


class MessageShown(BaseModel):
    """A message."""

    id: int = Field(description="Its number.", examples=[31])
    by: str | None = Field(description="Who wrote it; null for a closed account.", examples=["bob"])
    text: str = Field(description="What was written.", examples=["Well played!"])
    at: datetime = Field(description="When.")


class Messages(Page[MessageShown]):
    """A page of messages."""


class FoundMessage(MessageShown):
    """A message that was found, and in which conversation."""

    conversation: str = Field(description="The other player.", examples=["bob"])


class FoundMessages(BaseModel):
    """What a search has found."""

    items: list[FoundMessage] = Field(description="The latest first.")


class MessageSent(Sent):
    """Something to say."""

    text: str = Field(min_length=1, max_length=LONGEST, description="What to say.", examples=["Thank you!"])


@router.get(
    "", auth=needs(TALK), response=Conversations, summary="Conversations", operation_id="list_conversations"
)
def conversations(
    request: HttpRequest, response: HttpResponse, limit: Limit = 20, cursor: Cursor = None
) -> Conversations:
    """Whom one writes with, the latest first. What one has deleted is not there."""
    player, before = player_of(request), pages.before(cursor)
    found = talk.threads_before(player, before, limit + 1)
    lines, after = pages.cut(request, response, found, limit, lambda one: (one.last,))
    items = [
        ConversationShown(name=one.other(player).get_username(), unread=one.unread(player), latest=one.last)
        for one in lines
    ]
    return Conversations(items=items, next=after)


@router.get(
    "/search",
    auth=needs(TALK),
    response=FoundMessages,
    summary="Search messages",
    operation_id="search_messages",
)
def search(
    request: HttpRequest,
    words: Annotated[
        str, Query(min_length=1, max_length=LONGEST_SEARCH, description="What they hold.", examples=["dice"])
    ],
) -> FoundMessages:
    """The latest of one's messages, sent or received, that hold these words."""
    player = player_of(request)
    spending.spend("search", player)
    items = [
        FoundMessage(**_facts(one), conversation=one.thread.other(player).get_username())
        for one in talk.search(player, words)
    ]
    return FoundMessages(items=items)


@router.get(
    "/with/{name}",
    auth=needs(TALK),
    response=Messages,
    summary="A conversation",
    operation_id="list_messages",
)
def messages(
    request: HttpRequest, response: HttpResponse, name: Name, limit: Limit = 20, cursor: Cursor = None
) -> Messages:
    """What the two have written, the latest first. That it was read is said by another operation."""
    player, before = player_of(request), pages.before(cursor)
    rows = _room(player, name).remarks(player).select_related("player").order_by("-pk")
    found, after = pages.cut(request, response, rows.filter(pk__lt=before), limit, lambda one: (one.pk,))
    items = [MessageShown(**_facts(one)) for one in found]
    return Messages(items=items, next=after)


@router.post(
    "/with/{name}",
    auth=needs(TALK),
    response={201: MessageShown},
    summary="Write",
    operation_id="write_message",
)
def write(request: HttpRequest, name: Name, made: MessageSent) -> Status[MessageShown]:
    """Write to a player. Send an Idempotency-Key, so that what is sent twice is said once."""
    player = player_of(request)
    said = rooms.say(_room(player, name), player, made.text)
    assert said is not None
    return Status(201, MessageShown(**_facts(said)))


@router.post(
    "/with/{name}/read",
    auth=needs(TALK),
    response={204: None},
    summary="Mark as read",
    operation_id="mark_messages_read",
)
def read(request: HttpRequest, name: Name) -> Status[None]:
    """All that stands there now is read."""
    player = player_of(request)
    _room(player, name).look(player)
    return Status(204, None)


@router.delete(
    "/with/{name}",
    auth=needs(TALK),
    response={204: None},
    summary="Delete a conversation",
    operation_id="delete_messages",
)
def delete(request: HttpRequest, name: Name) -> Status[None]:
    """Delete all of it on one's own side; the other keeps it."""
    player = player_of(request)
    found = talk.thread_of(player, _other(name))
    if found is not None:
        talk.delete(player, found)
    return Status(204, None)


def _other(name: str) -> User:
    """Raises Http404."""
    return get_object_or_404(User, username__iexact=name)


def _room(player: User, name: str) -> talk.Two:
    return talk.Two(player, _other(name))


def _facts(one: Words) -> dict[str, Any]:
    return {
        "id": one.pk,
        "by": one.player.get_username() if one.player else None,
        "text": one.text,
        "at": one.at,
    }
