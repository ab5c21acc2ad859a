"""Buddies, and players one wants nothing of."""

from __future__ import annotations

import pytest

from accounts.models import Relation, User
from accounts.people import relations

pytestmark = pytest.mark.django_db


def test_a_buddy_is_ones_own_choice(alice: User, bob: User) -> None:
    relations.buddy(alice, bob)
    assert list(relations.buddies(alice)) == [bob]
    assert list(relations.buddies(bob)) == []
    assert relations.may_write(alice, bob)
    assert relations.may_write(bob, alice)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert list(relations.buddies(alice)) == [], "nobody plays with who is not here any more"
    User.objects.filter(pk=bob.pk).update(is_active=True)
    relations.forget(alice, bob)
    assert list(relations.buddies(alice)) == []


def test_ignoring_works_both_ways_and_ends_being_a_buddy(alice: User, bob: User, carol: User) -> None:
    relations.buddy(alice, bob)
    relations.ignore(alice, bob)
    assert list(relations.buddies(alice)) == []
    assert relations.apart(alice) == {bob.pk}
    assert relations.apart(bob) == {alice.pk}
    assert relations.apart(carol) == set()
    assert not relations.may_write(bob, alice)
    assert not relations.may_invite(alice, bob)
    assert relations.may_write(alice, carol)
    assert relations.of(alice, bob) == "ignored"
    assert relations.of(bob, alice) == ""


def test_nobody_relates_to_oneself(alice: User) -> None:
    with pytest.raises(relations.NotYourself):
        relations.ignore(alice, alice)
    assert not relations.may_write(alice, alice)


def test_lists_are_not_endless(alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relations, "MOST", 1)
    relations.buddy(alice, bob)
    relations.ignore(alice, bob)
    with pytest.raises(relations.TooManyRelations):
        relations.buddy(alice, carol)
    assert Relation.objects.count() == 1
