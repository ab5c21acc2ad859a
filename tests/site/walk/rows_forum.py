"""The forum, and what staff decide there."""

from __future__ import annotations

from tests.site.walk.row import CLOSED, MEMBERS, SAVED, Row
from tests.site.walk.rows_admin import ADMINS, DECIDED, model

ROWS = (
    Row("forum"),
    Row("forum_board", "games", query="before"),
    Row("forum_board", "nothing", get="404"),
    Row("forum_search", query="q"),
    Row("forum_followed", get=MEMBERS, post=CLOSED),
    Row(
        "forum_new",
        "games",
        get=MEMBERS,
        post="in, 302 players, 403 muted",
        form={"title": "A question", "text": "Hello?"},
        writes="accounts_topic, accounts_post, accounts_board, accounts_follow, accounts_errand",
    ),
    Row(
        "forum_thread",
        "topic",
        post="in, 302 players, 403 muted",
        form={"text": "Hello."},
        writes="accounts_topic, accounts_post, accounts_board, accounts_follow, accounts_errand",
        query="at after before quote",
        reads="accounts_follow accounts_notice",
    ),
    Row("forum_thread", "0", get="404", post="404"),
    Row("forum_follow", "topic", get=CLOSED, post=SAVED, writes="accounts_follow", idle="owner"),
    Row(
        "forum_change",
        "post",
        get="in, 404 players, 200 owner",
        post="in, 404 players, 302 owner",
        form={"text": "Better."},
        writes="accounts_post",
    ),
    Row(
        "forum_delete",
        "post",
        get="in, 404 players, 200 owner",
        post="in, 404 players, 302 owner",
        writes="accounts_post, accounts_topic, accounts_board",
    ),
    Row(
        "report_post",
        "post",
        get="in, 200 players, 404 owner",
        post="in, 302 players, 404 owner",
        form={"why": "A bad word."},
        writes="accounts_report",
    ),
    *model("accounts_forumact", "forumact", ADMINS, change=ADMINS),
    *model("accounts_topic", "topic", ADMINS, change=ADMINS),
    *model("accounts_post", "post", ADMINS, change=ADMINS),
    *model(
        "accounts_board",
        "board",
        ADMINS,
        add=ADMINS,
        change=ADMINS,
        delete=ADMINS,
        new={"slug": "more", "name": "More", "about": "More of it.", "position": "99"},
    ),
    Row(
        "admin:accounts_topic_decide",
        "topic",
        get=ADMINS,
        post=DECIDED,
        form={"what": "lock", "why": "Enough."},
        writes="accounts_topic, accounts_forumact, django_admin_log",
    ),
    Row(
        "admin:accounts_post_decide",
        "post",
        get=ADMINS,
        post=DECIDED,
        form={"what": "hide", "why": "Enough."},
        writes="accounts_post, accounts_topic, accounts_board, accounts_forumact, django_admin_log",
    ),
)
