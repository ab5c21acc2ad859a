"""Records come from the matches alone: counted as they end, counted anew, and taken back with them."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import leaving, outbox
from accounts.models import Notice, User
from games.deeds.spans import EVER, Span
from games.deeds.sums import What
from games.feats import counting, spread
from games.match import folding, play, staff
from games.models import Deed, Earned, Match, Rating, Seat, Spread, Standing, Tally
from games.rules import RULES
from games.rules.base import Pace
from games.standings import keeping
from tests.at_once import at_once
from tests.games.feats.counted import faults, forget, kept
from tests.games.practised import alone, practised
from tests.games.tables import begin, play_out, resigned
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def played(code: str, *players: User, seed: int = 1, pace: Pace = Pace.TURNS) -> Match:
    options = {"target": 2000} if code == "DK" else {}
    return play_out(begin(code, *players, pace=pace, options=options), seed)


def ever(player: User, code: str) -> Tally:
    return Tally.objects.get(player=player, code=code, span=Span.EVER)


def moved(match: Match, days: int) -> None:
    """Let a match have ended so many days ago, and count it so."""
    match.refresh_from_db()
    assert match.ended_at
    Match.objects.filter(pk=match.pk).update(ended_at=match.ended_at - timedelta(days=days))
    counting.count(match.pk)


def test_random_matches_are_counted_as_their_records_have_it(alice: User, bob: User, carol: User) -> None:
    choose = random.Random(5)
    for seed, code in enumerate(RULES):
        match = played(code, alice, bob, seed=seed)
        if seed % 3 == 0:
            moved(match, choose.randrange(40))
    played("BO", alice, bob, carol, seed=3)
    played("BO", bob, carol, seed=4, pace=Pace.SPLIT)
    resigned(begin("BO", carol, alice))
    work()
    assert Deed.objects.count() == 2 * len(RULES) + 3 + 2 + 2
    assert faults() == []


def test_all_of_it_is_made_anew_from_the_matches(alice: User, bob: User, carol: User) -> None:
    for seed in range(3):
        moved(played("BO", alice, bob, seed=seed), 9 * seed)
    played("PG", carol, alice)
    before = kept()
    forget()
    with pytest.raises(SystemExit):
        call_command("count_feats", verbosity=0)
    call_command("count_feats", "--mend", verbosity=0)
    assert kept() == before
    call_command("count_feats", verbosity=0)


@pytest.mark.django_db(transaction=True)
def test_what_was_changed_by_hand_is_found_and_mended(alice: User, bob: User) -> None:
    """By an operator, who has no transaction around the command."""
    played("BO", alice, bob)
    before = kept()
    Deed.objects.filter(player=alice).update(total=999)
    Tally.objects.filter(player=bob).update(won=7)
    Spread.objects.filter(board="bars:BO").update(count=50)
    Earned.objects.create(player=alice, feat="crowd", at=timezone.now())
    assert len(faults()) >= 4
    call_command("count_feats", "--mend", verbosity=0)
    assert kept() == before


def test_the_order_in_which_matches_are_counted_makes_no_difference(alice: User, bob: User) -> None:
    matches = [played("BO", alice, bob, seed=seed) for seed in range(4)]
    for back, match in enumerate(reversed(matches)):
        moved(match, back)
    before = kept()
    forget()
    for match in (matches[2], matches[0], matches[3], matches[1], matches[2]):
        counting.count(match.pk)
    after = kept()
    assert {name: after[name] for name in ("Deed", "Tally", "Earned")} == {
        name: before[name] for name in ("Deed", "Tally", "Earned")
    }


def test_counting_once_more_changes_nothing(alice: User, bob: User) -> None:
    match = played("BZ", alice, bob)
    before = kept()
    with CaptureQueriesContext(connection) as asked:
        counting.count(match.pk)
    assert [one["sql"] for one in asked if one["sql"].startswith("UPDATE")] == [], "nor adds anything anew"
    with transaction.atomic():
        outbox.note("deed", match.pk, what="changed")
    work()
    assert kept() == before


def test_a_match_that_is_taken_back_takes_its_records_back(alice: User, bob: User) -> None:
    played("BO", alice, bob, seed=1)
    before = kept()
    match = played("BO", alice, bob, seed=2)
    assert ever(alice, "BO").matches == 2
    staff.take_back(match.pk, "It was arranged.")
    work()
    now = kept()
    for name in ("Deed", "Tally", "Earned"):
        assert now[name] == before[name]
    assert faults() == []


@pytest.mark.parametrize("undo", [staff.take_back, staff.discount])
def test_what_is_taken_back_of_a_rating_is_taken_back_in_the_lists(
    alice: User, bob: User, undo: Callable[[int, str], Match]
) -> None:
    played("BO", alice, bob, seed=1)
    Rating.objects.update(deviation=60)  # as after many
    keeping.refresh(alice.pk, bob.pk)

    def listed() -> list[tuple[int, int]]:
        return list(Standing.objects.order_by("player").values_list("player", "number"))

    before = listed()
    assert len(before) == 2
    match = played("BO", alice, bob, seed=2)
    assert listed() != before
    assert faults() == []
    undo(match.pk, "It was arranged.")
    work()
    assert listed() == before
    assert faults() == []


def test_a_corrected_match_counts_for_who_has_won_it_then(alice: User, bob: User) -> None:
    match = played("BO", alice, bob)
    while match.seats.filter(place=1).count() > 1:  # level
        match = played("BO", alice, bob)
    winner = Seat.objects.select_related("player").get(match=match, place=1).player
    assert winner
    other = bob if winner == alice else alice
    assert (ever(winner, "BO").wins, ever(other, "BO").wins) == (1, None)
    seats = list(Seat.objects.filter(match=match).order_by("index"))
    staff.correct(match.pk, [3 - (seat.place or 0) for seat in seats], "The other way round.")
    work()
    assert (ever(winner, "BO").wins, ever(other, "BO").wins) == (None, 1)
    assert ever(other, "BO").won == 1
    assert faults() == []


def test_a_reopened_match_counts_when_it_ends_again(alice: User, bob: User) -> None:
    match = begin("BO", alice, bob)
    staff.adjudicate(match.pk, [1, 2], "Enough.")
    work()
    deeds = Deed.objects.filter(match=match.pk)
    assert set(deeds.values_list("won", flat=True)) == {-1, 1}
    assert set(deeds.values_list("total", flat=True)) == {None}, "nobody filled a card"
    staff.reopen(match.pk)
    work()
    assert not deeds.exists()
    play_out(match)
    assert deeds.filter(total__gt=0).count() == 2
    assert faults() == []


def test_a_folded_match_counts_the_same(alice: User, bob: User) -> None:
    match = played("BT", alice, bob)
    before = kept()
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now() - timedelta(days=400))
    folding.fold_ripe()
    match.refresh_from_db()
    assert match.folded
    counting.count(match.pk)
    assert kept()["Deed"] != before["Deed"], "it ended at another time"
    assert Deed.objects.filter(match=match.pk).count() == 2
    assert faults() == []


def test_practice_counts_for_nothing(alice: User) -> None:
    practised(alice)
    play_out(alone(alice))
    assert not Deed.objects.exists()
    assert faults() == []


def test_a_match_in_which_a_choice_was_taken_back_counts_for_nothing(alice: User, bob: User) -> None:
    """Today nobody takes anything back where a match would count: should that change, this stays."""
    match = played("BO", alice, bob)
    assert Deed.objects.filter(match=match.pk).count() == 2
    Match.objects.filter(pk=match.pk).update(taken_back=True)
    counting.count(match.pk)
    assert not Deed.objects.exists()


def test_robots_and_guests_have_no_records(alice: User, bob: User) -> None:
    match = played("PG", alice, bob)
    User.objects.filter(pk=bob.pk).update(guest=True)
    counting.count(match.pk)
    assert list(Deed.objects.values_list("player", flat=True)) == [alice.pk]
    User.objects.filter(pk=bob.pk).update(guest=False, robot="simple", level="casual")
    counting.count(match.pk)
    assert list(Deed.objects.values_list("player", flat=True)) == [alice.pk], "it was rated"
    Match.objects.filter(pk=match.pk).update(rated=False)
    counting.count(match.pk)
    assert not Deed.objects.exists(), "against a robot for no rating there are hints"


def test_who_leaves_is_on_no_board(alice: User, bob: User) -> None:
    played("BO", alice, bob)
    value = ever(alice, "BO").total
    assert value
    board = spread.of_record(What.TOTAL, "BO", Span.EVER, EVER)
    assert spread.place(board, value).of == 2
    leaving.close(alice)
    assert spread.place(board, value).of == 1
    assert not Tally.objects.exclude(player=bob).exists()
    assert faults() == []


def test_who_is_suspended_is_on_no_board_meanwhile(alice: User, bob: User) -> None:
    played("BO", alice, bob)
    before, running = kept(), begin("BO", alice, bob)
    User.objects.filter(pk=alice.pk).update(suspended_until=timezone.now() + timedelta(days=2))
    outbox.note("standing", alice.pk)
    work()
    assert not Tally.objects.filter(player=alice, listed=True).exists()
    assert set(Spread.objects.filter(board__startswith="total:BO").values_list("count", flat=True)) <= {0, 1}
    play_out(running, seed=4)
    assert not Tally.objects.filter(player=alice, listed=True).exists()
    assert faults() == []
    User.objects.filter(pk=alice.pk).update(suspended_until=None)
    outbox.note("standing", alice.pk)
    work()
    assert faults() == []
    assert len(kept()["Tally"]) == len(before["Tally"])
    assert not Tally.objects.filter(listed=False).exists()


def test_who_is_looked_at_once_more_is_on_boards_once_or_not_at_all(alice: User, bob: User) -> None:
    played("BO", alice, bob)
    for until in (None, timezone.now() + timedelta(days=2)):
        User.objects.filter(pk=alice.pk).update(suspended_until=until)
        for _ in range(2):
            outbox.note("standing", alice.pk)
            work()
            assert faults() == []


def test_a_win_after_the_clock_counts_as_late_for_who_was(alice: User, bob: User) -> None:
    match = begin("PG", alice, bob)
    loser = Seat.objects.get(match=match, to_move=True).player
    assert loser
    with transaction.atomic():
        locked = play.lock(match.pk)
        play.act(locked, locked.seat_of(loser), play.TIMED_OUT)
    work()
    assert ever(loser, "PG").late == 1
    assert Tally.objects.filter(code="PG", span=Span.EVER, late=0, won=1).exists()
    assert faults() == []


def test_an_achievement_is_told_once(alice: User, bob: User) -> None:
    match = played("BO", alice, bob)
    told = Notice.objects.filter(kind="feat")
    told.delete()
    Earned.objects.all().delete()
    Deed.objects.filter(player=alice).update(feats=["crowd"])
    counting.count(match.pk)
    assert not Earned.objects.filter(feat="crowd").exists(), "no match bears it out"
    assert faults() == []


def test_ratings_stand_in_lists_as_they_are(alice: User, bob: User) -> None:
    played("PG", alice, bob)
    assert not Standing.objects.exists(), "a match tells too little"


@pytest.mark.django_db(transaction=True)
def test_matches_of_the_same_players_are_counted_at_once(alice: User, bob: User) -> None:
    matches = [played("BO", *pair, seed=seed) for seed, pair in enumerate([(alice, bob), (bob, alice)] * 2)]
    before = kept()
    Deed.objects.filter(match__in=[match.pk for match in matches]).update(total=1)
    acts = [lambda match=match: counting.count(match.pk) for match in matches]
    acts += [lambda match=match: keeping.follow_match(match.pk, [{"what": "over"}]) for match in matches]
    acts += [lambda player=player: keeping.follow(player.pk, []) for player in (alice, bob)]
    at_once(*acts)
    now = kept()
    assert {name: now[name] for name in ("Deed", "Tally", "Earned")} == {
        name: before[name] for name in ("Deed", "Tally", "Earned")
    }
