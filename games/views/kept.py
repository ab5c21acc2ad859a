"""Answers about matches that are over: the same for everybody, and kept by browsers and proxies for a day.

Not for ever: they carry the names of players, who may close their accounts, and staff may void a match.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language

from games.models import Match, Seat

A_DAY = 24 * 60 * 60


def for_everybody(
    request: HttpRequest,
    match: Match,
    seats: Sequence[Seat],
    make: Callable[[], HttpResponse],
    *,
    also: Sequence[object] = (),
    seconds: int = A_DAY,
) -> HttpResponse:
    """What `make` makes of a match that is over, or 304 for who has it: then nothing is made.

    `also` is what else it hangs on; it is kept for so many seconds.
    """
    facts: list[object] = [get_language(), *also, match.pk, match.rules_version, match.status, match.reason]
    facts += [match.adjudicated, match.ended_at]
    facts += [(seat.name, seat.place, seat.total) for seat in seats]
    tag = f'"{hashlib.sha256(repr(facts).encode()).hexdigest()[:32]}"'
    answer = get_conditional_response(request, tag, None, None) or make()
    answer["ETag"] = tag
    patch_cache_control(answer, public=True, max_age=seconds)
    return answer
