"""Champions' leagues: the best four of a finished league are asked, and who comes instead of whom."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.said import later
from ladders import table
from ladders.events import eligibility, entries, leaders, lifecycle, log, wake, wishes
from ladders.events.eligibility import MayNotEnter
from ladders.formats import champions
from ladders.models import Entry, Event

KEPT = ("code", "options", "pace", "clock", "matches", "no_orders", "organiser")
"""What a champions' league takes from its league."""


@transaction.atomic
def open_champions(league_id: int, by: User | None = None, why: str = "") -> Event:
    """A champions' league of a finished league: the best four are invited. Raises MayNotEnter."""
    source = log.lock(league_id)
    if source.format != "league" or source.status != Event.Status.FINISHED:
        raise MayNotEnter(_("Only a league whose table is final has champions."))
    event = Event.objects.create(
        name=f"Champions of {source.name}",
        format="champions",
        source=source,
        way=Event.Way.INVITED,
        fewest=champions.FEWEST,
        most=champions.MOST,
        **{name: getattr(source, name) for name in KEPT},
    )
    leaders.inherit(source, event)
    lifecycle.open_entries(event.pk, by, why)
    ask_champions(event.pk)
    return event


@transaction.atomic
def ask_champions(event_id: int) -> None:
    """Invite the best who have not said no: the fifth where one of four cannot come, and so on.

    Whom the staff keep away for a while cannot come, unless they are in already.
    """
    event = log.lock(event_id)
    if event.source is None:
        return
    section = event.source.sections.filter(stage=event.source.stage).order_by("number")[0]
    final = table.form_of(event.source).standings(table.load(section))
    players = dict(event.source.entries.values_list("pk", "player"))
    no = set(event.entries.filter(status=Entry.Status.LEFT).values_list("player", flat=True))
    away = User.objects.filter(eligibility.kept_away(timezone.now()), pk__in=filter(None, players.values()))
    inside = event.entries.filter(status=Entry.Status.IN).values("player")
    no.update(away.exclude(pk__in=inside).values_list("pk", flat=True))
    robots = User.objects.filter(pk__in=filter(None, players.values())).exclude(robot="")
    no.update(robots.values_list("pk", flat=True))
    cannot = {entry for entry, player in players.items() if player is None or player in no}
    wanted = [players[entry] for entry in champions.qualifiers(final, cannot)]
    known = set(event.entries.values_list("player", flat=True))
    new = [player for player in wanted if player not in known]
    entries.invite(event.pk, list(User.objects.filter(pk__in=new)))


@transaction.atomic
def decline(event_id: int, player: User) -> None:
    """Say no to an invitation, or to a place among champions, before it begins. Raises MayNotEnter.

    The next best is asked; a champions' league for which too few are left is called off.
    """
    event = log.lock(event_id)
    entry = event.entries.filter(player=player, status__in=[Entry.Status.INVITED, Entry.Status.IN]).first()
    invited = entry is not None and entry.status == Entry.Status.INVITED
    if entry is None or event.status != Event.Status.OPEN or not (invited or event.source is not None):
        raise MayNotEnter(_("You are not invited."))
    entry.status = Entry.Status.LEFT
    entry.save(update_fields=["status"])
    log.note(event, later("%(player)s cannot come") % {"player": player}, player)
    _ask_next(event)


def leave(event_id: int, player: User) -> None:
    """Leave an event, as entries.withdraw_player; who gives up a place among champions leaves it to the next.

    Raises MayNotEnter.
    """
    before = Event.objects.filter(pk=event_id, source__isnull=False, status=Event.Status.OPEN)
    if before.exists():
        decline(event_id, player)
    else:
        entries.withdraw_player(event_id, player)


@transaction.atomic
def withdraw(entry: Entry, by: User, why: str) -> None:
    """Take an entry out, as entries.withdraw; instead of a champion the next best is asked.

    Also where the champion was asked and has not answered. Raises MayNotEnter.
    """
    event = log.lock(entry.event_id)
    if not entries.can_leave(event).filter(pk=entry.pk).exists():
        raise MayNotEnter(_("%(entry)s is not in the event.") % {"entry": entry.name})
    entries.withdraw(entry, by, why)
    if event.status == Event.Status.OPEN:
        _ask_next(event)


def _ask_next(event: Event) -> None:
    """Ask the next best where one of the champions cannot come; with too few left it is called off."""
    if event.source is None:
        return
    try:
        ask_champions(event.pk)
    except champions.TooFew as few:
        facts = {"name": later(champions.NAME), "fewest": champions.FEWEST, "able": few.able}
        lifecycle.cancel(event.pk, None, later(champions.TOO_FEW) % facts)


@transaction.atomic
def want(event_id: int, player: User, number: int) -> None:
    """Say how many matches one wants. When all are there and want the same, it begins. Raises MayNotEnter."""
    event = log.lock(event_id)
    entry = event.entries.filter(player=player, status=Entry.Status.IN).first()
    if entry is None or event.source_id is None or event.status != Event.Status.OPEN:
        raise MayNotEnter(_("Those who are in a champions’ league agree on this before it begins."))
    if number not in champions.SETTINGS["matches"]:
        least, most = champions.SETTINGS["matches"][0], champions.SETTINGS["matches"][-1]
        raise MayNotEnter(_("It is %(least)d to %(most)d matches.") % {"least": least, "most": most})
    entry.wants = number
    entry.save(update_fields=["wants"])
    facts = {"player": player, "number": number}
    log.note(event, later("%(player)s wants this number of matches: %(number)d") % facts, player)
    complete = event.most is not None and event.entries.filter(status=Entry.Status.IN).count() >= event.most
    if complete and wishes.agreed(event) is not None:
        event.begins_at = timezone.now()
        event.save(update_fields=["begins_at"])
        transaction.on_commit(lambda: wake.event(event_id), robust=True)
