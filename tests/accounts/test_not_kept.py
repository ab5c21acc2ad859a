"""What a browser may keep: nothing of who is signed in, so that Back after a sign-out shows nothing."""

from __future__ import annotations

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.middleware import NotKept
from accounts.models import Picture, User
from boatzee_site.headers import Headers
from tests.accounts.entrance import sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.mark.parametrize(
    "name",
    [
        *("games:home", "games:mine", "games:rules", "account_settings", "account_email", "mfa_index"),
        *(
            "ladders:index",
            "voices",
            "help",
            "dicepool:index",
            "dicepool:batches_json",
            "offline",
            "messages",
        ),
    ],
)
def test_no_page_of_who_is_signed_in_is_kept(client: Client, alice: User, name: str) -> None:
    before = client.get(reverse(name)).get("Cache-Control", "")
    client.force_login(alice)
    kept = client.get(reverse(name))["Cache-Control"]
    assert "public" in before or "no-store" in kept


def test_neither_refusals_nor_redirects_nor_what_is_missing(client: Client, alice: User) -> None:
    client.force_login(alice)
    for page in ("/nothing/here/", reverse("admin:index"), reverse("account_login")):
        assert client.get(page)["Cache-Control"] == "no-store, private", page
    User.objects.filter(pk=alice.pk).update(suspended_until="2999-01-01T00:00Z")
    assert "no-store" in client.get(reverse("games:mine"))["Cache-Control"]


def test_nor_the_table_of_a_guest(client: Client, robots: None) -> None:
    answer = client.post(reverse("games:practice"), {"code": "BO", "level": "simple"}, follow=True)
    assert answer.redirect_chain
    assert "no-store" in answer["Cache-Control"]


def test_what_is_public_stays_so(client: Client, alice: User) -> None:
    Picture.objects.create(player=alice, data=b"painted")
    client.force_login(alice)
    assert client.get(reverse("picture", args=["alice"]))["Cache-Control"] == "public, max-age=300"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("public, immutable", "public, immutable"),
        ("private, max-age=60", "no-store, private"),
        ("max-age=60", "no-store, private"),
        ('no-cache="public"', "no-store, private"),
        ("", "no-store, private"),
    ],
)
def test_only_an_explicit_word_makes_it_public(alice: User, said: str, kept: str) -> None:
    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse(headers={"Cache-Control": said} if said else {})

    request = RequestFactory().get("/")
    request.user = alice
    assert NotKept(view)(request)["Cache-Control"] == kept


def test_a_visitors_pages_are_as_they_were(client: Client) -> None:
    assert "Cache-Control" not in client.get(reverse("games:rules"))


def test_nor_is_the_answer_to_a_sign_out(client: Client, alice: User) -> None:
    sign_in(client)
    answer = client.post(reverse("account_logout"))
    assert "no-store" in answer["Cache-Control"]


def test_what_is_public_carries_no_cookie() -> None:
    """A proxy keeps it for everybody: one visitor's cookie would be another's."""

    def view(_request: HttpRequest) -> HttpResponse:
        answer = HttpResponse(headers={"Cache-Control": "public, max-age=60", "Vary": "Cookie, HX-Request"})
        answer.set_cookie("sessionid", "alice's")
        return answer

    answer = Headers(view)(RequestFactory().get("/"))
    assert not answer.cookies
    assert answer["Vary"] == "HX-Request"
