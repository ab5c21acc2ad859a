"""Lessons, what is taken back, puzzles, positions and the daily."""

from __future__ import annotations

from tests.site.walk.row import Row

ROWS = (
    Row("games:lessons"),
    Row(
        "games:lesson",
        "bz",
        post="302",
        form={"version": "0", "do": "roll"},
        writes="games_learnt",
        idle="visitors",
    ),
    Row(
        "games:take_back",
        "running",
        get="in, 405 guest players",
        post="in, 403 guest players",
        form={"version": "@version"},
    ),
    Row(
        "games:take_back",
        "practice",
        get="in, 405 guest players",
        post="in, 403 players, 409 guest",
        form={"version": "1"},
    ),
    Row("games:puzzles", query="game"),
    Row(
        "games:puzzle",
        "puzzle",
        post="302",
        form={"version": "0", "do": "roll", "keep": ["3", "3"]},
        writes="games_puzzle games_puzzletry games_puzzlerating accounts_user accounts_errand",
        query="again",
    ),
    Row("games:puzzle_today", get="302", reads="games_puzzleday"),
    Row("games:puzzle_days", query="until", reads="games_puzzleday"),
    Row("games:my_puzzles", get="in, 200 guest players", post="in, 405 guest players", query="page failed"),
    Row("games:daily", post="302", writes="games_match games_seat games_dailytry accounts_user"),
    Row("games:daily_days", query="until"),
    Row("games:daily_of", "daily", post="302", writes="games_match games_seat games_dailytry accounts_user"),
    Row("games:position", "position", post="in, 403 players"),
)
