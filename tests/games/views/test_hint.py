"""The coach at the table: where it speaks, to whom, and what it says before a costly move."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import limits
from accounts.models import User
from games.analysis.base import Choice
from games.coach import advice, hints
from games.models import Match, Move
from games.rules.base import Kind, Pace, Rules
from games.rules.base import Move as RulesMove
from games.seats import lobby
from games.views import hint
from tests.games.coach.coached import Simple
from tests.games.tables import begin, make, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture(autouse=True)
def _coach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "advisor", lambda rules: Simple())


@pytest.fixture
def me(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def address(match: Match) -> str:
    return reverse("games:hint", args=[match.pk])


def tells_a_box(page: str) -> bool:
    """Whether a page says in which box to write; its foot has a way to write to the staff."""
    return "Write " in page.replace("Write to us", "")


def alone(player: User, code: str = "BZ") -> Match:
    return make(lobby.invite(player, [], code, {}, Pace.TURNS, "main"), player, RulesMove(Kind.ROLL))


def against_a_robot(player: User) -> Match:
    robot = User.objects.filter(is_active=True).exclude(robot="")[0]
    return lobby.invite(player, [robot], "BZ", {}, Pace.SPLIT, "main")


def best_box(match: Match, player: User) -> str:
    match.refresh_from_db()
    offers = match.rules.preview(match.table, seat_of(match, player).index)
    return max(offers, key=lambda box: offers[box])


def test_who_plays_alone_is_told_what_how_much_and_why_not_more(me: Client, alice: User) -> None:
    match = alone(alice)
    page = me.get(address(match)).content.decode()
    assert page.count("<details>") == 1  # of a coach that knows no reasons
    assert tells_a_box(page)
    assert "more on average than the next best" in page
    bare = me.get(address(match), headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in bare
    assert tells_a_box(bare)
    assert address(match) in me.get(reverse("games:table", args=[match.pk])).content.decode()


@pytest.mark.usefixtures("robots")
def test_against_robots_there_are_hints_unless_it_is_rated(me: Client, alice: User) -> None:
    match = against_a_robot(alice)
    Match.objects.filter(pk=match.pk).update(rated=False)
    assert me.get(address(match)).status_code == 200
    Match.objects.filter(pk=match.pk).update(rated=True)
    assert me.get(address(match)).status_code == 403


def test_between_people_there_are_none_ever(me: Client, alice: User, bob: User) -> None:
    for pace in Pace:
        match = begin("BZ", alice, bob, pace=pace)
        Match.objects.filter(pk=match.pk).update(rated=False)
        answer = me.get(address(match))
        assert answer.status_code == 403
        assert "only in unrated play" in answer.content.decode()
        assert address(match) not in me.get(reverse("games:table", args=[match.pk])).content.decode()


@pytest.mark.parametrize("field", ["event", "ladder"])
def test_in_organised_play_there_are_none_not_even_alone(me: Client, alice: User, field: str) -> None:
    match = alone(alice)
    Match.objects.filter(pk=match.pk).update(**{field: 1})
    assert me.get(address(match)).status_code == 403


def test_where_a_player_has_left_somebody_sat(me: Client, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob, pace=Pace.SPLIT)
    Match.objects.filter(pk=match.pk).update(rated=False)
    match.seats.filter(player=bob).update(player=None)
    assert me.get(address(match)).status_code == 403


def test_nobody_else_is_told(alice: User, bob: User) -> None:
    match = alone(alice)
    client = Client()
    assert client.get(address(match)).status_code == 302
    client.force_login(bob)
    answer = client.get(address(match))
    assert answer.status_code == 403
    assert not tells_a_box(answer.content.decode())
    assert address(match) not in client.get(reverse("games:table", args=[match.pk])).content.decode()
    assert client.get(reverse("games:hint", args=[match.pk + 999])).status_code == 404


def test_of_a_match_that_is_over_there_is_none(me: Client, alice: User) -> None:
    match = alone(alice)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    assert me.get(address(match)).status_code == 403


def test_while_the_coach_gets_ready_it_says_so_and_warns_of_nothing(
    me: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_ready(rules: object) -> None:
        raise advice.NotReady

    monkeypatch.setattr(advice, "advisor", not_ready)
    match = alone(alice)
    answer = me.get(address(match))
    assert answer.status_code == 503
    assert "Retry-After" in answer.headers
    warn(alice)
    assert scored(me, match, "boatzee").status_code == 302


def warn(player: User) -> None:
    player.board = {**player.board, "warn": True}
    player.save(update_fields=["board"])


def scored(client: Client, match: Match, box: str, **more: str) -> Any:
    match.refresh_from_db()
    form = {"version": match.version, "do": "score", "box": box, **more}
    return client.post(reverse("games:move", args=[match.pk]), form)


def test_before_a_costly_move_who_wants_it_is_warned_and_may_insist(me: Client, alice: User) -> None:
    match = alone(alice)
    warn(alice)
    worst = min(["ones", "boatzee", "large-straight"], key=lambda box: _offers(match, alice)[box])
    answer = scored(me, match, worst)
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "The coach warns you" in html
    assert not Move.objects.filter(match=match, kind=Kind.SCORE).exists()
    again = html[html.index('id="sure"') :]
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', again))
    assert fields["do"] == "score"
    assert fields["box"] == worst
    assert scored(me, match, worst, sure="yes").status_code == 302
    assert Move.objects.filter(match=match, kind=Kind.SCORE, box=worst).exists()


def _offers(match: Match, player: User) -> dict[str, int]:
    match.refresh_from_db()
    offers: dict[str, int] = match.rules.preview(match.table, seat_of(match, player).index)
    return offers


class Losing(Simple):
    """Who finds every move but the first to lose so much."""

    def __init__(self, loss: float) -> None:
        self.loss = loss

    def choices(self, rules: Rules[Any], state: Any, seat: int) -> tuple[Choice, ...]:
        best, *others = rules.moves(state, seat)
        left = 0.5 - self.loss
        return Choice(best, 0.5, 0.5), *(Choice(move, left, left) for move in others)


@pytest.mark.parametrize(
    ("code", "loss"),
    [("BZ", hints.COSTLY_POINTS), ("BT", 3 * hints.COSTLY_POINTS), ("PG", hints.COSTLY_CHANCE)],
)
def test_costly_is_what_loses_so_much_for_each_column_or_of_the_chance(
    alice: User, robots: None, monkeypatch: pytest.MonkeyPatch, code: str, loss: float
) -> None:
    robot = User.objects.filter(is_active=True).exclude(robot="")[0]
    match = lobby.invite(alice, [robot], code, {}, Pace.TURNS, "main", rated=False)
    state = match.rules.start(2, match.options, Pace.TURNS, 0)
    state = match.rules.play(state, 0, RulesMove(Kind.ROLL), (2, 3, 4, 6, 6)[: match.rules.dice])
    match.state = match.rules.dump(state)
    seats = list(match.seats.select_related("player").order_by("index"))
    best, other, *_ = match.rules.moves(state, 0)
    for lost, warned in ((loss - 0.001, False), (loss + 0.001, True)):
        monkeypatch.setattr(advice, "advisor", lambda rules, lost=lost: Losing(lost))
        assert (hints.cost(match, seats, seats[0], other) is not None) is warned
        assert hints.cost(match, seats, seats[0], best) is None


def test_the_best_move_and_one_that_nobody_asked_about_are_made_at_once(me: Client, alice: User) -> None:
    match = alone(alice)
    assert scored(me, match, "boatzee").status_code == 302
    match = alone(alice)
    warn(alice)
    assert scored(me, match, best_box(match, alice)).status_code == 302


def test_between_people_nobody_is_warned(me: Client, alice: User, bob: User) -> None:
    warn(alice)
    match = begin("BZ", alice, bob, pace=Pace.SPLIT)
    Match.objects.filter(pk=match.pk).update(rated=False)
    make(match, alice, RulesMove(Kind.ROLL))
    form = {"version": 1, "do": "score", "box": "ones"}
    assert me.post(reverse("games:move", args=[match.pk]), form).status_code == 302


def test_between_people_the_coach_is_not_even_asked(
    me: Client, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(*given: object) -> None:
        raise AssertionError("The whole table was read for it.")

    warn(alice)
    match = begin("BZ", alice, bob)
    monkeypatch.setattr(hint, "warning", asked)
    form = {"version": 0, "do": "roll"}
    assert me.post(reverse("games:move", args=[match.pk]), form).status_code in {302, 409}
    with pytest.raises(AssertionError):
        me.post(reverse("games:move", args=[alone(alice).pk]), form)


def test_hints_are_counted(me: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    few = limits.Budget("Many.", (limits.Rate(2, limits.HOUR),))
    monkeypatch.setattr(limits, "BUDGETS", {**limits.BUDGETS, "hint": few})
    address = reverse("games:hint", args=[alone(alice).pk])
    assert [me.get(address).status_code for _ in range(3)] == [200, 200, 429]


def test_an_illegal_move_is_refused_as_ever_without_a_warning(me: Client, alice: User) -> None:
    match = alone(alice)
    warn(alice)
    answer = scored(me, match, "no-such-box")
    assert answer.status_code == 400
    assert "The coach" not in answer.content.decode()
