"""examples/bot.ts plays as examples/bot.py does."""

from __future__ import annotations

import shutil

import pytest
from pytest_django.live_server_helper import LiveServer

from accounts import limits
from accounts.limits import Rate
from accounts.models import User
from dicepool import refill
from games.models import Match
from tests.api.asking import ask
from tests.clients import node
from tests.examples.playing import GAMES, all_over, interrupted, process

BUILT = node.HOME / "built" / "examples" / "bot.js"
MOST_LINES = 120


@pytest.fixture(scope="module")
def command() -> tuple[str, ...]:
    """The bot as Node runs it, once its types are right."""
    node.must_be_there()
    node.run("npm", "run", "--silent", "build")
    return shutil.which("node") or "node", str(BUILT)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("robots")
@pytest.mark.long
def test_it_plays_whole_matches_with_a_robot(
    live_server: LiveServer, alice: User, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "API", dict.fromkeys(("player", "address"), Rate(10**6, 60)))
    refill.add_sets(12_000, "tests")
    whole = [*command, live_server.url, "beginner", *GAMES]
    with process(whole, live_server.url, ask(alice, "read play").secret) as running:
        found = all_over(running, len(GAMES))
        said = interrupted(running)
    assert sorted(match.code for match in found) == sorted(GAMES)
    assert {match.status for match in found} == {Match.Status.FINISHED}
    assert said.startswith("Playing as alice.\n")
    assert said.endswith("Goodbye.\n")


@pytest.mark.django_db(transaction=True)
@pytest.mark.long
def test_it_stops_with_a_word_where_nothing_can_come_of_it(
    live_server: LiveServer, command: tuple[str, ...]
) -> None:
    with process(command, live_server.url, "bzt_none") as running:
        said, complained = running.communicate(timeout=30)
    assert (running.returncode, said) == (1, "")
    assert complained == "This token is not valid, or no longer valid. Make a new one in your settings.\n"


def test_it_is_short() -> None:
    assert len((node.HOME.parents[1] / "examples" / "bot.ts").read_text().splitlines()) <= MOST_LINES
