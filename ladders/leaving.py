"""Whoever closes the account leaves every club, event and ladder (settings.ACCOUNT_CLOSERS)."""

from __future__ import annotations

from contextlib import suppress

from django.db import IntegrityError

from accounts.models import User
from accounts.said import later
from ladders.clubs import membership
from ladders.clubs.log import MayNot
from ladders.events import champions, entries, teams
from ladders.events.eligibility import MayNotEnter
from ladders.ladder import climbing
from ladders.models import ClubMember, Entry, Event, Member, Rung


def leave_all(player: User) -> None:
    """Take whoever closes the account out of every event and off every ladder (settings.ACCOUNT_CLOSERS)."""
    why = later("The account is closed.")
    for rung in Rung.objects.filter(player=player):
        with suppress(climbing.MayNot):  # it may have left it by now
            climbing.leave(rung.ladder_id, player, why)
    live = (Event.Status.OPEN, Event.Status.RUNNING)
    for member in Member.objects.filter(player=player, event__status__in=live).order_by("event"):
        with suppress(MayNotEnter):  # it may be over by now
            teams.leave(member.team_id, player, why)
    for entry in Entry.objects.select_related("event").filter(
        player=player, withdrawn_at=None, event__status__in=live
    ):
        with suppress(MayNotEnter):
            if entry.event.source_id is not None and entry.event.status == Event.Status.OPEN:
                champions.decline(entry.event_id, player)
            elif entry.status in {Entry.Status.IN, Entry.Status.WAITING}:
                entries.withdraw(entry, None, why)


def leave_clubs(player: User) -> None:
    """Take whoever closes the account out of every club, after all matches (settings.ACCOUNT_CLOSERS).

    Raises IntegrityError where a club has let the player in meanwhile, so that it is tried again.
    """
    for member in ClubMember.objects.filter(player=player).order_by("club"):
        with suppress(MayNot):  # it may have been put out by now
            membership.leave(member.club_id, player)
    User.objects.select_for_update(no_key=True).filter(pk=player.pk).first()  # nobody lets it in from here on
    if ClubMember.objects.filter(player=player).exists():
        raise IntegrityError(f"{player.pk} has just come into a club")
