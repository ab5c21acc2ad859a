"""Each kind of fault is noticed, and what is none is not."""

from __future__ import annotations

import pytest

from tests.soak import verdict
from tests.soak.book import Ack, Act, Answer, Yes, route
from tests.soak.verdict import Fault, Logged, Seated

ROLL = Act("roll", (3, 3))
SCORE = Act("score", box="threes")
RESIGN = Act("resign")


def ack(version: int, act: Act = ROLL, who: str = "ann", match: int = 7, at: float = 100.0) -> Ack:
    return Ack(who, match, version, act, at)


def line(number: int, act: Act = ROLL, who: str = "ann", *, own: int = 0, split: bool = False) -> Logged:
    return Logged(7, number, who, own, act, split)


def answer(status: int, *, expected: bool = True) -> Answer:
    return Answer("ann", "POST", "/matches/…/move/", status, 0.1, expected, "why")


def whats(faults: list[Fault]) -> list[str]:
    return [fault.what for fault in faults]


def test_a_move_that_is_in_the_log_once_is_no_fault() -> None:
    acks, log = [ack(4), ack(5, SCORE)], [line(5), line(6, SCORE)]
    assert verdict.lost(acks, log, {}) == []
    assert verdict.doubled(acks, log, {"ann"}) == []
    assert verdict.numbering(log) == []


def test_an_acknowledged_move_that_is_not_in_the_log_is_lost() -> None:
    [fault] = verdict.lost([ack(4), ack(5, SCORE)], [line(5)], {})
    assert fault.what == "acknowledged, but not in the log"
    assert fault.times == 1
    assert "match 7, ann, version 5: score threes" in fault.first[0]


@pytest.mark.parametrize("there", [line(5, who="bea"), line(6), line(5, SCORE)])
def test_neither_anothers_nor_another_move_stands_for_it(there: Logged) -> None:
    assert verdict.lost([ack(4)], [there], {})


def test_in_a_split_match_the_seats_own_moves_are_counted() -> None:
    log = [line(9, own=2, split=True), line(10, SCORE, own=3, split=True)]
    assert verdict.lost([ack(2), ack(3, SCORE)], log, {}) == []
    assert verdict.lost([ack(8)], log, {})
    assert verdict.doubled([ack(2), ack(3, SCORE)], log, {"ann"}) == []


@pytest.mark.parametrize(
    ("ended", "faults"),
    [(99.0, 0), (101.0, 1), (None, 1)],
    ids=["it was over before", "it ended later", "it runs on"],
)
def test_a_resignation_may_come_too_late(ended: float | None, faults: int) -> None:
    seats = {("ann", 7): Seated(accepted=True, status="finished", ended=ended)}
    assert len(verdict.lost([ack(4, RESIGN)], [], seats)) == faults
    assert verdict.lost([ack(4, ROLL)], [], seats), "no other move may"


def test_one_form_that_is_acknowledged_twice_is_doubled() -> None:
    assert whats(verdict.doubled([ack(4), ack(4)], [line(5)], {"ann"})) == ["acknowledged twice"]


def test_a_move_that_happened_twice_is_doubled() -> None:
    found = verdict.doubled([ack(4)], [line(5), line(6)], {"ann"})
    assert whats(found) == ["in the log, but nobody was told that it was made"]
    assert "move 6" in found[0].first[0]
    assert verdict.doubled([ack(4)], [line(5), line(5)], {"ann"}), "one answer stands for one move"
    assert whats(verdict.numbering([line(5), line(5)])) == ["twice in the log"]


def test_a_move_without_an_answer_may_be_there_once() -> None:
    assert verdict.doubled([], [line(5)], {"ann"}, [("ann", 7)]) == []
    assert verdict.doubled([], [line(5), line(6)], {"ann"}, [("ann", 7)])
    assert verdict.doubled([], [line(5)], {"ann"}, [("ann", 8)])


def test_robots_throws_for_the_start_and_the_clock_need_no_form() -> None:
    log = [line(1, Act("roll-off")), line(2, who="Robot-Casual"), line(3, Act("timeout"))]
    assert verdict.doubled([], log, {"ann"}) == []


@pytest.mark.parametrize("status", [500, 502, 503])
def test_a_5xx_is_a_fault_even_where_it_was_expected(status: int) -> None:
    [fault] = verdict.statuses([answer(302), answer(status), answer(status)])
    assert fault.what == f"{status} for POST /matches/…/move/"
    assert fault.times == 2


def test_no_answer_and_a_wrong_one_are_faults_and_a_refusal_is_none() -> None:
    assert whats(verdict.statuses([answer(0, expected=False)])) == ["no answer to POST /matches/…/move/"]
    assert whats(verdict.statuses([answer(404, expected=False)])) == [
        "404 for POST /matches/…/move/, which is no answer to it"
    ]
    assert verdict.statuses([answer(409), answer(200)]) == []


@pytest.mark.parametrize(
    ("accept", "seat", "faults"),
    [
        (True, Seated(accepted=True, status="running"), 0),
        (True, Seated(accepted=False, status="inviting"), 1),
        (False, Seated(accepted=True, status="declined"), 0),
        (False, Seated(accepted=False, status="inviting"), 1),
        (True, None, 1),
    ],
)
def test_an_answer_to_an_invitation_must_be_kept(accept: bool, seat: Seated | None, faults: int) -> None:
    seats = {("ann", 7): seat} if seat else {}
    assert len(verdict.answers_lost([Yes("ann", 7, accept)], seats)) == faults


def test_texts_are_kept_once() -> None:
    assert verdict.words_lost(["hello"], ["hello", "before"]) == []
    assert whats(verdict.words_lost(["hello"], [])) == ["a text was taken, but is not there"]
    assert whats(verdict.words_lost(["hello"], ["hello"] * 2)) == ["a text is there twice"]


DJANGO = """\
2026-11-21 19:55:36,846 ERROR django.request: Internal Server Error: /matches/{0}/move/
Traceback (most recent call last):
  File "site-packages/psycopg/_connection_base.py", line 487, in _exec_command
    raise e.error_from_result(result, encoding=self.pgconn._encoding)
django.db.utils.IntegrityError: update or delete on table "notice" violates a constraint
DETAIL:  Key (id)=({0}) is still referenced.
"""
CELERY = """\
2026-11-21 19:55:36,846 INFO celery.app.trace: Task games.tasks.match_up[5c7f] succeeded in 0.1s: None
2026-11-21 19:55:37,846 ERROR celery.trace: Task accounts.tasks.deliver[5c] raised unexpected: KeyError(1)
Traceback (most recent call last):
  File "trace.py", line 453, in trace_task
KeyError: 1
"""
QUIET = """\
[2026-11-21 19:55:36 +0000] [17] [INFO] Starting gunicorn 27.0.1
2026-11-21 19:55:36,846 WARNING django.request: Conflict: /matches/4/move/
INFO:     Application startup complete.
2026-11-21 19:55:38,000 INFO accounts.notices.send: mail of 5 will not be sent: there is no address
"""


def test_exceptions_are_found_and_the_same_ones_counted() -> None:
    [fault] = verdict.in_log("web", QUIET + DJANGO.format(89) + QUIET + DJANGO.format(93))
    assert fault.times == 2
    assert fault.what == (
        'web.log: django.db.utils.IntegrityError: update or delete on table "notice" violates a constraint'
    )
    assert "/matches/89/move/" in fault.first[0]


def test_a_failed_task_is_found() -> None:
    [fault] = verdict.in_log("worker", CELERY)
    assert fault.what == "worker.log: KeyError: 1"
    assert "accounts.tasks.deliver" in fault.first[0]


def test_what_is_no_error_is_not_taken_for_one() -> None:
    assert verdict.in_log("web", QUIET) == []


@pytest.mark.parametrize(
    "said",
    [
        "2026-11-21 19:55:37,846 ERROR games: 4 was given up.",
        "2026-11-21 19:55:37,846 CRITICAL celery.worker: Unrecoverable error",
        "2026-11-21 19:55:37,846 WARNING games: odd\nTraceback (most recent call last):\n  File 1\nOdd.Thing",
        "[2026-11-21 19:55:36 +0000] [17] [CRITICAL] WORKER TIMEOUT (pid:21)",
        "[2026-11-21 19:55:36 +0000] [17] [WARNING] Worker with pid 21 was terminated due to signal 9",
        "ERROR:    Exception in ASGI application",
        "Traceback (most recent call last):\n  File 1\nModuleNotFoundError: No module named 'x'",
    ],
)
def test_every_kind_of_process_is_understood(said: str) -> None:
    assert len(verdict.in_log("any", QUIET + said + "\n" + QUIET)) == 1


@pytest.mark.parametrize(
    "said", ["ERROR:  deadlock detected", "PANIC:  could not write", "violates foreign key"]
)
def test_the_books_of_postgres_are_read_with_other_eyes(said: str) -> None:
    log = "2026-11-21 19:55:36.798 UTC [27] {}\n"
    assert verdict.in_log("postgres", log.format(said), verdict.BOOKS_BAD)
    expected = log.format('ERROR:  duplicate key value violates unique constraint "once"')
    assert verdict.in_log("postgres", expected, verdict.BOOKS_BAD) == []


def test_what_postgres_tells_of_an_error_belongs_to_it() -> None:
    head = "2026-11-21 19:55:36.798 UTC [27] "
    log = f"{head}ERROR:  deadlock detected\n{head}DETAIL:  Process 1 waits for 2.\n{head}LOG:  more\n"
    [fault] = verdict.in_log("postgres", log, verdict.BOOKS_BAD)
    assert len(fault.first) == 2


def test_a_process_that_ended_is_a_fault_however_it_did() -> None:
    assert verdict.ended({"web": None, "worker": None}) == []
    assert whats(verdict.ended({"web": 0, "worker": -9, "beat": None})) == [
        "the process web ended with status 0",
        "the process worker ended with status -9",
    ]


def test_differences_of_the_stored_matches_are_told() -> None:
    assert verdict.differences(0, "100%|####| 40/40\n") == []
    [fault] = verdict.differences(1, "100%|####|\nmatch 4: the stored state is not that of its moves\n")
    assert fault.first == ("match 4: the stored state is not that of its moves",)
    assert whats(verdict.differences(1, "OperationalError: no")) == ["check_matches failed"]


def test_what_was_never_tried_proves_nothing() -> None:
    assert verdict.untried({"resign": 2}, ["resign"]) == []
    assert verdict.untried({"resign": 2}, ["resign", "chat"])[0].first == ("chat",)


def test_a_letter_goes_out_once() -> None:
    assert verdict.letters_twice(["<1@x>", "<2@x>"]) == []
    assert verdict.letters_twice(["<1@x>", "<2@x>", "<1@x>"])[0].first == ("<1@x>",)


def test_routes_tell_neither_numbers_nor_names() -> None:
    assert route("/matches/17/move/?a=1") == "/matches/…/move/"
    assert route("/people/messages/soak07/") == "/people/messages/…/"
    assert route("/waiting/link/5_-xY/") == "/waiting/link/…/"
