"""Refusals and failures: one clear sentence, the right status."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager
from unittest.mock import patch

import pytest
from django.conf import settings
from django.db import IntegrityError, OperationalError
from django.test import Client
from django.urls import reverse
from psycopg.errors import ForeignKeyViolation

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_a_missing_page_says_so(client: Client) -> None:
    answer = client.get("/nothing/here/")
    assert answer.status_code == 404
    assert "nothing at this address" in answer.content.decode()


def test_a_wrong_host_is_a_bad_request(client: Client) -> None:
    answer = client.get("/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert "cannot be read" in answer.content.decode()


def test_an_old_form_is_told_from_a_forbidden_page() -> None:
    answer = Client(enforce_csrf_checks=True).post(reverse("account_login"), {"login": "x"})
    assert answer.status_code == 403
    assert "earlier visit" in answer.content.decode()


def test_a_database_that_is_away_is_503_and_nothing_more(client: Client) -> None:
    with patch("games.views.table.queries.table", side_effect=OperationalError("gone")):
        answer = client.get(reverse("games:table", args=[1]))
    assert answer.status_code == 503
    assert answer["Retry-After"]
    assert "Nothing was changed" in answer.content.decode()


def test_what_goes_while_it_is_written_of_is_409(client: Client, alice: User) -> None:
    def overtaken(*_: object) -> None:
        raise IntegrityError("the account is gone") from ForeignKeyViolation()

    with patch("games.views.table.queries.table", side_effect=overtaken):
        answer = client.get(reverse("games:table", args=[1]))
    assert answer.status_code == 409
    assert "Nothing was changed" in answer.content.decode()


def test_a_row_that_stands_there_twice_is_a_fault_of_ours() -> None:
    client = Client(raise_request_exception=False)
    with patch("games.views.table.queries.table", side_effect=IntegrityError("twice")):
        assert client.get(reverse("games:table", args=[1])).status_code == 500


def test_a_fault_of_ours_is_500_and_tells_no_detail() -> None:
    client = Client(raise_request_exception=False)
    with patch("games.views.table.queries.table", side_effect=RuntimeError("secret detail")):
        answer = client.get(reverse("games:table", args=[1]))
    assert answer.status_code == 500
    assert "secret detail" not in answer.content.decode()
    assert "our side" in answer.content.decode()


def test_health_tells_the_state_of_each_part(client: Client) -> None:
    answer = client.get("/health/")
    assert answer.status_code == 200
    assert answer.json() == {"database": "up", "redis": "up", "dice": "none"}


def fail(view: str, error: Exception) -> AbstractContextManager[object]:
    """The table's view breaks so."""
    return patch(f"games.views.table.{view}", side_effect=error)


BREAKS = [(RuntimeError("secret"), 500), (OperationalError("gone"), 503)]


@pytest.mark.parametrize(("error", "status"), BREAKS)
def test_what_breaks_still_knows_who_is_signed_in(
    client: Client, alice: User, error: Exception, status: int
) -> None:
    client.force_login(alice)
    client.raise_request_exception = False
    with fail("queries.table", error):
        answer = client.get(reverse("games:table", args=[1]), {"a": "b"})
    page = answer.content.decode()
    assert answer.status_code == status
    assert "no-store" in answer["Cache-Control"]
    assert '<span class="site-nav__name">alice</span>' in page
    assert reverse("account_login") not in page.split("<main")[0].split('id="line"')[0]
    assert 'href="/matches/1/?a=b">Try again</a>' in page


@pytest.mark.parametrize(("error", "status"), BREAKS)
def test_what_breaks_before_anybody_was_asked_calls_nobody_signed_out(
    client: Client, alice: User, error: Exception, status: int
) -> None:
    client.force_login(alice)
    client.raise_request_exception = False
    with patch("accounts.sessions.SessionStore._get_session_from_db", side_effect=error):
        answer = client.get(reverse("games:mine"))
    page = answer.content.decode()
    assert answer.status_code == status
    head = page.split('id="line"')[0]
    assert "Sign in" not in head
    assert "Sign up" not in head
    assert "alice" not in page
    assert "data-who" not in page
    assert f'href="{reverse("games:mine")}">Try again</a>' in page


def test_an_error_page_that_breaks_on_the_player_is_shown_without(client: Client, alice: User) -> None:
    client.force_login(alice)
    client.raise_request_exception = False
    with (
        fail("queries.table", RuntimeError("secret")),
        patch.object(User, "looks", property(lambda _: 1 / 0)),
    ):
        answer = client.get(reverse("games:table", args=[1]))
    assert answer.status_code == 500
    assert "our side" in answer.content.decode()


@pytest.mark.parametrize(
    ("header", "came", "back"),
    [
        ("referer", "http://testserver/matches/7/?a=b", "/matches/7/?a=b"),
        ("hx-current-url", "http://testserver/matches/7/#x", "/matches/7/"),
        ("referer", "https://evil.example/matches/7/", None),
        ("referer", "http://testserver.evil.example/", None),
        ("referer", "http://testserver@evil.example/", None),
        ("referer", "http://testserver//evil.example/", None),
        ("referer", "http://testserver/\\evil.example/", None),
        ("referer", "//evil.example/", None),
        ("referer", "javascript:alert(1)", None),
        ("referer", "http://[", None),
        ("referer", "", None),
    ],
)
@pytest.mark.parametrize("broken", [True, False])
def test_an_error_after_a_form_leads_back_to_the_page_it_stood_on_and_nowhere_else(
    client: Client, alice: User, header: str, came: str, back: str | None, broken: bool
) -> None:
    client.force_login(alice)
    client.raise_request_exception = False
    if broken:
        with patch("games.views.table.play.move", side_effect=RuntimeError("secret")):
            form = {"version": 1, "do": "roll"}
            answer = client.post(reverse("games:move", args=[1]), form, headers={header: came})
    else:
        answer = client.post("/nothing/here/", headers={header: came})
    page = answer.content.decode()
    assert answer.status_code == (500 if broken else 404)
    assert "evil.example" not in page
    assert "javascript:" not in page
    assert (">Back</a>" in page) == (back is not None)
    assert back is None or f'href="{back}">Back</a>' in page


def test_signing_in_after_a_form_comes_back_to_the_page_it_stood_on(client: Client) -> None:
    address, login = reverse("games:move", args=[7]), reverse("account_login")
    for came, expected in (
        ("http://testserver/matches/7/?x=1", f"{login}?next=%2Fmatches%2F7%2F%3Fx%3D1"),
        ("http://evil.example/matches/7/", login),
        ("", login),
    ):
        answer = client.post(address, {"do": "roll"}, headers={"referer": came})
        assert answer["Location"] == expected
    answer = client.get(reverse("games:mine"))
    assert answer["Location"] == f"{login}?next=/matches/"


def test_every_part_that_is_swapped_says_what_it_wants() -> None:
    """A page of something else is told from an answer only by what was wanted."""
    found = 0
    for file in (settings.BASE_DIR / "templates").rglob("*.html"):
        for tag in re.findall(
            r"<\w+[^<>]*?\bhx-(?:post|get|put|delete|patch)=(?:{[{%].*?[%}]}|[^<>])*>", file.read_text()
        ):
            found += 1
            assert "data-wants=" in tag or "hx-select=" in tag, f"{file.name}: {tag}"
            assert re.search(r'\bid="', tag), f"{file.name}: {tag}"
            assert "hx-get" in tag or "hx-sync=" in tag, f"{file.name}: {tag}"
    assert found >= 6


def test_a_script_sends_what_templates_and_scripts_say_in_words_that_it_knows() -> None:
    """Of htmx, static/js/send.js has what is used: what it does not know would do nothing."""
    scripts = {file.name: file.read_text() for file in (settings.BASE_DIR / "static/js").glob("*.js")}
    sender = scripts.pop("send.js")
    pages = "".join(file.read_text() for file in (settings.BASE_DIR / "templates").rglob("*.html"))
    for attribute in set(re.findall(r"\bhx-[a-z-]+(?==)", pages)):
        assert f'"{attribute}"' in sender or attribute in {"hx-post", "hx-get"}, attribute
    for event in set(re.findall(r"\bhtmx:(\w+)", "".join(scripts.values()))):
        assert f'"{event}"' in sender, event
    assert not re.search(r"\bhtmx\.", pages + "".join(scripts.values())), "htmx itself is not there"
