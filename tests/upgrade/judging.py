"""What was wrong with an upgrade, by what players were told, by the books and by the logs."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence

from tests.failover.machines import Machines
from tests.soak import verdict
from tests.soak.book import Ack
from tests.soak.verdict import Fault
from tests.upgrade.ears import Ear, Gap
from tests.upgrade.playing import Playing

LONGEST = 3.0  # seconds for which a page may have no stream, and may not know of a move
ON_THE_WAY = 1.0
"""Seconds by which a page may hear of a move before who made it does, and for the way to another stream."""


def judge(playing: Playing, machines: Machines, idle: Sequence[str]) -> list[Fault]:
    """Everything; `idle` are stages without a move. Django stands, with this code, and the processes run."""
    from tests.soak import moves

    book = playing.players.book
    cast = {hand.browser.who for pair in playing.players.pairs for hand in pair.hands}
    return [
        *verdict.statuses(book.answers),
        *moves.judge(book, cast, playing.began),
        *verdict.many(
            "a page had no stream for long", [str(one) for one in long(playing.gaps(), playing.anew)]
        ),
        *verdict.many(
            "a page knew nothing of a move", [str(ack) for ack in unheard(book.acks, playing.ears)]
        ),
        *verdict.many(
            "a page was refused a stream", [str(one) for ear in playing.ears for one in ear.refused]
        ),
        *verdict.many("ended by itself", machines.ended()),
        *verdict.many("nobody moved", idle),
        *(
            fault
            for file in sorted(machines.logs.glob("*.log"))
            for fault in verdict.in_log(file.stem, file.read_text(errors="replace"))
        ),
    ]


def long(gaps: Iterable[Gap], anew: float) -> list[Gap]:
    """Those for which a page had no stream for too long.

    Until that moment streams of another release ran, which may have told to wait for longer than ours.
    """
    return [
        gap
        for gap in gaps
        if gap.seconds > (LONGEST if gap.at >= anew else max(LONGEST, gap.told + ON_THE_WAY))
    ]


def unheard(acks: Iterable[Ack], ears: Iterable[Ear]) -> list[Ack]:
    """Turns that were over, and of which a page that showed their table did not hear in time."""
    found, told = [], defaultdict(list)
    acks = [ack for ack in acks if ack.act.kind == "score"]
    for ack in acks:
        told[ack.match].append(ack)
    for ear in ears:
        for match, since, until in ear.shown:
            woken = sorted(at for which, at in ear.woken if which == match)
            for ack in told[match]:
                if since + ON_THE_WAY <= ack.at <= until - LONGEST:
                    place = bisect_left(woken, ack.at - ON_THE_WAY)
                    if place == len(woken) or woken[place] > ack.at + LONGEST:
                        found.append(ack)
    return found
