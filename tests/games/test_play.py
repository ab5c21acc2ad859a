"""games.match.play: the steps of one move, against the real database and the real pool."""

from __future__ import annotations

import pytest
from django.db import transaction

from accounts.models import User
from dicepool.models import Handout
from dicepool.pool import Reserved
from games.match import play, staff
from games.match.signals import match_finished
from games.models import Match, Move, Seat
from games.rules import RULES
from games.rules.base import IllegalMove, Kind, Pace
from games.rules.base import Move as RulesMove
from tests.games.own_numbers import falls
from tests.games.tables import begin, legal, make, play_out, seat_of, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]

ROLL = RulesMove(Kind.ROLL)


def other(match: Match, player: User) -> User:
    seat = Seat.objects.select_related("player").exclude(player=player).get(match=match)
    assert seat.player
    return seat.player


def test_a_roll_off_opens_the_log_and_the_highest_starts(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    rolls = list(match.moves.filter(kind=Move.ROLL_OFF).order_by("number"))
    assert len(rolls) >= 2
    last = {move.seat: move.dice[0] for move in rolls[-2:]}
    assert match.starter == max(last, key=lambda seat: last[seat])
    assert seat_of(match, to_move(match)).index == match.starter
    assert len({move.serials[0] for move in rolls}) == len(rolls)


@pytest.mark.parametrize(("players", "pace"), [(1, Pace.TURNS), (2, Pace.SPLIT)])
def test_solo_and_split_matches_have_no_roll_off(alice: User, bob: User, players: int, pace: Pace) -> None:
    match = begin("BZ", *[alice, bob][:players], pace=pace)
    assert not match.moves.exists()
    assert Seat.objects.filter(match=match, to_move=True).count() == players


def test_a_roll_takes_its_dice_from_the_pool_and_keeps_their_serials(alice: User, bob: User) -> None:
    match = begin("DK", alice, bob)
    before = Handout.objects.count()
    match = make(match, to_move(match), ROLL)
    rolled = match.moves.get(number=match.version)
    assert Handout.objects.count() == before + 2
    assert len(rolled.dice) == 6
    assert rolled.serials[0] < rolled.serials[1]
    assert set(rolled.serials) <= set(Handout.objects.values_list("serial", flat=True))


def test_a_form_acts_once(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    player, version = to_move(match), match.version
    play.move(match.pk, player, version, ROLL)
    with pytest.raises(play.Stale):
        play.move(match.pk, player, version, ROLL)
    match.refresh_from_db()
    assert match.version == version + 1


def test_the_version_of_a_split_match_is_that_of_the_seat_itself(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob, pace=Pace.SPLIT)
    play.move(match.pk, alice, 0, ROLL)
    play.move(match.pk, bob, 0, ROLL)  # alice's move does not make bob's page stale
    with pytest.raises(play.Stale):
        play.move(match.pk, bob, 0, ROLL)


def refused(match: Match, player: User, version: int, wanted: RulesMove, error: type[Exception]) -> None:
    before = Match.objects.filter(pk=match.pk).values().get()
    drawn = Handout.objects.count()
    with pytest.raises(error), transaction.atomic():
        play.move(match.pk, player, version, wanted)
    assert Match.objects.filter(pk=match.pk).values().get() == before
    assert Handout.objects.count() == drawn, "no dice are drawn for a move that is refused"


def test_whoever_is_not_to_move_is_refused(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    refused(match, other(match, to_move(match)), match.version, ROLL, play.NotYourTurn)


def test_a_stranger_is_refused(alice: User, bob: User, carol: User) -> None:
    match = begin("BZ", alice, bob)
    refused(match, carol, match.version, ROLL, play.NotSeated)


def test_an_illegal_move_is_refused_before_any_dice_are_drawn(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    refused(match, to_move(match), match.version, RulesMove(Kind.SCORE, box="chance"), IllegalMove)
    match = make(match, to_move(match), ROLL)
    state = match.table
    dice = state.hands[match.starter].dice
    missing = next(face for face in range(1, 7) if face not in dice or face == 6)
    refused(match, to_move(match), match.version, RulesMove(Kind.ROLL, (missing,) * 5), IllegalMove)


def test_nothing_can_be_played_before_everybody_accepted(alice: User, bob: User) -> None:
    from games.seats import lobby

    match = lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "main")
    refused(match, alice, 0, ROLL, play.MatchOver)


@pytest.mark.django_db(transaction=True)
def test_a_roll_that_is_rolled_back_keeps_its_set_and_so_its_dice(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begin("BZ", alice, bob)
    player = to_move(match)
    [reserved] = seat_of(match, player).reserved
    dice = falls(Reserved.load(reserved))
    before = Match.objects.filter(pk=match.pk).values().get()
    handed_out = set(Handout.objects.values_list("serial", flat=True))

    class Failed(Exception):
        pass

    def fail(*args: object, **kwargs: object) -> None:
        raise Failed

    with monkeypatch.context() as patch:
        patch.setattr(play, "_save", fail)
        with pytest.raises(Failed):
            play.move(match.pk, player, match.version, ROLL)
    assert Match.objects.filter(pk=match.pk).values().get() == before
    assert set(Handout.objects.values_list("serial", flat=True)) == handed_out
    match = make(match, player, ROLL)
    rolled = match.moves.get(number=match.version)
    assert (rolled.serials, tuple(rolled.dice)) == ([reserved[0]], dice)
    following = seat_of(match, player).reserved[0][0]
    assert following == max(handed_out) + 2, "the set that was to follow is lost, the next one is taken"


@pytest.mark.parametrize("code", RULES)
def test_every_game_ends_with_places_and_totals(code: str, alice: User, bob: User) -> None:
    heard: list[Match] = []

    def listen(sender: type[Match], match: Match, **kwargs: object) -> None:
        assert transaction.get_connection().in_atomic_block
        heard.append(match)

    options = {"target": 2000} if code == "DK" else {}
    match = begin(code, alice, bob, options=options)
    match_finished.connect(listen)
    try:
        match = play_out(match)
    finally:
        match_finished.disconnect(listen)
    assert match.status == Match.Status.FINISHED
    assert match.deadline is None
    assert [found.pk for found in heard] == [match.pk]
    seats = list(match.seats.order_by("index"))
    result = match.rules.result(match.table)
    assert result is not None
    assert tuple(seat.place for seat in seats) == result.places
    assert tuple(seat.total for seat in seats) == result.totals
    assert not any(seat.to_move or seat.deadline for seat in seats)
    serials = [serial for move in match.moves.all() for serial in move.serials]
    assert len(serials) == len(set(serials))
    assert match.moves.count() == match.version


def test_a_turn_stops_its_own_clock_and_starts_the_next(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    player = to_move(match)
    assert seat_of(match, player).deadline == match.deadline
    make(match, player, ROLL)
    assert seat_of(match, player).deadline == match.deadline, "a re-roll is the same turn"
    match = make(match, player, RulesMove(Kind.SCORE, box="chance"))
    assert seat_of(match, player).deadline is None
    follower = seat_of(match, other(match, player))
    assert follower.to_move
    assert follower.deadline == match.deadline


def test_resigning_gives_the_match_to_the_other(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    match = play.resign(match.pk, alice, match.version)
    assert match.status == Match.Status.FINISHED
    assert seat_of(match, bob).place == 1
    assert seat_of(match, alice).place == 2
    refused(match, bob, match.version, ROLL, play.MatchOver)


def test_leaving_the_site_ends_every_match(alice: User, bob: User, carol: User) -> None:
    from games.seats import lobby

    running = begin("BZ", alice, bob)
    three = begin("BO", alice, bob, carol)
    asked = lobby.invite(bob, [alice], "DK", {}, Pace.TURNS, "main")
    play.leave_all(alice)
    running.refresh_from_db()
    three.refresh_from_db()
    asked.refresh_from_db()
    assert running.status == Match.Status.FINISHED
    assert seat_of(running, bob).place == 1
    assert three.status == Match.Status.RUNNING
    assert to_move(three) in {bob, carol}
    assert asked.status == Match.Status.DECLINED
    play.leave_all(alice)  # who has resigned already resigns no second time


def test_staff_adjudicate_with_places_and_a_reason(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    for places, reason in (([1, 3], "why"), ([1], "why"), ([2, 2], "why"), ([1, 2], " ")):
        with pytest.raises(ValueError, match=r"place|why"):
            staff.adjudicate(match.pk, places, reason)
    match = staff.adjudicate(match.pk, [2, 1], "alice used a second account")
    assert match.status == Match.Status.FINISHED
    assert match.adjudicated
    assert seat_of(match, bob).place == 1
    with pytest.raises(play.MatchOver):
        staff.adjudicate(match.pk, [1, 2], "again")


def test_a_void_match_has_no_result(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    match = staff.void(match.pk, "made by mistake")
    assert match.status == Match.Status.VOID
    assert not Seat.objects.filter(match=match, to_move=True).exists()
    assert not Seat.objects.filter(match=match, place__isnull=False).exists()
    with pytest.raises(play.MatchOver):
        staff.void(match.pk, "again")


def test_hidden_moves_do_not_pass_on_the_turn_in_split(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob, pace=Pace.SPLIT)
    make(match, alice, ROLL)
    make(match, alice, legal(match, alice)[-1])
    assert seat_of(match, alice).to_move
    assert seat_of(match, bob).to_move
    assert match.deadline == seat_of(match, alice).deadline == seat_of(match, bob).deadline
