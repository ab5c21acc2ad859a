"""Teams: made, joined, put in order, and left.

Locks as in ladders.events.rounds: the event's row first.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.said import Words, later
from ladders import table
from ladders.events import beginning, eligibility, entries, log, notices
from ladders.events.eligibility import MayNotEnter
from ladders.formats import team as team_format
from ladders.models import Entry, Event, Member, Team


@transaction.atomic
def make_team(event_id: int, captain: User, name: str, others: Sequence[User]) -> Team:
    """A team with its captain first, the others asked in this order. Raises MayNotEnter."""
    event = log.lock(event_id)
    if not table.form_of(event).TEAMS:
        raise MayNotEnter(_("Players enter this event by themselves."))
    reason = eligibility.why_not(event, captain)
    if reason:
        raise MayNotEnter(reason)
    if len(others) + 1 not in team_format.MEMBERS:
        raise MayNotEnter(_("A team has two to four members."))
    if not name.strip():
        raise MayNotEnter(_("Give the team a name."))
    if captain.muted:
        raise MayNotEnter(_("You may not write for a while, so you cannot name a team."))
    eligibility.must_be_on_terms(captain, others)
    try:
        with transaction.atomic():
            team = Team.objects.create(event=event, name=name.strip()[:40], captain=captain)
            for order, player in enumerate([captain, *others]):
                Member.objects.create(
                    team=team, event=event, player=player, order=order, accepted=player == captain
                )
    except IntegrityError as taken:
        raise MayNotEnter(_("The name is taken, or you are in another team.")) from taken
    notices.asked_into(team, captain, others)
    return team


@transaction.atomic
def accept(team_id: int, player: User) -> None:
    """Join the team; it enters when everybody has. Raises MayNotEnter."""
    event, team = _locked(team_id)
    reason = eligibility.why_not(event, player)
    member = team.members.filter(player=player, accepted=False, left=False).first()
    if team.captain is not None:
        eligibility.must_be_on_terms(team.captain, [player])
    if reason or member is None:
        raise MayNotEnter(reason or _("You are not asked to join this team."))
    member.accepted = True
    try:
        with transaction.atomic():
            member.save(update_fields=["accepted"])
    except IntegrityError as taken:
        raise MayNotEnter(_("You are in another team of this event.")) from taken
    _enter_if_all_have_agreed(event, team)


def _locked(team_id: int) -> tuple[Event, Team]:
    """The team as it is under its event's lock. Raises MayNotEnter where it is gone."""
    event_id = Team.objects.filter(pk=team_id).values_list("event", flat=True).first()
    event = log.lock(event_id) if event_id else None
    team = Team.objects.select_related("captain").filter(pk=team_id).first()
    if event is None or team is None:
        raise MayNotEnter(_("This team no longer exists."))
    return event, team


def _enter_if_all_have_agreed(event: Event, team: Team) -> None:
    """Nobody is waited for who has not answered yet; alone nobody is a team."""
    members = team.members.filter(left=False)
    if members.filter(accepted=False).exists() or members.count() < min(team_format.MEMBERS):
        return
    entry, _made = Entry.objects.get_or_create(event=event, team=team)
    entries.come_in(event, entry)


@transaction.atomic
def reorder(team_id: int, captain: User, order: Sequence[int]) -> None:
    """The captain's order of players, before the start only. Raises MayNotEnter."""
    event, team = _locked(team_id)
    if team.captain_id != captain.pk:
        raise MayNotEnter(_("Only the captain puts the team in order."))
    if event.status != Event.Status.OPEN:
        raise MayNotEnter(_("The order is fixed once the event has begun."))
    members = {member.player_id or 0: member for member in team.members.all()}
    if sorted(order) != sorted(members):
        raise MayNotEnter(_("Name every member once."))
    for place, player in enumerate(order):
        members[player].order = place
    Member.objects.bulk_update(members.values(), ["order"])


def leave(team_id: int, player: User, why: Words = "") -> None:
    """Leave a team. It plays on with the others in order while two remain, else it withdraws.

    The next in order who does not sit there yet takes over what the player has still to finish. The captain's
    place goes to the next, too. Whoever was only asked says no by it: the others enter without, if all of
    them have agreed; and where nobody has who stays, the team is no more. Raises MayNotEnter.
    """
    with transaction.atomic():
        event, team = _locked(team_id)
        member = team.members.filter(player=player, left=False).first()
        if member is None or event.status not in {Event.Status.OPEN, Event.Status.RUNNING}:
            raise MayNotEnter(_("You are not in a team that you could leave."))
        entry = entries.can_leave(event).filter(team=team).first()
        stay = [one for one in team.members.select_related("player") if one != member and one.accepted]
        if entry is not None and len(stay) < table.fewest_members(event):
            entries.withdraw(entry, None, why or later("There are too few left in the team."))
            entry = None  # nobody takes over what the team has given up
        said_no = not member.accepted
        if event.status == Event.Status.OPEN:
            member.delete()
        else:  # the places in the order of the others stay as they are
            member.left, member.accepted = True, False
            member.save(update_fields=["left", "accepted"])
        if team.captain_id == player.pk and stay:
            team.captain = stay[0].player
            team.save(update_fields=["captain"])
        log.note(
            event, later("%(player)s leaves the team %(team)s") % {"player": player, "team": team}, None, why
        )
        if entry is not None and event.status == Event.Status.RUNNING:
            beginning.hand_over(
                event, entry, player.pk, [one.player for one in stay if one.player is not None]
            )
        elif event.status == Event.Status.OPEN:
            _go_on_before_the_start(event, team, said_no=said_no)


def leave_mine(event_id: int, player: User) -> None:
    """Leave the team that the player has joined in this event, as `leave`. Raises MayNotEnter."""
    mine = Team.objects.filter(event=event_id, members__player=player, members__accepted=True).first()
    if mine is None:
        raise MayNotEnter(_("You are not in a team of this event."))
    leave(mine.pk, player)


def _go_on_before_the_start(event: Event, team: Team, *, said_no: bool) -> None:
    """What becomes of a team that somebody has left who had agreed to it, or said no."""
    if said_no:
        _enter_if_all_have_agreed(event, team)
    elif not team.members.filter(accepted=True).exists() and not event.entries.filter(team=team).exists():
        team.delete()  # those who were asked have nobody to play with
