"""Names and titles stay in their line, at every door."""

from __future__ import annotations

import pytest
from allauth.core import context as allauth_context
from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.db import models
from django.forms import ModelForm, modelform_factory
from django.test import Client, RequestFactory
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from accounts.forms_applications import ApplicationForm
from accounts.forms_factor import AddForm
from accounts.forms_tokens import TokenForm
from accounts.models import News, User
from accounts.single_line import flatten, single_line
from games.models import Collection
from ladders.clubs.forms import ComeForm, FoundForm
from ladders.events.event_forms import EventForm
from ladders.events.team_forms import TeamForm
from ladders.models import Event, Team

BAD = [
    *("a\nb", "a\r\nBcc: x@example.org", "a\x00b", "a\tb", "a\x1bb", "a\x7fb", "a\x85b"),
    *("a\u2028b", "a\u2029b", "a\u202eb", "a\u2066b", "a\u200fb", "a\u061cb", "a\ud800b"),
]
GOOD = ["The spring league", "Würfel & Co.", "日本の人", "נבחרת", "👩‍👩‍👧 family", "a'b\"c<d>"]


@pytest.mark.parametrize("text", BAD)
def test_what_leaves_the_line_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        single_line(text)
    single_line(flatten(text))


@pytest.mark.parametrize("text", GOOD)
def test_names_of_all_languages_are_not(text: str) -> None:
    single_line(text)
    assert flatten(text) == text


@given(st.text())
def test_what_is_flattened_can_be_a_subject(text: str) -> None:
    single_line(flatten(text))
    EmailMessage(subject=flatten(text), to=["a@example.org"]).message()


@pytest.mark.django_db
@pytest.mark.parametrize("text", BAD)
@pytest.mark.parametrize(
    ("model", "field"), [(Event, "name"), (Team, "name"), (News, "title"), (Collection, "name")]
)
def test_every_form_of_these_refuses_it(model: type[models.Model], field: str, text: str) -> None:
    """Those of the Django admin are made in the same way."""
    made: type[ModelForm[models.Model]] = modelform_factory(model, fields=[field])
    assert field in made({field: text}).errors
    assert field not in made({field: GOOD[1]}).errors


@pytest.mark.django_db
@pytest.mark.parametrize("text", BAD)
def test_our_own_forms_refuse_it(alice: User, text: str) -> None:
    assert "name" in TeamForm({"name": text, "others": "bob"}, player=alice).errors
    assert "name" in FoundForm({"name": text, "way": "open"}).errors
    assert "text" in ComeForm({"text": text}).errors
    assert "name" in EventForm({"event-name": text}).errors
    assert "name" in TokenForm({"name": text}).errors
    assert "name" in ApplicationForm({"name": text}).errors


@pytest.mark.django_db
@pytest.mark.parametrize("text", BAD)
def test_a_passkey_is_named_on_one_line(alice: User, rf: RequestFactory, text: str) -> None:
    request = rf.get("/")
    request.session, request.user = SessionBase(), alice
    with allauth_context.request_context(request):
        assert "name" in AddForm(user=alice, data={"name": text}).errors


@pytest.mark.django_db
@pytest.mark.usefixtures("pool")
def test_a_team_of_two_lines_is_a_clear_no(client: Client, alice: User, bob: User) -> None:
    from tests.ladders.events import opened

    event = opened("team")
    client.force_login(alice)
    answer = client.post(reverse("ladders:team_new", args=[event.pk]), {"name": "We\nthem", "others": "bob"})
    assert answer.status_code == 400
    assert "one line" in answer.content.decode()
    assert not Team.objects.exists()


def test_every_line_of_text_that_people_write_is_looked_over() -> None:
    """A new one-line field of a model comes here: it is checked, or it is said why it need not be."""
    from django.apps import apps

    looked_over = {
        *("Event.name", "Team.name", "News.title", "Enquiry.subject", "Token.name"),
        *("Board.name", "Board.about", "Topic.title", "Collection.name", "ClubAsking.text"),
    }
    others = {
        "User.username",  # plain letters
        "User.email",  # checked by Django
        "Enquiry.email",
        "Board.slug",
        "Club.name",  # plain letters
        "User.password",
        "User.time_zone",  # one of a list
        "User.language",
    }
    found = set()
    for app in ("accounts", "games", "ladders"):
        for model in apps.get_app_config(app).get_models():
            for field in model._meta.local_fields:
                line = isinstance(field, models.CharField) and field.editable and not field.choices
                if line and model.__name__ not in MADE:
                    found.add(f"{model.__name__}.{field.name}")
                    checked = single_line in field.validators
                    assert checked == (f"{model.__name__}.{field.name}" in looked_over), field
    assert found == looked_over | others


MADE = {
    *(
        "Delivery",
        "Hook",
        "HookPost",
        "Imported",
        "Notice",
        "PushSubscription",
        "Preferences",
        "Report",
        "Relation",
        "Profile",
    ),
    *("Device", "Errand", "ForumAct", "Spent", "Trace", "ClubLine", "ClubMatch"),
    *(
        "Match",
        "Seat",
        "Move",
        "Seek",
        "Wish",
        "Rating",
        "RatingPoint",
        "Review",
        "Puzzle",
        "Learnt",
        "Rung",
        "Place",
        "Fixture",
        "Medal",
        "Archived",
        "Deed",
        "Earned",
        "Spread",
        "Standing",
        "Tally",
        "Log",
    ),
}
"""Models whose lines the site itself writes, or that have a check of their own."""
