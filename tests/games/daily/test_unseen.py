"""No set is seen before its roll: worlds in which what is closed fell otherwise cannot be told apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from dicepool import log
from games.daily import days, trying
from games.match import deals, sets
from games.models import DailyTry, Deal, Match
from games.rules.base import Dice, Kind, Move
from tests.games.daily.played import BOAT_DAY, at, fill, noon
from tests.games.tables import make
from tests.long import sample
from tests.site.walk.addresses import addresses
from tests.site.walk.secrets import masked
from tests.worker import work

if TYPE_CHECKING:
    from django.http import HttpResponse

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
Seen = dict[tuple[str, str], Any]


def serials() -> list[int]:
    """Those of the day's deal, in the order of turns and rolls."""
    return [one.serial for one in deals._all(Deal.objects.get())]


@contextmanager
def otherwise(closed: set[int]) -> Iterator[None]:
    """A world in which these sets fell otherwise: every die shows the face that lies below."""
    opened = sets.opened

    def other(taken: Any) -> list[Dice]:
        fell = zip(taken, opened(taken), strict=True)
        return [tuple(7 - die for die in dice) if one.serial in closed else dice for one, dice in fell]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sets, "opened", other)
        yield


def looked(match: Match, roles: dict[str, Client]) -> Seen:
    """Whatever each gets: of the match by every address that takes one, of the day, its players and dice."""
    paths = {
        reverse(one.name, args=[match.pk])
        for one in addresses().values()
        if one.arguments == ("match_id",) and one.name.startswith("games:")
    }
    plain = ("daily", "daily_days", "watch", "home", "mine", "my_dice")
    paths |= {reverse(f"games:{name}") for name in plain}
    paths.add(reverse("games:daily_of", args=[BOAT_DAY.isoformat()]))
    paths.add(reverse("games:player", args=["alice"]))
    for serial in serials():
        paths |= {reverse(f"dicepool:{name}", args=[serial]) for name in ("roll", "roll_json")}
    paths.add(f"{reverse('dicepool:proofs_json')}?serials={','.join(map(str, serials()))}")
    log.seal()
    newest = log.newest()
    assert newest
    paths |= {reverse("dicepool:segment", args=[number]) for number in range(1, newest.number + 1)}
    return {(role, path): _told(client, path) for role, client in roles.items() for path in sorted(paths)}


def _told(client: Client, path: str) -> Any:
    status, leads, words = masked(cast("HttpResponse", client.get(path)))
    return status, leads, re.sub(r'"age": [0-9.]+', "", words)


@contextmanager
def world(closed: set[int]) -> Iterator[None]:
    """One of the worlds, which is gone afterwards."""
    with otherwise(closed), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def roles(alice: User, bob: User, carol: User) -> dict[str, Client]:
    """The player, one who plays the same dice, one who does not, one of the staff, and nobody."""
    bob.is_staff = bob.is_superuser = True
    bob.save()
    found = {"nobody": Client()}
    for player in (alice, bob, carol):
        found[player.username] = Client()
        found[player.username].force_login(player)
    return found


@pytest.fixture
def match(alice: User, carol: User) -> Iterator[Match]:
    """Alice's, of a day that carol plays as well, at noon."""
    with at(noon(BOAT_DAY)):
        days.begin(BOAT_DAY)
        trying.begin(carol, BOAT_DAY)
        yield trying.begin(alice, BOAT_DAY)


@pytest.mark.parametrize("rolls", sample([0, 3], 3))
def test_nobody_sees_a_set_before_its_roll(
    match: Match, alice: User, roles: dict[str, Client], rolls: int
) -> None:
    seen = []
    for closed in (set[int](), set(serials()[rolls:])):
        with world(closed):
            for _ in range(rolls):
                make(match, alice, Move(Kind.ROLL))
            seen.append(looked(match, roles))
    _alike(*seen)


@pytest.mark.parametrize("turns", sample([1, 4], 1))
def test_of_what_one_has_rolled_the_others_see_nothing(
    match: Match, alice: User, roles: dict[str, Client], turns: int
) -> None:
    others = {role: client for role, client in roles.items() if role != "alice"}
    seen, own, table = [], [], reverse("games:table", args=[match.pk])
    for closed in (set[int](), set(serials())):
        with world(closed):
            fill(match, alice, turns=turns)
            work()
            seen.append(looked(match, others))
            own.append(_told(roles["alice"], table))
    _alike(*seen)
    assert own[0] != own[1], "the dice did fall otherwise"


def test_of_a_card_that_is_full_they_see_the_points_alone(
    match: Match, alice: User, roles: dict[str, Client]
) -> None:
    others = {role: client for role, client in roles.items() if role != "alice"}
    seen, totals = [], []
    for closed in (set[int](), set(serials())):
        with world(closed):
            fill(match, alice)
            work()
            assert DailyTry.objects.get(player=alice).ranked
            totals.append(DailyTry.objects.get(player=alice).total)
            seen.append(looked(match, others))
    points = re.compile(rf"\b({'|'.join(map(str, totals))})(\.0)?\b")
    masked_ = [
        {key: (status, leads, points.sub("P", words)) for key, (status, leads, words) in one.items()}
        for one in seen
    ]
    _alike(*masked_)


def _alike(one: Seen, other: Seen) -> None:
    assert one.keys() == other.keys()
    assert [key for key in one if one[key] != other[key]] == []
