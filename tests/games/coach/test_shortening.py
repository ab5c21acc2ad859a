"""Reviews that nobody has asked for in a while keep their sums; the rest is made again for who asks."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.analysis import review_packed
from games.analysis.review import box_ids
from games.coach import fair_play, making, playing, remaking, reviews, shortening
from games.coach.reviews import State, find
from games.match.queries import table
from games.models import Match, PuzzleSource, Review
from games.rules import RULES
from tests.at_once import at_once
from tests.games.tables import begin, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool", "coach")]


@pytest.fixture
def old(alice: User, bob: User) -> list[Match]:
    """Three matches that were reviewed long ago."""
    found = [play_out(begin(code, alice, bob)) for code in ("PG", "BO", "BO")]
    reviews.make_due()
    PuzzleSource.objects.all().delete()
    grow_old()
    return found


def grow_old() -> None:
    Review.objects.update(asked_at=timezone.now() - timedelta(days=8))


def state(match: Match) -> State:
    return find(table(match.pk)[0]).state


def test_what_is_added_up_is_the_same_and_the_row_is_small(alice: User, old: list[Match]) -> None:
    def figures() -> list[object]:
        return [
            *(playing.play_of(alice, code) for code in ("BO", "PG")),
            list(playing.numbers_of(alice)),
            fair_play.latest(alice, "BO"),
        ]

    before, whole = figures(), Review.objects.get(match=old[1])
    assert shortening.shorten() == 3
    assert figures() == before
    row = Review.objects.get(match=old[1])
    assert len(bytes(row.packed or b"")) < len(bytes(whole.packed or b"")) / 2
    found = find(table(old[1].pk)[0])
    assert (found.state, found.review) == (State.SHORT, None)
    boxes = tuple(box_ids(old[1].rules))
    assert found.sums == review_packed.head(bytes(whole.packed or b""), boxes)
    with pytest.raises(review_packed.Unreadable):
        review_packed.unpack(bytes(row.packed or b""), boxes)
    assert review_packed.sums_alone(bytes(row.packed or b""), boxes) == bytes(row.packed or b"")


def test_only_once_and_not_before_its_time(old: list[Match], settings: LazySettings) -> None:
    Review.objects.filter(match=old[0]).update(asked_at=timezone.now())
    Review.objects.filter(match=old[1]).update(due=timezone.now())
    settings.FOLD_AFTER = timedelta(0)
    assert shortening.shorten() == 0
    settings.FOLD_AFTER = timedelta(days=7)
    assert shortening.shorten() == 1
    assert shortening.shorten() == 0
    assert [state(match) for match in old] == [State.READY, State.READY, State.SHORT]


def test_who_asks_gets_it_whole_for_as_long_again(old: list[Match], alice: User) -> None:
    match = old[1]
    right = bytes(Review.objects.get(match=match).packed or b"")
    shortening.shorten()
    for _ in range(2):
        reviews.ask(table(match.pk)[0])
    assert state(match) is State.ASKED
    assert len(playing.play_of(alice, "BO").matches) == 2, "its sums are counted meanwhile"
    assert reviews.make_due() == 1
    assert bytes(Review.objects.get(match=match).packed or b"") == right
    assert state(match) is State.READY
    assert not PuzzleSource.objects.exists(), "its puzzles were found the first time"
    assert shortening.shorten() == 0
    grow_old()
    assert shortening.shorten() == 1
    assert state(match) is State.SHORT


def test_where_making_it_again_fails_its_sums_stay(old: list[Match], monkeypatch: pytest.MonkeyPatch) -> None:
    shortening.shorten()
    row = Review.objects.get(match=old[1])

    def fail(*given: object) -> bytes:
        raise ArithmeticError

    monkeypatch.setattr(making, "make", fail)
    reviews.ask(table(old[1].pk)[0])
    for _ in range(1 + len(reviews.PAUSES)):
        Review.objects.filter(due__isnull=False).update(due=timezone.now())
        reviews.make_due()
    assert Review.objects.get(match=old[1]).packed == row.packed
    assert state(old[1]) is State.SHORT
    monkeypatch.undo()
    reviews.ask(table(old[1].pk)[0])


def test_what_cannot_be_read_stays_and_holds_up_no_other(
    old: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shortening, "AT_ONCE", 1)
    Review.objects.filter(match=old[0]).update(packed=b"\x63what is this")
    assert shortening.shorten() == 2
    assert [state(match) for match in old] == [State.NONE, State.SHORT, State.SHORT]


def test_of_another_version_it_is_made_anew_and_stays_short(old: list[Match]) -> None:
    shortening.shorten()
    before = {row.match_id: bytes(row.packed or b"") for row in Review.objects.all()}
    Review.objects.update(tables="1.1", packed=Review.objects.get(match=old[2]).packed)
    assert remaking.remake() == 3
    assert {row.match_id: bytes(row.packed or b"") for row in Review.objects.all()} == before
    assert {state(match) for match in old} == {State.SHORT}
    assert set(Review.objects.values_list("tables", flat=True)) == {
        making.version(RULES[code]) for code in ("PG", "BO")
    }


@pytest.mark.django_db(transaction=True)
def test_several_at_once_shorten_each_once_and_pass_by_what_is_being_made(old: list[Match]) -> None:
    with transaction.atomic():
        Review.objects.select_for_update().get(match=old[0])
        done = at_once(*[shortening.shorten] * 3)
    assert sum(done) == 2
    assert shortening.shorten() == 1
