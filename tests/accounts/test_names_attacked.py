"""Whoever would be taken for somebody else, or for nobody, is refused, whichever way the name comes in."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts import bots, looking, naming
from accounts.admin import PlayerForm
from accounts.alphabets import skeleton
from accounts.models import User
from accounts.models.user import like_a_name
from tests.at_once import PATIENCE, at_once, is_held_up, meanwhile

pytestmark = pytest.mark.django_db
NO_NAMES = {
    "marks alone": "\u0301\u0302\u0303\u0323",
    "marks of Hebrew alone": "\u05b0\u05b1\u05b2",
    "a mark first": "\u0301abc",
    "a joiner": "ab\u200dc",
    "one that does not join": "می\u200cخ",
    "turned": "\u202egnik",
    "isolated": "\u2067abc\u2069",
    "marked from the right": "abc\u200f",
    "a soft hyphen": "al\u00adice",
    "a filler": "\u3164\u3164\u3164",
    "a blank of Braille": "\u2800\u2800\u2800",
    "a variation": "abc\ufe0f",
    "a tag": "abc\U000e0061",
    "a picture": "🎲🎲🎲",
    "for private use": "\ue000\ue001\ue002",
    "half a letter": "ab\ud800c",
    "two scripts": "аlice",
    "three scripts": "aжα",
    "digits of two kinds": "abc1१",
    "a line": "abc\ndef",
    "nothing": "\x00abc",
}


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache.clear()


@pytest.mark.parametrize("name", NO_NAMES.values(), ids=NO_NAMES)
def test_what_is_no_name_comes_in_by_no_way(alice: User, name: str) -> None:
    with pytest.raises(ValidationError):
        like_a_name(name)
    with pytest.raises(bots.NoBot):
        bots.make(alice, name)
    if "\ud800" in name:  # of which no request can be made
        return
    page = Client().post(reverse("account_signup"), {"login": name, "password1": "correct horse 1"})
    assert page.status_code == 200
    User.objects.filter(pk=alice.pk).update(name_given=True)
    client = Client()
    client.force_login(User.objects.get(pk=alice.pk))
    assert client.post(reverse("account_name"), {"name": name}).status_code == 400
    assert client.get(reverse("games:player", args=["x"]).replace("x", "%E2%80%AEx")).status_code == 404
    assert not User.objects.filter(robot="").exclude(pk=alice.pk).exists()
    alice.refresh_from_db()
    assert alice.username == "alice"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("others", [("раура1", "paypa1"), ("ｍｏｄｅｍ", "modern"), ("Zoë", "Zoe\u0308")])
def test_of_two_at_once_that_look_alike_one_is_made(others: tuple[str, str]) -> None:
    def sign_up(login: str) -> int:
        form = {"login": login, "password1": "correct horse 1"}
        return Client().post(reverse("account_signup"), form).status_code

    assert sorted(at_once(*(lambda one=one: sign_up(one) for one in others))) == [200, 302]
    assert User.objects.filter(robot="").count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_who_rename_themselves_at_once_one_does() -> None:
    two = [User.objects.create_user(f"p{number}", name_given=True) for number in range(2)]

    def choose(player: User, name: str) -> bool:
        try:
            naming.choose(player, name)
        except IntegrityError:
            return False
        return True

    done = at_once(lambda: choose(two[0], "m0dern"), lambda: choose(two[1], "modern"))
    assert sorted(done) == [False, True]
    looks = User.objects.filter(looking=skeleton("modern"))
    assert looks.count() == 1
    assert User.objects.filter(username__in=["p0", "p1"], name_given=True).count() == 1, (
        "the other may choose"
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", ["signs up", "chooses a name", "names a bot"])
def test_who_takes_a_name_that_looks_so_as_it_is_written_waits_for_who_takes_the_other(way: str) -> None:
    """In capitals they differ, so that the two are not the same to the index."""
    owner = User.objects.create_user("owner", name_given=True)

    def take() -> bool:
        if way == "signs up":
            form = {"login": "νιρ", "password1": "correct horse 1"}
            return Client().post(reverse("account_signup"), form).status_code == 302
        try:
            if way == "names a bot":
                bots.make(owner, "νιρ")
            else:
                naming.choose(owner, "νιρ")
        except (bots.NoBot, IntegrityError):
            return False
        return True

    with transaction.atomic():
        User.objects.create_user("vip-bot" if way == "names a bot" else "vip")
        other = meanwhile(take)
        assert is_held_up(other)
    assert other.result(PATIENCE) is False
    assert not User.objects.filter(username__startswith="νιρ").exists()
    owner.refresh_from_db()
    assert owner.name_given
    User.objects.exclude(pk=owner.pk).delete()
    assert take()
    assert User.objects.filter(looking=skeleton("νιρ-bot" if way == "names a bot" else "νιρ")).count() == 1


@pytest.mark.parametrize("word", ["admin", "support", "vip-bot", "Administrator", "аdmin", "ѕuрроrt"])
def test_the_site_s_own_words_are_kept_also_where_an_older_name_looks_so(word: str) -> None:
    old = User.objects.bulk_create([User(username="adm1n"), User(username="supp0rt")])
    User.objects.filter(pk=old[1].pk).update(looking="")
    page = Client().post(reverse("account_signup"), {"login": word, "password1": "correct horse 1"})
    said = page.content.decode()
    assert page.status_code == 200
    assert any(why in said for why in ("kept for the site", "kept for bots", "in one alphabet"))
    assert User.objects.filter(robot="").count() == 2


def changed(player: User, name: str) -> PlayerForm:
    """The form of the staff for a player, with another name in it."""
    form = PlayerForm(instance=User.objects.get(pk=player.pk))
    given = {field: form.initial.get(field) for field in form.fields if field != "password"}
    given = {field: "" if value is None else value for field, value in given.items()}
    return PlayerForm({**given, "username": name}, instance=User.objects.get(pk=player.pk))


def test_staff_give_a_name_by_the_same_rules(alice: User, bob: User) -> None:
    for name in ("a1ice", "аlice", "\u202ebob", "adrnin", "bob-bot"):
        form = changed(bob, name)
        form.is_valid()
        assert "username" in form.errors, name
    form = changed(bob, "Дмитрий")
    form.is_valid()
    assert "username" not in form.errors
    with transaction.atomic():
        User.objects.filter(pk=bob.pk).update(username="Дмитрий", looking=form.instance.looking)
    assert looking.alike("Дмитрий")
    assert not looking.alike("b0b"), "what he was called is free again"


def test_staff_who_change_something_else_keep_an_older_name_that_looks_like_another(alice: User) -> None:
    old = User.objects.create_user("a1ice-2")
    User.objects.filter(pk=old.pk).update(username="a1ice", looking="")
    form = changed(old, "a1ice")
    form.is_valid()
    assert "username" not in form.errors
    assert form.instance.looking == ""


def test_what_is_put_back_from_a_copy_is_looked_at_again(alice: User) -> None:
    """A row of a release of before names was compared so, as after a restoration of an old copy."""
    old = User.objects.create_user("dora")
    User.objects.filter(pk__in=[alice.pk, old.pk]).update(looking=None)
    assert not looking.alike("d0ra")
    assert looking.look() == 2
    assert looking.alike("d0ra")
    assert looking.look() == 0
