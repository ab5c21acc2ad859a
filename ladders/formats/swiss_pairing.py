"""The pairing of a Swiss round: a matching of least cost, so that no pair meets twice while avoidable.

In a group of equal points the upper half plays the lower, as far as the costs of ladders.formats.swiss_cost
allow. All players at once would take the matching minutes, so the line of players is cut into blocks. A
player has met fewer opponents than there are rounds, so a block of at least twice the rounds leaves
everyone half of it or more to play, and then (Dirac 1952) it has a matching without rematches: cutting
never forces one. A smaller field is one block, and a field of six or fewer is searched whole, with the
rounds to come, since there a good round can make the next one impossible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ladders.formats.swiss_cost import BYE, Couple, Player, cost, fold, rematches
from ladders.formats.swiss_search import search

BLOCK = 32
SEARCHED = 6


@dataclass(frozen=True, slots=True)
class Pairing:
    """The tables of a round, in each the one who starts first; and who has the bye, if anybody."""

    tables: tuple[tuple[int, int], ...]
    bye: tuple[int, ...]


def pair(players: Sequence[Player], left: int) -> Pairing:
    """Pair a round among these players, the best first; `left` rounds are to follow.

    An odd field gives the bye to the lowest of those who had fewest, or, where only that avoids a
    rematch, to the next of them from below.
    """
    few = len(players) <= SEARCHED
    couples = search(players, _byes(players), left) if few else _pair_many(players)
    tables = sorted(couple for couple in couples if BYE not in couple)
    return Pairing(
        tuple(seated(players[one], players[other], number) for number, (one, other) in enumerate(tables)),
        tuple(players[max(couple)].id for couple in couples if BYE in couple),
    )


def seated(better: Player, other: Player, number: int) -> tuple[int, int]:
    """Who started less often starts, or who did not last time, or by turns down the tables."""
    if _claim(better) == _claim(other):
        return (better.id, other.id) if number % 2 == 0 else (other.id, better.id)
    return (better.id, other.id) if _claim(better) < _claim(other) else (other.id, better.id)


def _claim(player: Player) -> tuple[int, bool]:
    return player.lead, player.starts[-1:] == (True,)


def _byes(players: Sequence[Player]) -> list[int]:
    """Who may have the bye, the lowest first; nobody in an even field."""
    if len(players) % 2 == 0:
        return []
    fewest = min(player.byes for player in players)
    return [index for index in reversed(range(len(players))) if players[index].byes == fewest]


def _pair_many(players: Sequence[Player]) -> list[Couple]:
    """Pair block by block, trying the candidates for the bye from below."""
    everybody = range(len(players))
    best: list[Couple] | None = None
    for bye in _byes(players) or [BYE]:
        line = fold(players, [index for index in everybody if index != bye])
        couples = [couple for block in _blocks(players, line) for couple in _match(players, block)]
        if best is None or rematches(players, couples) < rematches(players, best):
            best = couples + ([(BYE, bye)] if bye != BYE else [])
        if not rematches(players, best):
            break
    assert best is not None
    return best


def _blocks(players: Sequence[Player], line: Sequence[int]) -> Iterator[Sequence[int]]:
    """The line cut into blocks of even size, large enough to have a matching without rematches."""
    least = max(BLOCK, 2 * (1 + max(len(player.met) for player in players)))
    count = max(1, len(line) // (least + least % 2))
    cuts = [len(line) // 2 * number // count * 2 for number in range(count + 1)]
    for begin, end in pairwise(cuts):
        yield line[begin:end]


def _match(players: Sequence[Player], block: Sequence[int]) -> list[Couple]:
    """The matching of least cost among all pairs of a block."""
    from networkx import Graph, max_weight_matching  # noqa: PLC0415  (10 MiB, for whoever pairs a round)

    graph: Graph[int] = Graph()
    for place, index in enumerate(block):
        for earlier in range(place):
            one, other = players[block[earlier]], players[index]
            graph.add_edge(block[earlier], index, weight=-cost(one, other, place - earlier))
    return [(min(couple), max(couple)) for couple in max_weight_matching(graph, maxcardinality=True)]
