"""What a soak prints: figures first, then what was refused and why, then the faults. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from tests.soak.book import Answer, Book
from tests.soak.verdict import Fault

MOVE = "/matches/…/move/"
REASONS = 25


def lines(book: Book, seconds: float, faults: Sequence[Fault], extra: Iterable[str]) -> Iterator[str]:
    """The whole report, line by line."""
    moves = sorted(one.seconds for one in book.answers if one.route == MOVE and one.status == 302)
    pages = sorted(one.seconds for one in book.answers if one.method == "GET" and one.status == 200)
    yield f"{len(book.acks):,} moves made in {seconds:.0f} s: {len(book.acks) / seconds:.1f} a second"
    for what, times in (("a move", moves), ("a page", pages)):
        yield f"{what}: p50 {_ms(times, 0.5)}, p99 {_ms(times, 0.99)}"
    yield f"{len(book.heard):,} changes heard by open streams"
    yield from extra
    yield ""
    yield "What was done:"
    yield from (f"{times:8,}  {deed}" for deed, times in sorted(book.counted().items()))
    yield ""
    yield "Answers:"
    yield from _by_route(book.answers)
    yield ""
    yield "Refused:"
    refused = Counter((one.status, one.reason) for one in book.answers if 400 <= one.status < 500)
    yield from (f"{times:8,}  {status}  {reason}" for (status, reason), times in refused.most_common(REASONS))
    yield ""
    for fault in faults:
        yield f"FAULT, {fault.times} ×: {fault.what}"
        yield from (f"    {line}" for line in fault.first)
    yield f"{len(faults)} kinds of fault." if faults else "No fault."


def _by_route(answers: Iterable[Answer]) -> Iterator[str]:
    counted: dict[str, Counter[int]] = defaultdict(Counter)
    took: dict[str, list[float]] = defaultdict(list)
    for one in answers:
        counted[f"{one.method} {one.route}"][one.status] += 1
        took[f"{one.method} {one.route}"].append(one.seconds)
    for route, found in sorted(counted.items()):
        told = ", ".join(f"{status}: {times:,}" for status, times in sorted(found.items()))
        yield f"  {route:<36} p99 {_ms(sorted(took[route]), 0.99):>8}   {told}"


def _ms(ordered: Sequence[float], share: float) -> str:
    if not ordered:
        return "–"
    return f"{1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))]:.0f} ms"
