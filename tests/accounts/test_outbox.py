"""What follows from a thing that happened is made once, by whichever worker, whatever fails beside it."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.conf import settings as django_settings
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts import outbox
from accounts.models import Errand, News, Notice, User
from tests.at_once import PATIENCE, at_once, is_held_up, meanwhile

FIRST = f"{__name__}.first"
SECOND = f"{__name__}.second"
PRODUCTION_FOR = sorted(django_settings.OUTBOX_FOR)
calls: list[tuple[str, int, list[Any]]] = []
broken: set[str] = set()


def _called(step: str, subject: int, happened: Sequence[Mapping[str, Any]]) -> None:
    calls.append((step, subject, [facts["n"] for facts in happened]))
    News.objects.create(title=f"{step} {subject}", text="-")
    if step in broken:
        raise ZeroDivisionError(step)


def first(subject: int, happened: Sequence[Mapping[str, Any]]) -> None:
    """A step."""
    _called("first", subject, happened)


def second(subject: int, happened: Sequence[Mapping[str, Any]]) -> None:
    """Another."""
    _called("second", subject, happened)


@pytest.fixture(autouse=True)
def _steps(settings: LazySettings) -> None:
    calls.clear()
    broken.clear()
    settings.OUTBOX = {"thing": [FIRST, SECOND]}


def made() -> list[str]:
    """What the steps have left in the database."""
    return sorted(News.objects.values_list("title", flat=True))


@pytest.mark.django_db
def test_each_step_is_made_once_for_all_that_happened_to_a_subject() -> None:
    for n in (1, 2):
        outbox.note("thing", 7, n=n)
    outbox.note("thing", 8, n=3)
    assert outbox.follow_up("thing") == 2
    assert calls == [
        ("first", 7, [1, 2]),
        ("second", 7, [1, 2]),
        ("first", 8, [3]),
        ("second", 8, [3]),
    ]
    assert not Errand.objects.exists()
    assert outbox.follow_up("thing") == 0


@pytest.mark.django_db
def test_all_is_followed_up_in_one_pass_however_little_is_read_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outbox, "AT_ONCE", 2)
    for subject in (7, 8, 9):
        outbox.note("thing", subject, n=subject)
    assert outbox.follow_up("thing") == 3
    assert not Errand.objects.exists()


@pytest.mark.django_db
def test_what_one_step_has_done_before_is_left_to_the_other_alone() -> None:
    broken.add("second")
    outbox.note("thing", 7, n=1)
    outbox.follow_up("thing")
    Errand.objects.update(due=timezone.now())
    outbox.note("thing", 7, n=2)
    outbox.note("thing", 7, n=3)
    broken.clear()
    calls.clear()
    outbox.follow_up("thing")
    assert calls == [("first", 7, [2, 3]), ("second", 7, [1, 2, 3])]
    assert not Errand.objects.exists()


@pytest.mark.django_db
def test_a_step_for_some_of_it_is_made_for_that_alone(settings: LazySettings) -> None:
    settings.OUTBOX_FOR = {SECOND: ("over",)}
    for n, what in enumerate(("turn", "over", "turn")):
        outbox.note("thing", 7, n=n, what=what)
    outbox.note("thing", 8, n=3, what="turn")
    outbox.follow_up("thing")
    assert calls == [("first", 7, [0, 1, 2]), ("second", 7, [1]), ("first", 8, [3])]
    assert not Errand.objects.exists()


@pytest.mark.django_db
def test_the_first_step_is_made_whatever_happened(settings: LazySettings) -> None:
    """Or it would wait for ever."""
    settings.OUTBOX_FOR = dict.fromkeys((FIRST, SECOND), ("over",))
    outbox.note("thing", 7, n=1, what="turn")
    outbox.follow_up("thing")
    assert calls == [("first", 7, [1])]
    assert not Errand.objects.exists()


@pytest.mark.django_db
def test_what_a_step_for_some_of_it_had_failed_is_tried_again(settings: LazySettings) -> None:
    settings.OUTBOX_FOR = {SECOND: ("over",)}
    broken.add("second")
    for n, what in enumerate(("turn", "over")):
        outbox.note("thing", 7, n=n, what=what)
    outbox.follow_up("thing")
    assert [errand.facts["n"] for errand in Errand.objects.all()] == [1]
    broken.clear()
    Errand.objects.update(due=timezone.now())
    outbox.follow_up("thing")
    assert calls[2:] == [("second", 7, [1])]
    assert not Errand.objects.exists()


@pytest.mark.django_db
def test_what_a_release_before_left_to_steps_that_are_not_for_it_goes(settings: LazySettings) -> None:
    settings.OUTBOX_FOR = {SECOND: ("over",)}
    Errand.objects.create(kind="thing", subject=7, facts={"n": 1, "what": "turn"}, done=[FIRST])
    outbox.follow_up("thing")
    assert not calls
    assert not Errand.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("step", PRODUCTION_FOR)
def test_a_step_of_the_site_for_some_of_it_does_nothing_about_the_rest(step: str) -> None:
    with CaptureQueriesContext(connection) as asked:
        import_string(step)(7, [{"what": what} for what in ("begun", "turn", "late", "remind", "handed")])
    assert not asked.captured_queries


@pytest.mark.django_db
def test_of_however_many_the_same_is_marked_by_one_short_statement() -> None:
    with CaptureQueriesContext(connection) as few:
        outbox.note("thing", 7, n=0)
        outbox.follow_up("thing")
    outbox.note_all("thing", ((8, {"n": n}) for n in range(300)))
    with CaptureQueriesContext(connection) as many:
        outbox.follow_up("thing")
    assert len(calls[-1][2]) == 300
    marks = [[one["sql"] for one in found if one["sql"].startswith("UPDATE")] for found in (few, many)]
    assert [len(found) for found in marks] == [1, 1]
    assert len(marks[1][0]) < 8000  # the numbers of the errands, and little else


@pytest.mark.django_db
def test_what_is_rolled_back_is_not_followed_up() -> None:
    with transaction.atomic():
        outbox.note("thing", 7, n=1)
        transaction.set_rollback(True)
    assert outbox.follow_up("thing") == 0


@pytest.mark.django_db
@pytest.mark.parametrize(("bad", "good"), [("first", "second"), ("second", "first")])
def test_a_step_that_fails_fails_alone_and_is_tried_again(bad: str, good: str) -> None:
    broken.add(bad)
    outbox.note("thing", 7, n=1)
    outbox.note("thing", 8, n=2)
    outbox.follow_up("thing")
    assert made() == [f"{good} 7", f"{good} 8"], "what the failing step had written is taken back"
    errand = Errand.objects.order_by("pk")[0]
    assert errand.tries == 1
    assert errand.error == f"ZeroDivisionError: {bad}"
    assert errand.due > timezone.now()
    assert outbox.follow_up("thing") == 0, "it waits"
    broken.clear()
    calls.clear()
    Errand.objects.update(due=timezone.now())
    outbox.follow_up("thing")
    assert calls == [(bad, 7, [1]), (bad, 8, [2])], "what was done is not done again"
    assert not Errand.objects.exists()


@pytest.mark.django_db
def test_the_pauses_grow_and_what_is_old_is_given_up_and_kept() -> None:
    judge = User.objects.create_superuser("judge", "judge@example.org")
    broken.add("first")
    outbox.note("thing", 7, n=1)
    waits: list[int] = []
    for _ in range(len(outbox.PAUSES) + 1):
        Errand.objects.update(due=timezone.now())
        outbox.follow_up("thing")
        waits.append(round((Errand.objects.get().due - timezone.now()).total_seconds()))
    assert waits == sorted(waits)
    assert not Notice.objects.exists()
    assert waits[0] < waits[-1] <= outbox.PAUSES[-1].total_seconds()
    Errand.objects.update(
        due=timezone.now(), created_at=timezone.now() - outbox.PATIENCE - timedelta(hours=1)
    )
    outbox.follow_up("thing")
    assert Errand.objects.get().given_up_at
    assert Notice.objects.get(subject__contains="was given up").player == judge
    Errand.objects.update(due=timezone.now())
    assert outbox.follow_up("thing") == 0


@pytest.mark.django_db(transaction=True)
def test_two_workers_make_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(20):
        outbox.note("thing", n % 5, n=n)
    at_once(*[lambda: outbox.follow_up("thing")] * 3)
    followed = [(step, n) for step, _, numbers in calls for n in numbers]
    assert len(followed) == len(set(followed)) == 40
    assert not Errand.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_workers_at_one_subject_the_later_sees_what_the_earlier_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without the lock the later could act on what it read before, and its older word would stand."""
    inside, go_on = threading.Event(), threading.Event()
    order: list[str] = []

    def slow(step: str, subject: int, happened: Sequence[Mapping[str, Any]]) -> None:
        order.append(f"{happened[0]['n']} begins")
        if happened[0]["n"] == 1 and step == "first":
            inside.set()
            assert go_on.wait(PATIENCE)
        order.append(f"{happened[0]['n']} ends")

    monkeypatch.setattr(f"{__name__}._called", slow)
    outbox.note("thing", 7, n=1)

    early = meanwhile(lambda: outbox.follow_up("thing"))
    assert inside.wait(PATIENCE)
    outbox.note("thing", 7, n=2)
    late = meanwhile(lambda: outbox.follow_up("thing"))
    is_held_up(late)
    go_on.set()
    early.result(PATIENCE)
    late.result(PATIENCE)
    assert order[:2] == ["1 begins", "1 ends"]
    assert not Errand.objects.exists()
