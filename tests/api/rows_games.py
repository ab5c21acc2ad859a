"""Operations about games, and what everybody is answered by them (rows.py has the words)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from accounts.models import User
from games.daily import days, schedule
from games.rules.base import Pace
from games.seats import lobby, waiting
from tests.api.rows import OWN, PLAYERS, Row
from tests.games.puzzles.posed import posed
from tests.games.tables import begin, play_out

SEATED = "401 nobody, 403 unscoped suspended carol barred, 200 alice bob"
"""What is for who sits there."""
DONE = "401 nobody, 403 unscoped suspended carol barred, 204 alice bob"
SHOWN = f"200 nobody {PLAYERS}, 403 unscoped suspended"
"""What pages show to everybody."""
UNWATCHED = "403 nobody carol barred unscoped suspended, 200 alice bob"
INVITED = "401 nobody, 403 unscoped suspended, 404 carol barred, 200 bob, 409 alice"
NEW = f"401 nobody, 403 unscoped suspended, 201 {PLAYERS}"

ROWS = (
    Row("list_bots", "GET", "bots?game=BZ", SHOWN),
    Row(
        "take_challenges",
        "PUT",
        "bots/me",
        f"401 nobody, 403 unscoped suspended {PLAYERS}",
        {"games": ["BZ"]},
    ),
    Row("create_match", "POST", "matches", NEW, {"game": "BZ"}),
    Row(
        "create_match",
        "POST",
        "matches",
        "401 nobody, 403 unscoped suspended, 201 alice carol barred, 422 bob",
        {"game": "BZ", "opponents": ["bob"]},
    ),
    Row("accept_match", "POST", "matches/{asked}/accept", INVITED, {}),
    Row(
        "decline_match",
        "POST",
        "matches/{asked}/decline",
        "401 nobody, 403 unscoped suspended, 404 carol barred, 200 alice bob",
        {},
    ),
    Row("rematch", "POST", "matches/{over}/rematch", SEATED, {}),
    Row(
        "rematch",
        "POST",
        "matches/{match}/rematch",
        "401 nobody, 403 unscoped suspended carol barred, 409 alice bob",
        {},
    ),
    Row(
        "claim_match",
        "POST",
        "matches/{match}/claim",
        "401 nobody, 403 unscoped suspended carol barred, 409 alice bob",
        {"version": "{version}"},
    ),
    Row(
        "grant_day",
        "POST",
        "matches/{match}/grant",
        "401 nobody, 403 unscoped suspended carol barred, 409 alice bob",
        {"version": "{version}"},
    ),
    Row(
        "take_back",
        "POST",
        "matches/{match}/take-back",
        "401 nobody, 403 unscoped suspended carol barred alice bob",
        {"version": "{version}"},
    ),
    Row("get_orders", "GET", "matches/{match}/orders", SEATED),
    Row("give_orders", "PUT", "matches/{match}/orders", SEATED, {"roll": False}),
    Row("pin_match", "POST", "matches/{match}/pin", DONE, {"pinned": True}),
    Row("put_match_off", "POST", "matches/{match}/later", DONE, {}),
    Row("list_remarks", "GET", "matches/{match}/chat", SEATED),
    Row(
        "say",
        "POST",
        "matches/{match}/chat",
        "401 nobody, 403 unscoped suspended carol barred, 201 alice bob",
        {"text": "Good luck!"},
    ),
    Row("get_record", "GET", "matches/{over}/record", SHOWN),
    Row("get_record", "GET", "matches/{split}/record", f"403 nobody unscoped suspended {PLAYERS}"),
    Row("get_record", "GET", "matches/{unwatched}/record", UNWATCHED),
    Row("get_replay", "GET", "matches/{over}/replay", SHOWN),
    Row("get_replay", "GET", "matches/{match}/replay", f"403 unscoped suspended, 409 nobody {PLAYERS}"),
    Row("get_position", "GET", "matches/{over}/replay/1", SHOWN),
    Row("get_position", "GET", "matches/{over}/replay/9999", f"403 unscoped suspended, 404 nobody {PLAYERS}"),
    Row("get_review", "GET", "matches/{over}/review", SHOWN),
    Row("ask_for_review", "POST", "matches/{over}/review", OWN, {}),
    Row("list_open_matches", "GET", "waiting", SHOWN),
    Row("open_match", "POST", "waiting", NEW, {"game": "BZ"}),
    Row("get_open_match_by_link", "GET", "waiting/link/{link}", SHOWN),
    Row(
        "join_open_match",
        "POST",
        "waiting/{open}/join",
        "401 nobody, 403 unscoped suspended, 200 bob carol barred, 409 alice",
        {},
    ),
    Row(
        "leave_open_match",
        "POST",
        "waiting/{open}/leave",
        "401 nobody, 403 unscoped suspended, 204 alice, 409 bob carol barred",
        {},
    ),
    Row("get_wish", "GET", "wish", f"401 nobody, 403 unscoped suspended, 404 {PLAYERS}"),
    Row("make_wish", "PUT", "wish", OWN, {"games": ["BZ"]}),
    Row("drop_wish", "DELETE", "wish", f"401 nobody, 403 unscoped suspended, 409 {PLAYERS}"),
    Row("search_archive", "GET", "archive", SHOWN),
    Row("stream_records", "GET", "archive/records", OWN),
    Row("get_daily", "GET", "daily", SHOWN),
    Row("list_dailies", "GET", "daily/days", SHOWN),
    Row("get_daily_of", "GET", "daily/{day}", SHOWN),
    Row("play_daily", "POST", "daily/{day}/play", OWN, {}),
    Row("next_puzzle", "GET", "puzzles/next", f"403 unscoped suspended, 404 nobody {PLAYERS}"),
    Row("puzzle_of_today", "GET", "puzzles/today", f"403 unscoped suspended, 404 nobody {PLAYERS}"),
    Row("list_puzzle_days", "GET", "puzzles/days", SHOWN),
    Row("list_my_puzzles", "GET", "puzzles/mine", OWN),
    Row("get_puzzle", "GET", "puzzles/{puzzle}", SHOWN),
    Row("answer_puzzle", "POST", "puzzles/{puzzle}/answer", OWN, {"kind": "roll", "keep": [3, 3, 3]}),
    Row("get_rating_history", "GET", "players/bob/ratings", SHOWN),
    Row("get_statistics", "GET", "players/bob/games", SHOWN),
    Row(
        "get_statistics_of_game",
        "GET",
        "players/bob/games/BZ",
        f"403 unscoped suspended, 404 nobody {PLAYERS}",
    ),
    Row(
        "get_head_to_head",
        "GET",
        "players/bob/against",
        "401 nobody, 403 unscoped suspended, 200 alice carol barred, 404 bob",
    ),
    Row("list_watched", "GET", "watch", SHOWN),
)


def _asked(alice: User, bob: User) -> int:
    return lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "main").pk


def _over(alice: User, bob: User) -> int:
    return play_out(begin("BO", alice, bob)).pk


def _split(alice: User, bob: User) -> int:
    return begin("BO", alice, bob, pace=Pace.SPLIT).pk


def _open(alice: User, bob: User) -> int:
    return waiting.seek(alice, 2, "BZ", {}, Pace.TURNS, "main", private=False).pk


def _link(alice: User, bob: User) -> str:
    return waiting.seek(alice, 2, "BZ", {}, Pace.TURNS, "main", private=True).token


def _day(alice: User, bob: User) -> str:
    return days.begin(schedule.today()).day.isoformat()


def _puzzle(alice: User, bob: User) -> int:
    return posed().pk


MADE: Mapping[str, Callable[[User, User], int | str]] = {
    "asked": _asked,
    "over": _over,
    "split": _split,
    "open": _open,
    "link": _link,
    "day": _day,
    "puzzle": _puzzle,
}
"""What rows name beside what is always there: each is made where a row asks for it."""
