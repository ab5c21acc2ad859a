"""What one player does is told to others in their own languages, by every way."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.utils import translation

from accounts import letters, notices
from accounts.models import Delivery, Notice, User
from accounts.notices.mail import compose
from accounts.said import Said, by_language, later
from boatzee_site.catalogues.languages import PSEUDO, SOURCE
from boatzee_site.catalogues.pseudo import pseudo
from tests import talking

pytestmark = pytest.mark.django_db
SENTENCE = "%(name)s has written to you"


@pytest.fixture(autouse=True)
def _each_their_own(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Alice reads nobody's language, bob English; both may write."""
    monkeypatch.setattr("accounts.talk.rooms.why_not", lambda _room, _player: "")
    for player, code in ((alice, PSEUDO.code), (bob, SOURCE.code)):
        player.language = code
        player.save()


def told(player: User) -> str:
    """The subject of the latest that the player was told."""
    return Notice.objects.filter(player=player).latest("pk").subject


def write(by: User, to: User) -> None:
    """A message, while the writer's language is spoken, as on the page on which it is written."""
    with translation.override(by.language):
        talking.write(by, to, "Hello")


def test_each_is_told_in_their_own_whoever_has_done_it(alice: User, bob: User) -> None:
    write(bob, alice)
    assert told(alice) == pseudo(SENTENCE) % {"name": "bob"}
    write(alice, bob)
    assert told(bob) == SENTENCE % {"name": "alice"}


def test_of_several_each_reads_their_own(alice: User, bob: User, carol: User) -> None:
    said = later("%(name)s begins soon") % {"name": "The league"}
    with translation.override(PSEUDO.code):
        notices.tell([alice, bob, carol], "event", "soon", said, "/", text=later("Be there."))
    assert (told(alice), told(bob), told(carol)) == (
        pseudo("%(name)s begins soon") % {"name": "The league"},
        "The league begins soon",
        "The league begins soon",
    )
    assert Notice.objects.get(player=alice).text == pseudo("Be there.")


def test_it_takes_as_many_queries_as_for_one_language(
    alice: User, bob: User, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        notices.tell([alice, bob], "event", "soon", later("Soon"), "/")


def test_a_mail_is_in_one_language_from_the_subject_to_the_foot(alice: User, bob: User) -> None:
    write(bob, alice)
    notice = Notice.objects.filter(player=alice).latest("pk")
    delivery = Delivery(way=Delivery.Way.MAIL, notice=notice)
    assert delivery.reads == PSEUDO.code
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)

    composed = compose([delivery])
    html = str(composed.alternatives[0][0])
    assert f'<html lang="{PSEUDO.code}"' in html
    assert pseudo(SENTENCE) % {"name": "bob"} in composed.subject
    assert translation.get_language() == SOURCE.code


def test_a_letter_is_in_the_player_s_language_and_not_in_that_of_whoever_came_in(alice: User) -> None:
    alice.email = "alice@example.org"
    with translation.override(SOURCE.code):
        letters.warn(alice, later("A sign-in from a new browser"), later("Was it you?"), "Firefox", "")
    content = Delivery.objects.latest("pk").content
    assert pseudo("A sign-in from a new browser") in content["subject"]
    assert pseudo("Was it you?") in content["text"]
    assert f'lang="{PSEUDO.code}"' in content["html"]


def test_a_sentence_is_said_when_it_is_read() -> None:
    inner = later("a draw")
    said = later("It is %(what)s") % {"what": inner}
    assert isinstance(said, Said)
    assert str(said) == "It is a draw"
    with translation.override(PSEUDO.code):
        assert str(said) == pseudo("It is %(what)s") % {"what": pseudo("a draw")}


def test_a_language_that_the_site_does_not_speak_is_the_site_s_own(alice: User, bob: User) -> None:
    alice.language = "xx"
    with translation.override(PSEUDO.code):
        found = [(translation.get_language(), len(some)) for some in by_language([alice, bob])]
    assert found == [(SOURCE.code, 1), (SOURCE.code, 1)]
