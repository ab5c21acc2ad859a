"""Operations about what players keep, import and report, hints and leaders, as in rows.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from accounts.models import User
from boatzee_site.local import ROOT
from games.archive import collecting, comments
from games.chat import Beside
from games.imported import keeping
from games.match import queries
from tests.api.rows import OWN, PLAYERS, Row
from tests.games.tables import begin, play_out
from tests.talking import say

SHOWN = f"200 nobody {PLAYERS}, 403 unscoped suspended"
MINE = "401 nobody, 403 unscoped suspended, 404 bob carol barred, 200 alice"
"""What alice alone has."""
GONE = "401 nobody, 403 unscoped suspended, 404 bob carol barred, 204 alice"
NEW = f"401 nobody, 403 unscoped suspended, 201 {PLAYERS}"
REPORTED = "401 nobody, 403 unscoped suspended, 204 alice carol barred, 404 bob"
"""Bob has made it."""
RECORD = (ROOT / "tests" / "records" / "BZ" / "two-players.txt").read_text()

ROWS = (
    Row(
        "get_hint",
        "GET",
        "matches/{match}/hint",
        f"401 nobody, 403 unscoped suspended {PLAYERS}",
    ),
    Row("list_notes", "GET", "notes", OWN),
    Row("get_match_note", "GET", "notes/matches/{over}", OWN),
    Row(
        "get_match_note", "GET", "notes/matches/{match}", f"401 nobody, 403 unscoped suspended, 404 {PLAYERS}"
    ),
    Row("note_match", "PUT", "notes/matches/{over}", OWN, {"text": "Hm."}),
    Row(
        "get_player_note",
        "GET",
        "notes/players/bob",
        "401 nobody, 403 unscoped suspended, 200 alice carol barred, 404 bob",
    ),
    Row(
        "note_player",
        "PUT",
        "notes/players/bob",
        "401 nobody, 403 unscoped suspended, 200 alice carol barred, 404 bob",
        {"text": "Hm."},
    ),
    Row("list_collections", "GET", "collections", OWN),
    Row("make_collection", "POST", "collections", NEW, {"name": "Best"}),
    Row("get_collection", "GET", "collections/{collection}", SHOWN),
    Row(
        "get_collection",
        "GET",
        "collections/{hidden_collection}",
        "404 nobody bob carol barred, 403 unscoped suspended, 200 alice",
    ),
    Row("change_collection", "PATCH", "collections/{collection}", MINE, {"name": "Better"}),
    Row("delete_collection", "DELETE", "collections/{collection}", GONE),
    Row("collect_match", "POST", "collections/{collection}/matches", MINE, {"match": 1, "act": "remove"}),
    Row("report_collection", "POST", "collections/{bobs_collection}/report", REPORTED, {"why": "Rude."}),
    Row(
        "list_comments",
        "GET",
        "matches/{over}/comments",
        "401 nobody, 403 unscoped suspended carol barred, 200 alice bob",
    ),
    Row(
        "comment_on_match",
        "POST",
        "matches/{over}/comments",
        "401 nobody, 403 unscoped suspended carol barred, 201 alice bob",
        {"text": "Well played."},
    ),
    Row(
        "agree_to_comments",
        "POST",
        "matches/{over}/comments/agree",
        "401 nobody, 403 unscoped suspended carol barred, 204 alice bob",
        {"agree": True},
    ),
    Row(
        "report_comment",
        "POST",
        "matches/{commented}",
        "401 nobody, 403 unscoped suspended, 204 alice, 404 bob carol barred",
        {"why": "Rude."},
    ),
    Row(
        "report_remark",
        "POST",
        "matches/{remarked}",
        "401 nobody, 403 unscoped suspended, 204 alice, 404 bob carol barred",
        {"why": "Rude."},
    ),
    Row(
        "report_player",
        "POST",
        "players/bob/report",
        "401 nobody, 403 unscoped suspended, 204 alice carol barred, 400 bob",
        {"why": "Rude."},
    ),
    Row("list_imports", "GET", "imports", OWN),
    Row("import_record", "POST", "imports", NEW, {"text": RECORD}),
    Row(
        "import_record",
        "POST",
        "imports",
        f"401 nobody, 403 unscoped suspended, 400 {PLAYERS}",
        {"text": "hello"},
    ),
    Row("get_import", "GET", "imports/{imported}", MINE),
    Row("delete_import", "DELETE", "imports/{imported}", GONE),
    Row("share_import", "POST", "imports/{imported}/share", MINE, {"shared": True}),
    Row("get_import_review", "GET", "imports/{imported}/review", MINE),
    Row("ask_for_import_review", "POST", "imports/{imported}/review", MINE, {}),
    Row("list_dumps", "GET", "archive/dumps", SHOWN),
    Row("list_best_ratings", "GET", "leaders/ratings?game=BZ", SHOWN),
    Row("list_best_at_puzzles", "GET", "leaders/puzzles", SHOWN),
    Row("list_records", "GET", "leaders/records?game=BZ", SHOWN),
)


def _collection(alice: User, bob: User) -> int:
    return collecting.make(alice, "Worth a look", "", public=True).pk


def _hidden(alice: User, bob: User) -> int:
    return collecting.make(alice, "For me", "", public=False).pk


def _bobs(alice: User, bob: User) -> int:
    return collecting.make(bob, "Mine", "", public=True).pk


def _imported(alice: User, bob: User) -> int:
    return keeping.keep(alice, RECORD).pk


def _commented(alice: User, bob: User) -> str:
    match = play_out(begin("BO", alice, bob))
    said = say(comments.room_of(*queries.table(match.pk)), bob, "Ha.")
    return f"{match.pk}/comments/{said.pk}/report"


def _remarked(alice: User, bob: User) -> str:
    match = begin("BO", alice, bob)
    said = say(Beside(match), bob, "Ha.")
    return f"{match.pk}/chat/{said.pk}/report"


MADE: Mapping[str, Callable[[User, User], int | str]] = {
    "collection": _collection,
    "hidden_collection": _hidden,
    "bobs_collection": _bobs,
    "imported": _imported,
    "commented": _commented,
    "remarked": _remarked,
}
"""What these rows name beside what is always there."""
