"""What is said in teams and events, and the reports of it."""

from __future__ import annotations

from django.shortcuts import get_object_or_404

from accounts.models import User
from accounts.talk import pages
from ladders.events import rooms
from ladders.events.views.event import shown_event
from ladders.models import Team


def _of_team(player: User, team_id: int) -> rooms.OfTeam:
    return rooms.OfTeam(get_object_or_404(Team, pk=team_id))


def _of_event(player: User, event_id: int) -> rooms.OfEvent:
    return rooms.OfEvent(shown_event(event_id))


team = pages.page_of(_of_team)
report_team = pages.report_of(_of_team)
event = pages.page_of(_of_event)
report_event = pages.report_of(_of_event)
