"""Who is signed in is read together with the session, and is who the session says it is."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import sessions
from accounts.models import User
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def sign_in(client: Client, player: User) -> None:
    """By the form, as players do."""
    answer = client.post(reverse("account_login"), {"login": player.username, "password": PASSWORD})
    assert answer.status_code == 302


def who(client: Client) -> str:
    """Whom a page calls signed in."""
    user: Any = client.get(reverse("help")).context["user"]
    return str(user.get_username())


def asked(client: Client) -> list[str]:
    """What a page asks about sessions, and about who signed in."""
    with CaptureQueriesContext(connection) as queries:
        client.get(reverse("help"))
    said = [query["sql"] for query in queries]
    return [sql for sql in said if "django_session" in sql or 'FROM "accounts_user" WHERE' in sql]


def test_session_and_player_are_one_query(client: Client, alice: User) -> None:
    sign_in(client, alice)
    assert who(client) == "alice"
    assert asked(client) == [sessions.READ.sql]


def test_whom_the_list_does_not_name_is_asked_for_as_ever(client: Client, alice: User) -> None:
    sign_in(client, alice)
    UserSession.objects.all().delete()
    assert who(client) == "alice"
    assert len(asked(client)) == 2


def test_the_session_says_who_it_is_whatever_the_list_says(client: Client, alice: User, bob: User) -> None:
    sign_in(client, alice)
    UserSession.objects.update(user=bob)
    assert who(client) == "alice"


def test_a_list_alone_signs_nobody_in(client: Client, alice: User) -> None:
    sign_in(client, alice)
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    store = sessions.SessionStore(key)
    kept = {name: store[name] for name in ("_auth_user_backend", "_auth_user_hash")}
    Session.objects.filter(session_key=key).update(session_data=store.encode(kept))
    assert who(client) == ""


def test_an_expired_session_is_nobodys(client: Client, alice: User) -> None:
    sign_in(client, alice)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert who(client) == ""


def test_whoever_is_not_active_any_more_is_not_signed_in(client: Client, alice: User) -> None:
    sign_in(client, alice)
    User.objects.update(is_active=False)
    assert who(client) == ""


def test_another_password_ends_the_session(client: Client, alice: User) -> None:
    sign_in(client, alice)
    alice.set_password("another horse 2")
    alice.save()
    assert who(client) == ""
    assert not Session.objects.filter(expire_date__gt=timezone.now()).exists()


def test_a_way_in_that_was_closed_ends_what_came_by_it(client: Client, alice: User) -> None:
    sign_in(client, alice)
    [way] = {sessions.SessionStore(one.session_key)["_auth_user_backend"] for one in Session.objects.all()}
    others = [one for one in settings.AUTHENTICATION_BACKENDS if one != way]
    assert len(others) == 1
    with override_settings(AUTHENTICATION_BACKENDS=others):
        assert who(client) == ""


def test_a_key_of_the_site_may_be_changed_under_a_session(client: Client, alice: User) -> None:
    """By SECRET_KEY_FALLBACKS: Django signs it anew, and the next request is one query again."""
    sign_in(client, alice)
    with override_settings(SECRET_KEY="a new key", SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]):
        assert who(client) == "alice"
        assert who(client) == "alice"
    with override_settings(SECRET_KEY="a new key", SECRET_KEY_FALLBACKS=[]):
        assert who(client) == "alice"


def test_a_session_that_was_ended_elsewhere_is_over(client: Client, alice: User) -> None:
    sign_in(client, alice)
    UserSession.objects.get().end()
    assert who(client) == ""


def test_a_session_that_django_kept_before_is_read_as_ever(client: Client, alice: User) -> None:
    """Its table and its signature are Django's own: nobody is signed out by an update."""
    from django.contrib.sessions.backends.db import SessionStore as Djangos

    sign_in(client, alice)
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    assert dict(Djangos(key).items()) == dict(sessions.SessionStore(key).items())
    assert dict(Djangos(key).items())["_auth_user_id"] == str(alice.pk)


def test_a_cookie_that_no_text_of_the_database_can_be_is_nobodys() -> None:
    client = Client(headers={"cookie": rf'{settings.SESSION_COOKIE_NAME}="abcdefgh\000ijkl"'})
    assert not client.get(reverse("help")).wsgi_request.user.is_authenticated


def test_a_visitor_costs_no_query(client: Client) -> None:
    assert asked(client) == []
