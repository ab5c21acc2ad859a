"""The dice: what was committed to, what fell and its proofs, and the public log of all that was taken.

Everything here is for everybody, as on the pages under /dice/, and nothing is told of a set before its table
shows it to everybody. What was told once stays: browsers and proxies may keep it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import wraps
from typing import Annotated, Any, ParamSpec, TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from ninja import Query, Router
from pydantic import Field

from accounts.api import pages
from accounts.api.auth import anybody
from accounts.api.pages import Cursor, Limit
from accounts.api.problems import Problem
from accounts.api.schemas import HIGHEST, Key
from accounts.scopes import READ
from boatzee_site.api import shapes_pool as shapes
from dicepool import alarm, archive, keeper, log, logfiles, notes, seal, tree, witnesses
from dicepool.models import Head, Segment

router = Router(tags=["dice"])
P = ParamSpec("P")
T = TypeVar("T")
SECONDS, A_MINUTE, A_YEAR = 5, 60, 365 * 24 * 3600
LATER = "60"


def opened(act: Callable[P, T]) -> Callable[P, T]:
    """An operation that opens dice: refused, and told to the operators, where the key to them is missing,
    wrong or out of reach, or a file of the log is lost.
    """

    @wraps(act)
    def done(*args: P.args, **given: P.kwargs) -> T:
        try:
            return act(*args, **given)
        except (seal.KeyUnfit, keeper.Silent) as error:
            alarm.stopped(str(error))
            sentence = _("The site does not have the right key to these dice just now. Ask again later.")
            raise Problem(503, "no-key", sentence, headers={"Retry-After": LATER}) from error
        except logfiles.Lost as error:
            alarm.lost(str(error))
            sentence = _("A file of the log of these dice cannot be read just now. Ask again later.")
            raise Problem(503, "log-lost", sentence, headers={"Retry-After": LATER}) from error

    return done


@router.get(
    "/batches", auth=anybody(READ), response=shapes.Batches, summary="Batches", operation_id="list_batches"
)
def batches(
    request: HttpRequest, response: HttpResponse, limit: Limit = 20, cursor: Cursor = None
) -> shapes.Batches:
    """What was committed to before any of it could fall, the first batch first."""
    beyond = pages.beyond(cursor)
    found, after = pages.cut(
        request, response, archive.commitments_after(beyond, limit + 1), limit, lambda one: (one["number"],)
    )
    patch_cache_control(response, public=True, max_age=A_MINUTE)
    items = [shapes.BatchShown(**one) for one in found]
    return shapes.Batches(items=items, next=after)


@router.get(
    "/batches/{number}/file",
    auth=anybody(READ),
    response=shapes.BatchFile,
    exclude_unset=True,
    summary="A batch laid open",
    operation_id="get_batch_file",
)
def batch_file(request: HttpRequest, response: HttpResponse, number: Key) -> shapes.BatchFile:
    """A batch that is used up, with its key and all of its sets, as docs/dice.md describes the file."""
    try:
        found = archive.laid_open(number)
    except archive.NotShown:
        raise Http404 from None
    patch_cache_control(response, public=True, max_age=A_YEAR, immutable=True)
    return shapes.BatchFile(**found)


@router.get(
    "/proofs",
    auth=anybody(READ),
    response=shapes.Proofs,
    exclude_unset=True,
    summary="Proofs of rolls",
    operation_id="get_proofs",
)
@opened
def proofs(
    request: HttpRequest,
    response: HttpResponse,
    serials: Annotated[
        list[Annotated[int, Field(ge=0, le=HIGHEST)]],
        Query(min_length=1, max_length=100, description="The sets, by their serials.", examples=[[81]]),
    ],
) -> shapes.Proofs:
    """The proofs of these sets, all of them or none: one that may not be seen yet is as one that is none."""
    return _proofs(response, serials)


@router.get(
    "/rolls/{serial}/proof",
    auth=anybody(READ),
    response=shapes.Proofs,
    exclude_unset=True,
    summary="The proof of a roll",
    operation_id="get_proof",
)
@opened
def proof(request: HttpRequest, response: HttpResponse, serial: Key) -> shapes.Proofs:
    """One set that fell, with everything to check it; there is none before its table shows it to all."""
    return _proofs(response, [serial])


def _proofs(response: HttpResponse, serials: Iterable[int]) -> shapes.Proofs:
    try:
        found = archive.proofs(serials)
    except (archive.NotShown, ValueError):
        raise Http404 from None
    patch_cache_control(response, public=True, max_age=A_MINUTE)
    return shapes.Proofs(**found)


@router.get(
    "/log", auth=anybody(READ), response=shapes.Segments, summary="The log", operation_id="list_segments"
)
def segments(
    request: HttpRequest, response: HttpResponse, limit: Limit = 20, cursor: Cursor = None
) -> shapes.Segments:
    """The sealed parts of the log of everything that was taken, the first one first."""
    beyond = pages.beyond(cursor)
    rows = Segment.objects.filter(number__gt=beyond).order_by("number")
    found, after = pages.cut(request, response, rows, limit, lambda one: (one.number,))
    patch_cache_control(response, public=True, max_age=A_MINUTE)
    items = [shapes.SegmentLine(**_facts(one)) for one in found]
    return shapes.Segments(items=items, next=after)


@router.get(
    "/log/{number}",
    auth=anybody(READ),
    response=shapes.SegmentShown,
    summary="A part of the log",
    operation_id="get_segment",
)
@opened
def segment(request: HttpRequest, response: HttpResponse, number: Key) -> shapes.SegmentShown:
    """A sealed part of the log with its lines: `digest` is the SHA-256 of `text`."""
    found = get_object_or_404(Segment, pk=number)
    patch_cache_control(response, public=True, max_age=A_MINUTE)
    return shapes.SegmentShown(**_facts(found), text=log.text(found).decode("ascii"))


def _facts(one: Segment) -> dict[str, Any]:
    return {
        "number": one.number,
        "first": one.first,
        "last": one.last,
        "lines": one.lines,
        "root": bytes(one.root).hex(),
        "digest": bytes(one.digest).hex(),
        "sealed_at": one.at,
    }


@router.get(
    "/checkpoint",
    auth=anybody(READ),
    response=shapes.Checkpoint,
    summary="The newest checkpoint",
    operation_id="get_checkpoint",
)
def checkpoint(request: HttpRequest, response: HttpResponse) -> shapes.Checkpoint:
    """The newest signed head of the public log, as a note with the signatures of its witnesses."""
    head = tree.head()
    if head is None:
        raise Http404
    patch_cache_control(response, public=True, max_age=SECONDS)
    return shapes.Checkpoint(**_of_head(head), note=witnesses.checkpoint(head.tree), key=notes.public_key())


@router.get(
    "/checkpoints",
    auth=anybody(READ),
    response=shapes.Checkpoints,
    summary="Checkpoints",
    operation_id="list_checkpoints",
)
def checkpoints(
    request: HttpRequest, response: HttpResponse, limit: Limit = 20, cursor: Cursor = None
) -> shapes.Checkpoints:
    """The signed heads that are kept, the newest first; old ones go, and the newest proves what they did."""
    place = pages.read(cursor, int, int)
    rows = Head.objects.order_by("-tree", "-size")
    if place:
        rows = rows.filter(tree__lte=place[0]).exclude(tree=place[0], size__gte=place[1])
    found, after = pages.cut(request, response, rows, limit, lambda one: (one.tree, one.size))
    patch_cache_control(response, public=True, max_age=SECONDS)
    items = [shapes.CheckpointLine(**_of_head(one)) for one in found]
    return shapes.Checkpoints(items=items, next=after)


def _of_head(head: Head) -> dict[str, Any]:
    signed: datetime = head.signed_at
    return {
        "origin": tree.origin(head.tree),
        "tree": head.tree,
        "size": head.size,
        "root": bytes(head.root).hex(),
        "signed_at": signed,
    }
