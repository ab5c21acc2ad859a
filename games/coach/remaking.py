"""Reviews that are made anew, because the tables or the way of reviewing have changed since.

Each says by which version it was made. The worker takes a few old ones at a time; until then, and where it
fails, the old review stands, and no page waits.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

from django.db import transaction
from django.db.models import QuerySet

from games.analysis import review_packed
from games.analysis.review import box_ids
from games.coach import fair_play, making
from games.coach.advice import NotReady
from games.match import notices, queries
from games.models import Match, Review, Seat
from games.rules import RULES

logger = logging.getLogger(__name__)
AT_ONCE = 20
"""Reviews that one call makes anew: some seconds."""


def remake(most: int = AT_ONCE) -> int:
    """Make reviews of former versions anew, so many at most. Returns how many were seen to.

    Safe in several workers at once: each passes over what another is at.
    """
    seen_to = 0
    for version in _former():
        while seen_to < most:
            try:
                seats = _remake_next(version)
            except NotReady:  # its tables are being built
                break
            if seats is None:
                break
            seen_to += 1
            fair_play.follow(seats)
    return seen_to


def _made() -> QuerySet[Review]:
    return Review.objects.filter(packed__isnull=False, due=None)


def _former() -> Iterator[str]:
    """The versions of which there are reviews, but the present ones: a look into the index for each."""
    present = {making.version(rules) for rules in RULES.values()}
    versions = _made().order_by("tables").values_list("tables", flat=True)
    found = versions.first()
    while found is not None:
        if found not in present:
            yield found
        found = versions.filter(tables__gt=found).first()


@transaction.atomic
def _remake_next(version: str) -> list[Seat] | None:
    """See to one of this version that nobody else is at. The seats of its match; None where there is none.

    Raises NotReady.
    """
    free = _made().select_for_update(no_key=True, skip_locked=True)
    found = list(free.filter(tables=version)[:1])
    if not found:
        return None
    [row] = found
    match, seats = queries.table(row.match_id)
    row.tables = making.version(match.rules)
    if match.status == Match.Status.FINISHED and match.ended_at == row.ended_at:
        try:
            with transaction.atomic():
                made = making.make(match, seats)
                row.packed = (
                    review_packed.sums_alone(made, tuple(box_ids(match.rules))) if row.short else made
                )
                notices.note_changed(match.pk)
        except NotReady:
            raise
        except Exception:  # it keeps the one that it has
            logger.exception("match %s could not be reviewed anew", match.pk)
    row.save(update_fields=["packed", "tables"])
    return seats
