"""The log of everything that was taken, for people and as it is. Only what is sealed is told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.core.paginator import Paginator
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_cache_control
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe

from dicepool import log, logbook
from dicepool.days import all_time
from dicepool.log import Told
from dicepool.models import Day, Segment
from dicepool.views import A_MINUTE, PAGE, if_new, with_what_is_needed

LATELY = timedelta(days=30)


class Numbered(Paginator[Segment]):
    """Pages of segments, which have their numbers without a gap: nobody has to count them."""

    @cached_property
    def count(self) -> int:
        """How many there are."""
        newest = log.newest()
        return newest.number if newest else 0


@dataclass(frozen=True, slots=True)
class Row:
    """How many sets have come to an end of one kind: in all and lately, and of a thousand that were taken."""

    reason: str
    total: int
    lately: int
    thousandth: float | None
    thousandth_lately: float | None


def rows(told: Told) -> list[Row]:
    """What became of serials, by reason. What was passed over was never dice to be taken: it has no rate."""
    of_dice = (logbook.ROLLED_BACK, logbook.THROWN_AWAY)
    reasons = (*of_dice, logbook.RESTART, logbook.EPOCH, logbook.NO_BATCH)
    taken, recent = (
        counts.get(logbook.TAKEN, 0) + counts.get(logbook.ROLLED_BACK, 0)
        for counts in (told.total, told.lately)
    )

    def rate(sets: int, of: int, reason: str) -> float | None:
        return 1000 * sets / of if of and reason in of_dice else None

    return [
        Row(reason, all_of, late, rate(all_of, taken, reason), rate(late, recent, reason))
        for reason in reasons
        for all_of, late in [(told.total.get(reason, 0), told.lately.get(reason, 0))]
    ]


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """What became of every serial, in numbers, and the segments, newest first."""
    told = log.told(LATELY)
    numbered = Day.objects.aggregate(sets=Sum("numbered"))["sets"] or 0
    return render(
        request,
        "dicepool/log.html",
        {
            "page": Numbered(Segment.objects.order_by("-number"), PAGE).get_page(request.GET.get("page")),
            "taken": told.total.get(logbook.TAKEN, 0),
            "rows": rows(told),
            "days": LATELY.days,
            "numbered": numbered,
            "without": all_time().rolls - numbered,
        },
    )


@require_safe
@with_what_is_needed
def segment(request: HttpRequest, number: int) -> HttpResponse:
    """The lines of one segment. They never change, but for a restored database, where its number can come
    again: so whoever keeps them asks anew, and is told in a word that they are still those.
    """
    found = get_object_or_404(Segment, pk=number)
    answer = HttpResponse(log.text(found), content_type="text/plain; charset=us-ascii")
    patch_cache_control(answer, public=True, max_age=A_MINUTE)
    return if_new(request, answer)
