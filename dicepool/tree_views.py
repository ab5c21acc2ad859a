"""The public log and its witnesses: what programs fetch, and the page that tells people of it.

Only what a signed head covers is told. Programs are answered in English, whatever their browser would read.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from dicepool import notes, tree, witnesses
from dicepool.models import Head, Leaf
from dicepool.views import A_MINUTE, if_new

SECONDS = 5
MOST = 1000
"""Entries in one answer."""
LARGEST = 65_536
"""Bytes of a note that is sent here."""
DIGITS = 18


class BadNumber(Exception):
    """A number that was asked for is none. The message is for programs."""


@require_safe
def checkpoint(request: HttpRequest) -> HttpResponse:
    """The newest head as a signed note, with the signatures of its witnesses."""
    try:
        text = witnesses.checkpoint(_number(request, "tree"))
    except BadNumber as error:
        return _plain(f"{error}\n", 400)
    if not text:
        return _plain("Nothing was signed yet.\n", 404)
    answer = _plain(text)
    patch_cache_control(answer, public=True, max_age=SECONDS)
    return if_new(request, answer)


@require_safe
def key(request: HttpRequest) -> HttpResponse:
    """The key by which the site's signatures are checked."""
    answer = _plain(f"{notes.public_key()}\n")
    patch_cache_control(answer, public=True, max_age=A_MINUTE)
    return answer


@require_safe
def entries_json(request: HttpRequest) -> HttpResponse:
    """The entries from `?first=` on, up to `count` of them, at most 1,000."""

    def told(head: Head) -> dict[str, Any]:
        first, count = _number(request, "first") or 0, _number(request, "count")
        end = min(head.size, first + min(MOST if count is None else count, MOST))
        found = Leaf.objects.filter(tree=head.tree, index__gte=first, index__lt=end).order_by("index")
        return {"first": first, "size": head.size, "entries": list(found.values_list("entry", flat=True))}

    return _answer(request, "boatzee-entries-1", told)


@require_safe
def inclusion_json(request: HttpRequest) -> HttpResponse:
    """That the entry `?index=` is in the tree of `size` entries."""

    def told(head: Head) -> dict[str, Any]:
        index, size = _needed(request, "index"), _number(request, "size")
        size = head.size if size is None else size
        if size > head.size:
            raise tree.NotThere
        path = tree.inclusion(index, size, head.tree)
        entry = Leaf.objects.values_list("entry", flat=True).get(tree=head.tree, index=index)
        return {"index": index, "size": size, "entry": entry, "path": [step.hex() for step in path]}

    return _answer(request, "boatzee-inclusion-1", told)


@require_safe
def consistency_json(request: HttpRequest) -> HttpResponse:
    """That the tree of `?new=` entries begins with that of `old` entries."""

    def told(head: Head) -> dict[str, Any]:
        old, new = _needed(request, "old"), _number(request, "new")
        new = head.size if new is None else new
        if new > head.size:
            raise tree.NotThere
        path = tree.consistency(old, new, head.tree)
        return {"old": old, "new": new, "path": [step.hex() for step in path]}

    return _answer(request, "boatzee-consistency-1", told)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """What witnesses are, which there are and how far they have come, and how to be one."""
    head = tree.head()
    return render(
        request,
        "dicepool/witnesses.html",
        {
            "head": head,
            "root": bytes(head.root).hex() if head else "",
            "origin": tree.origin(head.tree) if head else settings.DICE_ORIGIN,
            "key": notes.public_key(),
            "witnesses": witnesses.told(),
        },
    )


@require_safe
def index_json(request: HttpRequest) -> HttpResponse:
    """The same for programs: each witness's newest signature as a whole note."""
    head = tree.head()
    told = [
        {
            "name": one.key.name,
            "key": str(one.key),
            **({"checkpoint": one.note, "at": int(one.at.timestamp())} if one.at else {}),
        }
        for one in witnesses.told()
    ]
    content = {
        "format": "boatzee-witnesses-1",
        "origin": tree.origin(head.tree) if head else settings.DICE_ORIGIN,
        "size": head.size if head else 0,
        "key": notes.public_key(),
        "witnesses": told,
    }
    answer = JsonResponse(content)
    patch_cache_control(answer, public=True, max_age=SECONDS)
    return if_new(request, answer)


@csrf_exempt  # witnesses are programs without cookies; their signature is the leave, and no session is asked
@require_POST
def cosign(request: HttpRequest) -> HttpResponse:
    """Take what a witness has signed: the whole note, with its signature below the head's text."""
    if len(request.body) > LARGEST:
        return _plain("A note has at most 65,536 bytes.\n", 400)
    try:
        head = witnesses.take(request.body.decode())
    except notes.NotSigned as error:
        return _plain(f"{error}\n", 403)
    except notes.BadNote as error:
        return _plain(f"{error}\n", 400)
    except UnicodeDecodeError:
        return _plain("A note is text in UTF-8.\n", 400)
    except witnesses.AnotherHead as error:
        return _plain(f"{error}\n", 409)
    return _plain(f"Kept, for {tree.origin(head.tree)} with {head.size} entries.\n")


def _answer(request: HttpRequest, form: str, told: Any) -> HttpResponse:
    """What is `told` of a tree's newest head, as JSON; a sentence where it cannot be."""
    try:
        head = tree.head(_number(request, "tree"))
        if head is None:
            raise tree.NotThere
        content = {"format": form, "origin": tree.origin(head.tree), "tree": head.tree, **told(head)}
    except BadNumber as error:
        return JsonResponse({"error": str(error)}, status=400)
    except tree.NotThere:
        return JsonResponse({"error": "The tree that was signed does not reach so far."}, status=404)
    answer = JsonResponse(content)
    patch_cache_control(answer, public=True, max_age=A_MINUTE)
    return if_new(request, answer)


def _number(request: HttpRequest, name: str) -> int | None:
    given = request.GET.get(name)
    if given is None:
        return None
    if not given.isascii() or not given.isdigit() or len(given) > DIGITS:
        raise BadNumber(f"{name} is a whole number.")
    return int(given)


def _needed(request: HttpRequest, name: str) -> int:
    found = _number(request, name)
    if found is None:
        raise BadNumber(f"{name} is needed, a whole number.")
    return found


def _plain(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")
