"""While a real primary is dead, public pages come from its standby and say so, and nothing else is done."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from typing import Any
from unittest.mock import DEFAULT, patch

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from psycopg.errors import QueryCanceled

from accounts.models import User
from boatzee_site.copies import lag, leader
from boatzee_site.copies.leader import LEADER
from boatzee_site.copies.pages import SHOWN
from boatzee_site.local.starting import until
from games.match import queries
from games.models import Match, Move
from tests.faults.copied import MENDING, WAIT, Pair, asked, publish

pytestmark = [pytest.mark.faults, pytest.mark.xdist_group("copies")]


def shown(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, f"{address}: {answer.status_code}"
    assert answer["Cache-Control"] == "no-store"
    page = answer.content.decode()
    assert MENDING in page
    return page


def refused(answer: Any) -> None:
    """The page that says that nothing was changed, and when to try again."""
    assert answer.status_code == 503
    assert answer["Retry-After"]
    assert "Nothing was changed" in answer.content.decode()


class TestWithoutPrimary:
    def test_public_pages_are_shown_and_say_so(self, alices: Client, lost: Pair) -> None:
        visitor = Client(raise_request_exception=False)
        for view in sorted(SHOWN):
            page = shown(visitor, lost.address(view))
            assert "You are still signed in." not in page
        assert lost.alice.username in shown(visitor, lost.address("games:table"))

    def test_who_is_signed_in_is_shown_them_as_a_visitor_and_stays_signed_in(
        self, alices: Client, lost: Pair
    ) -> None:
        session = alices.cookies[settings.SESSION_COOKIE_NAME].value
        answer = alices.get(lost.address("games:table"))
        page = answer.content.decode()
        assert "You are still signed in." in page
        assert "site-nav__name" not in page
        assert reverse("games:move", args=[lost.running.pk]) not in page
        assert settings.SESSION_COOKIE_NAME not in answer.cookies
        assert alices.cookies[settings.SESSION_COOKIE_NAME].value == session

    def test_whatever_does_something_is_refused_and_changes_nothing(self, alices: Client, lost: Pair) -> None:
        for view, words in (
            ("profile_edit", {"about": "Now"}),
            ("games:practice", {}),
            ("account_login", {"login": "bob", "password": "x"}),
        ):
            refused(alices.post(reverse(view), words))
        refused(Client(raise_request_exception=False).post(reverse("games:practice")))
        for address in (reverse("games:mine"), reverse("account_settings"), reverse("profile_edit")):
            refused(alices.get(address))

    def test_an_open_page_is_not_changed_for_an_older_one(self, alices: Client, lost: Pair) -> None:
        for header in ("X-Asked-By", "HX-Request"):
            refused(alices.get(lost.address("games:table"), headers={header: "look"}))

    def test_what_is_not_there_for_all_may_be_there(self, both: Pair, alices: Client) -> None:
        User.objects.filter(pk=both.bob.pk).update(unwatched=True)
        both.go_on()
        both.lose()
        try:
            for client in (alices, Client(raise_request_exception=False)):
                refused(client.get(reverse("games:player", args=["nobody"])))
                refused(client.get(both.address("games:table")))
                assert "bob" not in shown(client, reverse("games:watch")).split("<main")[1]
        finally:
            both.find()
            User.objects.filter(pk=both.bob.pk).update(unwatched=False)

    def test_it_goes_on_by_itself(self, both: Pair, alices: Client) -> None:
        moves = Move.objects.count()
        both.lose()
        shown(alices, reverse("news"))
        both.find()
        page, _primary, _copy = asked(alices, reverse("news"))
        assert MENDING not in page
        assert "site-nav__name" in page
        assert alices.post(reverse("profile_edit"), {"about": "And on"}).status_code == 302
        assert Move.objects.count() == moves
        assert Match.objects.get(pk=both.running.pk).version == both.running.version

    def test_a_line_that_breaks_in_the_middle_shows_the_page_all_the_same(
        self, both: Pair, alices: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(leader, "EVERY", 3600.0)  # nobody notices
        time.sleep(0.3)
        both.primary.kill()
        try:
            assert not LEADER.gone
            shown(alices, both.address("games:table"))
            shown(Client(), both.address("games:table"))
        finally:
            both.primary.start()

    def test_a_query_that_takes_too_long_is_no_loss(self, both: Pair) -> None:
        with patch(
            "games.views.table.queries.table", wraps=queries.table, side_effect=slow_at_first()
        ) as table:
            refused(Client(raise_request_exception=False).get(both.address("games:table")))
        assert table.call_count == 1, "from a copy it would have come the second time"

    def test_a_copy_that_was_too_old_then_is_not_shown(
        self, both: Pair, alices: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        both.pause()
        publish("Too old for that")
        monkeypatch.setattr(leader, "MOST", 0.3)
        until(lambda: not lag.near_enough(mending=True), WAIT, "it is near enough")
        both.lose()
        try:
            refused(alices.get(reverse("news")))
        finally:
            both.primary.start()

    def test_a_process_that_never_saw_a_primary_shows_nothing(self, lost: Pair) -> None:
        LEADER.stop()
        LEADER.watch()
        until(lambda: LEADER.gone, WAIT, "nobody notices")
        refused(Client(raise_request_exception=False).get(reverse("news")))

    def test_one_that_only_follows_is_no_primary(self, both: Pair, alices: Client) -> None:
        visitor = Client(raise_request_exception=False)
        both.copy.turn()
        try:
            refused(alices.post(reverse("profile_edit"), {"about": "There"}))
            refused(visitor.post(reverse("games:practice")))
            LEADER.stop()
            LEADER.watch()
            until(lambda: LEADER.gone, WAIT, "it is taken for one")
        finally:
            both.primary.turn()

    def test_a_look_at_the_primary_that_is_not_answered_ends(
        self, both: Pair, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(leader, "PATIENCE", 0.5)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pid FROM pg_stat_activity WHERE query = %s", [leader.WRITTEN])
            [[pid]] = cursor.fetchall()
        os.kill(pid, signal.SIGSTOP)
        frozen = time.monotonic()
        try:
            until(lambda: LEADER._looks[-1][0] > frozen + 0.2, WAIT, "nobody looks any more")
        finally:
            os.kill(pid, signal.SIGCONT)

    def test_proxies_still_send_visitors(self, lost: Pair) -> None:
        for address in ("/health/", "/health/ready"):
            assert Client().get(address).status_code == 200
        assert Client().get("/health/").json()["database"] == "down"
        assert Client().get("/health/ready?strict=1").status_code == 503


def slow_at_first() -> Iterator[Any]:
    """The first time as a query that Postgres has ended."""
    found = OperationalError("canceling statement due to statement timeout")
    found.__cause__ = QueryCanceled()
    yield found
    while True:
        yield DEFAULT
