"""The same request twice: with an Idempotency-Key it is done once, and answered twice.

The key, what is done and the answer are one transaction. Of two at the same moment the second waits for the
first at the key's row, and is answered what that was; where a process dies between them, nothing has been
done and nothing is kept. What was refused is not kept either: it changed nothing, and may go well later.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable
from functools import wraps
from math import ceil
from typing import Any

from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Status
from psycopg.errors import LockNotAvailable
from pydantic import BaseModel

from accounts import limits, spending
from accounts.api.auth import player_of
from accounts.api.problems import Problem
from accounts.figures import figure
from accounts.models import Answered

HEADER, LONGEST = "Idempotency-Key", 200
CLAIM = """
INSERT INTO accounts_answered AS kept (player, key, asked, headers, at)
VALUES (%s, %s, %s, '{}', clock_timestamp())
ON CONFLICT (player, key) DO UPDATE SET asked = excluded.asked, status = NULL, body = NULL, at = excluded.at
WHERE kept.at < clock_timestamp() - interval '24 hours'
RETURNING id
"""
"""Waits for whoever has just claimed the same. No row: it is answered already."""
FREE_AGAIN = """
SELECT extract(epoch FROM at + interval '24 hours' - clock_timestamp()) FROM accounts_answered
WHERE player = %(player)s AND at > statement_timestamp() - interval '24 hours'
ORDER BY at DESC OFFSET %(most)s LIMIT 1
"""
"""In how many seconds one more may be kept, where there are more than so many. Otherwise no row.

By the statement's own moment, which stands still: so the index knows where to end.
"""


def once(act: Callable[..., Any]) -> Callable[..., Any]:
    """Let an operation be done once for each key. One that only looks, or has no key, is as it was."""

    @wraps(act)
    def done(request: HttpRequest, *args: Any, **given: Any) -> Any:
        key = request.headers.get(HEADER)
        if request.method != "POST" or key is None or not request.user.is_authenticated:
            return act(request, *args, **given)
        if not (0 < len(key) <= LONGEST and key.isascii() and key.isprintable()):
            raise Problem(400, "bad-key", _("An Idempotency-Key is 1 to 200 plain characters long."))
        return _once(request, key, lambda: act(request, *args, **given))

    return done


def _once(request: HttpRequest, key: str, act: Callable[[], Any]) -> Any:
    refused: Exception | None = None
    with transaction.atomic():
        claimed = _claim(request, key)
        if isinstance(claimed, HttpResponse):
            return claimed
        _must_be_few(player_of(request).pk)
        try:
            result = act()
        except DatabaseError:
            raise
        except Exception as error:  # noqa: BLE001  (raised again below: numbers that were told stay told)
            refused = error
            Answered.objects.filter(pk=claimed).delete()
        else:
            return _kept(claimed, result)
    raise refused


def _claim(request: HttpRequest, key: str) -> int | HttpResponse:
    """The row in which the answer will stand, or the answer that stands there. Raises Problem."""
    player = player_of(request).pk
    digest = hashlib.sha256(key.encode()).digest()
    whole = f"{request.method} {request.get_full_path()}\n".encode() + request.body
    asked = hashlib.sha256(whole).digest()
    try:
        with connection.cursor() as cursor:
            cursor.execute(CLAIM, [player, digest, asked])
            row = cursor.fetchone()
    except DatabaseError as error:
        if isinstance(error.__cause__, LockNotAvailable):
            sentence = _("We are already working on what you sent with this key. Ask again in a moment.")
            raise Problem(409, "underway", sentence, headers={"Retry-After": "5"}) from error
        raise
    if row:
        return int(row[0])
    kept = Answered.objects.get(player=player, key=digest)
    if bytes(kept.asked) != asked:
        sentence = _("This key was sent with another request. Nothing was changed: send another key.")
        raise Problem(422, "key-reused", sentence)
    body = zlib.decompress(kept.body) if kept.body is not None else b""
    kind = "application/json; charset=utf-8"
    return HttpResponse(
        body, status=kept.status, content_type=kind, headers={**kept.headers, "Idempotency-Replayed": "true"}
    )


def _must_be_few(player: int) -> None:
    """Refuse a key beyond those that are kept of one player; one that was answered is answered again all the
    same. Raises Problem.
    """
    with connection.cursor() as cursor:
        cursor.execute(FREE_AGAIN, {"player": player, "most": limits.ANSWERED})
        row = cursor.fetchone()
    if row is None:
        return
    wait = max(1, ceil(row[0]))
    sentence = _("Your programs have sent %(most)s requests with an Idempotency-Key in 24 hours.")
    told = f"{sentence % {'most': figure(limits.ANSWERED)}} {spending.again(wait)}"
    raise Problem(429, "too-many-keys", told, headers={"Retry-After": str(wait)}, retry_after=wait)


def _kept(row: int, result: Any) -> Any:
    """Keep what the operation answers, and answer it."""
    status, value = (result.status_code, result.value) if isinstance(result, Status) else (200, result)
    if value is None:
        body = b""
    elif isinstance(value, BaseModel):
        body = value.model_dump_json().encode()
    else:
        raise TypeError("What may be sent again answers with a model.")
    Answered.objects.filter(pk=row).update(status=status, body=zlib.compress(body, 1))
    return HttpResponse(body, status=status, content_type="application/json; charset=utf-8")
