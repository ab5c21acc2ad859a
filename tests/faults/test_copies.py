"""Public pages from a real standby: own writes are seen, nothing too old is, and they outlive the primary."""

from __future__ import annotations

import time

import pytest
from django.conf import settings
from django.db import InternalError, connections, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import notices
from accounts.models import News, User
from boatzee_site.budgets import READ
from boatzee_site.copies import lag, leader
from boatzee_site.copies.leader import LEADER
from boatzee_site.copies.middleware import PIN, PINNED
from boatzee_site.copies.pages import COPIED
from boatzee_site.local.starting import until
from statements import reading
from statements.reading import COPY, PRIMARY
from tests.faults.copied import MENDING, WAIT, Pair, asked, publish, signed_in

pytestmark = [pytest.mark.faults, pytest.mark.xdist_group("copies")]
MOST = leader.MOST  # as it is for real
COUNTED = 2
"""Queries of the primary that a page may cost whose readers are counted."""


class TestWhoReads:
    @pytest.mark.parametrize("view", sorted(COPIED))
    def test_a_visitor_costs_the_primary_nothing(self, both: Pair, view: str) -> None:
        page, primary, _copy = asked(Client(), both.address(view))
        assert primary <= (COUNTED if view in READ else 0)
        assert MENDING not in page

    @pytest.mark.parametrize("view", sorted(COPIED))
    def test_no_proxy_keeps_what_may_be_old(self, both: Pair, view: str) -> None:
        answer = Client().get(both.address(view))
        assert "public" not in answer.get("Cache-Control", "")
        assert "ETag" not in answer

    def test_a_visitor_sees_what_the_copy_has(self, both: Pair) -> None:
        both.pause()
        publish("Not yet there")
        assert "Not yet there" not in asked(Client(), reverse("news"))[0]
        both.go_on()
        assert "Not yet there" in asked(Client(), reverse("news"))[0]

    def test_of_a_player_the_session_and_what_is_new_are_asked_of_the_primary(
        self, both: Pair, alices: Client
    ) -> None:
        User.objects.filter(pk=both.alice.pk).update(last_seen=timezone.now())
        both.pause()
        notices.tell([both.alice], "event", "one", "News", "/news/")
        page, primary, copy = asked(alices, reverse("news"))
        assert "alice" in page
        assert f"{notices.unread(both.alice).count()} new notice" in page
        assert primary == 2
        assert copy > 1

    def test_what_a_page_asks_for_by_itself_is_never_older_than_what_it_heard(
        self, both: Pair, alices: Client
    ) -> None:
        both.pause()
        publish("Heard of")
        for header in ("X-Asked-By", "HX-Request"):
            assert "Heard of" in asked(alices, reverse("news"), **{header: "look"})[0]
        assert "Heard of" not in asked(alices, reverse("news"))[0]

    def test_a_table_is_the_primarys(self, both: Pair) -> None:
        both.pause()
        _page, primary, _copy = asked(Client(), both.address("games:table"))
        assert primary > 0

    def test_what_a_copy_does_not_have_is_asked_of_the_primary(self, both: Pair) -> None:
        both.pause()
        name = f"dave{time.monotonic_ns()}"[:14]
        User.objects.create_user(name, f"{name}@example.org")
        assert name in asked(Client(), reverse("games:player", args=[name]))[0]
        assert Client().get(reverse("games:player", args=["nobody"])).status_code == 404

    def test_after_the_view_the_primary_is_asked_again(self, both: Pair, alices: Client) -> None:
        User.objects.filter(pk=both.alice.pk).update(last_seen=None)
        alices.get(reverse("news"))
        assert User.objects.get(pk=both.alice.pk).last_seen


class TestOwnWrites:
    def test_who_sent_something_sees_it_and_others_do_not_yet(self, both: Pair, alices: Client) -> None:
        bobs = signed_in(both.bob)
        both.pause()
        page = both.address("games:player")
        assert alices.post(reverse("profile_edit"), {"about": "I like sixes."}).status_code == 302
        assert "I like sixes." in asked(alices, page)[0]
        assert "I like sixes." not in asked(bobs, page)[0]
        del alices.cookies[PIN]  # its time is up
        assert "I like sixes." not in asked(alices, page)[0]

    def test_the_pin_tells_nothing_and_outlasts_what_a_copy_may_be_behind(self, alices: Client) -> None:
        refused = alices.post(reverse("account_settings"), {"time_zone": "Nowhere"})
        assert refused.status_code == 400
        assert PIN not in refused.cookies, "nothing was changed"
        pin = alices.post(reverse("profile_edit"), {"about": "Hello"}).cookies[PIN]
        assert pin.value == "1"
        assert pin["max-age"] == PINNED
        assert pin["httponly"]
        assert pin["samesite"] == "Lax"
        assert bool(pin["secure"]) == settings.HTTPS
        assert PINNED >= 2 * MOST


class TestTooOld:
    def test_a_copy_that_lags_is_not_read(self, both: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
        both.pause()
        publish("Long ago")
        assert "Long ago" not in asked(Client(), reverse("news"))[0]
        monkeypatch.setattr(leader, "MOST", 0.3)
        until(lambda: not lag.near_enough(), WAIT, "it is read all the same")
        assert "Long ago" in asked(Client(), reverse("news"))[0]
        both.go_on()
        until(lag.near_enough, WAIT, "it is not read again")
        assert asked(Client(), reverse("news"))[1] == 0

    def test_one_that_has_all_is_read_however_long_nothing_was_written(
        self, both: Pair, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(leader, "MOST", 0.5)
        time.sleep(1.0)
        until(lag.near_enough, WAIT, "it is not read")
        assert asked(Client(), reverse("news"))[1] == 0

    def test_one_is_not_read_before_anybody_knows_how_far_it_is(self, both: Pair) -> None:
        LEADER.stop()
        LEADER._looks.clear()
        assert not lag.near_enough()

    def test_one_that_died_is_left_alone_and_the_primary_asked(
        self, both: Pair, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(lag, "KNOWN", 3600.0)  # it dies after it was asked
        assert asked(Client(), reverse("news"))[1] == 0
        both.copy.kill()
        try:
            publish("Without a copy")
            for _ in range(2):  # the line breaks, and there is no other
                answer = Client(raise_request_exception=False).get(reverse("news"))
                assert "Without a copy" in answer.content.decode()
                connections[COPY].close()
            assert lag._rests_until > time.monotonic()
        finally:
            both.copy.start_following()
        assert asked(Client(), reverse("news"))[1] > 0, "it rests"
        monkeypatch.setattr(lag, "_rests_until", 0.0)
        until(lag.near_enough, WAIT, "it is not read again")
        assert asked(Client(), reverse("news"))[1] == 0

    def test_one_that_cannot_be_asked_is_not_read(self, both: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
        until(lag.near_enough, WAIT, "it is not read")
        both.copy.kill()
        try:
            assert not lag.near_enough(), "what it said before counts no more"
        finally:
            both.copy.start_following()
        monkeypatch.setattr(lag, "_rests_until", 0.0)
        until(lag.near_enough, WAIT, "it is not read again")


class TestNothingIsWrittenThere:
    def test_the_copy_takes_nothing(self, both: Pair) -> None:
        with connections[COPY].cursor() as cursor:
            cursor.execute("SHOW default_transaction_read_only")
            assert cursor.fetchone() == ("on",)
            with pytest.raises(InternalError, match="read-only"):
                cursor.execute("DELETE FROM accounts_news")

    def test_what_writes_locks_or_stands_in_a_transaction_is_the_primarys(self, both: Pair) -> None:
        with reading.apart():
            reading.turn_to_copy()
            assert News.objects.all().db == COPY
            assert News.objects.select_for_update().db == PRIMARY
            news = News.objects.create(title="Written", text="", published_at=timezone.now())
            assert news._state.db == PRIMARY
            with transaction.atomic():
                assert reading.source() == PRIMARY
                assert News.objects.all().db == PRIMARY
            assert reading.source() == COPY
        assert reading.source() == PRIMARY
