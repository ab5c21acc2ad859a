"""Coming into an event and going out of it: entries, teams, confirmation, withdrawal.

Locks as in ladders.running: the event's row, and never a match row after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import notices, relations
from accounts.models import User
from games import queries, ranking
from games.models import Rating
from games.rules import RULES
from ladders import climbing, log, rounds, running, table, wake
from ladders.formats import base, champions
from ladders.formats import team as team_format
from ladders.models import Entry, Event, Group, Member, Rung, Team

CONFIRM = timedelta(hours=72)
"""How long before the start entries are asked to confirm."""


class MayNotEnter(Exception):
    """The player may not do this in the event. The sentence says why."""


def why_not(event: Event, player: User) -> str:
    """Why the player may not enter; empty where it may. At most four queries."""
    now = timezone.now()
    if event.status != Event.Status.OPEN:
        return "This event takes no entries now."
    if player.robot:
        return "Robots enter no event."
    if player.barred_until and player.barred_until > now:
        return "The staff have barred you from events for a while."
    entry = event.entries.filter(player=player).first()
    if entry is not None and entry.status in {Entry.Status.IN, Entry.Status.WAITING}:
        return "You are in already."
    if event.way == Event.Way.INVITED and (entry is None or entry.status != Entry.Status.INVITED):
        return "This event is by invitation."
    if event.lowest or event.highest:
        kind = ranking.kind_of(3 if table.form_of(event).ONE_TABLE else 2)
        known = ranking.of_players([player.pk], event.code, kind)
        number = known.get(player.pk, ranking.STARTS[Rating.Kind(kind)]).number
        if (event.lowest and number < event.lowest) or (event.highest and number > event.highest):
            low, high = event.lowest or "any", event.highest or "any"
            return f"This event is for ratings from {low} to {high}; yours is {number}."
    if event.most_time_outs is not None:
        late = queries.time_out_percent(player)
        if late > event.most_time_outs:
            return f"You were timed out in {late} of 100 matches; {event.most_time_outs} are the most here."
    return ""


@transaction.atomic
def enter(event_id: int, player: User) -> Entry:
    """Come in, or onto the waiting list; the last who is wanted lets it begin. Raises MayNotEnter."""
    event = log.lock(event_id)
    if table.form_of(event).TEAMS:
        raise MayNotEnter("Teams play here: make one, or let somebody invite you to theirs.")
    reason = why_not(event, player)
    if reason:
        raise MayNotEnter(reason)
    entry, _ = Entry.objects.get_or_create(event=event, player=player)
    return _come_in(event, entry)


def _come_in(event: Event, entry: Entry) -> Entry:
    soon = event.begins_at is None or event.begins_at - timezone.now() <= CONFIRM
    full = event.most is not None and _in(event).exclude(pk=entry.pk).count() >= event.most
    entry.status = Entry.Status.WAITING if full else Entry.Status.IN
    entry.confirmed, entry.withdrawn_at = soon, None
    entry.entered_at = timezone.now()
    entry.save()
    log.note(event, f"{entry.name} {'waits for a place' if full else 'entered'}")
    if event.most is not None and event.begins_at is None and _in(event).count() >= event.most:
        event.begins_at = timezone.now()
        event.save(update_fields=["begins_at"])
        transaction.on_commit(lambda: wake.event(event.pk), robust=True)
    return entry


def _in(event: Event) -> QuerySet[Entry]:
    return event.entries.filter(status=Entry.Status.IN)


@transaction.atomic
def invite(event_id: int, players: Sequence[User], by: User | None = None) -> None:
    """Ask players in. Who is in already stays so. Raises MayNotEnter.

    Nobody is asked by somebody whom they ignore, nor by whom they are ignored; a place that was won is
    offered by the site (without `by`), whoever leads the event.
    """
    event = log.lock(event_id)
    if by is not None:
        _must_be_on_terms(by, players)
    for player in players:
        Entry.objects.get_or_create(
            event=event, player=player, defaults={"status": Entry.Status.INVITED, "confirmed": False}
        )
        log.note(event, f"{player} is invited", by)
    address = event.get_absolute_url()
    key = f"event-invitation-{event.pk}"
    notices.tell(players, "event", key, f"You are invited to {event.name}", address)


def _must_be_on_terms(by: User, players: Sequence[User]) -> None:
    """Raise MayNotEnter where one of the players wants nothing of who asks, or the other way round."""
    apart = relations.apart(by)
    for player in players:
        if player.pk in apart:
            raise MayNotEnter(f"{player} cannot be asked by you.")


@transaction.atomic
def confirm(event_id: int, player: User) -> None:
    """Say that one will be there. Raises MayNotEnter."""
    event = log.lock(event_id)
    mine = event.entries.filter(player=player, status=Entry.Status.IN, confirmed=False)
    if not mine.update(confirmed=True) or event.status != Event.Status.OPEN:
        raise MayNotEnter("There is nothing to confirm.")
    log.note(event, f"{player} confirmed", player)


def withdraw_player(event_id: int, player: User, *, by: User | None = None, why: str = "") -> None:
    """Leave an event before it begins, or while it runs: what is still to play is lost.

    Raises MayNotEnter.
    """
    entry = Entry.objects.filter(
        Q(player=player) | Q(team__captain=player), event=event_id, withdrawn_at=None
    ).first()
    if entry is None:
        raise MayNotEnter("You are not in this event.")
    withdraw(entry, by, why)


def withdraw(entry: Entry, by: User | None, why: str) -> None:
    """Take an entry out: at the door, or out of the running event, whose tables it then leaves.

    Raises MayNotEnter.
    """
    with transaction.atomic():
        event = log.lock(entry.event_id)
        entry = Entry.objects.select_related("player", "team").get(pk=entry.pk)
        if entry.withdrawn_at is not None:
            raise MayNotEnter("This entry has withdrawn already.")
        if event.status == Event.Status.OPEN:
            entry.status = Entry.Status.LEFT
            entry.save(update_fields=["status"])
            log.note(event, f"{entry.name} left before the start", by, why)
            _move_up(event)
            return
        if event.status != Event.Status.RUNNING:
            raise MayNotEnter("This event does not run.")
        entry.withdrawn_at = timezone.now()
        entry.save(update_fields=["withdrawn_at"])
        log.note(event, f"{entry.name} withdrew", by, why)
        for group in Group.objects.filter(event=event, stage=event.stage, over=False, places__entry=entry):
            rounds.spoil(group)


def _move_up(event: Event) -> None:
    """Whoever waited longest takes a place that is free."""
    if event.most is None or _in(event).count() >= event.most:
        return
    waits = event.entries.filter(status=Entry.Status.WAITING).order_by("entered_at").first()
    if waits is not None:
        waits.status, waits.confirmed = Entry.Status.IN, True
        waits.save(update_fields=["status", "confirmed"])
        log.note(event, f"{waits.name} takes the free place")
        notices.tell(
            log.members_of(waits),
            "event",
            f"place-{event.pk}",
            f"A place in {event.name} is yours",
            event.get_absolute_url(),
        )


@transaction.atomic
def ask_to_confirm(event_id: int, now: datetime) -> bool:
    """Ask the entries of an event that begins soon whether they will come, once. Returns whether it did."""
    event = log.lock(event_id)
    soon = event.begins_at is not None and now < event.begins_at <= now + CONFIRM
    if event.status != Event.Status.OPEN or not soon or event.asked_at is not None:
        return False
    event.asked_at = now
    event.save(update_fields=["asked_at"])
    for entry in event.entries.filter(status=Entry.Status.IN, confirmed=False):
        notices.tell(
            log.members_of(entry),
            "event",
            f"confirm-{event.pk}",
            _("%(event)s begins soon: confirm that you will be there") % {"event": event.name},
            event.get_absolute_url(),
        )
    return True


def begin_due(event_id: int, now: datetime) -> bool:
    """Begin an event whose time has come; one with too few is called off. Returns whether it began."""
    if not Event.objects.filter(pk=event_id, status=Event.Status.OPEN, begins_at__lte=now).exists():
        return False
    try:
        running.start(event_id)
    except log.NotNow:  # somebody was quicker
        return False
    except base.BadField as reason:
        running.cancel(event_id, None, str(reason))
        return False
    return True


def leave_all(player: User) -> None:
    """Take whoever closes the account out of every event and off every ladder (settings.ACCOUNT_CLOSERS)."""
    for rung in Rung.objects.filter(player=player):
        climbing.leave(rung.ladder_id, player, "The account is closed.")
    live = (Event.Status.OPEN, Event.Status.RUNNING)
    own = Q(player=player) | Q(team__members__player=player, team__members__accepted=True)
    for entry in Entry.objects.filter(own, withdrawn_at=None, event__status__in=live).distinct():
        if entry.status in {Entry.Status.IN, Entry.Status.WAITING}:
            withdraw(entry, None, "The account is closed.")


# Teams


@transaction.atomic
def make_team(event_id: int, captain: User, name: str, others: Sequence[User]) -> Team:
    """A team with its captain first, the others asked in this order. Raises MayNotEnter."""
    event = log.lock(event_id)
    if not table.form_of(event).TEAMS:
        raise MayNotEnter("Players enter this event by themselves.")
    reason = why_not(event, captain)
    if reason:
        raise MayNotEnter(reason)
    if len(others) + 1 not in team_format.MEMBERS:
        raise MayNotEnter("A team has two to four members.")
    if not name.strip():
        raise MayNotEnter("Give the team a name.")
    if captain.muted:
        raise MayNotEnter("You may not write for a while, so you cannot name a team.")
    _must_be_on_terms(captain, others)
    try:
        with transaction.atomic():
            team = Team.objects.create(event=event, name=name.strip()[:40], captain=captain)
            for order, player in enumerate([captain, *others]):
                Member.objects.create(
                    team=team, event=event, player=player, order=order, accepted=player == captain
                )
    except IntegrityError as taken:
        raise MayNotEnter("The name is taken, or you are in another team.") from taken
    notices.tell(
        others,
        "event",
        f"team-{team.pk}",
        f"{captain.get_username()} wants you in the team {team.name}",
        team.get_absolute_url(),
    )
    return team


@transaction.atomic
def accept(team_id: int, player: User) -> None:
    """Join the team; it enters when everybody has. Raises MayNotEnter."""
    team = Team.objects.select_related("event", "captain").get(pk=team_id)
    event = log.lock(team.event_id)
    reason = why_not(event, player)
    member = team.members.filter(player=player, accepted=False).first()
    if team.captain is not None:
        _must_be_on_terms(team.captain, [player])
    if reason or member is None:
        raise MayNotEnter(reason or "You are not asked to join this team.")
    member.accepted = True
    try:
        with transaction.atomic():
            member.save(update_fields=["accepted"])
    except IntegrityError as taken:
        raise MayNotEnter("You are in another team of this event.") from taken
    if not team.members.filter(accepted=False).exists():
        entry, _ = Entry.objects.get_or_create(event=event, team=team)
        _come_in(event, entry)


@transaction.atomic
def reorder(team_id: int, captain: User, order: Sequence[int]) -> None:
    """The captain's order of players, before the start only. Raises MayNotEnter."""
    team = Team.objects.get(pk=team_id)
    event = log.lock(team.event_id)
    if team.captain_id != captain.pk:
        raise MayNotEnter("Only the captain puts the team in order.")
    if event.status != Event.Status.OPEN:
        raise MayNotEnter("The order is fixed once the event has begun.")
    members = {member.player_id or 0: member for member in team.members.all()}
    if sorted(order) != sorted(members):
        raise MayNotEnter("Name every member once.")
    for place, player in enumerate(order):
        members[player].order = place
    Member.objects.bulk_update(members.values(), ["order"])


# Champions

KEPT = ("code", "options", "pace", "clock", "matches", "organiser")
"""What a champions' league takes from its league."""


@transaction.atomic
def open_champions(league_id: int, by: User | None = None) -> Event:
    """A champions' league of a finished league: the best four are invited. Raises MayNotEnter."""
    source = log.lock(league_id)
    if source.format != "league" or source.status != Event.Status.FINISHED:
        raise MayNotEnter("Only a league whose table is final has champions.")
    event = Event.objects.create(
        name=f"Champions of {source.name}",
        format="champions",
        source=source,
        way=Event.Way.INVITED,
        fewest=champions.FEWEST,
        most=champions.MOST,
        **{name: getattr(source, name) for name in KEPT},
    )
    running.open_entries(event.pk, by)
    ask_champions(event.pk)
    return event


@transaction.atomic
def ask_champions(event_id: int) -> None:
    """Invite the best who have not said no: the fifth where one of four cannot come, and so on."""
    event = log.lock(event_id)
    if event.source is None:
        return
    group = event.source.groups.filter(stage=event.source.stage).order_by("number")[0]
    final = table.form_of(event.source).standings(table.load(group))
    players = dict(event.source.entries.values_list("pk", "player"))
    no = set(event.entries.filter(status=Entry.Status.LEFT).values_list("player", flat=True))
    cannot = {entry for entry, player in players.items() if player is None or player in no}
    wanted = [players[entry] for entry in champions.qualifiers(final, cannot)]
    known = set(event.entries.values_list("player", flat=True))
    new = [player for player in wanted if player not in known]
    invite(event.pk, list(User.objects.filter(pk__in=new)))


@transaction.atomic
def decline(event_id: int, player: User) -> None:
    """Say no to an invitation. Raises MayNotEnter."""
    event = log.lock(event_id)
    entry = event.entries.filter(player=player, status=Entry.Status.INVITED).first()
    if entry is None:
        raise MayNotEnter("You are not invited.")
    entry.status = Entry.Status.LEFT
    entry.save(update_fields=["status"])
    log.note(event, f"{player} cannot come", player)
    if event.source is not None:
        ask_champions(event.pk)


def rounds_played(event: Event) -> int:
    """How many rounds of the present stage have begun. One query."""
    found = event.groups.filter(stage=event.stage).aggregate(most=Max("fixtures__round"))
    return found["most"] or 0


def projected_end(event: Event, entrants: int) -> datetime | None:
    """When the event will be over at the latest; None where nobody can tell."""
    rounds = table.form_of(event).rounds(max(entrants, event.fewest, 2), table.settings_of(event))
    if rounds is None:
        return None
    days = event.round_days or 15 + 15 * getattr(RULES[event.code], "columns", 1)
    begin = event.started_at or event.begins_at or timezone.now()
    return begin + rounds * timedelta(days=days)
