"""Imported records: bring one along, step through it, have it reviewed, show it to others by a link."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import spending
from accounts.models import User
from games.coach.reviews import State
from games.forms.importing import ImportForm
from games.imported import keeping, reading, reviewing
from games.models import Imported
from games.record import BadRecord
from games.views import heading
from games.views.leaders import viewer_of
from games.views.replay import along, laid, position_of
from games.views.review import shown

READ = ("GET", "HEAD", "POST")
WAITING = (State.ASKED, State.GETTING_READY)


@login_required
@require_http_methods(READ)
@never_cache
def imports(request: HttpRequest) -> HttpResponse:
    """The player's own, and a form that takes another."""
    owner = cast("User", request.user)
    form = ImportForm(request.POST or None, request.FILES or None)
    status, wait = 200, 0
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                return redirect("games:imported", keeping.keep(owner, form.cleaned_data["text"]).pk)
            except BadRecord as error:
                form.add_error("text", str(error))
            except (keeping.TooMany, keeping.StillPlayed) as error:
                form.add_error(None, str(error))
                status = 409
            except spending.TooOften as error:
                form.add_error(None, str(error))
                status, wait = 429, error.retry_after
    context = {"form": form, "mine": keeping.of(owner), "days": keeping.days()}
    return spending.told(render(request, "games/imported/list.html", context, status=status), wait)


@login_required
@require_safe
@never_cache
def imported(request: HttpRequest, imported_id: int) -> HttpResponse:
    """One of one's own after `?step=` moves."""
    return _replay(request, _own(request, imported_id), own=True)


@require_safe
@never_cache
def imported_link(request: HttpRequest, link: str) -> HttpResponse:
    """The same of one that its owner shows, without the names in it."""
    return _replay(request, _by_link(link), own=False)


@login_required
@require_safe
@never_cache
def imported_review(request: HttpRequest, imported_id: int) -> HttpResponse:
    """The review of one of one's own, `?seat=` from 1, as that of a match."""
    return _review(request, _own(request, imported_id), own=True)


@require_safe
@never_cache
def imported_link_review(request: HttpRequest, link: str) -> HttpResponse:
    """The same of one that its owner shows."""
    return _review(request, _by_link(link), own=False)


@login_required
@require_POST
@never_cache
def imported_ask(request: HttpRequest, imported_id: int) -> HttpResponse:
    """Ask the coach to review it; then the page of the review says how far it is."""
    return _done(request, imported_id, "games:imported_review", reviewing.ask)


@login_required
@require_POST
@never_cache
def imported_share(request: HttpRequest, imported_id: int) -> HttpResponse:
    """Make a link to it, or take that back."""
    to_all = request.POST.get("share", "") == "yes"
    return _done(
        request,
        imported_id,
        "games:imported",
        lambda owner, key: keeping.share(owner, key, to_all=to_all),
    )


@login_required
@require_POST
@never_cache
def imported_delete(request: HttpRequest, imported_id: int) -> HttpResponse:
    """Forget it."""
    try:
        keeping.delete(cast("User", request.user), imported_id)
    except Imported.DoesNotExist as missing:
        raise Http404 from missing
    messages.success(request, _("The record is deleted."))
    return redirect("games:imports")


def _done(
    request: HttpRequest, imported_id: int, onward: str, act: Callable[[User, int], object]
) -> HttpResponse:
    try:
        act(cast("User", request.user), imported_id)
    except Imported.DoesNotExist as missing:
        raise Http404 from missing
    except (reviewing.Silent, BadRecord):  # the page that it leads to says so
        pass
    return redirect(onward, imported_id)


def _own(request: HttpRequest, imported_id: int) -> Imported:
    try:
        return keeping.own(cast("User", request.user), imported_id)
    except Imported.DoesNotExist as missing:
        raise Http404 from missing


def _by_link(link: str) -> Imported:
    try:
        return keeping.by_link(link)
    except Imported.DoesNotExist as missing:
        raise Http404 from missing


def _replay(request: HttpRequest, one: Imported, *, own: bool) -> HttpResponse:
    context = _about(request, one, own=own)
    if "whole" not in context:
        return render(request, "games/imported/unreadable.html", context)
    whole, seats, match = context["whole"], context["seats"], context["match"]
    position = position_of(request.GET.get("step", ""), len(whole.steps), 0)
    context |= along(whole, seats, position) | laid(match.rules, seats, whole, position)
    return render(request, "games/imported/replay.html", context)


def _review(request: HttpRequest, one: Imported, *, own: bool) -> HttpResponse:
    context = _about(request, one, own=own)
    if "whole" not in context:
        return render(request, "games/imported/unreadable.html", context)
    try:
        found = reviewing.find(one, viewer_of(request), context["read"])
    except reviewing.Silent as error:
        context |= {"state": "silent", "sentence": str(error)}
    else:
        context |= {"state": found.state.value, "waits": found.state in WAITING}
        if found.review is not None:
            context |= shown(request, context["match"], context["seats"], context["whole"], found.review)
    return render(request, "games/imported/review.html", context)


def _about(request: HttpRequest, one: Imported, *, own: bool) -> dict[str, Any]:
    """What both pages say of it: whose it is, how it is shown, and where its pages are."""
    kind, key = ("imported", one.pk) if own else ("imported_link", one.link)
    context: dict[str, Any] = {
        "one": one,
        "own": own,
        "replay": reverse(f"games:{kind}", args=[key]),
        "review_address": reverse(f"games:{kind}_review", args=[key]),
        "shared": request.build_absolute_uri(reverse("games:imported_link", args=[one.link]))
        if one.link
        else "",
    }
    try:
        found = keeping.read(one)
        match, seats = reading.at_the_table(found, keeping.names(one, own=own))
    except BadRecord:
        return context
    if not own:
        match.reason = ""
    return context | {
        "read": found,
        "match": match,
        "seats": seats,
        "whole": found.whole,
        "option_words": heading.words(match, None),
        "closed": True,  # its sets are none of ours: no number of theirs leads to a proof
    }
