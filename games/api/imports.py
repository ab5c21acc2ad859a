"""Records that a player brings along: played through, reviewed, shown to others by a link."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from ninja import Router, Status

from accounts.api.auth import needs, player_of
from accounts.api.schemas import Key
from accounts.scopes import PLAY, READ
from games.api import budget, over
from games.api import shapes_keeping as shapes
from games.api.shapes_over import ReviewShown
from games.imported import keeping, reading, reviewing
from games.models import Imported

router = Router(tags=["imports"])


@router.get(
    "", auth=needs(READ), response=shapes.ImportedList, summary="My imports", operation_id="list_imports"
)
def list_imports(request: HttpRequest) -> shapes.ImportedList:
    """All that I have imported and is still kept."""
    found = keeping.of(player_of(request))
    return shapes.ImportedList(items=[shapes.ImportedLine(**_facts(request, one)) for one in found])


@router.post(
    "",
    auth=needs(PLAY),
    response={201: shapes.ImportedShown},
    summary="Import a record",
    operation_id="import_record",
)
def import_record(request: HttpRequest, made: shapes.RecordSent) -> Status[shapes.ImportedShown]:
    """Play a record through by the rules, and keep it for a while, for myself alone.

    `bad-record` says which line is wrong, and what is wrong with it. The same record is not kept twice. It is
    no match of this site: it counts for nothing, and nobody finds it.
    """
    return Status(201, _shown(request, keeping.keep(player_of(request), made.text)))


@router.get(
    "/{imported_id}",
    auth=needs(READ),
    response=shapes.ImportedShown,
    summary="An imported record",
    operation_id="get_import",
)
def get_import(request: HttpRequest, imported_id: Key) -> shapes.ImportedShown:
    """One of my own, move by move."""
    budget.spend("download", request)
    return _shown(request, keeping.own(player_of(request), imported_id))


@router.delete(
    "/{imported_id}",
    auth=needs(PLAY),
    response={204: None},
    summary="Delete an import",
    operation_id="delete_import",
)
def delete_import(request: HttpRequest, imported_id: Key) -> Status[None]:
    """Forget one of my own."""
    keeping.delete(player_of(request), imported_id)
    return Status(204, None)


@router.post(
    "/{imported_id}/share",
    auth=needs(PLAY),
    response=shapes.ImportedLine,
    summary="Show an import by a link",
    operation_id="share_import",
)
def share(request: HttpRequest, imported_id: Key, made: shapes.ShareSent) -> shapes.ImportedLine:
    """Make a link to one of my own, by which others see it without the names in it, or take the link back."""
    found = keeping.share(player_of(request), imported_id, to_all=made.shared)
    return shapes.ImportedLine(**_facts(request, found))


@router.get(
    "/{imported_id}/review",
    auth=needs(READ),
    response=ReviewShown,
    summary="An import's review",
    operation_id="get_import_review",
)
def review(request: HttpRequest, imported_id: Key) -> ReviewShown:
    """What decisions cost and what the dice gave. `coach-silent` while it would help in a match of mine."""
    budget.spend("download", request)
    return _reviewed(request, keeping.own(player_of(request), imported_id))


@router.post(
    "/{imported_id}/review",
    auth=needs(PLAY),
    response=ReviewShown,
    summary="Ask for an import's review",
    operation_id="ask_for_import_review",
)
def ask(request: HttpRequest, imported_id: Key) -> ReviewShown:
    """Ask the coach to review one of my own. It takes a while; asked again it changes nothing."""
    return _reviewed(request, reviewing.ask(player_of(request), imported_id))


def _facts(request: HttpRequest, one: Imported) -> dict[str, Any]:
    link = reverse("games:imported_link", args=[one.link]) if one.link else ""
    return {
        "id": one.pk,
        "game": one.code,
        "names": list(one.names),
        "over": one.over,
        "made_at": one.made_at,
        "link": request.build_absolute_uri(link) if link else None,
    }


def _shown(request: HttpRequest, one: Imported) -> shapes.ImportedShown:
    whole = keeping.read(one).whole
    return shapes.ImportedShown(
        **_facts(request, one), verified=False, replay=over.steps(one.pk, one.code, whole)
    )


def _reviewed(request: HttpRequest, one: Imported) -> ReviewShown:
    read = keeping.read(one)
    found = reviewing.find(one, player_of(request), read)
    if found.review is None:
        return ReviewShown(state=found.state.value, review=None)
    match, seats = reading.at_the_table(read, tuple(one.names))
    body = over.body(match, seats, read.whole, found.review)
    return ReviewShown(state=found.state.value, review=body)
