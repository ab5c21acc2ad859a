"""Reviews that nobody has asked for in a while keep their sums alone, which statistics read.

What every move was worth is most of a review, and is reckoned anew in less than a second. So it is kept for
as long as a match is not folded, and as long again from when somebody has asked for it.
"""

from __future__ import annotations

import logging

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.analysis import review_packed
from games.analysis.review import box_ids
from games.models import Review

log = logging.getLogger(__name__)
AT_ONCE = 200
"""Reviews in one transaction: a tenth of a second."""
MOST = 20_000
"""Reviews in one run."""


def shorten(most: int = MOST) -> int:
    """Shorten what was asked for so long ago (settings.FOLD_AFTER), so many at most. Returns how many were.

    Safe in several workers at once: each passes over what another is at. What cannot be read stays.
    """
    if not settings.FOLD_AFTER:
        return 0
    shortened, beyond = 0, Q()
    while shortened < most:
        done, last = _shorten(beyond)
        shortened += done
        if last is None:
            break
        beyond = Q(asked_at__gte=last.asked_at) & (Q(asked_at__gt=last.asked_at) | Q(match__gt=last.match_id))
    return shortened


@transaction.atomic
def _shorten(beyond: Q) -> tuple[int, Review | None]:
    """How many of the next ones were shortened, and the last that was looked at; None where there is none."""
    whole = Review.objects.filter(packed__isnull=False, due=None, short=False)
    ripe = whole.filter(beyond, asked_at__lte=timezone.now() - settings.FOLD_AFTER)
    locked = ripe.select_for_update(no_key=True, skip_locked=True, of=("self",)).select_related("match")
    rows = list(locked.order_by("asked_at", "match")[:AT_ONCE])
    done = []
    for row in rows:
        try:
            row.packed = review_packed.sums_alone(bytes(row.packed or b""), tuple(box_ids(row.match.rules)))
        except (review_packed.Unreadable, KeyError) as error:
            log.warning("the review of match %s is not shortened: %s", row.match_id, error)
            continue
        row.short = True
        done.append(row)
    Review.objects.bulk_update(done, ["packed", "short"])
    return len(done), rows[-1] if rows else None
