"""Everything that reads moves, of a match that is folded and before it was."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from dicepool import fates
from dicepool.models import Fate
from games import export
from games.match import careers, folding, move_log, play, played, queries, unseen
from games.models import Match
from games.packed import LAST
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove
from ladders import absence
from tests.games.folded import two_by_turns
from tests.games.tables import begin, legal, make, play_out, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def match(alice: User, bob: User, carol: User) -> Match:
    """One for two; before it bob's time ran out in one for three."""
    late = begin("BO", alice, bob, carol)
    while to_move(late) != bob:
        make(late, to_move(late), legal(late, to_move(late))[-1])
    with transaction.atomic():
        locked = play.lock(late.pk)
        play.act(locked, locked.seat_of(bob), play.TIMED_OUT)
    play_out(late)
    return two_by_turns("BO", alice, bob)


@pytest.fixture(params=["replay", "replay?step=7", "record", "table", "proofs", "picture"])
def address(request: pytest.FixtureRequest, match: Match) -> str:
    name, _, query = str(request.param).partition("?")
    return reverse(f"games:{name}", args=[match.pk]) + (f"?{query}" if query else "")


def test_a_page_is_the_same(client: Client, alice: User, match: Match, address: str) -> None:
    client.force_login(alice)
    before = page(client, address)
    folding.fold([match.pk])
    assert page(client, address) == before


def test_lists_and_counts_are_the_same(client: Client, alice: User, bob: User, match: Match) -> None:
    def read() -> list[object]:
        found = list(Match.objects.order_by("pk"))
        return [
            sorted(careers.my_rolls(alice)),
            [careers.time_out_percent(player) for player in (alice, bob)],
            [sorted(move_log.used_sets([one.pk])) for one in found],
            [move_log.kinds_by_seat(one) for one in found],
            [absence.absent_and_late(one, list(one.seats.order_by("index"))) for one in found],
            [move_log.is_begun(one) for one in found],
            [[made(move) for move in move_log.recent(one, (1,), 5)] for one in found],
            list(export.matches(alice)),
        ]

    before = read()
    assert folding.fold(list(Match.objects.values_list("pk", flat=True))) == folding.Run(2)
    assert read() == before


def test_my_dice_are_no_more_than_asked_for(alice: User, match: Match) -> None:
    everything = list(move_log.rolls_of(alice, 10_000))
    folding.fold([match.pk])
    for most in (0, 1, 3, len(everything)):
        assert len(list(move_log.rolls_of(alice, most))) == most
    assert list(move_log.rolls_of(User.objects.create_user("dave"), 5)) == []


def test_proofs_that_were_forgotten_are_opened(alice: User, bob: User) -> None:
    match = begin("BO", alice, bob, pace=Pace.SPLIT)
    make(match, alice, RulesMove(Kind.ROLL))
    Match.objects.filter(pk=match.pk).update(status=Match.Status.VOID, ended_at=timezone.now())
    assert fates.waiting() > 0
    folding.fold([match.pk])
    assert unseen.open_forgotten() == 1
    assert fates.waiting() == 0
    [serial] = [serial for serial, _ in move_log.used_sets([match.pk])]
    assert Fate.objects.get(pk=serial).kind == Fate.Kind.SHOWN


def test_an_old_match_costs_no_more_queries(client: Client, alice: User, match: Match) -> None:
    counts = []
    for _ in range(2):
        played._played.cache_clear()
        with CaptureQueriesContext(connection) as asked:
            client.get(reverse("games:replay", args=[match.pk]))
        counts.append(len(asked))
        folding.fold([match.pk])
    assert counts[1] < counts[0]  # what it folded into is read along with its seats


def test_a_table_of_an_old_match_reads_no_more_of_it_than_it_shows(
    client: Client, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    folding.fold([match.pk])
    monkeypatch.setattr("games.models.folded.unpack", lambda packed: pytest.fail("All of it is read."))
    assert client.get(reverse("games:table", args=[match.pk])).status_code == 200
    assert queries.RECENT_MOVES <= LAST


def test_the_last_moves_of_some_seats_are_found_beyond_the_last_of_all(alice: User, bob: User) -> None:
    found = two_by_turns("BZ", alice, bob)
    before = [made(move) for move in move_log.recent(found, [1], LAST)]
    folding.fold([found.pk])
    again = Match.objects.get(pk=found.pk)
    last = move_log.recent(again, [], LAST)  # which are read in less time
    assert len(before) > sum(move.seat != 1 for move in last)
    assert [made(move) for move in move_log.recent(again, [1], LAST)] == before


def page(client: Client, address: str) -> tuple[int, object]:
    """What a page says line by line, but for what is new in every one; read anew, not kept by the process."""
    played._played.cache_clear()
    answer = client.get(address)
    content = re.sub(rb'(nonce|value|data-live)="[\w+/=:-]{20,}"', b"", answer.content)
    return answer.status_code, answer.headers.get("Location") or content.splitlines()


def made(move: Any) -> tuple[object, ...]:
    return (
        *(move.seat, move.kind, list(move.keep), move.box, list(move.dice), list(move.serials)),
        list(move.numbers),
    )


@pytest.mark.parametrize("at_first", [False, True])
def test_what_moves_between_two_queries_is_found_where_it_is(alice: User, bob: User, at_first: bool) -> None:
    """A page has read the match; now its worker folds it, or staff have it go on."""
    pk = two_by_turns("BO", alice, bob).pk
    readers: list[Callable[[Match], object]] = [
        lambda match: list(map(made, move_log.all_moves(match))),
        lambda match: list(map(made, move_log.recent(match, (0,), 5))),
        move_log.kinds_by_seat,
        move_log.is_begun,
        lambda match: match.table,
    ]
    expected = [read(Match.objects.get(pk=pk)) for read in readers]
    if at_first:
        folding.fold([pk])
    stale = [Match.objects.get(pk=pk) for _ in readers]
    if at_first:
        folding.unfold_all()
    else:
        folding.fold([pk])
    assert [read(match) for read, match in zip(readers, stale, strict=True)] == expected


def test_an_archive_has_what_is_folded_while_it_is_written(alice: User, bob: User) -> None:
    """Whoever has thousands of matches reads for long, by one cursor; their moves come in parts."""
    for _ in range(2):
        two_by_turns("BO", alice, bob)

    def read(chunk: int) -> Iterator[list[object]]:
        for match in move_log.with_moves(Match.objects.order_by("pk"), chunk):
            yield [match.pk, *map(made, move_log.all_moves(match))]

    expected = list(read(10))
    reading = read(1)
    found = [next(reading)]
    folding.fold([match.pk for match in Match.objects.all()])
    assert [*found, *reading] == expected
    assert list(read(1)) == expected


def test_dice_of_a_match_that_is_just_being_folded_count_once(alice: User, bob: User) -> None:
    match = two_by_turns("BO", alice, bob)
    every = sorted(move_log.rolls_of(alice, 1000))
    reading = move_log.rolls_of(alice, 1000)
    found = [next(reading)]
    folding.fold([match.pk])
    assert sorted([*found, *reading]) == every
