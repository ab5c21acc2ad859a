"""Clubs."""

from __future__ import annotations

from tests.site.walk.row import CLOSED, MEMBERS, Row

INSIDE = "captain organiser owner muted admins"
LEADERS = "captain organiser admins"
CHALLENGED = "ladders_challenge, rung, play, accounts_notice"
CLUB = "ladders_club, ladders_clubmember, ladders_clubasking, ladders_clubline, accounts_notice"


def act(post: str, writes: str = CLUB, **form: str) -> Row:
    """What visitors do on a club's page."""
    return Row(
        "ladders:club_act", "reds", get=CLOSED, post=f"in, 409 players, {post}", form=form, writes=writes
    )


def decide(who: str, writes: str = CLUB, **form: str) -> Row:
    """What its officers decide; others of them are refused."""
    refused = f"in, 403 players, 409 {LEADERS}, 302 {who}"
    return Row("ladders:club_decide", "reds", get=CLOSED, post=refused, form=form, writes=writes)


def between(at: str, post: str, **form: str) -> Row:
    """What is done about a match of two clubs."""
    return Row(
        "ladders:club_match_act",
        f"club-{at}",
        get=CLOSED,
        post=f"in, 409 players, {post}",
        form=form,
        writes="ladders_clubmatch, ladders_clubseat, accounts_notice, accounts_errand",
        idle="owner" if form["what"] == "yes" else "",
    )


def climb(post: str, writes: str = "rung", **form: str) -> Row:
    """What is done on its ladder of Boat."""
    refused = f"in, 409 players, {post}"
    return Row("ladders:club_ladder_act", "reds bo", get=CLOSED, post=refused, form=form, writes=writes)


CHALLENGE = {"code": "BO", "pace": "split", "clock": "main", "boards": "2", "days": "14"}
ROWS = (
    Row("ladders:clubs", query="q newer older"),
    Row("ladders:clubs_how"),
    Row(
        "ladders:club_new",
        get=MEMBERS,
        post="in, 409 players, 302 two",
        form={"name": "Blues", "way": "open"},
        writes="ladders_club, ladders_clubmember, ladders_clubline",
    ),
    Row("ladders:club", "reds", query="newer older"),
    Row("ladders:club", "nobodys", get="404"),
    Row("ladders:clubs_ranking"),
    Row("ladders:club_match", "club-line-ups"),
    Row("ladders:club_match", "0", get="404"),
    Row(
        "ladders:club_challenge",
        "reds",
        get=f"in, 403 players, 200 {LEADERS}",
        post=f"in, 403 players, 302 {LEADERS}",
        form={"away": "Yellow Dice", **CHALLENGE},
        writes="ladders_clubmatch, accounts_notice",
        query="away",
    ),
    between("challenge", "302 clerk admins", what="accept"),
    between("challenge", "302 captain organiser clerk admins", what="decline"),
    between("line-ups", "302 captain organiser owner muted", what="yes", club="red-dice"),
    between("line-ups", "302 owner", what="no"),
    between("line-ups", f"302 {LEADERS}", what="order", club="red-dice", order="the-owner"),
    between("line-ups", f"302 {LEADERS}", what="ready", club="red-dice"),
    Row(
        "ladders:report_club",
        "reds",
        get="in, 200 players, 404 captain",
        post="in, 302 players, 404 captain",
        form={"why": "It is rude."},
        writes="accounts_report",
    ),
    act("302 opponent staff superuser clerk", what="come"),
    act("302 opponent stranger", what="withdraw"),
    act("302 captain organiser owner muted", writes=f"{CLUB}, accounts_errand", what="leave"),
    Row("ladders:club_log", "reds", get=f"in, 404 players, 200 {INSIDE}", post=CLOSED, query="newer older"),
    Row(
        "ladders:club_talk",
        "reds",
        get=f"in, 403 players, 200 {INSIDE}",
        post="in, 403 players, 302 captain organiser owner admins",
        form={"text": "Hello."},
        writes="ladders_clubremark",
        query="before",
    ),
    Row(
        "ladders:report_club_remark",
        "reds club-remark",
        get="in, 404 players, 200 captain organiser muted admins",
        post="in, 404 players, 302 captain organiser muted admins",
        form={"why": "It was not."},
        writes="accounts_report",
    ),
    Row(
        "ladders:club_remark_down",
        "reds club-remark",
        get=f"in, 403 players, 200 {LEADERS}",
        post=f"in, 403 players, 302 {LEADERS}",
        writes="ladders_clubremark, ladders_clubline",
    ),
    Row(
        "ladders:club_change",
        "reds",
        get=f"in, 403 players, 200 {LEADERS}",
        post=f"in, 403 players, 302 {LEADERS}",
        form={"way": "open", "about": "We play in the evening."},
        writes="ladders_club, ladders_clubline",
    ),
    Row(
        "ladders:club_hook",
        "reds",
        get=f"in, 403 players, 200 {LEADERS}",
        post=f"in, 403 players, 302 {LEADERS}",
        form={"hook": "https://hooks.example.org/reds", "shape": "plain"},
        writes="ladders_clubhook, accounts_hook",
    ),
    Row("ladders:club_hook", "nobodys", get="in, 404 players", post="in, 404 players"),
    Row(
        "ladders:club_hook_on",
        "reds",
        get=CLOSED,
        post=f"in, 403 players, 302 {LEADERS}",
        writes="accounts_hook",
    ),
    Row(
        "ladders:club_hook_test",
        "reds",
        get=CLOSED,
        post=f"in, 403 players, 302 {LEADERS}",
        writes="accounts_hookpost",
    ),
    Row("ladders:club_lead", "reds", get=f"in, 403 players, 200 {LEADERS}", post="in, 405 players"),
    decide(LEADERS, what="accept", asking="@asking"),
    decide(LEADERS, what="refuse", asking="@asking"),
    decide(LEADERS, what="invite", player="the-clerk"),
    decide(LEADERS, writes=f"{CLUB}, accounts_errand", what="expel", player="the-owner", why="Enough."),
    decide("captain admins", what="promote", player="the-owner"),
    decide("captain admins", what="demote", player="the-organiser"),
    decide("captain admins", what="hand-on", player="the-organiser"),
    decide("admins", writes=f"{CLUB}, accounts_hook", what="rename", name="Pink Dice", why="It must be."),
    decide(
        "captain admins",
        writes=f"{CLUB}, ladders_clubmatch, accounts_errand, accounts_hook, ladders_clubhook",
        what="close",
        why="It is over.",
    ),
    decide(LEADERS, writes=f"{CLUB}, rung", what="open-ladder", code="PG"),
    decide(LEADERS, writes=f"{CLUB}, rung, ladders_challenge", what="close-ladder", code="BO", why="No."),
    Row("ladders:club_ladder", "reds bo", query="from"),
    Row("ladders:club_ladder", "reds dk", get="404"),
    climb("302 muted", what="join"),
    climb("302 captain organiser owner", what="leave"),
    climb("302 captain", writes=CHALLENGED, what="challenge", player="the-owner"),
    climb("302 organiser owner", writes=CHALLENGED, what="cancel", challenge="@club-ladder-challenge"),
    Row("ladders:club_ladder_log", "reds bo", query="newer"),
)
