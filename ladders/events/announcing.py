"""What an event announces, posted to the webhook that its organiser set.

The worker reads it from the event's log, so nothing of it hangs on a move or a decision: the lines that
have a kind and were not announced yet. That a round is over stands nowhere else; it is noted here. The result
of a match stands with its fixture, and is told by who takes it into the event, who is a worker, too.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from operator import itemgetter
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.figures import figure
from accounts.models import User
from accounts.models.delivery import Delivery
from accounts.notices.forms import set_hook
from accounts.notices.hook import announce, waiting
from accounts.retold import put_down
from accounts.said import later
from games.models.match import FORMER_PLAYER
from ladders import table
from ladders.events import lifecycle, log
from ladders.formats.base import Result
from ladders.models import Event, EventHook, Fixture, Log, Medal, Section

logger = logging.getLogger(__name__)
MOST = 200
"""Lines of one event that are announced in a pass."""


@transaction.atomic
def choose(
    event: Event, by: User, url: str, shape: str, *, entries: bool = False, results: bool = False
) -> None:
    """Set, change or take away the event's webhook, and say whether it is told each of the `entries` and
    `results`, too. What was logged before is not announced.
    """
    log.lock(event.pk)  # two pages at once, and whoever just announces something
    row = of(event)
    page = reverse("ladders:lead", args=[event.pk])
    hook = set_hook(row.hook if row is not None else None, by, url, shape, page)
    if hook is not None and row is None:
        row = EventHook.objects.create(event=event, hook=hook, told=_last(event))
    if hook is not None and row is not None:
        EventHook.objects.filter(pk=row.pk).update(entries=entries, results=results)


def of(event: Event) -> EventHook | None:
    """What the event has, with the webhook. One query."""
    return EventHook.objects.select_related("hook").filter(event=event).first()


def _last(event: Event) -> int:
    return event.log.aggregate(last=Max("pk"))["last"] or 0


def announce_all() -> int:
    """Announce what is new in every event that has a webhook. Returns how many announcements."""
    done = 0
    for pk in EventHook.objects.filter(hook__off_at=None).order_by("pk").values_list("pk", flat=True):
        try:
            done += _announce(pk)
        except Exception:
            logger.exception("The announcements of %s could not be made.", pk)
    return done


@transaction.atomic
def _announce(pk: int) -> int:
    """Put what is new into the outbox, once. The event is locked, so no line of an earlier number follows."""
    found = EventHook.objects.select_related("hook", "event").filter(pk=pk).first()
    if found is None:
        return 0
    event = log.lock(found.event_id)
    row = EventHook.objects.select_for_update(of=("self",), no_key=True).select_related("hook").get(pk=pk)
    for number in rounds_over(event):
        what = later("Round %(round)d is over")
        if event.stage > 1:
            what = later("Round %(round)d is over in stage %(stage)d")
        what %= {"round": number, "stage": event.stage}
        if not event.log.filter(kind=Log.Kind.ROUND, what=put_down(Log, what=what)["what"]).exists():
            log.note(event, what, kind=Log.Kind.ROUND)
    unwanted = {"", *(() if row.entries else Log.ENTRIES), *(() if row.results else Log.RESULTS)}
    lines = list(event.log.filter(pk__gt=row.told).order_by("pk")[:MOST])
    wanted = [waiting(row.hook, said(event, line)) for line in lines if line.kind not in unwanted]
    Delivery.objects.bulk_create(wanted)
    # Also of what is not wanted: it is not made up for once it is.
    if lines:
        row.told = lines[-1].pk
        row.save(update_fields=["told"])
    return len(wanted)


def result(event: Event, fixture: Fixture) -> None:
    """Put the result of a match into the outbox, in the transaction that takes it into the event, where the
    event's webhook is told of results. One query, and three more.
    """
    row = (
        EventHook.objects.select_related("hook").filter(event=event, results=True, hook__off_at=None).first()
    )
    if row is not None and fixture.result is not None:
        announce(row.hook, said_of(event, fixture, table.as_result(fixture.result)))


def said_of(event: Event, fixture: Fixture, how: Result) -> dict[str, Any]:
    """A result in the plain shape. Its places are in the order of seats, as its totals are."""
    names = {
        entry.pk: entry.name
        for entry in event.entries.select_related("player", "team").filter(pk__in=fixture.seats)
    }
    ordered = sorted(zip(how.places, fixture.seats, how.totals, strict=True), key=itemgetter(0))
    lines = [f"{place}. {names.get(seat, FORMER_PLAYER)} ({figure(total)})" for place, seat, total in ordered]
    said = _("%(event)s, round %(round)d: match %(number)d is over")
    what = {"event": event.name, "round": fixture.round, "number": fixture.match_id}
    return {
        "kind": "event-result",
        "subject": said % what,
        "text": _("It counts for nobody.") if how.for_nobody else "\n".join(lines),
        "url": settings.SITE_URL + reverse("games:table", args=[fixture.match_id]),
        "at": how.at.isoformat(),
        "event": about(event),
        "match": fixture.match_id,
        "round": fixture.round,
    }


def about(event: Event) -> dict[str, Any]:
    """The event, as every announcement names it."""
    return {"id": event.pk, "name": event.name, "game": event.code, "format": event.format}


def said(event: Event, line: Log) -> dict[str, Any]:
    """An announcement in the plain shape (docs/webhooks.md)."""
    text = line.why
    if line.kind == Log.Kind.FINAL:
        text = "\n".join(_winners(event.medals.select_related("player").order_by("place", "pk")))
    return {
        "id": line.pk,
        "kind": f"event-{line.kind}",
        "subject": f"{event.name}: {line.what}",
        "text": text,
        "url": settings.SITE_URL + event.get_absolute_url(),
        "at": line.at.isoformat(),
        "event": about(event),
    }


def _winners(medals: Iterable[Medal]) -> list[str]:
    return [f"{lifecycle.TITLES[medal.place]}: {medal.player.get_username()}" for medal in medals]


def rounds_over(event: Event) -> list[int]:
    """The rounds of the present stage that everybody has played; of the last the event itself tells."""
    if event.status != Event.Status.RUNNING:
        return []
    fixtures = Fixture.objects.filter(section__event=event, section__stage=event.stage)
    open_yet = fixtures.filter(Fixture.PLAYED, result__isnull=True)
    first_open = open_yet.order_by("round").values_list("round", flat=True).first()
    going_on = Section.objects.filter(event=event, stage=event.stage, over=False)
    reached = [section.last or 0 for section in going_on.annotate(last=Max("fixtures__round"))]
    if first_open is None or not reached:
        return []
    done = fixtures.filter(round__lte=min(first_open - 1, *reached))
    return list(done.order_by("round").values_list("round", flat=True).distinct())
