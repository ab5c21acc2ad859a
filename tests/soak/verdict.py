"""What was wrong with a soak. Pure: answers, logs and the books go in, faults come out.

The move log is compared with what the players were told, both ways: a move that was acknowledged
and is not there is lost; one that is there though nobody was told of it, or told twice, is doubled.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tests.soak.book import Ack, Act, Answer, Yes

SHOWN = 14
"""Lines of a fault that are told."""
MADE_BY_NOBODY = frozenset({"roll-off", "timeout"})


@dataclass(frozen=True, slots=True)
class Fault:
    """One kind of thing that went wrong: what, how often, and the first that was seen of it."""

    what: str
    times: int = 1
    first: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Logged:
    """A line of the move log. `own` counts the moves of the seat from 0, as a form of a split match does."""

    match: int
    number: int
    who: str
    own: int
    act: Act
    split: bool

    @property
    def version(self) -> int:
        """What the form of this move has seen."""
        return self.own if self.split else self.number - 1


@dataclass(frozen=True, slots=True)
class Seated:
    """What the books say of a seat at a match: whether it is in, and when the match ended if it did."""

    accepted: bool
    status: str
    ended: float | None = None


Log = Sequence[Logged]
Key = tuple[str, int, int]


def many(what: str, found: Sequence[str]) -> list[Fault]:
    """All that is wrong in this way as one fault, or none."""
    return [Fault(what, len(found), tuple(found[:SHOWN]))] if found else []


def lost(acks: Iterable[Ack], log: Log, seats: Mapping[tuple[str, int], Seated]) -> list[Fault]:
    """Moves that were acknowledged and are not in the log, or stand there otherwise.

    A resignation of a match that had ended meanwhile is answered as if it were made: there is nothing
    left to give up.
    """
    there: dict[Key, list[Act]] = defaultdict(list)
    for line in log:
        there[line.who, line.match, line.version].append(line.act)
    missing, other = [], []
    for ack in acks:
        acts = there[ack.who, ack.match, ack.version]
        seat = seats.get((ack.who, ack.match))
        over = seat is not None and seat.ended is not None and seat.ended <= ack.at
        told = f"match {ack.match}, {ack.who}, version {ack.version}: {_words(ack.act)}"
        if not acts and not (ack.act.kind == "resign" and over):
            missing.append(told)
        elif acts and ack.act not in acts:
            other.append(f"{told}; the log has {_words(acts[0])}")
    return [
        *many("acknowledged, but not in the log", missing),
        *many("the log has another move than was acknowledged", other),
    ]


def doubled(
    acks: Iterable[Ack], log: Log, cast: Collection[str], doubtful: Iterable[tuple[str, int]] = ()
) -> list[Fault]:
    """Moves that happened, or were acknowledged, more often than they were asked for.

    `cast` are those whose moves can only come by a form that was sent; `doubtful` says whose move in
    which match got no answer, for each of which one more may be there.
    """
    asked = Counter((ack.who, ack.match, ack.version) for ack in acks)
    twice = [
        f"match {key[1]}, {key[0]}, version {key[2]}: {times} times"
        for key, times in asked.items()
        if times > 1
    ]
    spare = Counter(doubtful)
    unasked = []
    for line in log:
        if line.who not in cast or line.act.kind in MADE_BY_NOBODY:
            continue
        key = (line.who, line.match, line.version)
        if asked[key]:
            asked[key] -= 1
        elif spare[line.who, line.match]:
            spare[line.who, line.match] -= 1
        else:
            unasked.append(f"match {line.match}, move {line.number}, {line.who}: {_words(line.act)}")
    return [
        *many("acknowledged twice", twice),
        *many("in the log, but nobody was told that it was made", unasked),
    ]


def numbering(log: Log) -> list[Fault]:
    """Moves of one match that share a number: a log that holds a move twice."""
    found = Counter((line.match, line.number) for line in log)
    return many(
        "twice in the log",
        [f"match {match}, move {number}" for (match, number), times in found.items() if times > 1],
    )


def answers_lost(given: Iterable[Yes], seats: Mapping[tuple[str, int], Seated]) -> list[Fault]:
    """Answers to invitations that were taken, and of which the books know nothing."""
    found = []
    for one in given:
        seat = seats.get((one.who, one.match))
        kept = seat is not None and (seat.accepted if one.accept else seat.status == "declined")
        if not kept:
            found.append(f"match {one.match}, {one.who}: {'accepted' if one.accept else 'declined'}")
    return many("an answer to an invitation was taken, but is not in the books", found)


def words_lost(said: Iterable[str], kept: Iterable[str]) -> list[Fault]:
    """Texts that were taken and are not there, or there more than once."""
    there = Counter(kept)
    told = list(said)
    return [
        *many("a text was taken, but is not there", [text for text in told if not there[text]]),
        *many("a text is there twice", [text for text in told if there[text] > 1]),
    ]


def statuses(answers: Iterable[Answer]) -> list[Fault]:
    """Answers that must not be: 5xx, none at all, and any that the deed does not allow for."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for one in answers:
        told = f"{one.who}: {one.method} {one.route} {one.status or 'no answer'}"
        told += f" after {one.seconds:.1f} s: {one.reason}"
        if one.status >= 500:
            kinds[f"{one.status} for {one.method} {one.route}"].append(told)
        elif not one.status:
            kinds[f"no answer to {one.method} {one.route}"].append(told)
        elif not one.expected:
            kinds[f"{one.status} for {one.method} {one.route}, which is no answer to it"].append(told)
    return [fault for what, found in kinds.items() for fault in many(what, found)]


HEAD = re.compile(
    r"\[?\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d"  # ours, gunicorn's, Celery's, Postgres's
    r"|(?:DEBUG|INFO|WARNING|ERROR|CRITICAL):\s"  # uvicorn's
)
BAD = re.compile(r"\b(?:ERROR|CRITICAL|FATAL|PANIC)\b|terminated due to signal|WorkerLost|exited with")
MORE = re.compile(r"\b(?:DETAIL|HINT|CONTEXT|STATEMENT):  ")
"""Postgres puts a time before these too."""
RAISED = "Traceback (most recent call last)"
ERROR_LINE = re.compile(r"(?:(?:\w+\.)+[A-Z]\w*|[A-Z]\w*(?:Error|Exception|Exit|Interrupt|Iteration))(?::|$)")
BOOKS_BAD = re.compile(r"\bPANIC\b|deadlock detected|due to (?:lock|statement) timeout|foreign key")
CHANGING = re.compile(r"\d+|[0-9a-f]{8}-[0-9a-f-]{27}")


def in_log(name: str, text: str, bad: re.Pattern[str] = BAD) -> list[Fault]:
    """Exceptions and errors in what a process has written, the same ones counted together.

    For Postgres `bad` is BOOKS_BAD: there an ERROR may be a race that its caller expects.
    """
    kinds: dict[str, list[list[str]]] = defaultdict(list)
    for record in _records(text):
        raised = any(RAISED in line for line in record)
        if raised or bad.search(record[0]):
            kinds[CHANGING.sub("…", _gist(record))].append(record)
    return [
        Fault(f"{name}.log: {_gist(found[0])}", len(found), tuple(_short(found[0])))
        for found in kinds.values()
    ]


def _records(text: str) -> Iterable[list[str]]:
    """What was logged at once: a line with its time, and those that follow without one."""
    record: list[str] = []
    for line in text.splitlines():
        if HEAD.match(line) and record and not MORE.search(line):
            yield record
            record = []
        if line.strip():
            record.append(line)
    if record:
        yield record


def _gist(record: Sequence[str]) -> str:
    """The exception that was raised, or else what the line says without its time."""
    raised = [line for line in record if ERROR_LINE.match(line) and RAISED not in line]
    if any(RAISED in line for line in record) and raised:
        return raised[-1][:200]
    return HEAD.sub("", record[0]).lstrip(" ,.:+0123456789[]UTC")[:200]


def _short(record: Sequence[str]) -> list[str]:
    """The head of it and its end, where what was raised stands."""
    if len(record) <= SHOWN:
        return list(record)
    return [*record[:2], "  …", *record[3 - SHOWN :]]


def ended(processes: Mapping[str, int | None]) -> list[Fault]:
    """Processes that are not there any more; by name the status each ended with, or None."""
    return [
        Fault(f"the process {name} ended with status {status}")
        for name, status in processes.items()
        if status is not None
    ]


def differences(status: int, said: str) -> list[Fault]:
    """What `check_matches` complained of, by its exit status and what it said."""
    complaints = [line for line in said.splitlines() if line.startswith("match ")]
    if complaints:
        return many("check_matches: stored otherwise than the moves make it", complaints)
    return failed("check_matches failed", status, said)


def failed(what: str, status: int, said: str) -> list[Fault]:
    """A command that ended with another status than 0, and the last that it said."""
    return [Fault(what, 1, tuple(said.splitlines()[-SHOWN:]))] if status else []


def untried(done: Mapping[str, int], wanted: Iterable[str]) -> list[Fault]:
    """Deeds that nobody managed: a soak that does not try them proves nothing."""
    return many("never done in the whole soak", [deed for deed in wanted if not done.get(deed)])


def letters_twice(message_ids: Iterable[str]) -> list[Fault]:
    """Letters that were sent more than once."""
    return many("a letter was sent twice", [one for one, times in Counter(message_ids).items() if times > 1])


def _words(act: Act) -> str:
    kept = f"keep {' '.join(map(str, act.keep))} " if act.keep else ""
    return f"{kept}{act.kind} {act.box}".strip()
