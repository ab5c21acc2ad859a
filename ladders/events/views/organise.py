"""Events made and led by players who may organise, on the site's own pages."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Hook, User
from accounts.notices import trying
from accounts.notices.views import show_tried
from accounts.once import once
from accounts.second_factor import asked_of_staff
from ladders.events import organising
from ladders.events.event_forms import EventForm
from ladders.events.making import parts
from ladders.events.views.led import led
from ladders.models import Club, Event
from ladders.models.clubs import PLAIN, slug_of


@asked_of_staff
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@once
def new(request: HttpRequest) -> HttpResponse:
    """Make an event; nobody sees it before it is opened."""
    player = cast("User", request.user)
    club = _club(request)
    organising.must_be_permitted(player, club)
    form = EventForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        event = organising.make(form, player, club)
        messages.success(request, _("It is prepared. Look it over, then let players enter."))
        return redirect("ladders:lead", event.pk)
    status = 400 if request.method == "POST" else 200
    return render(
        request, "ladders/make.html", {"form": form, "parts": parts(form), "club": club}, status=status
    )


def _club(request: HttpRequest) -> Club | None:
    """The club for whose members the event is, if the address names one. Raises Http404."""
    slug = request.GET.get("club", "")
    if not slug:
        return None
    return get_object_or_404(Club, slug=slug_of(slug) if PLAIN.fullmatch(slug) else "", closed_at=None)


@asked_of_staff
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def change(request: HttpRequest, event_id: int) -> HttpResponse:
    """Change what was not agreed yet."""
    event, player = led(request, event_id)
    form = EventForm(request.POST or None, instance=event)
    if request.method == "POST" and form.is_valid():
        organising.change(form, event, player)
        messages.success(request, _("It is changed."))
        return redirect("ladders:lead", event.pk)
    status = 400 if request.method == "POST" else 200
    return render(
        request, "ladders/make.html", {"form": form, "parts": parts(form), "event": event}, status=status
    )


@asked_of_staff
@login_required
@require_POST
def hook_on(request: HttpRequest, event_id: int) -> HttpResponse:
    """Switch the event's webhook on again after it failed too often."""
    event, _player = led(request, event_id)
    trying.switch_on(_hook(event))
    messages.success(request, _("The webhook is on again."))
    return redirect("ladders:lead", event.pk)


@asked_of_staff
@login_required
@require_POST
def hook_test(request: HttpRequest, event_id: int) -> HttpResponse:
    """Post a test to the event's webhook now, and say what came of it."""
    event, player = led(request, event_id)
    show_tried(request, trying.try_now(_hook(event), player))
    return redirect("ladders:lead", event.pk)


def _hook(event: Event) -> Hook:
    """The event's webhook. Raises Http404."""
    return get_object_or_404(Hook, announces__event=event)
