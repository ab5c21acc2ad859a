"""No two services ever wait for each other: docs/locks.md, tried pair by pair.

One service is stopped after each lock that it takes; another runs against it until it is through, or waits.
Then the first goes on. Both must end, by themselves or with a refusal that is one of the game's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations_with_replacement, count, product

import pytest
from django.utils import timezone

from accounts.forum import writing
from accounts.models import User
from dicepool import refill
from tests.faults import services_of_clubs, services_of_house, services_of_play, services_of_rooms
from tests.faults.meeting import Hand, locked, meet, stops
from tests.faults.worlds import Service, World

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]

MAKERS = {
    **services_of_play.MAKERS,
    **services_of_rooms.MAKERS,
    **services_of_clubs.MAKERS,
    **services_of_house.MAKERS,
}
PLAY = services_of_play.SERVICES
EVERYWHERE = {name: PLAY[name] for name in services_of_rooms.EVERYWHERE}
ROOMS: dict[str, dict[str, Service]] = {
    "play": PLAY,
    **services_of_rooms.ROOMS,
    "clubs": services_of_clubs.SERVICES,
    "ladders of clubs": services_of_clubs.OF_LADDERS,
    "the house": services_of_house.SERVICES,
}
SPARSE = 30
"""One of so many pairs meets in every run, from all over a room."""
names = count()


def build(*needs: str) -> World:
    """A world of its own for each try: nothing has to be emptied in between."""
    number = next(names)
    alice, bob = User.objects.bulk_create(
        User(username=f"{name}{number}", email=f"{name}{number}@example.org", last_seen=timezone.now())
        for name in ("alice", "bob")
    )
    world = World(alice, bob, {})
    for need in dict.fromkeys(needs):
        world.made[need] = MAKERS[need](world)
    return world


@pytest.fixture
def hands(transactional_db: None) -> Iterator[list[Hand]]:
    """Two, whose connections end with the test."""
    found = [Hand(), Hand()]
    yield found
    for hand in found:
        hand.given.put(None)
        hand.join(20)


def pairs(room: str) -> list[tuple[str, str]]:
    """Who of a room meets whom: each of it all others, and what goes on everywhere."""
    inside = combinations_with_replacement(ROOMS[room], 2)
    return [*inside, *(() if room == "play" else product(ROOMS[room], EVERYWHERE))]


@pytest.mark.parametrize("room", ROOMS)
def test_some_of_a_room_do_not_wait_for_each_other(
    hands: list[Hand], room: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    try_pairs(hands, room, pairs(room)[::SPARSE], monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("room", ROOMS)
def test_no_two_wait_for_each_other(hands: list[Hand], room: str, monkeypatch: pytest.MonkeyPatch) -> None:
    try_pairs(hands, room, pairs(room), monkeypatch)


def try_pairs(
    hands: list[Hand], room: str, chosen: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let these meet."""
    monkeypatch.setattr(writing, "is_settled", lambda player: True)
    refill.add_sets(20_000, "tests")
    meeting = {name for pair in chosen for name in pair}
    services = {name: one for name, one in {**ROOMS[room], **EVERYWHERE}.items() if name in meeting}
    tables = {name: locked(partial(act, build(*needs))) for name, (needs, act) in services.items()}
    assert [name for name, found in tables.items() if not found] == [], "each of them locks something"
    wrong = []
    for name, against in chosen:
        (needs, act), (more, other) = services[name], services[against]
        for after in stops(tables[name], tables[against]):
            world = build(*needs, *more)
            for actor in meet(partial(act, world), partial(other, world), after, hands):
                if actor.wrong or not actor.over:
                    how = actor.wrong or "it hangs"
                    wrong.append(f"{name}, stopped after lock {after}, and {against}: {how}")
    assert not wrong, "\n".join(wrong)
