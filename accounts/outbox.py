"""The outbox: what follows from a thing that happened is made by the worker, never by who did it.

Whoever writes the thing notes one row in the same transaction; it cannot fail but with the database.
The worker takes the rows later. Each step (settings.OUTBOX, and OUTBOX_FOR) runs in a transaction of its own,
together with the mark that it is done: so it happens once, can fail alone, and is tried again.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Func, QuerySet, Value
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts.models import User
from accounts.models.outbox import Errand
from accounts.notices import site
from statements import Asked, Json, Statement

logger = logging.getLogger(__name__)
NOTE = Statement(
    "note an errand",
    """
    INSERT INTO accounts_errand (kind, subject, facts, done, tries, error) VALUES ($1, $2, $3, '{}', 0, '')
    """,
)
DONE = Errand._meta.get_field("done")
AT_ONCE = 1000
"""Errands that one look takes; more are taken by the next."""
PAUSES = tuple(timedelta(seconds=seconds) for seconds in (5, 30, 120, 600, 3600))
"""How long to wait after the first failure, the second …; the last for all that follow."""
PATIENCE = timedelta(days=3)
"""After so long it is given up, and kept for the staff to see."""


def note(kind: str, subject: int, **facts: Any) -> None:
    """Note in the caller's transaction that something happened; `facts` is plain JSON. One query."""
    statement, given = noted(kind, subject, **facts)
    statement.run(*given)


def noted(kind: str, subject: int, **facts: Any) -> Asked:
    """The same as a statement, which is to be asked together with others."""
    return NOTE, [kind, subject, Json(facts)]


def note_all(kind: str, happened: Iterable[tuple[int, Mapping[str, Any]]]) -> None:
    """Note so of many: each subject with its facts. One query, or none."""
    Errand.objects.bulk_create(Errand(kind=kind, subject=subject, facts=facts) for subject, facts in happened)


def follow_up(kind: str) -> int:
    """Do what is due of a kind. Safe in two workers and when killed. Returns of how many subjects."""
    count, seen = 0, set[int]()
    while subjects := [subject for subject in _due(kind) if subject not in seen]:
        for subject in subjects:
            _follow_up(kind, subject)
        seen.update(subjects)
        count += len(subjects)
    return count


def _due(kind: str) -> list[int]:
    """What has errands to be done, in the order in which they were noted."""
    waiting = Errand.objects.filter(kind=kind, given_up_at=None, due__lte=timezone.now()).order_by("pk")
    return list(dict.fromkeys(waiting.values_list("subject", flat=True)[:AT_ONCE]))


def _follow_up(kind: str, subject: int) -> None:
    now, failed = timezone.now(), None
    for step in _wanted(kind, subject, now):
        try:
            _do(kind, subject, step, now)
        except Exception as error:  # whatever fails, fails alone
            logger.exception("%s of %s %s failed", step, kind, subject)
            failed = error
    if failed is not None:
        _try_later(kind, subject, now, failed)


def _steps(kind: str, facts: Mapping[str, Any]) -> list[str]:
    """What follows from it. The first step of a kind follows whatever happens, so something does."""
    first, *others = settings.OUTBOX[kind]
    what = facts.get("what")
    return [first, *(step for step in others if what in settings.OUTBOX_FOR.get(step, (what,)))]


def _wanted(kind: str, subject: int, now: datetime) -> list[str]:
    """The steps that anything due of a subject still waits for, in their order."""
    wanted, whole = set[str](), []
    for pk, facts, done in _open(kind, subject, now).values_list("pk", "facts", "done"):
        left = set(_steps(kind, facts)).difference(done)
        wanted |= left
        if not left:  # a release before this one asked more steps, and was ended between two of them
            whole.append(pk)
    if whole:
        Errand.objects.filter(pk__in=whole).delete()
    return [step for step in settings.OUTBOX[kind] if step in wanted]


@transaction.atomic
def _do(kind: str, subject: int, step: str, now: datetime) -> None:
    """One step for all that is due of a subject, by one worker at a time: the last sees how things are."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"outbox {kind} {subject}"])
    open_ = _open(kind, subject, now).exclude(done__contains=[step])
    due: list[tuple[int, Any, set[str]]] = [
        (pk, facts, steps - set(done))
        for pk, facts, done in open_.values_list("pk", "facts", "done")
        if step in (steps := set(_steps(kind, facts)))
    ]
    if not due:
        return
    import_string(step)(subject, [facts for _pk, facts, _steps in due])
    whole = [pk for pk, _facts, steps in due if steps == {step}]
    if whole:
        Errand.objects.filter(pk__in=whole).delete()
    if left := [pk for pk, _facts, steps in due if steps != {step}]:
        # Alike for all: hundreds wait where a table is quick, and each would be told apart at some length.
        more = Func(F("done"), Value(step), function="array_append", output_field=DONE)
        Errand.objects.filter(pk__in=left).update(done=more)


def _open(kind: str, subject: int, now: datetime) -> QuerySet[Errand]:
    """The errands of a subject that were due by then, in the order in which they were noted."""
    open_ = Errand.objects.filter(kind=kind, subject=subject, given_up_at=None, due__lte=now)
    return open_.order_by("pk")


def _try_later(kind: str, subject: int, now: datetime, error: Exception) -> None:
    """Wait longer each time; give up what is too old, and tell the staff, who can have it tried again."""
    for errand in _open(kind, subject, now):
        if errand.created_at < now - PATIENCE:
            # Before it is marked, and once however often: whoever is killed in between tells no less.
            site.given_up(errand, User.objects.filter(is_staff=True, is_active=True))
        Errand.objects.filter(pk=errand.pk).update(
            due=now + PAUSES[min(errand.tries, len(PAUSES) - 1)],
            tries=errand.tries + 1,
            error=f"{type(error).__name__}: {error}"[:1000],
            given_up_at=now if errand.created_at < now - PATIENCE else None,
        )
