"""What was wrong with an upgrade, by what players were told, by the books and by the logs."""

from __future__ import annotations

import subprocess
import sys
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence

from boatzee_site.local import ROOT
from tests.failover.machines import Machines
from tests.soak import verdict
from tests.soak.book import Ack
from tests.soak.verdict import Fault
from tests.upgrade.ears import Ear, Gap
from tests.upgrade.playing import Playing

LONGEST = 3.0  # seconds for which a page may have no stream, and may not know of a move
ON_THE_WAY = 1.0
"""Seconds by which a page may hear of a move before who made it does, and for the way to another stream."""
TWICE = (
    "SELECT serial FROM (SELECT unnest(serials) AS serial FROM games_move) AS thrown"
    " GROUP BY 1 HAVING count(*) > 1"
)


def judge(playing: Playing, machines: Machines, idle: Sequence[str]) -> list[Fault]:
    """Everything; `idle` are stages without a move. Django stands, with this code, and the processes run."""
    from django.db import connection

    from tests.soak import books

    book = playing.players.book
    cast = {hand.browser.who for pair in playing.players.pairs for hand in pair.hands}
    log, seats = books.log_since(playing.began), books.seats()
    with connection.cursor() as cursor:
        cursor.execute(TWICE)
        twice = tuple(str(serial) for (serial,) in cursor.fetchall())
    matches, audit = _ask("check_matches"), _ask("dice_status", "--audit")
    return [
        *verdict.statuses(book.answers),
        *verdict.lost(book.acks, log, seats),
        *verdict.doubled(book.acks, log, cast, book.doubtful),
        *verdict.numbering(log),
        *verdict.differences(matches.returncode, matches.stderr),
        *_fault("dice_status --audit", audit.stderr.splitlines() if audit.returncode else ()),
        *_fault("a serial was thrown twice", twice),
        *_fault("the players themselves broke", book.broken),
        *_fault("a page had no stream for long", [str(one) for one in long(playing.gaps(), playing.anew)]),
        *_fault("a page knew nothing of a move", [str(ack) for ack in unheard(book.acks, playing.ears)]),
        *_fault("a page was refused a stream", [str(one) for ear in playing.ears for one in ear.refused]),
        *_fault("ended by itself", machines.ended()),
        *_fault("nobody moved", idle),
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


def _ask(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def _fault(what: str, found: Sequence[str]) -> list[Fault]:
    return [Fault(what, len(found), tuple(found[: verdict.SHOWN]))] if found else []
