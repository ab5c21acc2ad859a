"""Notes for oneself, and collections of matches that are over."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Router, Status

from accounts.api import pages
from accounts.api.auth import anybody, needs, player_of
from accounts.api.me import invalid
from accounts.api.pages import Cursor, Limit
from accounts.api.schemas import Key
from accounts.models import User
from accounts.scopes import PLAY, READ
from games.api import shapes_keeping as shapes
from games.api import told
from games.api.players import Name
from games.archive import collecting, seeing
from games.archive import notes as kept
from games.forms.collecting import CollectionForm
from games.models import Collection, Note

notes = Router(tags=["keeping"])
collections = Router(tags=["keeping"])


@notes.get("", auth=needs(READ), response=shapes.Notes, summary="My notes", operation_id="list_notes")
def list_notes(
    request: HttpRequest, response: HttpResponse, limit: Limit = 20, cursor: Cursor = None
) -> shapes.Notes:
    """All that I have noted for myself, the newest first."""
    rows = kept.of(player_of(request)).filter(pk__lt=pages.before(cursor))
    found, after = pages.cut(request, response, rows, limit, lambda one: (one.pk,))
    items = [
        shapes.NoteShown(
            match=one.match,
            player=one.about.get_username() if one.about else None,
            text=one.text,
            at=one.at,
        )
        for one in found
    ]
    return shapes.Notes(items=items, next=after)


@notes.get(
    "/matches/{match_id}",
    auth=needs(READ),
    response=shapes.NoteKept,
    summary="My note on a match",
    operation_id="get_match_note",
)
def match_note(request: HttpRequest, match_id: Key) -> shapes.NoteKept:
    """What I have noted on a match that is over."""
    match, _seats = seeing.over(match_id, player_of(request))
    return _noted(kept.on_match(player_of(request), match))


@notes.put(
    "/matches/{match_id}",
    auth=needs(PLAY),
    response=shapes.NoteKept,
    summary="Note something on a match",
    operation_id="note_match",
)
def note_match(request: HttpRequest, match_id: Key, made: shapes.NoteSent) -> shapes.NoteKept:
    """Write my note on a match that is over anew; no words delete it."""
    player = player_of(request)
    match, _seats = seeing.over(match_id, player)
    kept.note_match(player, match, made.text)
    return _noted(kept.on_match(player, match))


@notes.get(
    "/players/{name}",
    auth=needs(READ),
    response=shapes.NoteKept,
    summary="My note on a player",
    operation_id="get_player_note",
)
def player_note(request: HttpRequest, name: Name) -> shapes.NoteKept:
    """What I have noted on another player."""
    return _noted(kept.on_player(player_of(request), _other(request, name)))


@notes.put(
    "/players/{name}",
    auth=needs(PLAY),
    response=shapes.NoteKept,
    summary="Note something on a player",
    operation_id="note_player",
)
def note_player(request: HttpRequest, name: Name, made: shapes.NoteSent) -> shapes.NoteKept:
    """Write my note on another player anew; no words delete it."""
    player, about = player_of(request), _other(request, name)
    kept.note_player(player, about, made.text)
    return _noted(kept.on_player(player, about))


def _noted(note: Note | None) -> shapes.NoteKept:
    return shapes.NoteKept(text=note.text if note else None)


def _other(request: HttpRequest, name: str) -> User:
    """Another player. Raises Http404, also for the player who asks."""
    about = get_object_or_404(User, username__iexact=name, is_active=True, guest=False)
    if about == request.user:
        raise Http404
    return about


@collections.get(
    "",
    auth=needs(READ),
    response=shapes.MyCollections,
    summary="My collections",
    operation_id="list_collections",
)
def list_collections(request: HttpRequest) -> shapes.MyCollections:
    """All of my own, public ones and others, by their names."""
    player = player_of(request)
    return shapes.MyCollections(
        items=[shapes.CollectionLine(**_facts(one)) for one in collecting.of(player, player)]
    )


@collections.post(
    "",
    auth=needs(PLAY),
    response={201: shapes.CollectionShown},
    summary="Make a collection",
    operation_id="make_collection",
)
def make_collection(request: HttpRequest, made: shapes.CollectionSent) -> Status[shapes.CollectionShown]:
    """Begin a collection of matches, for myself or for everybody."""
    given = _clean(made.model_dump())
    return Status(201, _collection(request, collecting.make(player_of(request), **given).pk))


@collections.get(
    "/{collection_id}",
    auth=anybody(READ),
    response=shapes.CollectionShown,
    summary="A collection",
    operation_id="get_collection",
)
def get_collection(request: HttpRequest, collection_id: Key) -> shapes.CollectionShown:
    """A collection that I may see: of its matches those that the replay would show me."""
    return _collection(request, collection_id)


@collections.patch(
    "/{collection_id}",
    auth=needs(PLAY),
    response=shapes.CollectionShown,
    summary="Change a collection",
    operation_id="change_collection",
)
def change_collection(
    request: HttpRequest, collection_id: Key, change: shapes.CollectionChange
) -> shapes.CollectionShown:
    """Call one of my own otherwise, describe it, open or close it."""
    player = player_of(request)
    found = _own(player, collection_id)
    now = {"name": found.name, "about": found.about, "public": found.public}
    collecting.change(player, found.pk, **_clean(now | change.model_dump(exclude_none=True)))
    return _collection(request, collection_id)


@collections.delete(
    "/{collection_id}",
    auth=needs(PLAY),
    response={204: None},
    summary="Delete a collection",
    operation_id="delete_collection",
)
def delete_collection(request: HttpRequest, collection_id: Key) -> Status[None]:
    """Take one of my own away; the matches stay where they are."""
    collecting.delete(player_of(request), _own(player_of(request), collection_id).pk)
    return Status(204, None)


@collections.post(
    "/{collection_id}/matches",
    auth=needs(PLAY),
    response=shapes.CollectionShown,
    summary="Put a match in, or take it out",
    operation_id="collect_match",
)
def collect(request: HttpRequest, collection_id: Key, made: shapes.CollectSent) -> shapes.CollectionShown:
    """Put a match that I may see into one of my own collections, take it out, or move it a place."""
    player = player_of(request)
    found = _own(player, collection_id)
    if made.act == "add":
        collecting.add(player, found.pk, seeing.over(made.match, player)[0])
    elif made.act == "remove":
        collecting.remove(player, found.pk, made.match)
    else:
        collecting.move(player, found.pk, made.match, made.act)
    return _collection(request, collection_id)


def _facts(one: Collection) -> dict[str, Any]:
    return {
        "id": one.pk,
        "name": one.name,
        "about": one.about or None,
        "public": one.public,
        "made_at": one.made_at,
    }


def _collection(request: HttpRequest, collection_id: int) -> shapes.CollectionShown:
    viewer = request.user if isinstance(request.user, User) else None
    found = collecting.seen(collection_id, viewer)
    return shapes.CollectionShown(
        **_facts(found),
        owner=found.owner.get_username(),
        matches=[told.line(one) for one in collecting.matches(found, viewer)],
    )


def _own(player: User, collection_id: int) -> Collection:
    found = collecting.seen(collection_id, player)
    if found.owner != player:
        raise Http404
    return found


def _clean(given: dict[str, Any]) -> dict[str, Any]:
    """What the page's form makes of it. Raises Problem."""
    form = CollectionForm(given)
    if not form.is_valid():
        raise invalid(form)
    return dict(form.cleaned_data)
