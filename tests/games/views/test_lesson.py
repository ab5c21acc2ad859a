"""Lessons: for everybody, step by step, remembered, and with a kind word for what was not asked for."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.sessions import SessionStore
from games.coach.learning import KEY, Gone, Learner
from games.export import matches
from games.lessons import LESSONS
from games.lessons.base import Lesson
from games.models import Learnt, Match
from games.rules.base import Kind

pytestmark = pytest.mark.django_db
BZ = LESSONS["bz"]


def address(slug: str = "bz") -> str:
    return reverse("games:lesson", args=[slug])


def form(lesson: Lesson, at: int, **other: Any) -> dict[str, Any]:
    move = lesson.steps[at].do
    return {"version": at, "do": move.kind.value, "keep": list(move.keep), "box": move.box, **other}


def through(client: Client, lesson: Lesson, upto: int | None = None) -> None:
    for at in range(len(lesson.steps) if upto is None else upto):
        answer = client.post(address(lesson.slug), form(lesson, at))
        assert answer.status_code == 302, at
        assert answer["Location"] == address(lesson.slug)


@pytest.fixture
def me(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


@pytest.mark.parametrize("slug", LESSONS)
def test_a_visitor_goes_through_every_lesson_without_script_or_account(slug: str) -> None:
    client, lesson = Client(), LESSONS[slug]
    for at, step in enumerate(lesson.steps):
        page = client.get(address(slug))
        html = page.content.decode()
        assert page.status_code == 200
        assert f"Step {at + 1} of {len(lesson.steps)}" in html
        assert escaped(step.say) in html
        assert "are set by the lesson" in html
        assert client.post(address(slug), form(lesson, at)).status_code == 302
        assert escaped(step.done) in client.get(address(slug)).content.decode()
    html = client.get(address(slug)).content.decode()
    assert escaped(lesson.end) in html
    assert "Begin again" in html
    assert "Play a robot now" not in html
    assert (reverse("games:practice") in html) is (lesson.code == "BZ")
    assert 'id="move"' not in html
    assert not Learnt.objects.exists()
    assert not Match.objects.exists()
    assert not User.objects.filter(guest=True).exists()


def escaped(text: str) -> str:
    from django.utils.html import escape

    return str(escape(text))


def test_what_was_done_is_remembered_of_a_player_wherever_they_sign_in(me: Client, alice: User) -> None:
    through(me, BZ, 3)
    other = Client()
    other.force_login(alice)
    assert "Step 4 of 8" in other.get(address()).content.decode()
    row = Learnt.objects.get()
    assert (row.player, row.lesson, row.steps, row.finished_at) == (alice, "bz", 3, None)
    assert "5 steps left" in other.get(reverse("games:lessons")).content.decode()
    through_rest(other)
    assert Learnt.objects.get().finished_at is not None
    told = dict(matches(alice))["lessons.json"]
    [one] = json.loads(told if isinstance(told, str | bytes) else b"".join(told))
    assert (one["lesson"], one["steps"]) == ("bz", 8)


def through_rest(client: Client) -> None:
    for at in range(3, len(BZ.steps)):
        assert client.post(address(), form(BZ, at)).status_code == 302


def test_a_visitor_who_signs_in_goes_on_where_the_session_was(alice: User) -> None:
    client = Client()
    through(client, BZ, 2)
    assert client.session[KEY] == {"bz": 2}
    client.force_login(alice)
    assert "Step 3 of 8" in client.get(address()).content.decode()
    client.post(address(), form(BZ, 2))
    assert Learnt.objects.get(player=alice).steps == 3
    assert client.session[KEY] == {}


def test_nobody_learns_for_another(me: Client, bob: User) -> None:
    through(me, BZ, 2)
    other = Client()
    other.force_login(bob)
    assert "Step 1 of 8" in other.get(address()).content.decode()
    assert "Step 1 of 8" in Client().get(address()).content.decode()


def test_another_choice_gets_a_kind_word_and_the_step_stays(me: Client) -> None:
    through(me, BZ, 3)
    wrong = {"version": 3, "do": "score", "box": "four-of-a-kind"}
    answer = me.post(address(), wrong)
    assert answer.status_code == 200
    html = answer.content.decode()
    assert escaped(BZ.steps[3].instead["score four-of-a-kind"]) in html
    assert "Step 4 of 8" in html
    other = me.post(address(), {"version": 3, "do": "score", "box": "ones"})
    assert escaped(BZ.steps[3].wrong) in other.content.decode()
    assert Learnt.objects.get().steps == 3


@pytest.mark.parametrize(
    ("sent", "status", "words"),
    [
        ({}, 400, "cannot be read"),
        ({"version": "1", "do": "fly"}, 400, "cannot be read"),
        ({"version": "1", "do": "score"}, 400, "Choose the box"),
        ({"version": "1", "do": "score", "box": "no-such"}, 400, "has no box"),
        ({"version": "1", "do": "roll", "keep": ["1"]}, 400, "Keep only dice"),
        ({"version": "1", "do": "bank"}, 400, "no such move"),
        ({"version": "0", "do": "roll"}, 409, "has gone on"),
        ({"version": "7", "do": "roll"}, 409, "has gone on"),
        ({"version": "x", "do": "again"}, 400, "cannot be read"),
        ({"version": "0", "do": "again"}, 409, "has gone on"),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(
    me: Client, sent: dict[str, Any], status: int, words: str
) -> None:
    through(me, BZ, 1)
    answer = me.post(address(), sent)
    assert answer.status_code == status
    assert words in answer.content.decode()
    assert Learnt.objects.get().steps == 1


def test_the_same_form_acts_once_and_after_the_end_nothing_does(me: Client) -> None:
    through(me, BZ)
    assert me.post(address(), form(BZ, 7)).status_code == 409
    assert me.post(address(), {"version": 8, "do": "roll"}).status_code == 409
    assert Learnt.objects.get().steps == 8


def test_it_begins_again_and_keeps_when_it_was_finished(me: Client) -> None:
    through(me, BZ)
    first = Learnt.objects.get().finished_at
    assert me.post(address(), {"version": 8, "do": "again"}).status_code == 302
    assert "Step 1 of 8" in me.get(address()).content.decode()
    through(me, BZ)
    assert Learnt.objects.get().finished_at == first


@pytest.mark.usefixtures("robots", "pool")
@pytest.mark.parametrize("slug", ["bz", "dk-alternative", "pg"])
def test_it_ends_at_a_table_against_a_robot_at_one_tap(me: Client, slug: str) -> None:
    lesson = LESSONS[slug]
    through(me, lesson)
    html = me.get(address(slug)).content.decode()
    assert "Play a robot now" in html
    sent = {"code": lesson.code, **{f"{lesson.code}_{name}": value for name, value in lesson.options.items()}}
    for name, value in sent.items():
        assert f'name="{name}" value="{value}"' in html
    answer = me.post(reverse("games:robot"), sent)
    assert answer.status_code == 302
    match = Match.objects.get()
    assert match.code == lesson.code
    assert match.options.items() >= dict(lesson.options).items()
    assert match.seats.exclude(player__robot="").count() == 1


def test_a_script_has_the_table_by_the_same_answer(me: Client) -> None:
    answer = me.post(address(), form(BZ, 0), headers={"HX-Request": "true"})
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "Step 2 of 8" in html
    assert "site-head" not in html


def test_lessons_that_are_not_there_are_not_found(me: Client) -> None:
    assert me.get(address("nothing")).status_code == 404
    assert me.put(address()).status_code == 405


def test_an_old_session_that_knows_other_lessons_does_no_harm(alice: User) -> None:
    client = Client()
    through(client, BZ, 1)
    session = client.session
    session[KEY] = {"bz": 99, "gone": 3}
    session.save()
    assert "Begin again" in client.get(address()).content.decode()
    assert client.get(reverse("games:lessons")).status_code == 200


def test_pages_ask_little_of_the_database(me: Client) -> None:
    through(me, BZ, 1)
    for where in (address(), reverse("games:lessons")):
        me.get(where)
        with CaptureQueriesContext(connection) as asked:
            me.get(where)
        assert sum("games_learnt" in one["sql"] for one in asked) == 1
        assert not any("games_match" in one["sql"] and "games_learnt" in one["sql"] for one in asked)
    with CaptureQueriesContext(connection) as asked:
        Client().get(address())
    assert len(asked) == 0


def test_ways_lead_to_lessons(me: Client) -> None:
    assert address("bz") in me.get(reverse("games:rules_of", args=["bz"])).content.decode()
    both = me.get(reverse("games:rules_of", args=["dk"])).content.decode()
    assert address("dk") in both
    assert address("dk-alternative") in both
    assert reverse("games:lessons") in me.get(reverse("games:rules")).content.decode()
    assert address("bz") in me.get(reverse("games:new")).content.decode()
    assert reverse("games:lessons") in me.get(reverse("games:mine")).content.decode()
    assert reverse("games:lessons") in Client().get(reverse("games:home")).content.decode()
    assert Kind.ROLL.value in me.get(address()).content.decode()


def test_sessions_are_not_made_without_end() -> None:
    client = Client()
    through(client, BZ)  # one session, however long the lesson
    for _ in range(59):
        assert Client().post(address(), form(BZ, 0)).status_code == 302
    assert Client().post(address(), form(BZ, 0)).status_code == 429
    assert client.post(address(), {"version": len(BZ.steps), "do": "again"}).status_code == 302


def test_to_begin_again_what_was_not_begun_makes_no_session() -> None:
    client = Client()
    assert client.post(address(), {"version": 0, "do": "again"}).status_code == 302
    assert "session" not in client.cookies


def test_who_has_just_closed_the_account_learns_nothing(alice: User) -> None:
    who = Learner(alice, SessionStore())
    User.objects.filter(pk=alice.pk).delete()
    with pytest.raises(Gone):
        who.note(LESSONS["bz"], 0, 1)
    assert not Learnt.objects.exists()
