"""Every way to spend a budget: an address, and what is sent there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.accounts.views.test_notices import KEYS, whole
from tests.ladders.views.test_organise import FORM as EVENT

NEW = {"code": "BZ", "opponents": "bob", "pace": "turns", "clock": "main", "whom": "named", "players": "2"}
PLACE = {"player": "bob", "rung": "1", "why": "Hm"}
CHALLENGE = {"away": "Red Dice", "code": "BO", "pace": "split", "clock": "main", "boards": "2", "days": "14"}
ANSWER = {"version": "0", "do": "roll", "keep": ["3", "3"]}
UNKNOWN = {400, 401}
"""What an application is answered that nobody has registered."""
BROWSER = {"endpoint": "https://fcm.googleapis.com/fcm/send/abc"}


@dataclass(frozen=True)
class Way:
    """A way to spend a budget: an address, a form (none: it is read), and whether an account is needed."""

    budget: str
    path: str
    form: Mapping[str, object] | None = None
    signed_in: bool = True
    staff: bool = False
    again: bool = False
    """Whether it leads to a call to which another way leads, too."""
    first: set[int] = field(default_factory=lambda: {200, 302, 400, 404, 409})


WAYS = [
    Way("message", "/people/messages/bob/", {"text": "Hello"}),
    Way("message", "/matches/{match}/chat/", {"text": "Hello"}, again=True),
    Way("thread", "/forum/boards/games/new/", {"title": "Hm", "text": "Hm"}),
    Way("post", "/forum/threads/{topic}/", {"text": "Hm"}),
    Way("post", "/forum/posts/{post}/change/", {"text": "Hm"}, again=True),
    Way("first threads", "/forum/boards/games/new/", {"title": "Hm", "text": "Hm"}),
    Way("first posts", "/forum/threads/{topic}/", {"text": "Hm"}),
    Way("follow", "/forum/threads/{topic}/follow/", {"what": "follow"}),
    Way("follow", "/forum/posts/{post}/delete/", {}),
    Way("search", "/forum/search/?q=bo", signed_in=False),
    Way("search", "/archive/", signed_in=False),
    Way("search", "/clubs/?q=bo", signed_in=False),
    Way("download", "/embed/{over}/", signed_in=False),
    Way("download", "/oembed?url=x", signed_in=False),
    Way("import", "/imports/", {"text": "Hm"}),
    Way("keep", "/imports/{imported}/share/", {"share": "yes"}),
    Way("review", "/imports/{imported}/review/ask/", {}),
    Way("download", "/imports/{imported}/"),
    Way("download", "/imports/{imported}/review/"),
    Way("download", "/imports/link/x/", signed_in=False),
    Way("download", "/imports/link/x/review/", signed_in=False),
    Way("dump", "/archive/dumps/x", signed_in=False),
    Way("keep", "/matches/{over}/note/", {"text": "Hm"}),
    Way("keep", "/players/bob/note/", {"text": "Hm"}, again=True),
    Way("keep", "/collections/", {"name": "Best"}),
    Way("keep", "/collections/{collection}/change/", {"name": "Best"}),
    Way("keep", "/collections/put/", {"collection": "{collection}", "match": "{over}"}),
    Way("keep", "/collections/put/", {"collection": "{collection}", "remove": "{over}"}),
    Way("keep", "/collections/put/", {"collection": "{collection}", "up": "{over}"}),
    Way("keep", "/collections/{collection}/delete/", {}),
    Way("keep", "/matches/{over}/comments/agree/", {"agree": "yes"}),
    Way("message", "/matches/{over}/comments/", {"text": "Hello"}, again=True),
    Way("report", "/collections/{others}/report/", {"why": "Rude"}, again=True),
    Way("report", "/matches/{over}/comments/{comment}/report/", {"why": "Rude"}, again=True),
    Way("report", "/people/bob/report/", {"why": "Rude"}),
    Way("report", "/matches/{match}/chat/{remark}/report/", {"why": "Rude"}, again=True),
    Way("appeal", "/accounts/decisions/1/", {"text": "No"}),
    Way("picture", "/people/me/picture/", {"picture": "FILE"}),
    Way("export", "/accounts/data/", {}),
    Way("relate", "/people/bob/relate/", {"what": "buddy"}),
    Way("invite", "/matches/new/", NEW),
    Way("invite stranger", "/matches/new/", {**NEW, "opponents": "carol"}),
    Way("invited by strangers", "/matches/new/", {**NEW, "opponents": "carol"}),
    Way("invite opponent", "/matches/new/", NEW),
    Way("seek", "/matches/new/", {**NEW, "whom": "anybody"}),
    Way("seek", "/matches/find/", {"codes": "BZ", "clock": "main", "wanted": "1"}),
    Way("review", "/matches/{over}/review/ask/", {}),
    Way("puzzle", "/puzzles/{puzzle}/", ANSWER),
    Way("practice", "/puzzles/{puzzle}/", ANSWER, signed_in=False),
    Way("position", "/positions/{position}/", {}, first={200, 503}),
    Way("hint", "/matches/{match}/hint/", first={403}),
    Way("join", "/waiting/1/join/", {}),
    Way("join", "/waiting/1/leave/", {}),
    Way("challenge", "/ladders/bz/act/", {"what": "join"}),
    Way("club new", "/clubs/new/", {"name": "Red Dice", "way": "open"}),
    Way("club act", "/clubs/{club}/act/", {"what": "come"}),
    Way("club act", "/clubs/matches/{meeting}/act/", {"what": "yes", "club": "the-reds"}),
    Way("club lead", "/clubs/{reds}/change/", {"way": "open", "about": ""}),
    Way("club lead", "/clubs/{reds}/lead/decide/", {"what": "accept"}),
    Way("club lead", "/clubs/{reds}/webhook/", {"hook": "", "shape": "plain"}),
    Way("club lead", "/clubs/{reds}/talk/{said}/down/", {}),
    Way("invite", "/clubs/{reds}/lead/decide/", {"what": "invite", "player": "bob"}),
    Way("club challenge", "/clubs/{reds}/challenge/", CHALLENGE),
    Way("event act", "/events/{event}/act/", {"what": "enter"}),
    Way("preferences", "/accounts/notices/secrets/", {}),
    Way("token", "/accounts/tokens/", {"name": "Hm", "scopes": "read", "days": "7"}),
    Way("bot", "/accounts/bots/", {"name": "dora"}),
    Way("application", "/accounts/applications/", {"name": "Hm", "addresses": "https://x.example/"}),
    Way("let in", "/identity/o/api/token", {"grant_type": "x"}, signed_in=False, first=UNKNOWN),
    Way("let in", "/identity/o/api/revoke", {"token": "x"}, signed_in=False, first=UNKNOWN),
    Way("let in", "/identity/o/api/device/code", {"client_id": "x"}, signed_in=False, first=UNKNOWN),
    Way("hook test", "/accounts/notices/webhook/test/", {}),
    Way("tell friend", "/matches/friend/", {"email": "x@example.org", "code": "BZ", "clock": "main"}),
    Way("friend mailed", "/matches/friend/", {"email": "x@example.org", "code": "BZ", "clock": "main"}),
    Way("search", "/people/?q=bo"),
    Way("search", "/people/messages/?q=bo"),
    Way("numbers", "/matches/numbers/", {"pledges": "5b" * 32}),
    Way("practice", "/practice/", {}, signed_in=False),
    Way("practice", "/daily/", {}, signed_in=False),
    Way("daily again", "/daily/{past}/", {}),
    Way("lesson", "/lessons/bz/", {"version": "0", "do": "roll"}, signed_in=False),
    Way("contact", "/contact/", {"email": "x@example.org", "subject": "Hm", "text": "Hm"}, signed_in=False),
    Way("proofs", "/dice/proofs.json?serials={serial}", signed_in=False),
    Way("pool page", "/dice/roll/{serial}/", signed_in=False),
    Way("pool page", "/dice/", signed_in=False),
    Way("pool page", "/dice/observatory/", signed_in=False),
    Way("download", "/dice/roll/{serial}.json", signed_in=False),
    Way("download", "/dice/batches.json", signed_in=False),
    Way("pool page", "/dice/witnesses/", signed_in=False),
    Way("download", "/dice/checkpoint", signed_in=False),
    Way("download", "/dice/key", signed_in=False),
    Way("download", "/dice/witnesses.json", signed_in=False),
    Way("download", "/dice/tree/entries.json", signed_in=False),
    Way("download", "/dice/tree/inclusion.json", signed_in=False),
    Way("download", "/dice/tree/consistency.json", signed_in=False),
    Way("cosign", "/dice/cosign", {"note": "x"}, signed_in=False),
    Way("download", "/matches/{over}/record.txt", signed_in=False),
    Way("download", "/matches/{over}/review/", signed_in=False),
    Way("download", "/matches/{over}/picture.png", signed_in=False),
    Way("download", "/matches/{over}/proofs/", signed_in=False),
    Way("download", "/events/{event}/standings.json", signed_in=False),
    Way("download", "/events/{event}/standings.csv", signed_in=False),
    Way("download", "/events/{event}/feed/", signed_in=False),
    # What is not there costs as much as what is
    Way("pool page", "/dice/batch/1/", signed_in=False),
    Way("pool page", "/dice/observatory/2026-01-01/", signed_in=False),
    Way("download", "/dice/batch/1.json", signed_in=False),
    Way("download", "/calendar/nobodys.ics", signed_in=False),
    Way("download", "/events/{event}/sheet/1/", signed_in=False),
    Way("download", "/news/feed/", signed_in=False),
    Way("preferences", "/accounts/notices/settings/", whole()),
    Way("preferences", "/accounts/notices/browser/", {**BROWSER, **KEYS}),
    Way("message", "/teams/{team}/talk/", {"text": "Hello"}, again=True),
    Way("event act", "/teams/{team}/act/", {"what": "join"}),
    Way("message", "/events/{led}/talk/", {"text": "Hello"}, again=True),
    Way("team", "/events/{teams}/teams/new/", {"name": "Blues", "others": "bob"}),
    Way("event new", "/events/new/", EVENT),
    Way("event lead", "/events/{led}/change/", EVENT),
    Way("event lead", "/events/{led}/lead/cancel/", {}),
    Way("event new", "/events/{led}/lead/clone/", {}),
    Way("event message", "/events/{led}/lead/word/", {"why": "Hello"}),
    Way("event message", "/admin/ladders/event/{led}/word/now/", {"why": "Hello"}, staff=True, again=True),
    Way("event new", "/admin/ladders/event/{led}/clone/now/", {"why": ""}, staff=True, again=True),
    Way("event lead", "/admin/ladders/event/{led}/cancel/now/", {"why": ""}, staff=True, again=True),
    Way("event lead", "/admin/ladders/ladder/{ladder}/place/now/", PLACE, staff=True),
]
