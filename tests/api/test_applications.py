"""Programs of others: registered, let in with what the player ticks, by a page or by a code, and put out."""

from __future__ import annotations

import base64
import hashlib
import re
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from allauth.idp.oidc.models import Client as Application
from allauth.idp.oidc.models import Token
from django.test import Client, override_settings
from django.urls import reverse

from accounts import applications
from accounts.api import auth
from accounts.models import User
from tests.api.asking import Program, refused
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
BACK = "https://app.example/back"
VERIFIER = "v" * 50
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")


@pytest.fixture
def app(bob: User) -> Application:
    """What bob has registered."""
    made, _secret = applications.register(bob, "Score keeper", [BACK], secret=False, device=True)
    return made


def asked(app: Application, scope: str = "openid read play") -> str:
    """Where the application sends a player."""
    query = {
        "client_id": app.pk,
        "redirect_uri": BACK,
        "response_type": "code",
        "scope": scope,
        "state": "s",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
    }
    words = "&".join(f"{name}={value.replace(' ', '%20')}" for name, value in query.items())
    return f"{reverse('idp:oidc:authorization')}?{words}"


def let_in(client: Client, app: Application, scopes: list[str]) -> Any:
    """The player ticks these; returns the answer."""
    page = client.get(asked(app)).content.decode()
    (signed,) = re.findall(r'name="request" value="([^"]+)"', page)
    return client.post(
        reverse("idp:oidc:authorization"), {"request": signed, "scopes": scopes, "action": "grant"}
    )


def exchanged(app: Application, code: str, verifier: str = VERIFIER) -> Any:
    """What the application is given for a code."""
    return Client().post(
        reverse("idp:oidc:token"),
        {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": BACK,
            "client_id": app.pk,
            "code_verifier": verifier,
        },
    )


def test_a_player_lets_it_in_with_less_than_it_asks_for(
    client: Client, alice: User, app: Application
) -> None:
    client.force_login(alice)
    page = client.get(asked(app))
    html = page.content.decode()
    assert "Score keeper" in html
    assert "bob" in html
    assert "form-action 'self' https://app.example;" in page["Content-Security-Policy"]
    answer = let_in(client, app, ["openid", "read"])
    assert answer.status_code == 302
    assert answer["Location"].startswith(BACK)
    (code,) = parse_qs(urlsplit(answer["Location"]).query)["code"]
    assert exchanged(app, code, "w" * 50).status_code == 400, "another than who asked"
    told = exchanged(app, code)
    assert told.status_code in {200, 400}
    answer = let_in(client, app, ["openid", "read"])
    (code,) = parse_qs(urlsplit(answer["Location"]).query)["code"]
    given = exchanged(app, code).json()
    assert given["id_token"]
    program = Program(given["access_token"])
    assert program.get("me").json()["scopes"] == ["openid", "read"]
    refused(program.get("me/settings"), 403, "scope-missing")
    (held,) = applications.let_in(alice)
    assert held.client == app
    assert applications.put_out(alice, app.pk)
    refused(program.get("me"), 401, "bad-token")


def test_whoever_cancels_lets_nobody_in(client: Client, alice: User, app: Application) -> None:
    client.force_login(alice)
    page = client.get(asked(app)).content.decode()
    (signed,) = re.findall(r'name="request" value="([^"]+)"', page)
    answer = client.post(
        reverse("idp:oidc:authorization"), {"request": signed, "scopes": ["read"], "action": "cancel"}
    )
    assert "access_denied" in answer["Location"]
    assert not Token.objects.exists()


def test_nobody_is_sent_elsewhere(client: Client, alice: User, app: Application) -> None:
    client.force_login(alice)
    answer = client.get(asked(app).replace("app.example", "evil.example"))
    assert "cannot be let in" in answer.content.decode()
    assert "evil.example" not in answer["Content-Security-Policy"]


def test_a_device_is_let_in_by_its_code(client: Client, alice: User, app: Application) -> None:
    begun = Client().post(
        reverse("idp:oidc:device_code"),
        urlencode({"client_id": app.pk, "scope": "read play"}),
        content_type="application/x-www-form-urlencoded",
    )
    told = begun.json()
    poll = {
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
        "device_code": told["device_code"],
        "client_id": app.pk,
    }
    assert Client().post(reverse("idp:oidc:token"), poll).json()["error"] == "authorization_pending"
    client.force_login(alice)
    place = reverse("idp:oidc:device_authorization")
    html = client.get(place, {"code": told["user_code"]}).content.decode()
    assert "Score keeper" in html
    assert "csrfmiddlewaretoken" in html
    assert Client(enforce_csrf_checks=True).post(f"{place}?code={told['user_code']}").status_code in {
        302,
        403,
    }
    client.post(f"{place}?code={told['user_code']}", {"action": "confirm"})
    with override_settings(IDP_OIDC_DEVICE_CODE_INTERVAL=0):
        from django.core.cache import cache

        key = f"allauth.idp.oidc.device_code[{told['device_code']}]"
        cache.set(key, {**cache.get(key), "last_poll_at": 0}, 100)
        given = Client().post(reverse("idp:oidc:token"), poll).json()
    assert Program(given["access_token"]).get("me").json()["scopes"] == ["play", "read"]


@pytest.mark.parametrize(("code", "word"), [("en", "Code"), ("pl", "Kod"), ("es", "Código")])
def test_a_device_s_code_is_asked_for_in_the_reader_s_words(
    client: Client, alice: User, app: Application, code: str, word: str
) -> None:
    client.force_login(alice)
    for query in ({}, {"code": "WRONG-ONE"}):
        place = reverse("idp:oidc:device_authorization")
        page = client.get(place, query, headers={"accept-language": code}).content.decode()
        assert f'<label for="id_code">{word}</label>' in page
        assert "placeholder" not in page.split("<main", 1)[1].split("</main>")[0]
        assert ('aria-describedby="id_code_error"' in page) == bool(query)


def test_who_is_suspended_is_let_in_nowhere(client: Client, alice: User, app: Application) -> None:
    token = Token(type=Token.Type.ACCESS_TOKEN, client=app, user=alice)
    token.set_value("a-secret")
    token.set_scopes(["read"])
    token.save()
    program = Program("a-secret")
    assert program.get("me").status_code == 200
    User.objects.filter(pk=alice.pk).update(is_active=False)
    refused(program.get("me"), 401, "bad-token")


def test_a_closed_account_is_let_in_nowhere_whatever_the_library_says(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """allauth looks, too, today: where it did not, a program would go on for an account that is closed."""
    found = SimpleNamespace(user=alice, get_scopes=lambda: ["read"])
    monkeypatch.setattr(auth, "TokenAuth", lambda _scope: lambda _request: found)
    program = Program("a-secret")
    assert program.get("me").status_code == 200
    alice.is_active = False
    refused(program.get("me"), 401, "bad-token")


def test_what_is_registered_is_shown_once_and_removed(client: Client, alice: User, bob: User) -> None:
    client.force_login(alice)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    form = {"name": "Mine", "addresses": f"{BACK}\norg.example.app:/back", "secret": "on"}
    html = client.post(reverse("applications"), form).content.decode()
    made = Application.objects.get(owner=alice)
    (secret,) = re.findall(r"data-secret>([^<]+)<", html)
    assert secret
    assert secret not in client.get(reverse("applications")).content.decode()
    client.force_login(bob)
    assert client.post(reverse("application_remove", args=[made.pk])).status_code == 404
    client.force_login(alice)
    assert client.post(reverse("application_remove", args=[made.pk])).status_code == 302
    assert not Application.objects.exists()


@pytest.mark.parametrize(
    "address",
    [
        *(
            "http://app.example/",
            "javascript:alert(1)",
            "data:text/html,x",
            "https://",
            "https://x.example/#a",
        ),
        *("https://*.example/", "app:/", "https://ä.example/", "//x.example/"),
    ],
)
def test_places_to_which_nobody_is_sent(address: str) -> None:
    assert not applications.fits(address)


@pytest.mark.parametrize("address", [BACK, "http://127.0.0.1/back", "org.example.app:/back"])
def test_places_that_do(address: str) -> None:
    assert applications.fits(address)


def test_players_may_be_kept_from_registering(client: Client, alice: User) -> None:
    with override_settings(APPLICATIONS=False), pytest.raises(applications.Closed):
        applications.register(alice, "Mine", [BACK], secret=False, device=False)


def test_there_is_a_most_of_them(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.limits.APPLICATIONS", 1)
    applications.register(alice, "Mine", [BACK], secret=False, device=False)
    with pytest.raises(applications.TooMany):
        applications.register(alice, "Another", [BACK], secret=False, device=False)


def test_without_a_key_nobody_is_let_in(client: Client) -> None:
    with override_settings(IDP_OIDC_PRIVATE_KEY=""):
        assert client.get("/.well-known/openid-configuration").status_code == 404


def test_the_site_says_what_there_is(client: Client) -> None:
    told = client.get("/.well-known/openid-configuration").json()
    assert {"openid", "profile", "read", "play", "direct"} <= set(told["scopes_supported"])
    assert "email" not in told["scopes_supported"]
    assert told["device_authorization_endpoint"].endswith("/identity/o/api/device/code")
    assert client.get("/.well-known/jwks.json").json()["keys"]
