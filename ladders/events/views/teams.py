"""Teams: make one, join it, put it in order."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import spending
from accounts.models import User
from accounts.once import once
from accounts.talk import pages
from ladders.events import queries, rooms, teams, terms
from ladders.events.team_forms import OrderForm, TeamForm
from ladders.events.views import refusals
from ladders.events.views.event import shown_event
from ladders.models import Entry, Team


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def new(request: HttpRequest, event_id: int) -> HttpResponse:
    """Make a team for an event and ask the others."""
    event = shown_event(event_id)
    player = cast("User", request.user)
    form = TeamForm(request.POST or None, player=player)
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                spending.spend("team", player)
                teams.make_team(event.pk, player, form.cleaned_data["name"], form.named)
            except refusals.REFUSED as error:
                form.add_error(None, str(error))
                status = refusals.STATUS[type(error)]
            else:
                messages.success(request, _("The others are asked. The team is in once all have joined."))
                return redirect(event)
    entrants = event.entries.filter(status=Entry.Status.IN).count()
    context = {"form": form, "event": event, "terms": terms.terms(event, entrants)}
    return render(request, "ladders/team.html", context, status=status)


@require_safe
@never_cache
def show(request: HttpRequest, team_id: int) -> HttpResponse:
    """A team: its order, its matches and whose turn they are; its members talk here."""
    team = get_object_or_404(Team.objects.select_related("event", "captain"), pk=team_id)
    player = request.user if request.user.is_authenticated else None
    inside = player is not None and rooms.belongs(team, player)
    members = list(team.members.select_related("player").filter(left=False))
    context = {
        "team": team,
        "members": members,
        "asked": next((one for one in members if player and one.player_id == player.pk), None),
        "games": queries.team_fixtures(team),
        "event": team.event,
        "terms": terms.terms(team.event, team.event.entries.filter(status=Entry.Status.IN).count()),
    }
    if inside:
        context |= pages.shown(request, rooms.OfTeam(team))
    return render(request, "ladders/team_page.html", context)


@login_required
@require_POST
def act(request: HttpRequest, team_id: int) -> HttpResponse:
    """Join the team, leave it before the start or say no, or put it in order."""
    team = get_object_or_404(Team.objects.select_related("event"), pk=team_id)
    player = cast("User", request.user)
    back = team.get_absolute_url()
    spending.spend("event act", player)
    try:
        if request.POST.get("what") == "join":
            teams.accept(team.pk, player)
            messages.success(request, _("You play for %(name)s.") % {"name": team.name})
        elif request.POST.get("what") == "leave":
            teams.leave(team.pk, player)
            messages.success(request, _("You are not in %(team)s.") % {"team": team.name})
            return redirect(team.event)
        else:
            form = OrderForm(request.POST, team=team)
            if not form.is_valid():
                context = {"sentence": _("Name every member once, with commas between."), "back": back}
                return render(request, "400.html", context, status=400)
            teams.reorder(team.pk, player, form.order)
            messages.success(request, _("The order is kept."))
    except refusals.REFUSED as error:
        return refusals.page(request, error, back)
    return redirect(team)
