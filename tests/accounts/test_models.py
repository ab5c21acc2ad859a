"""Names: plain, unmistakable, each once."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "name", ["bo", "a" * 21, "-dash", "_low", "a b", "аlice", "al.ice", "<b>", "alice\n", "a@b.c"]
)
def test_a_name_that_could_mislead_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        User(username=name, email="x@example.org", password="x").full_clean()


@pytest.mark.parametrize("name", ["admin", "Robot", "FORMER-PLAYER", "former_player", "Boatzee"])
def test_a_name_of_the_sites_own_is_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="kept for the site"):
        User(username=name, email="x@example.org", password="x").full_clean()


@pytest.mark.parametrize("name", ["bob", "Al-1ce", "x_" * 10])
def test_a_plain_name_is_taken(name: str) -> None:
    User(username=name, email="x@example.org", password="x").full_clean()


def test_a_name_is_taken_in_any_case(alice: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("ALICE", "x@example.org", "x")
    with pytest.raises(ValidationError):
        User(username="Alice", email="x@example.org", password="x").full_clean()


def test_a_time_zone_is_one_that_exists(alice: User) -> None:
    alice.time_zone = "Europe/Atlantis"
    with pytest.raises(ValidationError):
        alice.full_clean()
