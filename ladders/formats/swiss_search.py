"""Small Swiss fields searched whole: with few opponents left, a good round can make the next impossible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ladders.formats.swiss_cost import BYE, Couple, Player, cost, fold, rematches


def search(players: Sequence[Player], byes: Sequence[int], left: int) -> list[Couple]:
    """The best of all pairings of players listed best first, with `left` rounds to follow.

    The fewest rematches, then the most rounds to come without any, then the lowest bye, then the cost.
    `byes` are the indices of those who may have the bye, empty in an even field.
    """
    everybody = range(len(players))
    vertices = [BYE, *everybody] if byes else [*everybody]
    fresh = {(BYE, bye) for bye in byes}
    fresh |= {(a, b) for a in everybody for b in everybody if a < b and not rematches(players, [(a, b)])}

    def key(couples: list[Couple]) -> tuple[int, int, int, int]:
        bye = max((other for one, other in couples if one == BYE), default=BYE)
        line = fold(players, [index for index in everybody if index != bye])
        return (
            rematches(players, couples),
            -_clear_rounds(vertices, fresh.difference(couples), left),
            -bye,
            sum(
                cost(players[one], players[other], abs(line.index(one) - line.index(other)))
                for one, other in couples
                if one != BYE
            ),
        )

    allowed = (
        couples
        for couples in _all_matchings(vertices)
        if all(other in byes for one, other in couples if one == BYE)
    )
    return min(allowed, key=key)


def _clear_rounds(vertices: Sequence[int], fresh: set[Couple], most: int) -> int:
    """For how many more rounds, up to `most`, these players can be paired by fresh couples alone."""
    best = 0
    for couples in _all_matchings(vertices) if most else ():
        if best < most and fresh.issuperset(couples):
            best = max(best, 1 + _clear_rounds(vertices, fresh.difference(couples), most - 1))
    return best


def _all_matchings(vertices: Sequence[int]) -> Iterator[list[Couple]]:
    """Every way to couple all vertices, of which there is an even number."""
    if not vertices:
        yield []
        return
    for place in range(1, len(vertices)):
        rest = [*vertices[1:place], *vertices[place + 1 :]]
        for others in _all_matchings(rest):
            yield [(vertices[0], vertices[place]), *others]
