"""Who is let in: by a token with the scope, and by nothing else."""

from __future__ import annotations

from datetime import timedelta

import pytest
import redis
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import limits, tokens
from accounts.limits import Rate
from accounts.models import Token, User
from tests.api.asking import Program, ask, refused

pytestmark = pytest.mark.django_db


def test_a_token_tells_who_asks(alice: User) -> None:
    told = ask(alice, "read play").get("me").json()
    assert (told["name"], told["scopes"]) == ("alice", ["play", "read"])


def test_without_one_nobody_is_let_in() -> None:
    answer = ask(None).get("me")
    refused(answer, 401, "no-token")
    assert answer["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("secret", ["bzt_nothing", "nothing", "bzt_" + "x" * 5000, "bzt_é"])
def test_what_is_no_token_opens_nothing(alice: User, secret: str) -> None:
    refused(Program(secret).get("me"), 401, "bad-token")
    refused(Program(secret).get("players/alice"), 401, "bad-token")


def test_another_scope_does_not_do(alice: User) -> None:
    answer = ask(alice, "play talk").get("me")
    refused(answer, 403, "scope-missing")
    assert 'scope="read"' in answer["WWW-Authenticate"]


def test_a_cookie_opens_nothing(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get("/api/v1/me").status_code == 401
    assert client.patch("/api/v1/me/settings", "{}", content_type="application/json").status_code == 401


def test_a_token_that_was_taken_back_is_none(alice: User) -> None:
    token, secret = tokens.make(alice, "mine", ["read"], None)
    assert Program(secret).get("me").status_code == 200
    assert not tokens.revoke(User(pk=alice.pk + 1), token.pk)
    assert tokens.revoke(alice, token.pk)
    refused(Program(secret).get("me"), 401, "bad-token")


def test_a_token_that_has_had_its_time_is_none(alice: User) -> None:
    token, secret = tokens.make(alice, "mine", ["read"], 1)
    Token.objects.filter(pk=token.pk).update(expires_at=timezone.now())
    refused(Program(secret).get("me"), 401, "bad-token")


def test_the_token_itself_is_kept_nowhere(alice: User) -> None:
    token, secret = tokens.make(alice, "mine", ["read"], None)
    kept = Token.objects.values().get(pk=token.pk)
    assert secret.startswith(kept["prefix"])
    assert secret not in str(kept)
    assert secret[20:] not in str(kept)


def test_whoever_is_suspended_is_told_so(alice: User) -> None:
    program = ask(alice)
    User.objects.filter(pk=alice.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    refused(program.get("me"), 403, "suspended")
    refused(program.get("players/alice"), 403, "suspended")


def test_a_closed_account_has_no_programs(alice: User) -> None:
    program = ask(alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    refused(program.get("me"), 401, "bad-token")


def test_whoever_is_barred_still_reads(alice: User) -> None:
    until = timezone.now() + timedelta(days=1)
    User.objects.filter(pk=alice.pk).update(barred_until=until)
    assert ask(alice).get("me").json()["barred_until"]


def test_its_use_is_written_down_now_and_then(
    alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    program = ask(alice)
    program.get("me")
    assert Token.objects.get(player=alice).used_at
    with django_assert_num_queries(1):  # the token
        program.get("me")


def test_by_a_cookie_nobody_is_here(client: Client, alice: User) -> None:
    """Else a page of another site could let who is signed in seem to be here."""
    client.force_login(alice)
    User.objects.filter(pk=alice.pk).update(last_seen=None)
    assert client.post("/api/v1/matches", "{}", content_type="application/json").status_code == 401
    alice.refresh_from_db()
    assert alice.last_seen is None


def test_a_program_that_looks_is_nobody_who_is_here(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(last_seen=None)
    ask(alice).get("me")
    alice.refresh_from_db()
    assert alice.last_seen is None


def test_there_is_an_end_to_asking(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "API", {"player": Rate(2, 3600), "address": Rate(1, 3600)})
    program = ask(alice)
    first = program.get("me")
    assert first["RateLimit-Policy"] == '"player";q=2;w=3600'
    assert first["RateLimit"].startswith('"player";r=1;t=')
    assert ask(alice, "read").get("me").status_code == 200
    answer = program.get("me")
    told = refused(answer, 429, "too-often")
    assert 0 < int(answer["Retry-After"]) == told["retry_after"] <= 3600
    assert ask(bob).get("me").status_code == 200
    assert ask(None).get("players/bob").status_code == 200
    refused(ask(None).get("players/bob"), 429, "too-often")


def test_what_was_counted_is_forgotten_by_itself(alice: User, settings: LazySettings) -> None:
    """Each minute of each player has a count of its own: kept, they would fill the memory of Redis."""
    ask(alice).get("me")
    ask(None).get("players/alice")
    with redis.Redis.from_url(settings.REDIS_URL) as line:
        counts = list(line.scan_iter("boatzee:api:*"))
        assert len(counts) >= 2
        assert all(0 < line.ttl(one) <= 2 * limits.MINUTE for one in counts)


def test_how_many_tokens_one_may_have(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TOKENS", 1)
    tokens.make(alice, "mine", ["read"], None)
    with pytest.raises(tokens.TooMany):
        tokens.make(alice, "another", ["read"], None)
