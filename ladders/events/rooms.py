"""The rooms of organised play: a team's, for its members alone, and an event's, for all who are in it."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import talk
from accounts.models import User
from accounts.models.talk import Words
from accounts.talk.rooms import Room
from ladders.events import leaders
from ladders.models import Entry, Event, EventRemark, Member, Team, TeamRemark

STAYS_OPEN = timedelta(days=30)
"""How long one can still say something in an event that has ended."""


def belongs(team: Team, player: User) -> bool:
    """Whether the player is in the team: has said yes, and not left since. One query."""
    return Member.objects.filter(team=team, player=player, accepted=True, left=False).exists()


class OfTeam(Room):
    """Where the members of a team talk."""

    def __init__(self, team: Team) -> None:
        self.team = team
        self.name = f"team-{team.pk}"
        self.heading = _("Among ourselves: %(team)s") % {"team": team.name}
        self.address = reverse("ladders:team_talk", args=[team.pk])
        self.around, self.back = team.get_absolute_url(), _("Back to the team")
        self.readers = _("Only your team can read what is said here.")
        self.asks = _("Say something to your team")

    def why_not_read(self, player: User) -> str:
        """Only who belongs to it."""
        return "" if belongs(self.team, player) else _("You are not in this team.")

    def why_not_say(self, player: User) -> str:
        """Who belongs to it has agreed to the others."""
        return ""

    def remarks(self, player: User) -> QuerySet[Words]:
        """All of them."""
        return TeamRemark.objects.filter(team=self.team)

    def keep(self, player: User, text: str) -> TeamRemark:
        """One row."""
        return TeamRemark.objects.create(team=self.team, player=player, text=text)

    def report_address(self, remark: Words) -> str:
        """Beside the team's talk."""
        return reverse("ladders:report_team_remark", args=[self.team.pk, remark.pk])


class OfEvent(Room):
    """Where all who are in an event talk, with those who lead it."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.name = f"event-{event.pk}"
        self.heading = _("Talk: %(event)s") % {"event": event.name}
        self.address = reverse("ladders:event_talk", args=[event.pk])
        self.around, self.back = event.get_absolute_url(), _("Back to the event")
        self.readers = _("Everybody in the event, its directors and the staff can read what is said here.")
        self.asks = _("Say something to everybody who is in")

    def why_not_read(self, player: User) -> str:
        """Who is in, alone or in a team, and who leads it. A few queries."""
        if _is_in(self.event, player) or leaders.may_lead(player, self.event):
            return ""
        return _("Only those who are in this event talk here.")

    def why_not_say(self, player: User) -> str:
        """While it lasts and some time after; newcomers, whom anybody may be, only read."""
        event = self.event
        ended = event.ended_at is not None and event.ended_at < timezone.now() - STAYS_OPEN
        if event.status == Event.Status.CANCELLED or ended:
            return _("This event is over: what was said stays, and nothing can be added.")
        if talk.is_settled(player) or leaders.may_lead(player, event):
            return ""
        return _("Until you have finished a match, you can only read here.")

    def remarks(self, player: User) -> QuerySet[Words]:
        """All of them."""
        return EventRemark.objects.filter(event=self.event)

    def keep(self, player: User, text: str) -> EventRemark:
        """One row."""
        return EventRemark.objects.create(event=self.event, player=player, text=text)

    def report_address(self, remark: Words) -> str:
        """Beside the event's talk."""
        return reverse("ladders:report_event_remark", args=[self.event.pk, remark.pk])


def _is_in(event: Event, player: User) -> bool:
    """Whether the player has entered, alone or in a team, and was neither put out nor has left. One query."""
    member = Q(team__members__player=player, team__members__accepted=True, team__members__left=False)
    entered = event.entries.filter(Q(player=player) | member, status=Entry.Status.IN)
    return entered.filter(withdrawn_at=None, disqualified=False).exists()
