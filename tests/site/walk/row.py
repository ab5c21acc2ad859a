"""One line of the table of who may do what, and how its words are read.

An answer is written as clauses with commas between, later ones over earlier ones: a status and who gets
it, or a status alone for everybody. `in` stands for the way to the sign-in page, `door` for the way to the
admin's, `again` for the way to the page that asks for the password anew, 302 for a way to anywhere else;
`signed-out` is the way to the sign-in page of one whose form was taken. Whoever is suspended gets 403
unless a clause names them.

    "in, 200 players, 404 stranger"     visitors sign in first, players get the page, the stranger nothing
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tests.site.walk.world import ROLES

VISITORS = ("anonymous", "guest")
PLAYERS = tuple(role for role in ROLES if role not in {*VISITORS, "suspended"})
TABLES = {
    "play": "games_match games_move games_seat games_rating games_ratingpoint dicepool_handout"
    " dicepool_fate accounts_errand",
    "invite": "games_match games_seat accounts_errand",
    "seek": "games_seek games_joining",
    "entry": "ladders_entry ladders_log accounts_notice",
    "event": "ladders_event ladders_section ladders_place ladders_fixture ladders_medal",
    "rung": "ladders_ladder ladders_rung ladders_bucket ladders_log",
    "sign in": "accounts_user accounts_device accounts_delivery usersessions_usersession",
}
"""What changes together, by the words of a row."""
GROUPS: dict[str, tuple[str, ...]] = {
    "visitors": VISITORS,
    "players": PLAYERS,
    "seated": ("owner", "opponent", "muted"),
    "two": ("owner", "opponent"),
    "leaders": ("organiser", "staff", "superuser"),
    "admins": ("staff", "superuser"),
    **{role: (role,) for role in ROLES},
}
Answer = int | str
MEMBERS = "in, 200 players"
"""A page for whoever has signed in."""
SAVED = "in, 302 players"
"""A form that everybody who has signed in may send."""
CLOSED = "in, 405 players"
"""A method that is not for this page, which asks to sign in first."""


@dataclass(frozen=True)
class Row:
    """What everybody gets at one address.

    `name` is the pattern's as the resolver knows it (the pattern itself where it has no name), `at` the
    words for its arguments. `form` is what a POST sends, and `writes` the tables that it then changes, at
    least one of them; what is refused changes none. `reads` are tables that looking may change; `query`
    the parameters that the page takes.
    """

    name: str
    at: str = ""
    get: str = "200"
    post: str = "405"
    form: Mapping[str, Any] = field(default_factory=dict)
    writes: str = ""
    reads: str = ""
    query: str = ""
    idle: str = ""
    """Who is answered well although there is nothing to change."""
    public: bool = False
    """Whether shared caches may keep what a signed-in player gets."""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.name, self.at, self.form.get("what", ""))))

    def expected(self, method: str) -> dict[str, Answer]:
        """By role."""
        return answers(self.get if method == "GET" else self.post)

    @property
    def written(self) -> frozenset[str]:
        """The tables that its POST may change; `*` stands for any."""
        return frozenset(" ".join(TABLES.get(word, word) for word in self.writes.split(", ")).split())

    def is_idle(self, role: str) -> bool:
        """Whether the role's POST changes nothing."""
        return any(role in GROUPS[group] for group in self.idle.split())


@cache
def answers(words: str) -> dict[str, Answer]:
    """What the clauses say, for every role. Raises KeyError for a group that is none."""
    found: dict[str, Answer] = {}
    for clause in words.split(","):
        answer, *who = clause.split()
        named = [role for group in who for role in GROUPS[group]] or [r for r in ROLES if r != "suspended"]
        found |= dict.fromkeys(named, int(answer) if answer.isdigit() else answer)
    return {"suspended": 403, **found}
