"""A ladder's order against a plain list: whatever happens, everybody stands where the list says."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from accounts.models import User
from ladders.ladder import climbing, idleness, idling, order, refereeing, settling
from ladders.models import Bucket, Challenge, Ladder, Rung

pytestmark = pytest.mark.django_db
PLAYERS = 50
EXAMPLES = int(os.environ.get("LADDER_EXAMPLES", "12"))
NUMBER = st.integers(0, 10_000)


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Buckets and gaps so small that what happens once in years happens here all the time."""
    for name, value in {"STEP": 16, "ROOM": 4, "MOST": 8, "FEWEST": 3}.items():
        monkeypatch.setattr(order, name, value)
    monkeypatch.setattr(idling, "AT_ONCE", 5)


def slid_by_rule(players: Sequence[int], idlers: Collection[int]) -> tuple[int, ...]:
    """A ladder, top first, after one night: each idler slides one rung, but not past another who does."""
    rungs = list(players)
    for rung in reversed(range(len(rungs) - 1)):
        if rungs[rung] in idlers and rungs[rung + 1] not in idlers:
            rungs[rung], rungs[rung + 1] = rungs[rung + 1], rungs[rung]
    return tuple(rungs)


class Climb(RuleBasedStateMachine):
    """What can happen on a ladder, to the ladder and to a list of its players, the first on top."""

    @initialize(count=st.sampled_from([0, 1, 12, 30]))
    def begin(self, count: int) -> None:
        self.outer = transaction.atomic()
        self.outer.__enter__()
        self.now = timezone.now()
        self.staff = User.objects.create_user("referee", is_staff=True)
        made = [User(username=f"c{n:03}", email=f"c{n:03}@example.org") for n in range(PLAYERS)]
        self.away = User.objects.bulk_create(made)
        self.ladder = Ladder.objects.create(code="BO")
        self.list: list[User] = []
        for _ in range(count):
            self.join(0)

    def teardown(self) -> None:
        if hasattr(self, "outer"):
            transaction.set_rollback(True)
            self.outer.__exit__(None, None, None)

    def one(self, number: int) -> User | None:
        """One of those who stand there."""
        return self.list[number % len(self.list)] if self.list else None

    @rule(number=NUMBER)
    def join(self, number: int) -> None:
        if self.away:
            player = self.away.pop(number % len(self.away))
            climbing.join(self.ladder.pk, player)
            self.list.append(player)

    @rule(number=NUMBER)
    def leave(self, number: int) -> None:
        player = self.one(number)
        if player:
            climbing.leave(self.ladder.pk, player)
            self.list.remove(player)
            self.away.append(player)

    @rule(one=NUMBER, other=NUMBER, challenger_won=st.booleans())
    def challenge(self, one: int, other: int, *, challenger_won: bool) -> None:
        challenger, defender = self.one(one), self.one(other)
        if challenger is None or defender is None or challenger == defender:
            return
        ladder = climbing.lock(self.ladder.pk)
        found = Challenge(ladder=ladder, challenger=challenger, defender=defender)
        winner = challenger if challenger_won else defender
        settling.close(ladder, found, winner.pk, self.now)
        if challenger_won and self.list.index(challenger) > self.list.index(defender):
            self.list.remove(challenger)
            self.list.insert(self.list.index(defender), challenger)

    @rule(number=NUMBER, times=st.integers(1, 12))
    def the_same_rung_is_taken_again_and_again(self, number: int, times: int) -> None:
        """By whoever is last: what uses up the room between two keys."""
        above = self.one(number)
        for _ in range(times):
            if above is not None and self.list[-1] != above:
                self.challenge(len(self.list) - 1, self.list.index(above), challenger_won=True)

    @rule(data=st.data())
    def a_night_passes(self, data: st.DataObject) -> None:
        idle = data.draw(st.sets(st.sampled_from(self.list)) if self.list else st.just(set()))
        self.ladder.rungs.update(last_play=self.now, slid=0)
        past = self.now - idleness.SLIDES
        self.ladder.rungs.filter(player__in=idle).update(last_play=past)
        for _ in range(2):
            idling.slide_idle(self.now)
        by_key = {player.pk: player for player in self.list}
        slid = slid_by_rule([player.pk for player in self.list], {player.pk for player in idle})
        self.list = [by_key[key] for key in slid]

    @rule(number=NUMBER, to=NUMBER)
    def staff_place(self, number: int, to: int) -> None:
        player, to = self.one(number), 1 + to % (len(self.list) or 1)
        if player and self.list.index(player) + 1 != to:
            refereeing.place(self.ladder.pk, player, to, self.staff, "It must be.")
            self.list.remove(player)
            self.list.insert(to - 1, player)

    @rule(number=NUMBER, to=NUMBER)
    def staff_let_in(self, number: int, to: int) -> None:
        if self.away:
            player, to = self.away.pop(number % len(self.away)), 1 + to % (len(self.list) + 1)
            refereeing.place(self.ladder.pk, player, to, self.staff, "It must be.")
            self.list.insert(to - 1, player)

    @rule(number=NUMBER)
    def staff_remove_and_restore(self, number: int) -> None:
        player = self.one(number)
        if player:
            place = self.list.index(player) + 1
            refereeing.remove(self.ladder.pk, player, None, self.staff, "It must be.")
            assert order.rank(self.ladder.pk, player.pk) is None
            refereeing.restore(self.ladder.pk, player, self.staff, "It need not be.")
            assert order.rank(self.ladder.pk, player.pk) == place

    @rule()
    def a_week_passes(self) -> None:
        idling.remember_week()
        for number, player in enumerate(self.list, 1):
            assert Rung.objects.get(player=player).before == number

    @invariant()
    def everybody_stands_where_the_list_says(self) -> None:
        if not hasattr(self, "ladder"):
            return
        keys = [player.pk for player in self.list]
        assert list(self.ladder.rungs.values_list("player", flat=True)) == keys
        assert order.ranks(self.ladder.pk, keys) == {key: number for number, key in enumerate(keys, 1)}
        for first in {1, len(keys) // 2, len(keys)} - {0}:
            found = order.stretch(self.ladder.pk, first, 7)
            assert [rung.player_id for rung in found] == keys[first - 1 :][:7]
        assert order.at(self.ladder.pk, len(keys) + 1) is None

    @invariant()
    def buckets_count_what_is_there(self) -> None:
        if not hasattr(self, "ladder"):
            return
        assert order.miscounted(self.ladder.pk) == []
        counts = list(Bucket.objects.values_list("first", "count"))
        assert sum(count for _, count in counts) == len(self.list)
        assert all((count > 0 or first == order.LOWEST) and count <= order.MOST for first, count in counts)
        self.ladder.refresh_from_db()
        assert self.ladder.size == len(self.list)


@pytest.mark.usefixtures("narrow")
def test_whatever_happens_the_order_is_that_of_the_list() -> None:
    run_state_machine_as_test(
        Climb,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=20,
            phases=[Phase.explicit, Phase.generate],  # to shrink takes minutes, each step being a transaction
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.usefixtures("narrow")
def test_the_first_rung_is_taken_for_ever() -> None:
    """Each comes from the bottom: keys grow upward without end, and buckets with them."""
    who = User.objects.bulk_create(User(username=f"c{n:03}", email=f"c{n:03}@example.org") for n in range(30))
    ladder = Ladder.objects.create(code="BO")
    for player in who:
        climbing.join(ladder.pk, player)
    for _ in range(100):
        rungs = list(ladder.rungs.all())
        order.put_above(rungs[-1], rungs[0])
        assert list(ladder.rungs.all()) == [rungs[-1], *rungs[:-1]]
        assert order.miscounted(ladder.pk) == []


@pytest.mark.usefixtures("narrow")
def test_whichever_bucket_is_spaced_anew_nobody_changes_places() -> None:
    """The keys of one end before the next begins, also where its room is a multiple of its rungs."""
    who = User.objects.bulk_create(User(username=f"c{n:03}", email=f"c{n:03}@example.org") for n in range(30))
    ladder = Ladder.objects.create(code="BO")
    for player in who:
        climbing.join(ladder.pk, player)
    stood = [player.pk for player in who]
    for player in who:
        order.space_anew(ladder.pk, Rung.objects.get(player=player).key)
        assert list(ladder.rungs.values_list("player", flat=True)) == stood
        assert order.ranks(ladder.pk, stood) == {key: number for number, key in enumerate(stood, 1)}
        assert order.miscounted(ladder.pk) == []


def test_a_miscount_is_found() -> None:
    ladder = Ladder.objects.create(code="BO")
    for number in range(3):
        climbing.join(ladder.pk, User.objects.create_user(f"c{number}"))
    assert order.miscounted(ladder.pk) == []
    Bucket.objects.update(count=2)
    assert order.miscounted(ladder.pk) == [order.LOWEST]


@pytest.mark.parametrize(
    ("idlers", "after"),
    [
        ("", "ABCDE"),
        ("A", "BACDE"),
        ("AB", "CABDE"),
        ("AC", "BADCE"),
        ("E", "ABCDE"),
        ("DE", "ABCDE"),
        ("ABCDE", "ABCDE"),
    ],
)
def test_in_a_night_each_idler_slides_one_rung_and_none_past_another(idlers: str, after: str) -> None:
    now, ladder = timezone.now(), Ladder.objects.create(code="BO")
    for name in "ABCDE":
        climbing.join(ladder.pk, User.objects.create_user(name, f"{name}@example.org"))
    ladder.rungs.filter(player__username__in=list(idlers)).update(last_play=now - idleness.SLIDES)
    idling.slide_idle(now)
    assert "".join(ladder.rungs.values_list("player__username", flat=True)) == after


@given(days=st.lists(st.integers(0, 60), min_size=1, max_size=25))
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
def test_a_night_slides_whom_the_rules_slide(days: list[int]) -> None:
    """However long anybody idles; whoever idles too long is gone, and a second pass changes nothing."""
    with transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(idling, "AT_ONCE", 4)
        now, ladder = timezone.now(), Ladder.objects.create(code="BO")
        who = User.objects.bulk_create(
            User(username=f"c{n:03}", email=f"c{n:03}@example.org") for n in range(len(days))
        )
        for player, day in zip(who, days, strict=True):
            climbing.join(ladder.pk, player)
            due = idleness.slides_due(timedelta(days=day))
            ladder.rungs.filter(player=player).update(
                last_play=now - timedelta(days=day), slid=max(0, due - 1)
            )
        stay = {p.pk: day for p, day in zip(who, days, strict=True) if timedelta(days=day) < idleness.LEAVES}
        idle = {key for key, day in stay.items() if timedelta(days=day) >= idleness.SLIDES}
        for _ in range(2):
            idling.slide_idle(now)
            stands = tuple(ladder.rungs.values_list("player", flat=True))
            assert stands == slid_by_rule(list(stay), idle)
        transaction.set_rollback(True)
