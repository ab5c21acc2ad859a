"""The daily on its pages: who plays, what is told while the day runs, and what once it is over."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client, TestCase
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import live
from accounts.models import User
from games.coach import advice, reviews
from games.daily import counting, days, queries, trying
from games.match import play, staff
from games.models import Daily, DailyCount, DailyTry, Match
from tests.conftest import PASSWORD
from tests.games.coach.coached import Simple
from tests.games.daily.played import BOAT_DAY, NEXT, at, end, fill, finish, noon, version
from tests.worker import work

pytestmark = pytest.mark.django_db
DAILY = reverse("games:daily")
OF = reverse("games:daily_of", args=[BOAT_DAY.isoformat()])
MOST_QUERIES = 10


@pytest.fixture(autouse=True)
def day(pool: None) -> Iterator[Daily]:
    """A day of Boat, at noon."""
    cache.clear()
    with at(noon(BOAT_DAY)):
        yield days.begin(BOAT_DAY)


@pytest.fixture
def me(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def text(client: Client, address: str = DAILY) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return answer.content.decode()


def test_it_is_begun_by_a_post_and_waits(me: Client, alice: User) -> None:
    assert "Play today’s daily" in text(me)
    assert not Match.objects.exists(), "looking begins nothing"
    first = me.post(DAILY)
    assert first.status_code == 302
    assert me.post(DAILY)["Location"] == first["Location"], "one try"
    assert Match.objects.count() == 1
    assert "Go on playing" in text(me)
    table = me.get(first["Location"]).content.decode()
    assert "the daily of" in table
    assert 'id="hint"' not in table
    fill(Match.objects.get(), alice)
    page = text(me)
    assert "Your result to share" in page
    assert "Place 1 of" not in page, "the worker has not counted it"
    work()
    assert "Place 1 of 1 player" in text(me)
    assert OF in me.get(first["Location"]).content.decode()


def test_a_guest_plays_and_keeps_it_on_signing_up() -> None:
    visitor = Client()
    assert "No account needed" in text(visitor)
    assert visitor.post(DAILY).status_code == 302
    guest = User.objects.get(guest=True)
    fill(Match.objects.get(), guest)
    work()
    page = text(visitor)
    assert "That would be place 1" in page
    assert "Sign up, and this result is yours" in page
    form = {"login": "dora", "password1": PASSWORD}
    assert visitor.post(reverse("account_signup"), form).status_code == 302
    assert "Place 1 of 1 player" in text(visitor)
    assert DailyTry.objects.get().player == User.objects.get(username="dora")


def test_the_ranking_has_names_and_points_and_nothing_of_the_dice(me: Client, bob: User) -> None:
    match = finish(bob, BOAT_DAY)
    page = text(me)
    assert reverse("games:player", args=["bob"]) in page
    assert f"{match.seats.get().total}" in page
    assert f"/matches/{match.pk}/" not in page
    assert "data-face" not in page
    assert "What perfect play made" not in page


def test_an_open_page_hears_of_the_ranking_and_of_nothing_before(
    me: Client, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel = counting.channel(BOAT_DAY)
    heard = list[str]()
    monkeypatch.setattr(live.channels, "publish", lambda *names: heard.extend(names))

    def said(act: Callable[[], object]) -> bool:
        heard.clear()
        with TestCase.captureOnCommitCallbacks(execute=True):
            act()
        return channel in heard

    page = text(me)
    assert f'data-refresh="{channel}"' in page
    assert channel in permitted(page)
    match = trying.begin(bob, BOAT_DAY)
    assert not said(lambda: fill(match, bob)), "until it is counted nothing is shown, and nothing said"
    assert said(work)
    assert not said(work), "once"
    empty = trying.begin(alice, BOAT_DAY)
    resign = partial(play.resign, empty.pk, alice, version(empty, alice))
    assert not said(resign)
    assert not said(work), "it has no place"
    staff.take_back(match.pk, "A test.")
    assert said(work)
    assert said(lambda: end(BOAT_DAY))
    assert not said(lambda: days.begin(NEXT))
    assert counting.channel(NEXT) in heard, "whoever waits for its dice"
    with at(noon(NEXT)):
        over = text(me, OF)
        assert 'data-refresh="daily' not in over
        assert channel not in permitted(over), "nothing more will be said of it"


def permitted(page: str) -> tuple[str, ...]:
    """The channels that a page may hear."""
    found = re.search(r'data-live="([^"]+)"', page)
    return live.permission(found[1]).channels if found else ()


def test_until_the_day_is_over_nobody_else_sees_a_card(me: Client, alice: User, bob: User) -> None:
    match = finish(bob, BOAT_DAY)
    owner = Client()
    owner.force_login(bob)
    for name, status in (
        ("table", 403),
        ("replay", 403),
        ("record", 403),
        ("proofs", 404),
        ("picture", 404),
    ):
        where = reverse(f"games:{name}", args=[match.pk])
        assert me.get(where).status_code == status, name
        assert Client().get(where).status_code == status, name
    assert owner.get(reverse("games:replay", args=[match.pk])).status_code == 200
    end(BOAT_DAY)
    with at(noon(NEXT)):
        for name in ("table", "replay", "record", "picture"):
            assert me.get(reverse(f"games:{name}", args=[match.pk])).status_code == 200, name


def test_no_card_is_reviewed_before_the_day_is_over(
    me: Client, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What each decision was worth on these dice would help whoever still plays them."""
    monkeypatch.setattr(advice, "advisor", lambda rules: Simple())
    match = finish(alice, BOAT_DAY)
    trying.begin(bob, BOAT_DAY)
    where, ask = (reverse(f"games:{name}", args=[match.pk]) for name in ("review", "review_ask"))
    assert me.post(ask).status_code == 302
    assert reviews.make_due() == 0
    for client in (me, Client()):
        assert "Accuracy" not in text(client, where)
    end(BOAT_DAY)
    with at(noon(NEXT)):
        assert me.post(ask).status_code == 302
        assert reviews.make_due() == 1
        assert "Accuracy" in text(Client(), where)


def test_a_day_that_is_over_lays_open_its_dice_and_its_cards(me: Client, bob: User) -> None:
    match = finish(bob, BOAT_DAY)
    end(BOAT_DAY)
    turn = {"rolls": [[1, 2, 3]], "kept": [0], "box": "chance", "points": 6}
    Daily.objects.filter(day=BOAT_DAY).update(perfect={"total": 66, "exact": True, "turns": [turn]})
    with at(noon(NEXT)):
        page = text(me, OF)
        assert f"/matches/{match.pk}/replay/" in page
        assert "What perfect play made of these dice" in page
        assert page.count("/dice/roll/") == 33
        assert "Play these dice" in page
        begun = me.post(OF)
        assert begun.status_code == 302
        assert DailyTry.objects.count() == 1, "for nothing"
        assert OF in text(me, reverse("games:daily_days"))


@pytest.mark.parametrize("said", [f"{BOAT_DAY:%Y%m%d}", f"{BOAT_DAY:%G-W%V-%u}"])
def test_a_day_has_one_address(me: Client, said: str) -> None:
    """However else a day may be written: what is kept, searched and shared of it stands in one place."""
    assert me.get(OF).status_code == 200
    where = reverse("games:daily_of", args=[said])
    assert me.get(where).status_code == 404
    assert me.post(where).status_code == 404
    assert not DailyTry.objects.exists()


@pytest.mark.parametrize("said", ["2026-1-1", "20261124", "x", "2026-13-01", "1999-01-01"])
def test_there_is_no_other_day(me: Client, said: str) -> None:
    where = reverse("games:daily_of", args=[said])
    assert me.get(where).status_code == 404
    assert me.post(where).status_code == 404


def test_before_the_dice_are_drawn_the_page_says_so(me: Client) -> None:
    with at(noon(NEXT)):
        assert "are being drawn" in text(me)
        assert me.post(DAILY).status_code == 409


def test_the_page_costs_ten_queries_at_most_whoever_looks(me: Client, alice: User, bob: User) -> None:
    finish(alice, BOAT_DAY)
    finish(bob, BOAT_DAY, first=2)
    few = _queries(me, DAILY)
    players = User.objects.bulk_create(User(username=f"player-{n}") for n in range(80))
    matches = Match.objects.bulk_create(
        Match(code="BO", rules_version=1, pace="duplicate", clock="main", status="finished") for _ in players
    )
    DailyTry.objects.bulk_create(
        DailyTry(
            daily_id=BOAT_DAY,
            player=player,
            match=match,
            total=100 + number % 40,
            full=True,
            ranked=True,
            at=timezone.now(),
        )
        for number, (player, match) in enumerate(zip(players, matches, strict=True))
    )
    DailyCount.objects.bulk_create(
        DailyCount(daily_id=BOAT_DAY, total=100 + n, players=2)
        for n in range(40)
        if not DailyCount.objects.filter(total=100 + n).exists()
    )
    assert _queries(me, DAILY) == few <= MOST_QUERIES
    assert _queries(Client(), DAILY) <= MOST_QUERIES
    end(BOAT_DAY)
    with at(noon(NEXT)):
        assert _queries(me, OF) <= MOST_QUERIES
        assert _queries(me, reverse("games:daily_days")) <= MOST_QUERIES
    assert len(queries.best(Daily.objects.get(), queries.standing(BOAT_DAY), None)) == queries.BEST


def _queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def test_my_archive_has_my_days(me: Client, alice: User) -> None:
    finish(alice, BOAT_DAY)
    [row] = queries.everything(alice)
    assert row["day"] == BOAT_DAY
    assert row["game"] == "BO"
    assert row["full"]


def test_a_name_with_markup_stays_a_name(me: Client, day: Daily) -> None:
    strange = User.objects.create_user("<b>\nx", None, PASSWORD)
    finish(strange, BOAT_DAY)
    assert "<b>\nx" not in text(me)


def test_the_front_page_and_my_matches_lead_there(me: Client, alice: User) -> None:
    assert DAILY in Client().get(reverse("games:home")).content.decode()
    trying.begin(alice, BOAT_DAY)
    assert DAILY in me.get(reverse("games:mine")).content.decode()
