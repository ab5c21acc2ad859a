"""What directors decide while an event runs: warn, disqualify, pause, postpone, adjudicate.

Every decision is logged with its reason, and told to whom it concerns.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import notices, relations
from accounts.models import Errand, User
from games import play
from games.models import Match
from ladders import leaders, log, postponing, results, rounds, table
from ladders.formats import LIVE
from ladders.formats.counted import for_nobody
from ladders.models import Entry, Event, Fixture, Group, Log


class BadDecision(ValueError):
    """Something is missing. The message can be shown."""


def reason(why: str) -> str:
    """Why it was decided, without blanks around it. Raises BadDecision where nothing is said."""
    if not why.strip():
        raise BadDecision("Say why: everybody can read it.")
    return why.strip()


@transaction.atomic
def offend(entry_id: int, by: User, why: str, *, at_once: bool = False) -> str:
    """A first offence is a warning, a second disqualification from the event; abuse disqualifies at once.

    Whoever is disqualified leaves the tables that run and has no rank any more; those behind move up. Returns
    which it was. Raises BadDecision.
    """
    why = reason(why)
    entry = Entry.objects.select_related("player", "team").get(pk=entry_id)
    event = log.lock(entry.event_id)
    entry.refresh_from_db(fields=["warned", "withdrawn_at", "disqualified"])
    _must_not_be_final(event)
    if entry.disqualified:
        raise BadDecision(_("%(entry)s is disqualified already.") % {"entry": entry.name})
    out = at_once or entry.warned
    entry.warned, entry.disqualified = True, out
    if out and event.status == Event.Status.RUNNING and entry.withdrawn_at is None:
        entry.withdrawn_at, entry.put_out = timezone.now(), True
    entry.save(update_fields=["warned", "disqualified", "withdrawn_at", "put_out"])
    if out:
        _rank_anew(event, entry)
    what = _("%(entry)s is disqualified") if out else _("%(entry)s is warned")
    log.note(event, what % {"entry": entry.name}, by, why)
    said = _("%(event)s: you are disqualified") if out else _("%(event)s: you are warned")
    notices.tell(
        log.members_of(entry),
        "event",
        f"offence-{entry.pk}-{int(not out)}",
        said % {"event": event.name},
        event.get_absolute_url(),
        text=why,
    )
    return "disqualification" if out else "warning"


def _must_not_be_final(event: Event) -> None:
    if event.status not in {Event.Status.RUNNING, Event.Status.REVIEW}:
        raise BadDecision(_("This event does not run, or its table is final."))


def _rank_anew(event: Event, entry: Entry) -> None:
    """Let the tables show who is in, out, or in again."""
    for group in Group.objects.filter(event=event, places__entry=entry):
        group.event = event
        if event.status == Event.Status.REVIEW or group.stage < event.stage:
            rounds.rewrite(group)
        else:
            Group.objects.filter(pk=group.pk).update(over=False)
            rounds.spoil(group)


@transaction.atomic
def clear(entry_id: int, by: User, why: str) -> None:
    """Take a warning or a disqualification back; who was disqualified is put back where that is possible.

    Matches that it lost meanwhile stay lost, and who had withdrawn before stays out. An event under review
    does not go on for it: what was left out is not played any more. Raises BadDecision.
    """
    why = reason(why)
    entry = Entry.objects.select_related("player", "team").get(pk=entry_id)
    event = log.lock(entry.event_id)
    entry.refresh_from_db(fields=["warned", "disqualified", "withdrawn_at", "put_out"])
    _must_not_be_final(event)
    if not entry.warned:
        raise BadDecision(_("There is no warning to take back."))
    was_out = entry.disqualified
    entry.warned = entry.disqualified = False
    if entry.put_out and log.can_play(entry):
        entry.withdrawn_at = None
    entry.put_out = False
    entry.save(update_fields=["warned", "disqualified", "withdrawn_at", "put_out"])
    if was_out:
        _rank_anew(event, entry)
    log.note(event, _("%(entry)s is cleared") % {"entry": entry.name}, by, why)
    said = _("%(event)s: the warning is taken back") % {"event": event.name}
    notices.tell(
        log.members_of(entry), "event", f"cleared-{entry.pk}", said, event.get_absolute_url(), text=why
    )


@transaction.atomic
def appeal(event_id: int, player: User, text: str) -> None:
    """Object to a warning or a disqualification, once. Raises BadDecision."""
    event = log.lock(event_id)
    own = Q(player=player) | Q(team__members__player=player)
    entry = event.entries.select_related("player", "team").filter(own, warned=True).first()
    if entry is None or event.status not in {Event.Status.RUNNING, Event.Status.REVIEW}:
        raise BadDecision("There is nothing to appeal against.")
    if entry.appeal:
        raise BadDecision("You have appealed already: one message is read, and answered.")
    text = text.replace("\x00", "").strip()
    if not text:
        raise BadDecision("Say what is to be looked at again.")
    entry.appeal = text[:1000]
    entry.save(update_fields=["appeal"])
    log.note(event, f"{entry.name} appeals", player, "" if player.muted else entry.appeal)
    helpers = leaders.helpers(event, without={player.pk, *relations.apart(player)})
    said = f"{event.name}: {entry.name} appeals"
    address = event.get_absolute_url()
    notices.tell(list(helpers), "event", f"appeal-{entry.pk}", said, address, text=entry.appeal)


@transaction.atomic
def pause(event_id: int, days: int, by: User, why: str) -> None:
    """Let an event rest for some days: every clock and every round of it is extended. Raises BadDecision."""
    why = reason(why)
    if not 1 <= days <= 60:
        raise BadDecision("An event rests for 1 to 60 days.")
    event = log.lock(event_id)
    if event.status != Event.Status.RUNNING:
        raise BadDecision("This event does not run.")
    span = timedelta(days=days)
    event.paused_until = max(event.paused_until or timezone.now(), timezone.now()) + span
    event.save(update_fields=["paused_until"])
    postponing.extend_all(event, span)
    log.note(event, f"Paused for {days} days, until {event.paused_until:%-d %B %Y}", by, why)


@transaction.atomic
def adjudicate(fixture_id: int, places: list[int], by: User, why: str) -> None:
    """Decide a match that runs. Raises BadDecision, and what `play.adjudicate` raises."""
    why = reason(why)
    event = log.lock(Fixture.objects.select_related("group").get(pk=fixture_id).group.event_id)
    fixture = Fixture.objects.get(pk=fixture_id)
    if fixture.match_id is None or fixture.result is not None or event.status != Event.Status.RUNNING:
        raise BadDecision(_("There is no match to decide."))
    play.adjudicate(fixture.match_id, places, why)
    what = _("Match %(number)d was decided: %(result)s")
    log.note(event, what % {"number": fixture.match_id, "result": in_words(fixture, places)}, by, why)


def in_words(fixture: Fixture, places: Sequence[int]) -> str:
    """The places of a match with the names of its entries, best first. One query."""
    entries = Entry.objects.select_related("player", "team").in_bulk(fixture.seats)
    order = sorted(zip(places, fixture.seats, strict=True))
    return ", ".join(f"{place}. {entries[seat].name}" for place, seat in order)


@transaction.atomic
def resume(event_id: int, by: User, why: str) -> None:
    """End a rest before its time. Deadlines that were extended for it stay so, but for those of an arena.

    An arena lasts as long as was agreed: what is left of the rest is taken off again. Raises BadDecision.
    """
    why = reason(why)
    event = log.lock(event_id)
    if event.status != Event.Status.RUNNING or event.paused_until is None:
        raise BadDecision(_("This event does not rest."))
    if event.format in LIVE:
        postponing.give_back(event, timezone.now())
    rounds.end_rest(event)
    log.note(event, _("Goes on before its time"), by, why)


@transaction.atomic
def reinstate(entry_id: int, by: User, why: str) -> None:
    """Put an entry back that withdrew from a running event. What it lost meanwhile stays lost.

    Raises BadDecision.
    """
    why = reason(why)
    entry = Entry.objects.select_related("player", "team").get(pk=entry_id)
    event = log.lock(entry.event_id)
    entry.refresh_from_db(fields=["withdrawn_at", "disqualified"])
    if event.status != Event.Status.RUNNING:
        raise BadDecision(_("This event does not run."))
    if entry.withdrawn_at is None or entry.disqualified:
        raise BadDecision(_("%(entry)s has not withdrawn.") % {"entry": entry.name})
    if not log.can_play(entry):
        said = _("%(entry)s cannot play: an account was closed, or members left the team.")
        raise BadDecision(said % {"entry": entry.name})
    if not event.groups.filter(stage=event.stage, places__entry=entry).exists():
        raise BadDecision(_("%(entry)s is not in the stage that is played now.") % {"entry": entry.name})
    entry.withdrawn_at = None
    entry.save(update_fields=["withdrawn_at"])
    _rank_anew(event, entry)
    log.note(event, _("%(entry)s is back") % {"entry": entry.name}, by, why)
    said = _("You are back in %(event)s") % {"event": event.name}
    key = f"back-{entry.pk}-{timezone.now():%Y%m%d%H%M%S}"
    notices.tell(log.members_of(entry), "event", key, said, event.get_absolute_url(), text=why)


@transaction.atomic
def end(event_id: int, by: User | None, why: str) -> None:
    """End a running event with its tables as they stand; what runs counts for nobody. Raises BadDecision.

    A match that was over by then counts, also where its result is still on its way.
    """
    why = reason(why)
    event = log.lock(event_id)
    if event.status != Event.Status.RUNNING:
        raise BadDecision(_("This event does not run."))
    open_ = Fixture.objects.filter(group__event=event, result__isnull=True)
    unfinished = _unfinished(open_.filter(match_id__isnull=False))
    event.status, event.ended_at, event.paused_until = Event.Status.REVIEW, timezone.now(), None
    event.review_until = event.ended_at + rounds.REVIEW
    event.save(update_fields=["status", "ended_at", "review_until", "paused_until"])
    event.entries.update(ends=False)
    for fixture, match in unfinished:
        fixture.result = table.stored(for_nobody(len(fixture.seats), event.ended_at))
        fixture.save(update_fields=["result"])
        if match.status == Match.Status.RUNNING:
            play.void(match.pk, why)
    open_.filter(waits=True).update(waits=False)
    event.groups.filter(ends_at__isnull=False).update(ends_at=event.ended_at)
    event.groups.update(over=True, stale=False, wakes_at=None)
    for group in event.groups.filter(stage=event.stage):
        group.event = event
        rounds.rewrite(group)
    log.note(event, _("Ended early: the table is under review for 48 hours"), by, why, kind=Log.Kind.OVER)


def _unfinished(fixtures: QuerySet[Fixture]) -> list[tuple[Fixture, Match]]:
    """Those of these fixtures whose matches are not over, or were taken back, each with its match, locked."""
    matches = [(fixture, play.lock(fixture.match_id or 0)[0]) for fixture in fixtures.order_by("match_id")]
    return [(fixture, match) for fixture, match in matches if match.status != Match.Status.FINISHED]


def recompute() -> list[str]:
    """Compare every running table with what its results make of it. Returns what differs, a line each.

    A table that is to be brought to date (`stale`) is not compared.
    """
    found = []
    groups = Group.objects.filter(event__status__in=[Event.Status.RUNNING, Event.Status.REVIEW])
    for group in groups.select_related("event").iterator():
        with transaction.atomic():
            event = log.lock(group.event_id)
            if Group.objects.filter(pk=group.pk, stale=True).exists():
                continue
            group.event = event
            places = list(group.places.select_related("entry__team"))
            state = table.load(group, places)
            lines = table.lines(table.form_of(event), state)
            for place in places:
                kept = {name: getattr(place, name) for name in lines[place.entry_id]}
                if kept != lines[place.entry_id]:
                    found.append(f"{event.name}, group {group.number}: {place.entry.name} {kept}")
            found += _forgotten(group)
    return found


def _forgotten(group: Group) -> list[str]:
    """Matches that are over and whose result never arrived, nor is on its way."""
    open_ = group.fixtures.filter(result__isnull=True, match_id__isnull=False)
    waiting = [pk for pk in open_.values_list("match_id", flat=True) if pk is not None]
    coming = Errand.objects.filter(kind=results.KIND, subject__in=waiting, given_up_at=None).values("subject")
    over = Match.objects.filter(pk__in=waiting, status=Match.Status.FINISHED).exclude(pk__in=coming)
    return [f"{group}: match {pk} is over and has no result here" for pk in over.values_list("pk", flat=True)]
