"""More time for a round: when all who play agree, or when somebody who leads the event gives it.

rules.md, "Organised play": a postponement needs every active player's agreement (in a team event every
captain's, in a league every player's of the division), counted for that round alone.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.said import later
from games.match import clocks
from ladders.events.log import changed, lock, note
from ladders.formats import BRACKETS, LIVE
from ladders.models import Entry, Event, Fixture, Place, Section

POSTPONED = timedelta(days=7)
"""By how much a round is postponed when all agree."""
ALONE = frozenset({"league", "champions"})
"""Formats in which a division agrees for itself."""


class NothingToPostpone(Exception):
    """There is no round of the player's that could end later. The sentence can be shown."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How many of those who are asked agree that the round ends later, and whether one is among them."""

    agreed: int
    asked: int
    mine: bool


def agreement(event: Event, entry: Entry) -> Agreement | None:
    """How far an agreement has come in the entry's round; None where there is nothing to postpone."""
    sections = _sections(event, entry)
    if not sections:
        return None
    places = _asked(event, sections)
    agreed = [place for place in places if place.postpones == sections[place.section_id]]
    return Agreement(len(agreed), len(places), any(place.entry_id == entry.pk for place in agreed))


@transaction.atomic
def agree(event_id: int, player: User) -> bool:
    """Agree that the round gets a week more; it does when everybody has. Raises NothingToPostpone."""
    event = lock(event_id)
    own = Q(player=player) | Q(team__captain=player)
    entry = event.entries.filter(own, withdrawn_at=None, status=Entry.Status.IN).first()
    sections = _sections(event, entry) if entry is not None else {}
    asked = _asked(event, sections)
    place = next((place for place in asked if entry is not None and place.entry_id == entry.pk), None)
    if place is None:
        raise NothingToPostpone(_("There is no round of yours to postpone."))
    place.postpones = sections[place.section_id]
    place.save(update_fields=["postpones"])
    changed(event)
    return _postpone(event, sections, asked)


@transaction.atomic
def postpone_if_all_agree(event_id: int) -> None:
    """Postpone what all agree on who are asked still: somebody may have left who did not."""
    event = lock(event_id)
    rounds = _rounds(event)
    together = (
        [{section: number} for section, number in rounds.items()] if event.format in ALONE else [rounds]
    )
    for sections in together:
        asked = _asked(event, sections)
        if len(asked) > 1:  # who is left alone waits for nobody
            _postpone(event, sections, asked)


def _postpone(event: Event, sections: dict[int, int], asked: Collection[Place]) -> bool:
    if any(place.postpones != sections[place.section_id] for place in asked):
        return False
    Place.objects.filter(section__in=sections).update(postpones=None)
    extend(Fixture.objects.filter(section__in=sections), POSTPONED)
    note(event, later("The round is postponed by a week: all agreed"))
    return True


def _sections(event: Event, entry: Entry) -> dict[int, int]:
    """The sections whose round would be postponed, with the number of that round."""
    rounds = _rounds(event)
    if event.format in ALONE:
        own = Place.objects.filter(entry=entry, section__in=rounds).values_list("section", flat=True)
        return {section: rounds[section] for section in own}
    return rounds


def _rounds(event: Event) -> dict[int, int]:
    """The sections in which something is played, with the number of the round."""
    if event.status != Event.Status.RUNNING or event.format in LIVE:
        return {}
    found = Section.objects.filter(event=event, stage=event.stage, over=False)
    open_ = Fixture.objects.filter(Fixture.PLAYED, section__in=found, result__isnull=True)
    return dict(open_.values_list("section").annotate(latest=Max("round")).order_by("section"))


def _asked(event: Event, sections: Collection[int]) -> list[Place]:
    """The places of all whose agreement it takes: robots have the time."""
    places = Place.objects.filter(section__in=sections, entry__withdrawn_at=None, entry__disqualified=False)
    places = places.exclude(entry__player__robot__gt="")
    if event.format in BRACKETS:  # who has lost has nothing to agree to
        open_ = Fixture.objects.filter(section__in=sections, result__isnull=True)
        seated = {seat for seats in open_.values_list("seats", flat=True) for seat in seats}
        places = places.filter(entry__in=seated)
    return list(places)


def extend_all(event: Event, span: timedelta) -> None:
    """Give all of a running event more time. Only under its lock."""
    extend(Fixture.objects.filter(section__event=event), span)
    event.sections.filter(over=False, ends_at__isnull=False).update(ends_at=F("ends_at") + span)


def give_back(event: Event, now: datetime) -> None:
    """Take back of a resting event what is left of the rest, as far as it was added. Only under its lock.

    What was played meanwhile, on a clock that was set during the rest, has gained nothing of it.
    """
    until = event.paused_until
    if until is None or until <= now:
        return
    left = until - now
    open_ = Fixture.objects.filter(section__event=event, result__isnull=True, deadline__gt=until)
    matches = [match for match in open_.values_list("match_id", flat=True) if match is not None]
    clocks.extend(matches, -left, after=until)
    open_.update(deadline=F("deadline") - left)
    event.sections.filter(over=False, ends_at__gt=until).update(ends_at=F("ends_at") - left)


def extend(fixtures: QuerySet[Fixture], span: timedelta) -> int:
    """Give these fixtures, as far as they are open, and every clock that runs in them more time.

    Only under the lock of the event. Returns how many.
    """
    open_ = fixtures.filter(result__isnull=True, deadline__isnull=False)
    rows = dict(open_.values_list("pk", "match_id"))
    clocks.extend([match for match in rows.values() if match is not None], span)
    return Fixture.objects.filter(pk__in=rows).update(deadline=F("deadline") + span)
