"""Collections: a player's own, one by itself, and what is put in and taken out."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import spending
from accounts.models import User
from accounts.moderation.muting import MayNotWrite
from accounts.moderation.views import take_report
from accounts.once import once
from games.archive import collecting, seeing
from games.forms.collecting import CollectionForm
from games.match import subjects
from games.models import Collection, Match
from games.views.leaders import viewer_of

READ = ("GET", "HEAD", "POST")
ADD, REMOVE = "match", "remove"
ACTS = (ADD, REMOVE, collecting.UP, collecting.DOWN)
"""What is done, by the name of the button, whose value is the match."""


@login_required
@require_http_methods(READ)
@never_cache
@once
def collections(request: HttpRequest) -> HttpResponse:
    """The player's own, and a form that makes one: with a match in it, where `?match=` names one."""
    owner = cast("User", request.user)
    said = request.POST.get("match", "") or request.GET.get("match", "")
    match = _match(said, owner) if said else None
    form = CollectionForm(request.POST or None)

    def make() -> HttpResponse:
        made = collecting.make(owner, **form.cleaned_data)
        if match is not None:
            collecting.add(owner, made.pk, match)
        return redirect(made)

    made, status, wait = _written(form, make)
    if made is not None:
        return made
    context = {"form": form, "match": match, "mine": collecting.counted(owner)}
    answer = render(request, "games/archive/collections.html", context, status=status)
    return spending.told(answer, wait)


@require_safe
@never_cache
def collection(request: HttpRequest, collection_id: int) -> HttpResponse:
    """One collection, for whoever may see it. Four queries and those of every page."""
    viewer = viewer_of(request)
    found = _seen(collection_id, viewer)
    lines = collecting.matches(found, viewer)
    context = {
        "collection": found,
        "own": found.owner == viewer,
        "lines": lines,
        "subjects": subjects.of(lines),
    }
    return render(request, "games/archive/collection.html", context)


@login_required
@require_http_methods(READ)
@never_cache
def collection_change(request: HttpRequest, collection_id: int) -> HttpResponse:
    """Call one's own otherwise, describe it, open or close it."""
    owner = cast("User", request.user)
    found = _own(collection_id, owner)
    now = {"name": found.name, "about": found.about, "public": found.public}
    form = CollectionForm(request.POST if request.method == "POST" else None, initial=now)

    def change() -> HttpResponse:
        collecting.change(owner, found.pk, **form.cleaned_data)
        return redirect(found)

    changed, status, wait = _written(form, change)
    if changed is not None:
        return changed
    context = {"form": form, "collection": found}
    return spending.told(render(request, "games/archive/change.html", context, status=status), wait)


@login_required
@require_http_methods(READ)
@never_cache
def collection_delete(request: HttpRequest, collection_id: int) -> HttpResponse:
    """Ask whether one's own shall go, or delete it."""
    owner = cast("User", request.user)
    if request.method == "POST":
        spending.spend("keep", owner)
    found = _own(collection_id, owner)
    if request.method != "POST":
        return render(request, "games/archive/delete.html", {"collection": found})
    collecting.delete(owner, found.pk)
    messages.success(request, _("“%(name)s” is deleted.") % {"name": found.name})
    return redirect("games:collections")


@login_required
@require_http_methods(READ)
@once
def report_collection(request: HttpRequest, collection_id: int) -> HttpResponse:
    """Report a public collection to the staff, with its words as they are now."""
    try:
        found = collecting.reported(collection_id, cast("User", request.user))
    except Collection.DoesNotExist as missing:
        raise Http404 from missing
    back = reverse("games:player", args=[found.owner.get_username()])
    return take_report(request, found.owner, back, *collecting.quoted(found))


@login_required
@require_POST
def collect(request: HttpRequest) -> HttpResponse:
    """Put a match into one's own collection, take it out, or move it there."""
    owner = cast("User", request.user)
    number = request.POST.get("collection", "")
    found = _own(int(number) if _is_key(number) else 0, owner)
    what = next((one for one in ACTS if one in request.POST), "")
    match = request.POST.get(what, "")
    if not _is_key(match):
        raise Http404
    if what == ADD:
        try:
            collecting.add(owner, found.pk, _match(match, owner))
        except collecting.TooMany as error:
            context = {"sentence": str(error), "back": found.get_absolute_url()}
            return render(request, "409.html", context, status=409)
        messages.success(request, _("The match is in “%(name)s”.") % {"name": found.name})
    elif what == REMOVE:
        collecting.remove(owner, found.pk, int(match))
        messages.success(request, _("The match is no longer in “%(name)s”.") % {"name": found.name})
    else:
        collecting.move(owner, found.pk, int(match), what)
    back = request.POST.get("back", "")
    safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    return redirect(back if safe else found.get_absolute_url())


def _written(form: CollectionForm, write: Callable[[], HttpResponse]) -> tuple[HttpResponse | None, int, int]:
    """What writing the form came to: where it leads, or the status and the seconds to wait of a refusal,
    which then stands in the form.
    """
    if not form.is_bound:
        return None, 200, 0
    if not form.is_valid():
        return None, 400, 0
    try:
        return write(), 302, 0
    except ValidationError as error:
        form.add_error(None, error)
        return None, 400, 0
    except MayNotWrite as error:
        form.add_error("public", str(error))
        return None, 403, 0
    except collecting.TooMany as error:
        form.add_error(None, str(error))
        return None, 409, 0
    except spending.TooOften as error:
        form.add_error(None, str(error))
        return None, 429, error.retry_after


def _seen(collection_id: int, viewer: User | None) -> Collection:
    try:
        return collecting.seen(collection_id, viewer)
    except Collection.DoesNotExist as missing:
        raise Http404 from missing


def _own(collection_id: int, owner: User) -> Collection:
    found = _seen(collection_id, owner)
    if found.owner != owner:
        raise Http404
    return found


def _match(said: str, owner: User) -> Match:
    """The match of a form, which has to be over and open to the player."""
    if not _is_key(said):
        raise Http404
    try:
        return seeing.over(int(said), owner)[0]
    except Match.DoesNotExist as missing:
        raise Http404 from missing


def _is_key(said: str) -> bool:
    return said.isascii() and said.isdecimal() and len(said) < 19
