"""The token of a page's forms: Django takes it, and no two pages have the same."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from django.http import HttpRequest
from django.middleware import csrf

from boatzee_site.context import masked, site

CSRF: Any = csrf
LETTERS: str = csrf.CSRF_ALLOWED_CHARS

SECRETS = ["a" * 32, "9" * 32, "AbCdEfGhIjKlMnOpQrStUvWxYz012345", LETTERS[-32:]]


@pytest.mark.parametrize("secret", SECRETS)
def test_django_reads_the_secret_again(secret: str) -> None:
    tokens = {masked(secret) for _ in range(50)}
    assert len(tokens) == 50
    for token in tokens:
        assert len(token) == 64
        assert set(token) <= set(LETTERS)
        assert CSRF._unmask_cipher_token(token) == secret
        assert CSRF._does_token_match(token, secret)
        assert not CSRF._does_token_match(token, secret[::-1] + "x")


def test_each_letter_of_a_mask_comes_as_often_as_another() -> None:
    found = Counter("".join(masked("a" * 32)[:32] for _ in range(20_000)))
    assert set(found) == set(LETTERS)
    assert max(found.values()) < 1.15 * min(found.values())


def request_of(**meta: str) -> HttpRequest:
    """A request with these."""
    request = HttpRequest()
    request.META = {"HTTP_HOST": "localhost", "SERVER_NAME": "localhost", "SERVER_PORT": "80", **meta}
    return request


def test_a_page_with_a_form_has_the_cookie_renewed_and_one_without_does_not() -> None:
    request = request_of(CSRF_COOKIE=SECRETS[2])
    token = site(request)["csrf_token"]
    assert "CSRF_COOKIE_NEEDS_UPDATE" not in request.META
    assert CSRF._unmask_cipher_token(str(token)) == SECRETS[2]
    assert str(token) == str(token)
    assert request.META["CSRF_COOKIE_NEEDS_UPDATE"]


def test_who_has_no_cookie_yet_gets_one() -> None:
    request = request_of()
    token = str(site(request)["csrf_token"])
    assert CSRF._unmask_cipher_token(token) == request.META["CSRF_COOKIE"]
    assert request.META["CSRF_COOKIE_NEEDS_UPDATE"]
