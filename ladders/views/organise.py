"""Events made and led by players with leave to organise, on the site's own pages."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import spending
from accounts.models import User
from accounts.once import once
from accounts.second_factor import asked_of_staff
from ladders import announcing, impartial, leading, log, running
from ladders.forms import EventForm
from ladders.models import Event, EventHook


def _led(request: HttpRequest, event_id: int) -> tuple[Event, User]:
    """An event that the visitor leads. Raises Http404, PermissionDenied."""
    event = get_object_or_404(Event, pk=event_id)
    player = cast("User", request.user)
    if not leading.may_lead(player, event):
        if event.status == Event.Status.DRAFT:
            raise Http404
        raise PermissionDenied("Only who leads this event decides about it.")
    return event, player


@asked_of_staff
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@once
def new(request: HttpRequest) -> HttpResponse:
    """Make an event; nobody sees it before it is opened."""
    player = cast("User", request.user)
    if not leading.may_organise(player):
        raise PermissionDenied("Ask the staff for leave to organise events.")
    form = EventForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        spending.spend("event new", player)
        event = form.save(commit=False)
        event.organiser = player
        event.save()
        _choose_hook(form, event, player)
        messages.success(request, "It is prepared. Look it over, then let players enter.")
        return redirect("ladders:lead", event.pk)
    status = 400 if request.method == "POST" else 200
    return render(request, "ladders/make.html", {"form": form}, status=status)


@asked_of_staff
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def change(request: HttpRequest, event_id: int) -> HttpResponse:
    """Change what was not agreed yet."""
    event, player = _led(request, event_id)
    form = EventForm(request.POST or None, instance=event)
    if request.method == "POST" and form.is_valid():
        spending.spend("event lead", player)
        form.save()
        _choose_hook(form, event, player)
        if event.status != Event.Status.DRAFT:
            log.note(event, "Changed: " + (", ".join(form.changed_data) or "nothing"), player)
        messages.success(request, "It is changed.")
        return redirect("ladders:lead", event.pk)
    status = 400 if request.method == "POST" else 200
    return render(request, "ladders/make.html", {"form": form, "event": event}, status=status)


def _choose_hook(form: EventForm, event: Event, player: User) -> None:
    announcing.choose(event, player, form.cleaned_data["hook"], form.cleaned_data["shape"])


@asked_of_staff
@login_required
@require_POST
def hook_on(request: HttpRequest, event_id: int) -> HttpResponse:
    """Switch the event's webhook on again after it failed too often."""
    event, _player = _led(request, event_id)
    row = get_object_or_404(EventHook.objects.select_related("hook"), event=event)
    row.hook.begin_anew()
    row.hook.save()
    messages.success(request, _("The webhook is on again."))
    return redirect("ladders:lead", event.pk)


@asked_of_staff
@login_required
@require_safe
@never_cache
def lead(request: HttpRequest, event_id: int) -> HttpResponse:
    """What can be decided now."""
    event, player = _led(request, event_id)
    announces = EventHook.objects.select_related("hook").filter(event=event).first()
    context = {"event": event, "decisions": leading.open_to(player, event), "announces": announces}
    return render(request, "ladders/lead.html", context)


@asked_of_staff
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@once
def decide(request: HttpRequest, event_id: int, what: str) -> HttpResponse:
    """Ask for what a decision needs, and for a yes; then do it."""
    event, player = _led(request, event_id)
    decision = leading.DECISIONS.get(what)
    if decision is None:
        raise Http404
    if decision.staff and not leading.is_staff(player):
        raise PermissionDenied("Only staff decide about this.")
    if decision not in leading.open_to(player, event):
        back = reverse("ladders:lead", args=[event.pk])
        context = {"sentence": "This cannot be decided now.", "back": back}
        return render(request, "409.html", context, status=409)
    form = leading.form_for(event, what, request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST" and what != "preview":
        status = 400
        if form.is_valid():
            spending.spend("event lead", player)
            try:
                leading.decide(event, what, form.cleaned_data, player)
            except leading.REFUSED as error:
                form.add_error(None, str(error))
                status = 403 if isinstance(error, impartial.Concerned) else 409
            else:
                messages.success(request, "Done, and logged.")
                return redirect("ladders:lead", event.pk)
    shown: dict[str, object] = {
        "event": event,
        "decision": decision,
        "form": form,
        "pairings": running.preview(event) if what == "preview" else [],
    }
    return render(request, "ladders/decide.html", shown, status=status)
