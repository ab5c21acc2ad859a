"""Teams: make one, join it, put it in order."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from ladders import entering
from ladders.forms import OrderForm, TeamForm
from ladders.models import Team
from ladders.views import refusals
from ladders.views.event import shown_event


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
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
                entering.make_team(event.pk, player, form.cleaned_data["name"], form.named)
            except refusals.REFUSED as error:
                form.add_error(None, str(error))
                status = refusals.STATUS[type(error)]
            else:
                messages.success(request, "The others are asked. The team is in once all have joined.")
                return redirect(event)
    return render(request, "ladders/team.html", {"form": form, "event": event}, status=status)


@login_required
@require_POST
def act(request: HttpRequest, team_id: int) -> HttpResponse:
    """Join the team, or put it in order."""
    team = get_object_or_404(Team.objects.select_related("event"), pk=team_id)
    player = cast("User", request.user)
    back = team.event.get_absolute_url()
    try:
        if request.POST.get("what") == "join":
            entering.accept(team.pk, player)
            messages.success(request, f"You play for {team.name}.")
        else:
            form = OrderForm(request.POST, team=team)
            if not form.is_valid():
                context = {"sentence": "Name every member once, with commas between.", "back": back}
                return render(request, "400.html", context, status=400)
            entering.reorder(team.pk, player, form.order)
            messages.success(request, "The order is kept.")
    except refusals.REFUSED as error:
        return refusals.page(request, error, back)
    return redirect(team.event)
