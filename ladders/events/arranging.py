"""Byes and pairs that a director sets by hand for the next round; the pairing takes the rest.

They can be set and taken back until the round is laid, which happens under the same lock. All see them.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from accounts.alphabets import isolated
from accounts.models import User
from accounts.said import Words, later
from ladders import table
from ladders.events import log
from ladders.models import Arrangement, Entry, Event, Fixture
from ladders.reasons import BadDecision, reason


def next_round(event: Event) -> int | None:
    """The round for which something can be set by hand now; None where there is none. Two queries at most."""
    if event.format not in table.BY_HAND:
        return None
    if event.status == Event.Status.OPEN:
        return 1
    section = event.sections.filter(stage=event.stage, over=False).first()
    if event.status != Event.Status.RUNNING or section is None:
        return None
    known = section.fixtures.aggregate(made=Max("round"))
    planned = table.form_of(event).rounds(section.places.count(), table.settings_of(event)) or 0
    number = int(known["made"] or 0) + 1
    return number if number <= planned else None


def set_for(event: Event, number: int | None) -> list[Arrangement]:
    """What is set for this round, if there is one, in order. One query at most."""
    return table.set_by_hand(event, number) if number is not None else []


def said(found: Sequence[Arrangement]) -> list[str]:
    """What was set, in words. One query at most."""
    return [str(words) for words in _worded(found)]


def _worded(found: Sequence[Arrangement]) -> list[Words]:
    keys = [seat for one in found for seat in one.seats]
    entries = Entry.objects.select_related("player", "team").in_bulk(keys) if keys else {}
    return [_in_words([entries[seat] for seat in one.seats if seat in entries]) for one in found]


def _in_words(entries: Sequence[Entry]) -> Words:
    names = " – ".join(isolated(entry.name) for entry in entries)
    return names if len(entries) > 1 else later("%(name)s has a bye") % {"name": names}


@transaction.atomic
def pair(event_id: int, one: Entry, other: Entry, by: User, why: str, *, again: bool) -> None:
    """Let these two meet in the next round; `again` also where they have met before. Raises BadDecision."""
    why = reason(why)
    event = log.lock(event_id)
    if one.pk == other.pk:
        raise BadDecision(_("Name two players."))
    number = _free(event, [one, other])
    met = Fixture.objects.filter(section__event=event, seats__contains=[one.pk, other.pk])
    if not again and met.exists():
        names = {"one": one.name, "other": other.name}
        raise BadDecision(_("%(one)s and %(other)s have met: say that they may meet again.") % names)
    _keep(event, number, [one, other], by, why)


@transaction.atomic
def give_bye(event_id: int, entry: Entry, by: User, why: str) -> None:
    """Let this one have no match in the next round, which counts as a win. Raises BadDecision.

    Only where the field is odd then: else somebody else would sit out, too.
    """
    why = reason(why)
    event = log.lock(event_id)
    number = _free(event, [entry])
    byes = sum(len(one.seats) == 1 for one in set_for(event, number))
    if (_inside(event).count() - byes) % 2 == 0:
        raise BadDecision(_("The number to be paired is even: somebody else would have to sit out, too."))
    if Fixture.objects.filter(section__event=event, seats=[entry.pk]).exists():
        raise BadDecision(_("%(name)s has had a bye already, and one is the limit.") % {"name": entry.name})
    _keep(event, number, [entry], by, why)


@transaction.atomic
def take_back(event_id: int, arrangement: Arrangement, by: User, why: str) -> None:
    """Leave it to the pairing again, until the round is laid. Raises BadDecision."""
    why = reason(why)
    event = log.lock(event_id)
    found = event.arranged.filter(pk=arrangement.pk, round=next_round(event) or 0)
    (words,) = _worded([arrangement])
    if not found.delete()[0]:
        raise BadDecision(_("This round is paired already."))
    facts = {"round": arrangement.round, "words": words}
    log.note(event, later("Round %(round)d, no longer by hand: %(words)s") % facts, by, why)
    log.changed(event)


def _free(event: Event, entries: Sequence[Entry]) -> int:
    """The next round, in which nothing is set yet for these who are in. Raises BadDecision."""
    number = next_round(event)
    if number is None:
        raise BadDecision(_("There is no coming round that could be paired by hand."))
    here = set(_inside(event).filter(pk__in=[entry.pk for entry in entries]).values_list("pk", flat=True))
    taken = {seat for one in set_for(event, number) for seat in one.seats}
    for entry in entries:
        if entry.pk not in here:
            raise BadDecision(_("%(name)s is not in the event.") % {"name": entry.name})
        if entry.pk in taken:
            raise BadDecision(_("This round is already set for %(name)s.") % {"name": entry.name})
    return number


def _inside(event: Event) -> QuerySet[Entry]:
    return event.entries.filter(status=Entry.Status.IN, withdrawn_at=None, disqualified=False)


def _keep(event: Event, number: int, entries: Sequence[Entry], by: User, why: str) -> None:
    Arrangement.objects.create(event=event, round=number, seats=[entry.pk for entry in entries])
    facts = {"round": number, "words": _in_words(entries)}
    log.note(event, later("Round %(round)d by hand: %(words)s") % facts, by, why)
    log.changed(event)
