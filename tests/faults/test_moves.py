"""Two tabs, two workers, a killed process: one move happens once, whole, or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from urllib.parse import quote

import pytest
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from dicepool.models import Handout
from games.match import play
from games.match.signals import match_finished
from games.models import Match
from games.rules.base import Kind
from games.rules.base import Move as RulesMove
from tests.at_once import PATIENCE, at_once, is_held_up, meanwhile
from tests.games.tables import begin, make, seat_of, to_move

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pool"), pytest.mark.faults]


def tab(player: User, match: Match, **form: object) -> Callable[[], HttpResponse]:
    """A tab of the player's that sends this form."""
    client = Client()
    client.force_login(player)
    address = reverse("games:move", args=[match.pk])
    return lambda: client.post(address, form)  # type: ignore[return-value]


@pytest.mark.parametrize("tabs", [2, 6])
def test_the_same_form_sent_at_once_plays_once(alice: User, bob: User, tabs: int) -> None:
    match = begin("BZ", alice, bob)
    player, version, drawn = to_move(match), match.version, Handout.objects.count()
    answers = at_once(*[tab(player, match, version=version, do="roll") for _ in range(tabs)])
    match.refresh_from_db()
    assert match.version == version + 1
    assert Handout.objects.count() == drawn + 1
    assert sorted(answer.status_code for answer in answers) == [302] + [409] * (tabs - 1)


def test_two_tabs_race_and_the_loser_sees_the_table_as_it_is(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    player = to_move(match)
    match = make(match, player, RulesMove(Kind.ROLL))
    answers = at_once(
        tab(player, match, version=match.version, do="roll"),
        tab(player, match, version=match.version, do="score", box="chance"),
    )
    [loser] = [answer for answer in answers if answer.status_code == 409]
    match.refresh_from_db()
    page = loser.content.decode()
    assert f'data-version="{match.version}"' in page
    assert 'role="alert"' in page


def test_both_players_of_a_split_match_move_at_once(alice: User, bob: User) -> None:
    from games.rules.base import Pace

    match = begin("BZ", alice, bob, pace=Pace.SPLIT)
    answers = at_once(*[tab(player, match, version=0, do="roll") for player in (alice, bob)])
    assert [answer.status_code for answer in answers] == [302, 302]
    match.refresh_from_db()
    assert match.version == 2


def test_whoever_waited_for_the_lock_sees_the_seats_as_they_are_then(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)

    def follow() -> list[int]:
        with transaction.atomic():
            return [seat.total for seat in play.lock(match.pk).seats]

    with transaction.atomic():
        play.lock(match.pk)
        after = meanwhile(follow)
        assert is_held_up(after)
        match.seats.update(total=7)
    assert after.result(PATIENCE) == [7, 7]


def test_what_fails_as_the_last_move_is_made_undoes_it(alice: User, bob: User) -> None:
    """The end of a match and what is noted of it are one transaction."""
    match = begin("BZ", alice, bob)
    before = Match.objects.filter(pk=match.pk).values().get()

    def refuse(**_: object) -> None:
        raise RuntimeError("not noted")

    match_finished.connect(refuse)
    try:
        with pytest.raises(RuntimeError, match="not noted"):
            play.resign(match.pk, alice, match.version)
    finally:
        match_finished.disconnect(refuse)
    assert Match.objects.filter(pk=match.pk).values().get() == before
    assert not match.moves.filter(kind=Kind.RESIGN.value).exists()


KILLED = """
import os, signal, django
django.setup()
from games.match import play
from games.models import Match
from games.rules.base import Kind, Move as RulesMove
from accounts.models import User

def killed(*args, **kwargs):
    os.kill(os.getpid(), signal.SIGKILL)

{patch} = killed
play.move({match}, User.objects.get(pk={player}), {version}, RulesMove(Kind.ROLL))
"""


@pytest.mark.parametrize("patch", ["play.sets.go_on", "play.write"])
def test_a_process_killed_in_the_middle_leaves_nothing_half_done(alice: User, bob: User, patch: str) -> None:
    match = begin("BZ", alice, bob)
    player = to_move(match)
    before = Match.objects.filter(pk=match.pk).values().get()
    handed_out = Handout.objects.count()
    code = KILLED.format(patch=patch, match=match.pk, player=player.pk, version=match.version)
    settings = connection.settings_dict
    database = f"postgres://{settings['USER']}@{quote(settings['HOST'], safe='')}/{settings['NAME']}"
    environment = {**os.environ, "DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "boatzee_site.settings"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert Match.objects.filter(pk=match.pk).values().get() == before
    assert Handout.objects.count() == handed_out
    match = make(match, player, RulesMove(Kind.ROLL))
    assert seat_of(match, player).to_move
