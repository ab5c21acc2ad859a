"""The director's desk: what runs, what needs a hand, and every decision, seen before it is taken."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.notices import trying
from accounts.once import once
from accounts.second_factor import asked_of_staff
from ladders import impartial, table
from ladders.events import announcing, decisions, desk, engine, leaders, leading, seeding, terms
from ladders.events.decision import Decision
from ladders.events.match_forms import ChooseForm
from ladders.events.views.led import led
from ladders.models import Entry, Event

ABOUT_WHO = impartial.ABOUT_ENTRIES | impartial.ABOUT_PAIRS | {"invite"}


@asked_of_staff
@login_required
@require_safe
@never_cache
def lead(request: HttpRequest, event_id: int) -> HttpResponse:
    """What can be decided now."""
    event, player = led(request, event_id)
    announces = announcing.of(event)
    before, after = {Event.Status.DRAFT, Event.Status.OPEN}, {Event.Status.FINISHED, Event.Status.CANCELLED}
    inside = event.entries.filter(status=Entry.Status.IN)
    context = {
        "event": event,
        "parts": _parted(leading.open_to(player, event), first=event.status in before),
        "announces": announces,
        "posts": trying.posts_of(announces.hook if announces is not None else None),
        "waits": engine.waiting_of(event),
        "form": table.form_of(event),
        "inside": inside.count(),
        "silent": inside.filter(confirmed=False).count(),
        "free": max(0, (event.most or 0) - inside.count()),
        "terms": terms.terms(event, 0) if event.status == Event.Status.DRAFT else [],
        "has_matches": event.status not in before,
        "changes": event.status not in after,
    }
    return render(request, "ladders/lead.html", context)


def _parted(found: Sequence[Decision], *, first: bool) -> list[tuple[str, list[Decision]]]:
    """The decisions by what they are about; what is about the event itself stands `first`, or last."""
    about_all = [one for one in found if not one.match and one.word not in ABOUT_WHO]
    parts = [
        (_("The matches"), [one for one in found if one.match]),
        (_("Who plays"), [one for one in found if one.word in ABOUT_WHO]),
    ]
    event = (_("The event"), about_all)
    ordered = [event, *parts] if first else [*parts, event]
    return [(title, decisions) for title, decisions in ordered if decisions]


@asked_of_staff
@login_required
@require_safe
@never_cache
def matches(request: HttpRequest, event_id: int) -> HttpResponse:
    """The event's matches by names: those that run, those that need a hand, those that are over."""
    event, player = led(request, event_id)
    show = request.GET.get("show", "running")
    name = request.GET.get("q", "").replace("\x00", "").strip()[:40]
    if show not in desk.SHOWS:
        raise Http404
    shown = desk.matches(event, show, name, request.GET.get("page"), staff=leaders.is_staff(player))
    context = {
        "event": event,
        "desk": shown,
        "show": show,
        "name": name,
        "tabs": [
            ("running", _("Running"), shown.counts["running"]),
            ("hand", _("Needs a hand"), shown.counts["hand"]),
            ("over", _("Over"), shown.counts["over"]),
        ],
        "decisions": [one for one in leading.open_to(player, event) if one.match],
    }
    return render(request, "ladders/matches.html", context)


@asked_of_staff
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@once
def decide(request: HttpRequest, event_id: int, what: str) -> HttpResponse:
    """Ask for what a decision needs, show what it changes, and do it."""
    event, player = led(request, event_id)
    decision = decisions.DECISIONS.get(what)
    if decision is None:
        raise Http404
    if not leading.may(player, event, decision):
        staff, own = _("Only staff decide about this."), _("This is for others who lead the event.")
        raise PermissionDenied(staff if decision.staff else own)
    if not leading.is_open(player, event, decision):
        context = {"sentence": _("This cannot be decided now."), "back": back_of(event, decision)}
        return render(request, "409.html", context, status=409)
    posted = request.method == "POST"
    named = request.POST.get("fixture") or request.GET.get("fixture")
    form = leading.form_for(event, what, request.POST if posted else None, named)
    if posted and what != "preview":
        return _take(request, event, decision, form, player)
    return _ask(request, event, decision, form, 400 if form.is_bound and not posted else 200)


def back_of(event: Event, decision: Decision) -> str:
    """Where a decision was chosen."""
    return reverse("ladders:matches" if decision.match else "ladders:lead", args=[event.pk])


def _take(
    request: HttpRequest, event: Event, decision: Decision, form: forms.Form, player: User
) -> HttpResponse:
    """Do what was sent; a decision that is foreseen only once it is said to be sure."""
    if not form.is_valid():
        return _ask(request, event, decision, form, 400)
    try:
        if decision.foreseen and "sure" not in request.POST:
            foreseen = leading.foresee(event, decision.word, form.cleaned_data, player)
            return _ask(request, event, decision, form, 200, foreseen)
        made = leading.decide(event, decision.word, form.cleaned_data, player)
    except leading.REFUSED as error:
        form.add_error(None, str(error))
        return _ask(request, event, decision, form, 403 if isinstance(error, impartial.Concerned) else 409)
    messages.success(request, _("Done, and logged."))
    return redirect("ladders:lead", made.pk) if made else redirect(back_of(event, decision))


def _ask(
    request: HttpRequest,
    event: Event,
    decision: Decision,
    form: forms.Form,
    status: int,
    foreseen: list[str] | None = None,
) -> HttpResponse:
    shown: dict[str, object] = {
        "event": event,
        "decision": decision,
        "form": form,
        "foreseen": foreseen,
        "choosing": isinstance(form, ChooseForm),
        "game": getattr(form, "game", None),
        "back": back_of(event, decision),
        "pairings": seeding.preview(event) if decision.word == "preview" else [],
    }
    return render(request, "ladders/decide.html", shown, status=status)
