"""The archive, and what players keep of finished matches."""

from __future__ import annotations

from tests.site.walk.row import CLOSED, MEMBERS, SAVED, Row

ROWS = (
    Row(
        "games:archive",
        query="player against game event since until points least most words of_event of_ladder after",
    ),
    Row("games:notes", get=MEMBERS, post=CLOSED, query="newer older"),
    Row("games:match_note", "finished", get=MEMBERS, post=SAVED, form={"text": "Hm."}, writes="games_note"),
    Row("games:match_note", "running", get="in, 404 players", post="in, 404 players"),
    Row("games:match_note", "split", get="in, 404 players", post="in, 404 players"),
    Row(
        "games:player_note",
        "the-owner",
        get="in, 200 players, 404 owner",
        post="in, 302 players, 404 owner",
        form={"text": "Hm."},
        writes="games_note",
    ),
    Row(
        "games:collections",
        get=MEMBERS,
        post=SAVED,
        form={"name": "Best of mine", "match": "@finished"},
        writes="games_collection games_collected",
        query="match",
    ),
    Row("games:collection", "collection"),
    Row("games:collection", "hidden-collection", get="404, 200 owner"),
    Row(
        "games:collection_change",
        "collection",
        get="in, 404 players, 200 owner",
        post="in, 404 players, 302 owner",
        form={"name": "Better"},
        writes="games_collection",
    ),
    Row(
        "games:collection_delete",
        "collection",
        get="in, 404 players, 200 owner",
        post="in, 404 players, 302 owner",
        writes="games_collection games_collected",
    ),
    Row(
        "games:report_collection",
        "collection",
        get="in, 200 players, 404 owner",
        post="in, 302 players, 404 owner",
        form={"why": "A bad word."},
        writes="accounts_report",
    ),
    Row(
        "games:collect",
        get=CLOSED,
        post="in, 404 players, 302 owner",
        form={"collection": "@collection", "remove": "@finished"},
        writes="games_collected",
    ),
    Row(
        "games:comments",
        "finished",
        get="in, 403 players, 200 two",
        post="in, 403 players, 302 two",
        form={"text": "Well played."},
        writes="games_comment accounts_notice",
        reads="accounts_notice",
        query="before",
    ),
    Row("games:comments", "running", get="in, 404 players", post="in, 404 players"),
    Row(
        "games:comments_agree",
        "finished",
        get=CLOSED,
        post="in, 404 players, 302 two",
        form={"agree": "yes"},
        writes="games_agreement",
    ),
    Row(
        "games:report_comment",
        "finished comment",
        get="in, 404 players, 200 owner",
        post="in, 404 players, 302 owner",
        form={"why": "A bad word."},
        writes="accounts_report",
    ),
)
