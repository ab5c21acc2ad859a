"""Refusals and failures: one clear sentence, the right status."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

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
