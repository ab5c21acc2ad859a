"""Events, teams and ladders."""

from __future__ import annotations

from tests.site.walk.row import CLOSED, MEMBERS, Row

LEADERS = "in, 403 players, 200 leaders"
LED = "in, 403 players, 302 leaders"
STAFF = "in, 403 players, 200 admins"
HIDDEN = "in, 404 players, 200 leaders"
EVENT = {
    "event-name": "A cup",
    "event-format": "league",
    "event-code": "BO",
    "event-pace": "split",
    "event-clock": "main",
    "event-matches": "2",
    "event-division": "10",
    "event-moving": "2",
    "event-target": "5000",
    "event-way": "anybody",
    "event-fewest": "2",
}
WHY = {"why": "It must be."}


def act(event: str, what: str, post: str, writes: str = "", *, idle: str = "", **form: str) -> Row:
    """What players do on an event's page."""
    sent = {"what": what, **form}
    return Row("ladders:act", event, get=CLOSED, post=post, form=sent, writes=writes, idle=idle)


def decide(
    at: str, writes: str = "", *, get: str = LEADERS, post: str = LED, idle: str = "", **form: str
) -> Row:
    """A decision on the pages of those who lead."""
    return Row("ladders:decide", at, get=get, post=post, form={**WHY, **form}, writes=writes, idle=idle)


ROWS = (
    Row("ladders:index"),
    Row("ladders:explained_all"),
    Row("ladders:explained", "knockout"),
    Row("ladders:explained", "clocks"),
    Row("ladders:explained", "dancing", get="404"),
    Row("ladders:new", get=LEADERS, post=LED, form=EVENT, writes="ladders_event"),
    Row(
        "ladders:change",
        "draft",
        get=HIDDEN,
        post="in, 404 players, 302 leaders",
        form=EVENT,
        writes="ladders_event",
    ),
    Row(
        "ladders:change",
        "taking",
        get=LEADERS,
        post=LED,
        form={**EVENT, "event-hook": "https://hooks.example.org/cup", "event-shape": "plain"},
        writes="ladders_event, ladders_log, ladders_eventhook, accounts_hook",
    ),
    Row("ladders:lead", "draft", get=HIDDEN, post="in, 405 players"),
    Row("ladders:lead", "league", get=LEADERS, post="in, 405 players"),
    Row("ladders:matches", "draft", get=HIDDEN, post="in, 405 players"),
    Row("ladders:matches", "league", get=LEADERS, post="in, 405 players", query="show q page"),
    Row("ladders:matches", "review", get=LEADERS, post="in, 405 players"),
    Row("ladders:hook_on", "draft", get=CLOSED, post="in, 404 players"),
    Row("ladders:hook_on", "league", get=CLOSED, post=LED, writes="accounts_hook"),
    Row("ladders:hook_on", "taking", get=CLOSED, post="in, 403 players, 404 leaders"),
    decide("draft open", "event, entry", get=HIDDEN, post="in, 404 players, 302 leaders"),
    decide("taking preview", post=LEADERS, idle="leaders"),
    decide("taking start", "event, entry, play"),
    decide("taking invite", "entry", players="the-stranger"),
    decide("league withdraw", "event, entry, play", entry="@entry"),
    decide("league substitute", "entry", entry="@entry", player="the-stranger"),
    decide("league pause", "event, entry, play", days="3"),
    decide("taking seed", "entry", order="the-clerk"),
    decide("taking word", "entry"),
    decide("taking clone", "ladders_event"),
    decide("league adjudicate", "event, entry, play", fixture="@fixture", winner="0", sure="yes"),
    decide("league adjudicate", post=LEADERS, idle="leaders", fixture="@fixture", winner="draw"),
    decide("league adjudicate", post="in, 403 players, 400 leaders", fixture="@played", winner="0"),
    decide("league extend", "event, entry, play", fixture="@fixture", days="2"),
    decide("league replay", "event, entry, play", fixture="@fixture"),
    decide("league discount", "event, entry, play", fixture="@fixture", sure="yes"),
    decide("review correct", "event, entry, play", fixture="@reviewed", winner="draw", sure="yes"),
    decide("review correct", post=LEADERS, idle="leaders", fixture="@reviewed", winner="draw"),
    decide("review discount", "event, entry, play", fixture="@reviewed", sure="yes"),
    decide("review replay", "event, entry, play", fixture="@reviewed"),
    decide(
        "review reopen",
        get="in, 403 players, 409 leaders",
        post="in, 403 players, 409 leaders",
        fixture="@reviewed",
    ),
    decide("league resume", get="in, 403 players, 409 leaders", post="in, 403 players, 409 leaders"),
    decide("league reinstate", get="in, 403 players, 409 leaders", post="in, 403 players, 409 leaders"),
    decide("league end", "event, entry, play", get=STAFF, post="in, 403 players, 302 admins"),
    decide(
        "league offend",
        "event, entry, play",
        get=STAFF,
        post="in, 403 players, 302 admins",
        entry="@entry",
        sure="yes",
    ),
    decide(
        "league offend",
        get=STAFF,
        post="in, 403 players, 200 admins",
        idle="admins",
        entry="@entry",
        at_once="on",
    ),
    decide(
        "league clear", "entry", get=STAFF, post="in, 403 players, 302 admins", entry="@entry", sure="yes"
    ),
    decide("review finish", "event, entry", get=STAFF, post="in, 403 players, 302 admins"),
    decide("ended champions", "event, entry"),
    decide("taking name", "ladders_director, entry", player="the-opponent"),
    decide("taking dismiss", "ladders_director, entry", director="@director"),
    decide("taking step-down", get="in, 403 players", post="in, 403 players"),
    act("taking", "lead", "in, 409 players, 302 clerk", "ladders_director, entry"),
    act("taking", "not lead", "in, 409 players, 302 clerk", "ladders_director, entry"),
    decide("swiss unpair", "ladders_arrangement, entry", arrangement="@set"),
    decide("swiss bye", get=LEADERS, post="in, 403 players, 409 leaders", entry="@mine"),
    decide("swiss pair", get=LEADERS, post="in, 403 players, 409 leaders", entry="@mine", other="@clerks"),
    decide("league bye", get="in, 403 players, 409 leaders", post="in, 403 players, 409 leaders"),
    Row("ladders:event", "swiss"),
    decide("taking cancel", "event, entry"),
    decide("league open", get="in, 403 players, 409 leaders", post="in, 403 players, 409 leaders"),
    decide("league nothing", get="in, 403 players, 404 leaders", post="in, 403 players, 404 leaders"),
    Row("ladders:event", "draft", get="404"),
    Row("ladders:event", "taking"),
    Row("ladders:event", "teams"),
    Row("ladders:event", "league"),
    Row("ladders:event", "review"),
    Row("ladders:event", "ended"),
    Row("ladders:event", "arena"),
    act("arena", "enter", "in, 302 players, 409 two", "entry, ladders_place, ladders_group"),
    act("arena", "rest", "in, 409 players, 302 two", "ladders_place, ladders_group"),
    act("league", "rest", "in, 409 players"),
    act("draft", "enter", "in, 404 players"),
    act("taking", "enter", "in, 302 players, 409 two clerk", "entry"),
    act("taking", "confirm", "in, 409 players, 302 opponent", "entry"),
    act("taking", "decline", "in, 409 players, 302 captain", "entry"),
    act("taking", "withdraw", "in, 409 players, 302 two captain clerk", "entry"),
    act("league", "enter", "in, 409 players"),
    act("league", "withdraw", "in, 409 players, 302 two", "event, entry, play"),
    act("league", "appeal", "in, 400 players, 302 owner", "entry", text="I was kind."),
    act("league", "end", "in, 409 players, 302 two", "ladders_entry, ladders_log"),
    act("league", "not end", "in, 409 players, 302 two", idle="two"),
    act("taking", "matches", "in, 409 players", number="12"),
    act("league", "postpone", "in, 409 players, 302 two", "ladders_place"),
    Row("ladders:log", "draft", get="404"),
    Row("ladders:log", "league", query="page"),
    Row("ladders:standings_json", "draft", get="404"),
    Row("ladders:standings_json", "league"),
    Row("ladders:standings_csv", "draft", get="404"),
    Row("ladders:standings_csv", "league"),
    Row("ladders:feed", "draft", get="404"),
    Row("ladders:feed", "league"),
    Row("ladders:sheet", "ended played"),
    Row("ladders:sheet", "league fixture", get="404"),
    Row("ladders:sheet", "ended fixture", get="404"),
    Row(
        "ladders:team_new",
        "teams",
        get=MEMBERS,
        post="in, 302 players, 409 captain muted, 400 clerk",
        form={"name": "Blues", "others": "the-clerk"},
        writes="ladders_team, ladders_member, accounts_notice",
    ),
    Row(
        "ladders:team_new",
        "draft",
        get="in, 404 players",
        post="in, 404 players",
        form={"name": "Blues", "others": "the-clerk"},
    ),
    Row(
        "ladders:team", "team", post="403, 302 captain", form={"text": "Hello."}, writes="ladders_teamremark"
    ),
    Row(
        "ladders:team_act",
        "team",
        get=CLOSED,
        post="in, 409 players, 302 opponent",
        form={"what": "join"},
        writes="ladders_member, entry",
    ),
    Row(
        "ladders:team_act",
        "team",
        get=CLOSED,
        post="in, 409 players, 302 captain",
        form={"what": "order", "order_of": "the-muted, the-captain, the-opponent"},
        writes="ladders_member",
    ),
    Row("ladders:ladder", "bz", query="from"),
    Row("ladders:ladder", "dk", reads="ladders_ladder"),
    Row("ladders:ladder", "zz", get="404"),
    Row("ladders:ladder_act", "bo", get=CLOSED, post="in, 302 players", form={"what": "join"}, writes="rung"),
    Row(
        "ladders:ladder_act",
        "bz",
        get=CLOSED,
        post="in, 409 players, 302 two captain",
        form={"what": "leave"},
        writes="rung",
    ),
    Row(
        "ladders:ladder_act",
        "bz",
        get=CLOSED,
        post="in, 409 players, 302 captain",
        form={"what": "challenge", "player": "the-owner"},
        writes="ladders_challenge, rung, play, accounts_notice",
    ),
    Row(
        "ladders:ladder_act",
        "bz",
        get=CLOSED,
        post="in, 409 players, 302 two",
        form={"what": "cancel", "challenge": "@challenge"},
        writes="ladders_challenge, rung, play",
    ),
    Row("ladders:ladder_log", "bz", query="page"),
)
