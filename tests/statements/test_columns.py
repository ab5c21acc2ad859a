"""Rows are made as Django makes them, in fewer steps."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db.models import Model
from django.db.models.signals import post_init, pre_init

from accounts.models import Token, User
from games.models import Match, Seat, Seek
from statements import Columns

MODELS = (Session, User, Match, Seat, Seek)


def given(columns: Columns[Any]) -> list[Any]:
    """Something for each column."""
    return [f"<{name}>" for name in columns.names]


@pytest.mark.parametrize("model", MODELS)
def test_a_row_is_the_one_that_django_makes(model: type[Model]) -> None:
    columns = Columns(model)
    values = given(columns)
    made, rest = columns.split([*values, "what stands behind"])
    django = model.from_db("default", columns.names, values)
    assert type(made) is model
    assert rest == ["what stands behind"]
    state, other = made.__dict__.pop("_state"), django.__dict__.pop("_state")
    assert made.__dict__ == django.__dict__
    assert (state.adding, state.db, state.fields_cache) == (other.adding, other.db, other.fields_cache)


def test_words_are_read_without_a_length_and_so_are_arrays_of_words() -> None:
    assert (
        Columns(Token, only={"id", "name", "scopes"}).of("t") == 't."id", t."name"::text, t."scopes"::text[]'
    )
    assert Columns(User, only={"id", "days_off"}).of("u") == 'u."id", u."days_off"'


def test_two_rows_share_nothing() -> None:
    columns = Columns(Seat)
    one, other = columns.make(given(columns)), columns.make(given(columns))
    one.moves = 7
    one._state.fields_cache["match"] = None
    assert other.moves != 7
    assert not other._state.fields_cache


def test_what_is_left_out_is_still_to_be_asked_for() -> None:
    columns = Columns(User, only={"id", "username"})
    assert columns.names == ["id", "username"]
    made = columns.make([7, "alice"])
    assert made.get_deferred_fields() == {field.attname for field in User._meta.concrete_fields} - {
        "id",
        "username",
    }


@pytest.mark.parametrize("model", MODELS)
def test_nobody_hears_of_a_row_that_is_made_and_none_is_made_otherwise(model: type[Model]) -> None:
    """Else it would have to be made by Django."""
    assert not pre_init.has_listeners(model)
    assert not post_init.has_listeners(model)
    assert model.__init__ is Model.__init__
    assert model.from_db.__func__ is Model.from_db.__func__  # type: ignore[attr-defined]
