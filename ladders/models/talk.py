"""What is said in teams, events and clubs."""

from __future__ import annotations

from django.db import models

from accounts.models import User
from accounts.models.talk import Words
from ladders.models.clubs import Club
from ladders.models.events import Event
from ladders.models.teams import Team


class TeamRemark(Words):
    """Something said among the members of a team."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="remarks")

    class Meta:
        indexes = [models.Index(fields=["team", "-id"], name="ladders_team_remark_list")]

    def __str__(self) -> str:
        return f"remark in {self.team_id}"


class EventRemark(Words):
    """Something said among those who are in an event and those who lead it."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="remarks")

    class Meta:
        indexes = [models.Index(fields=["event", "-id"], name="ladders_event_remark_list")]

    def __str__(self) -> str:
        return f"remark in event {self.event_id}"


class ClubRemark(Words):
    """Something said among the members of a club. What an officer takes down is kept for the staff."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="remarks", db_index=False)
    down_at = models.DateTimeField(null=True)
    down_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")

    class Meta:
        indexes = [models.Index(fields=["club", "-id"], name="ladders_club_remark_list")]

    def __str__(self) -> str:
        return f"remark in club {self.club_id}"
