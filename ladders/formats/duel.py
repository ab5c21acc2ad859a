"""Who wins two matches between the same two: a challenge on a ladder, a tie of a knock-out."""

from __future__ import annotations

from collections.abc import Iterable

from ladders.formats.counted import Scores


def duel(one: int, other: int, legs: Iterable[Scores]) -> int | None:
    """The winner of all these matches, or None on a full tie.

    More wins decide, then the higher total over all of them (rules.md, "Ladder": two wins, or one win
    each and the higher total). Who did not take part has lost the match to whoever did.
    """
    wins, totals = {one: 0, other: 0}, {one: 0, other: 0}
    for scores in legs:
        first = [entrant for entrant, score in scores.items() if score.place == 1]
        if len(first) == 1:
            wins[first[0]] += 1
        for entrant, score in scores.items():
            totals[entrant] += score.total
    mine, others = (wins[one], totals[one]), (wins[other], totals[other])
    if mine == others:
        return None
    return one if mine > others else other
