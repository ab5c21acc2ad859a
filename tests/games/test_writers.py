"""Those modules alone that tests/writers.py names write matches, seats and moves, and read moves."""

from __future__ import annotations

import importlib
import types

import pytest

from accounts.models import User
from games.models import Match
from tests import writers
from tests.games.tables import begin, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def trespass(name: str, source: str) -> types.ModuleType:
    """A module of the site, of this name, that would do so."""
    module = types.ModuleType(name.replace("/", "."))
    exec(compile(source, f"{writers.PREFIX}{name}.py", "exec"), module.__dict__)
    return module


SAVES = "def act(match, seat):\n    {}\n"


@pytest.mark.parametrize(
    "how",
    [
        "match.save()",
        "seat.save(update_fields=['place'])",
        "type(match).objects.filter(pk=match.pk).update(version=7)",
        "type(seat).objects.bulk_update([seat], ['place'])",
        "match.moves.create(number=99, seat=0, kind='roll')",
        "match.delete()",
    ],
)
def test_whoever_is_not_named_cannot_however_it_is_spelt(alice: User, bob: User, how: str) -> None:
    match = begin("BO", alice, bob)
    module = trespass("ladders/events/anything", SAVES.format(how))
    with pytest.raises(writers.Trespass, match=r"ladders\.events\.anything"):
        module.act(match, seat_of(match, alice))


@pytest.mark.parametrize(
    "how",
    [
        "list(match.moves.all())",
        "match.moves.filter(seat=0).exists()",
        "list(type(match).objects.prefetch_related('moves'))",
        "list(type(match).objects.filter(moves__seat=0))",
    ],
)
def test_moves_are_read_through_one_door(alice: User, bob: User, how: str) -> None:
    match = begin("BO", alice, bob)
    module = trespass("games/match/anything", SAVES.format(how))
    with pytest.raises(writers.Trespass, match=r"games\.match\.anything reads"):
        module.act(match, seat_of(match, alice))


def test_a_page_that_has_it_done_by_who_may_may(alice: User, bob: User) -> None:
    match = begin("BO", alice, bob)
    page = trespass("games/views/anything", "def act(run):\n    run()\n")
    allowed = trespass("games/match/play", "def run():\n    match.save()\n")
    allowed.__dict__["match"] = Match.objects.get(pk=match.pk)
    page.act(allowed.run)


@pytest.mark.parametrize("name", [*writers.WRITERS, *writers.READERS])
def test_who_is_named_is_there(name: str) -> None:
    assert importlib.import_module(name)
