"""Every operation, and what everybody is answered by it (tests/site/walk has the pages).

`answers` are words: a status, then who gets it. `nobody` sends no token, `unscoped` has one of alice's with
all scopes but the one that is asked for, `alice` sits at the table and is to move, `bob` sits opposite,
`carol` is a stranger, `barred` one whom staff keep out of events, `suspended` one whom they keep out of the
site. Paths and what is sent may name what is in the world: {match}, {version}, {unwatched}, {invitation}.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

ROLES = ("nobody", "unscoped", "alice", "bob", "carol", "barred", "suspended")
PLAYERS = "alice bob carol barred"
OWN = f"401 nobody, 403 unscoped suspended, 200 {PLAYERS}"
"""What each player has of their own."""


@dataclass(frozen=True)
class Row:
    """One operation, by its name in the description."""

    operation: str
    method: str
    path: str
    answers: str
    sent: dict[str, Any] | None = field(default=None, hash=False)

    def __str__(self) -> str:
        return f"{self.operation} {self.path}"

    def expected(self) -> dict[str, int]:
        """The status for each role."""
        found: dict[str, int] = {}
        for clause in self.answers.split(", "):
            status, *roles = clause.split()
            found |= dict.fromkeys(roles, int(status))
        return found


ROWS = (
    Row("get_me", "GET", "me", OWN),
    # Streams are carried by a process of their own (test_streams.py): a web process says so to who may.
    Row("open_stream", "GET", "stream", f"401 nobody, 403 unscoped suspended, 421 {PLAYERS}"),
    Row(
        "open_match_stream",
        "GET",
        "matches/{match}/stream",
        f"401 nobody, 403 unscoped suspended, 421 {PLAYERS}",
    ),
    Row(
        "open_match_stream",
        "GET",
        "matches/{unwatched}/stream",
        "401 nobody, 403 unscoped suspended carol barred, 421 alice bob",
    ),
    Row(
        "open_match_stream",
        "GET",
        "matches/{invitation}/stream",
        "401 nobody, 403 unscoped suspended, 404 carol barred, 421 alice bob",
    ),
    Row("get_settings", "GET", "me/settings", OWN),
    Row("change_settings", "PATCH", "me/settings", OWN, {"hide_rating": True}),
    Row("get_player", "GET", "players/bob", f"200 nobody {PLAYERS}, 403 unscoped suspended"),
    Row("get_player", "GET", "players/zed", f"404 nobody {PLAYERS}, 403 unscoped suspended"),
    Row("list_matches", "GET", "matches", OWN),
    Row("get_match", "GET", "matches/{match}", f"200 nobody {PLAYERS}, 403 unscoped suspended"),
    Row(
        "get_match",
        "GET",
        "matches/{unwatched}",
        "403 nobody carol barred, 200 alice bob, 403 unscoped suspended",
    ),
    Row(
        "get_match",
        "GET",
        "matches/{invitation}",
        "404 nobody carol barred, 200 alice bob, 403 unscoped suspended",
    ),
    Row("get_match", "GET", "matches/999999", f"404 nobody {PLAYERS}, 403 unscoped suspended"),
    Row(
        "list_legal_moves",
        "GET",
        "matches/{match}/moves/legal",
        "401 nobody, 200 alice bob, 403 carol barred unscoped suspended",
    ),
    Row(
        "make_move",
        "POST",
        "matches/{match}/moves",
        "401 nobody, 200 alice, 409 bob, 403 carol barred unscoped suspended",
        {"version": "{version}", "kind": "roll"},
    ),
    Row(
        "resign_match",
        "POST",
        "matches/{match}/resign",
        "401 nobody, 200 alice bob, 403 carol barred unscoped suspended",
        {"version": "{version}"},
    ),
    Row(
        "resign_match",
        "POST",
        "matches/{invitation}/resign",
        "401 nobody, 409 alice bob, 403 carol barred unscoped suspended",
        {"version": 0},
    ),
)
