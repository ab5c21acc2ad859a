"""The pairing of one round against every other way to pair it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladders.formats.swiss_cost import Player, cost
from ladders.formats.swiss_pairing import Pairing, pair

Couples = list[tuple[int, ...]]


def every_pairing(ids: Sequence[int]) -> Iterator[Couples]:
    """All ways to pair these players; an odd one out has the bye."""
    if len(ids) < 2:
        yield [tuple(ids)] if ids else []
        return
    head, rest = ids[0], ids[1:]
    if len(ids) % 2:
        yield from ([(head,), *others] for others in every_pairing(rest))
    for other in rest:
        left = [player for player in rest if player != other]
        yield from ([(head, other), *others] for others in every_pairing(left))


def rematches(players: Sequence[Player], couples: Couples) -> int:
    met = {player.id: player.met for player in players}
    return sum(met[couple[0]].get(couple[1], 0) for couple in couples if len(couple) == 2)


def couples_of(pairing: Pairing) -> Couples:
    return [*pairing.tables, *((bye,) for bye in pairing.bye)]


@st.composite
def fields(draw: st.DrawFn) -> list[Player]:
    """Two to nine players who have met anyhow, best first."""
    count = draw(st.integers(2, 9))
    met: list[dict[int, int]] = [{} for _ in range(count)]
    for one in range(count):
        for other in range(one):
            times = draw(st.sampled_from((0, 0, 1, 1, 2)))
            if times:
                met[one][other] = met[other][one] = times
    points = sorted(draw(st.lists(st.integers(0, 6), min_size=count, max_size=count)), reverse=True)
    byes = draw(st.lists(st.integers(0, 2), min_size=count, max_size=count))
    starts = draw(st.lists(st.lists(st.booleans(), max_size=5), min_size=count, max_size=count))
    return [Player(i, points[i], met[i], byes[i], tuple(starts[i])) for i in range(count)]


@given(fields(), st.integers(0, 4))
def test_a_pair_meets_again_only_where_no_pairing_avoids_it(players: list[Player], left: int) -> None:
    pairing = pair(players, left)
    couples = couples_of(pairing)
    assert sorted(seat for couple in couples for seat in couple) == [player.id for player in players]
    fewest = min(player.byes for player in players)
    allowed = [
        other
        for other in every_pairing([player.id for player in players])
        if all(players[couple[0]].byes == fewest for couple in other if len(couple) == 1)
    ]
    assert all(players[bye].byes == fewest for bye in pairing.bye)
    assert rematches(players, couples) == min(rematches(players, other) for other in allowed)


@given(fields())
def test_the_bye_goes_to_the_lowest_who_had_fewest_unless_a_rematch_comes_of_it(
    players: list[Player],
) -> None:
    pairing = pair(players, 0)
    fewest = min(player.byes for player in players)
    for bye in pairing.bye:
        for lower in range(bye + 1, len(players)):
            if players[lower].byes == fewest:
                rest = [player.id for player in players if player.id != lower]
                assert min(rematches(players, other) for other in every_pairing(rest)) > rematches(
                    players, couples_of(pairing)
                )


def met_sets(count: int, rounds: int, rng: random.Random) -> list[dict[int, int]]:
    """Who met whom after so many rounds of pairs drawn by lot."""
    met: list[dict[int, int]] = [{} for _ in range(count)]
    for _ in range(rounds):
        order = rng.sample(range(count), count)
        for one, other in zip(order[::2], order[1::2], strict=False):
            met[one][other] = met[other][one] = 1
    return met


@pytest.mark.parametrize(("count", "rounds"), [(62, 6), (63, 6), (64, 15), (65, 20), (100, 24), (301, 9)])
def test_a_large_field_cut_into_blocks_has_no_rematch(count: int, rounds: int) -> None:
    rng = random.Random(count)
    met = met_sets(count, rounds, rng)
    points = sorted((rng.randrange(2 * rounds) for _ in range(count)), reverse=True)
    players = [Player(i, points[i], met[i], 0, ()) for i in range(count)]
    pairing = pair(players, 0)
    assert rematches(players, couples_of(pairing)) == 0
    assert sorted(seat for couple in couples_of(pairing) for seat in couple) == list(range(count))
    assert pairing.bye == ((count - 1,) if count % 2 else ())
    gaps = [abs(points[one] - points[other]) for one, other in pairing.tables]
    assert sum(gaps) <= len(gaps)


@pytest.mark.parametrize(
    ("starts", "first"),
    [
        (((), ()), 0),
        (((True,), ()), 1),
        (((), (False,)), 1),
        (((True, False), (False, True)), 0),
        (((False, True), (True, False)), 1),
        (((True, True, False), (True, False)), 1),
    ],
)
def test_who_started_less_often_starts_then_who_did_not_last_time(
    starts: tuple[tuple[bool, ...], tuple[bool, ...]], first: int
) -> None:
    players = [Player(i, 0, {}, 0, mine) for i, mine in enumerate(starts)]
    assert pair(players, 0).tables == ((first, 1 - first),)


def test_starts_go_by_turns_down_the_tables_of_the_first_round() -> None:
    players = [Player(i, 0, {}, 0, ()) for i in range(8)]
    assert pair(players, 0).tables == ((0, 4), (5, 1), (2, 6), (7, 3))


def test_a_third_meeting_costs_more_than_a_second() -> None:
    one = Player(0, 5, {1: 1, 2: 2}, 0, ())
    assert cost(one, Player(1, 0, {0: 1}, 0, ()), 9) < cost(one, Player(2, 5, {0: 2}, 0, ()), 1)
