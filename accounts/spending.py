"""The one door where it is counted how often somebody does something (accounts.limits has the numbers).

Every time is kept as long as it counts, so that no window of the rate ever holds more; and one statement
looks and counts, so that two tabs at once cannot both have the last one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import timedelta
from math import ceil
from typing import Any

from django.db import connection
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import limits
from accounts.limits import HOUR, MINUTE, Rate
from accounts.models import User

SPEND = """
INSERT INTO accounts_spent AS spent (key, times, until)
VALUES (%(key)s, ARRAY[clock_timestamp()], clock_timestamp() + %(window)s)
ON CONFLICT (key) DO UPDATE SET
  times = ARRAY(SELECT t FROM unnest(spent.times) t WHERE t > clock_timestamp() - %(window)s ORDER BY t)
          || clock_timestamp(),
  until = clock_timestamp() + %(window)s
WHERE (SELECT count(*) FROM unnest(spent.times) t WHERE t > clock_timestamp() - %(window)s) < %(most)s
RETURNING 1
"""
FREE_AGAIN = """
SELECT extract(epoch FROM t + %(window)s - clock_timestamp()) FROM accounts_spent, unnest(times) t
WHERE key = %(key)s ORDER BY t DESC OFFSET %(most)s - 1 LIMIT 1
"""


TAKE_BACK = """
UPDATE accounts_spent SET times = trim_array(times, 1)
WHERE key = ANY(%(keys)s) AND cardinality(times) > 0
"""


class TooOften(Exception):
    """It was done too often. The message can be shown; `retry_after` is in seconds."""

    def __init__(self, sentence: str, retry_after: int) -> None:
        super().__init__(sentence)
        self.retry_after = retry_after


def spend(what: str, who: User | str) -> None:
    """Count that `who` does this once more: a player, or the name of whatever else it is counted for.

    Raises TooOften where the budget of limits.BUDGETS is spent; nothing is counted then.
    """
    budget = limits.BUDGETS[what]
    name = who if isinstance(who, str) else f"player-{who.pk}"
    counted: list[str] = []
    for rate in budget.rates:
        key = f"{what}/{rate.seconds}/{_short(name)}"
        wait = _spend(key, rate)
        if wait:
            _take_back(counted)
            raise TooOften(f"{budget.said} {again(wait)}", wait)
        counted.append(key)


def told(response: HttpResponse, retry_after: int) -> HttpResponse:
    """The same answer, which tells programs as well when to come again, where there is a time (seconds)."""
    if retry_after:
        response["Retry-After"] = str(retry_after)
        response["Cache-Control"] = "no-store"
    return response


def _short(name: str) -> str:
    return name if len(name) <= 60 else hashlib.sha256(name.encode()).hexdigest()


def _spend(key: str, rate: Rate) -> int:
    """Seconds until there is one more to spend: 0 where this one was spent. One query, two when refused."""
    window = timedelta(seconds=rate.seconds)
    given: dict[str, Any] = {"key": key, "most": rate.most, "window": window}
    with connection.cursor() as cursor:
        cursor.execute(SPEND, given)
        if cursor.fetchone():
            return 0
        cursor.execute(FREE_AGAIN, given)
        found = cursor.fetchone()
    return max(1, ceil(found[0])) if found else 1


def _take_back(keys: Sequence[str]) -> None:
    """Count once less what one rate let through and another did not."""
    if keys:
        with connection.cursor() as cursor:
            cursor.execute(TAKE_BACK, {"keys": list(keys)})


def again(seconds: int) -> str:
    """When it may be tried again, in a sentence."""
    if seconds < 2 * MINUTE:
        return _("Try again in a minute.") if seconds <= MINUTE else _("Try again in two minutes.")
    if seconds < 2 * HOUR:
        minutes = ceil(seconds / MINUTE)
        return ngettext("Try again in %(count)d minute.", "Try again in %(count)d minutes.", minutes) % {
            "count": minutes
        }
    hours = ceil(seconds / HOUR)
    return ngettext("Try again in %(count)d hour.", "Try again in %(count)d hours.", hours) % {"count": hours}
