"""Reviews of former versions are made anew, a few at a time; meanwhile the old ones stand."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event, Thread

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.analysis.solo import tables
from games.coach import advice, making, remaking, reviews
from games.coach.reviews import State, find
from games.match.queries import table
from games.models import Match, Review, Seat
from games.rules import RULES
from tests.games.tables import begin, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool", "coach")]


@pytest.fixture
def old(alice: User, bob: User) -> list[Match]:
    """Three matches whose reviews are of another version, and say so."""
    found = [play_out(begin("PG", alice, bob)) for _ in range(3)]
    reviews.make_due()
    Review.objects.update(tables="1.1")
    return found


def versions() -> set[str]:
    return set(Review.objects.values_list("tables", flat=True))


def test_old_ones_are_made_anew_once(old: list[Match], monkeypatch: pytest.MonkeyPatch) -> None:
    right = bytes(Review.objects.get(match=old[0]).packed or b"")
    Review.objects.filter(match=old[0]).update(packed=right[:1] + bytes(reversed(right[1:])))
    assert remaking.remake() == 3
    assert versions() == {making.version(RULES["PG"])}
    assert bytes(Review.objects.get(match=old[0]).packed or b"") == right
    assert remaking.remake() == 0
    monkeypatch.setattr(making, "REVIEWING", making.REVIEWING + 1)
    assert remaking.remake() == 3
    assert remaking.remake() == 0


def test_they_are_taken_in_small_steps(old: list[Match]) -> None:
    assert remaking.remake(2) == 2
    assert Review.objects.filter(tables="1.1").count() == 1
    assert remaking.remake(2) == 1


def test_meanwhile_the_old_one_is_shown(old: list[Match], monkeypatch: pytest.MonkeyPatch) -> None:
    def not_ready(*given: object) -> bytes:
        raise advice.NotReady

    monkeypatch.setattr(making, "make", not_ready)
    assert remaking.remake() == 0
    assert versions() == {"1.1"}, "it is tried again"
    assert find(table(old[0].pk)[0]).state == State.READY


def test_what_fails_keeps_the_old_one_and_holds_up_no_other(
    old: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    make = making.make

    def fail(match: Match, seats: Sequence[Seat]) -> bytes:
        if match.pk == old[0].pk:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1 / 0")
        return make(match, seats)

    monkeypatch.setattr(making, "make", fail)
    before = Review.objects.get(match=old[0]).packed
    assert remaking.remake() == 3
    assert Review.objects.get(match=old[0]).packed == before
    assert find(table(old[0].pk)[0]).state == State.READY
    assert remaking.remake() == 0, "not again before the next version"


def test_what_is_of_another_end_or_wanted_is_left_to_others(
    old: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    Review.objects.filter(match=old[0]).update(ended_at=timezone.now())
    Review.objects.filter(match=old[1]).update(packed=None, due=timezone.now())
    made: list[int] = []
    make = making.make

    def noted(match: Match, seats: Sequence[Seat]) -> bytes:
        made.append(match.pk)
        return make(match, seats)

    monkeypatch.setattr(making, "make", noted)
    remaking.remake()
    assert made == [old[2].pk]
    assert find(table(old[0].pk)[0]).state == State.NONE


@pytest.mark.django_db(transaction=True)
def test_two_workers_make_each_once(old: list[Match], monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on, made = Event(), Event(), []
    make = making.make

    def slow(match: Match, seats: Sequence[Seat]) -> bytes:
        made.append(match.pk)
        if match.pk == old[0].pk:
            begun.set()
            go_on.wait(10)
        return make(match, seats)

    monkeypatch.setattr(making, "make", slow)

    def first() -> None:
        remaking.remake(1)
        connection.close()

    worker = Thread(target=first)
    worker.start()
    assert begun.wait(10)
    assert remaking.remake() == 2
    go_on.set()
    worker.join()
    assert sorted(made) == sorted(match.pk for match in old)
    assert remaking.remake() == 0


@pytest.mark.parametrize("code", RULES)
def test_every_game_has_a_version_of_its_own_that_fits(code: str) -> None:
    found = making.version(RULES[code])
    assert found.startswith(f"{code} {making.REVIEWING} ")
    assert len(found) <= 16, "every review has it in its row and in an index"


def test_other_tables_are_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    before = making.version(RULES["BZ"])
    monkeypatch.setattr(tables, "METHOD", tables.METHOD + 1)
    assert making.version(RULES["BZ"]) != before
