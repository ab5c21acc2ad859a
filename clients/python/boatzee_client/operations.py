"""Every operation of the API. Written by `make clients` from docs/openapi.json: change that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from boatzee_client import shapes
from boatzee_client.asking import Asker, Told


class Site(Asker):
    """A site of Boatzee, and whose token it is asked with. What it refuses is raised: Refused."""

    def search_archive(
        self,
        *,
        player: str | None = None,
        against: str | None = None,
        game: Literal["BZ", "BD", "BT", "DG", "BX", "BO", "DK", "PG"] | None = None,
        event: int | None = None,
        ladder: int | None = None,
        since: str | None = None,
        until: str | None = None,
        points: Literal["total", "card"] | None = None,
        least: int | None = None,
        most: int | None = None,
        words: str | None = None,
        cursor: str | None = None,
    ) -> shapes.FoundMatches:
        """Finished matches that I may see, thirty at most, what ended last first; of a game by points
        alone, the highest first. Scope: read.
        """
        answer: shapes.FoundMatches = self._ask(
            "GET",
            ("api", "v1", "archive"),
            query={
                "player": player,
                "against": against,
                "game": game,
                "event": event,
                "ladder": ladder,
                "since": since,
                "until": until,
                "points": points,
                "least": least,
                "most": most,
                "words": words,
                "cursor": cursor,
            },
        )
        return answer

    def list_dumps(self) -> shapes.Dumps:
        """All public matches of a month, one a line (NDJSON, gzip): `id`, `game`, `ended_at`, `record`.
        They name no player. Each is downloaded by its `url`, where `.sha256` behind it gives the
        checksum. Scope: read.
        """
        answer: shapes.Dumps = self._ask("GET", ("api", "v1", "archive", "dumps"))
        return answer

    def stream_records(
        self,
        *,
        since: str | None = None,
        game: Literal["BZ", "BD", "BT", "DG", "BX", "BO", "DK", "PG"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[Any]:
        """The records of all finished matches that everybody may see, oldest first, one a line (NDJSON).
        They are sent as they are read. Each line has the cursor behind it; where fewer lines come than
        were asked for, nothing is left for now. A match is among them an hour after it ended, and
        while the daily of a day is not over no match that ended since that day began: so nothing comes
        in before what was told. Scope: read.
        """
        return self._lines(
            ("api", "v1", "archive", "records"),
            {"since": since, "game": game, "limit": limit, "cursor": cursor},
        )

    def list_bots(
        self, *, game: Literal["BZ", "BD", "BT", "DG", "BX", "BO", "DK", "PG"], people: bool | None = None
    ) -> shapes.Opponents:
        """Bots that take challenges at a game and have asked the site in the last three days, the best
        first. Scope: read.
        """
        answer: shapes.Opponents = self._ask(
            "GET", ("api", "v1", "bots"), query={"game": game, "people": people}
        )
        return answer

    def take_challenges(self, sent: shapes.Challenges) -> shapes.Challenges:
        """Say, as a bot, at which games it may be challenged, and by whom; what it said before is
        replaced. Scope: play.
        """
        answer: shapes.Challenges = self._ask("PUT", ("api", "v1", "bots", "me"), sent=sent)
        return answer

    def delete_club_webhook(self, slug: str) -> None:
        """Nothing is posted there any more. It is no mistake where there was none. Scope: direct."""
        self._ask("DELETE", ("api", "v1", "clubs", slug, "webhook"))

    def get_club_webhook(self, slug: str) -> shapes.HookShown:
        """Where the club announces, how that fares, and what came of the last posts. Scope: direct."""
        answer: shapes.HookShown = self._ask("GET", ("api", "v1", "clubs", slug, "webhook"))
        return answer

    def set_club_webhook(self, slug: str, sent: shapes.HookSent) -> shapes.HookShown:
        """Let the club announce there from now on. With another address it begins anew; the secret stays.
        Scope: direct.
        """
        answer: shapes.HookShown = self._ask("PUT", ("api", "v1", "clubs", slug, "webhook"), sent=sent)
        return answer

    def switch_on_club_webhook(self, slug: str, *, key: str | None = None) -> shapes.HookShown:
        """Post there again, after it had failed too often. What was not posted meanwhile is not made up
        for. Scope: direct.
        """
        answer: shapes.HookShown = self._ask("POST", ("api", "v1", "clubs", slug, "webhook", "on"), key=key)
        return answer

    def test_club_webhook(self, slug: str, *, key: str | None = None) -> shapes.TriedShown:
        """Post a test now; what came of it is the answer. It counts as no failure of the webhook. Scope:
        direct.
        """
        answer: shapes.TriedShown = self._ask(
            "POST", ("api", "v1", "clubs", slug, "webhook", "test"), key=key
        )
        return answer

    def list_collections(self) -> shapes.MyCollections:
        """All of my own, public ones and others, by their names. Scope: read."""
        answer: shapes.MyCollections = self._ask("GET", ("api", "v1", "collections"))
        return answer

    def make_collection(
        self, sent: shapes.CollectionSent, *, key: str | None = None
    ) -> shapes.CollectionShown:
        """Begin a collection of matches, for myself or for everybody. Scope: play."""
        answer: shapes.CollectionShown = self._ask("POST", ("api", "v1", "collections"), sent=sent, key=key)
        return answer

    def delete_collection(self, collection_id: int) -> None:
        """Take one of my own away; the matches stay where they are. Scope: play."""
        self._ask("DELETE", ("api", "v1", "collections", collection_id))

    def get_collection(self, collection_id: int) -> shapes.CollectionShown:
        """A collection that I may see: of its matches those that the replay would show me. Scope: read."""
        answer: shapes.CollectionShown = self._ask("GET", ("api", "v1", "collections", collection_id))
        return answer

    def change_collection(self, collection_id: int, sent: shapes.CollectionChange) -> shapes.CollectionShown:
        """Call one of my own otherwise, describe it, open or close it. Scope: play."""
        answer: shapes.CollectionShown = self._ask(
            "PATCH", ("api", "v1", "collections", collection_id), sent=sent
        )
        return answer

    def collect_match(
        self, collection_id: int, sent: shapes.CollectSent, *, key: str | None = None
    ) -> shapes.CollectionShown:
        """Put a match that I may see into one of my own collections, take it out, or move it a place.
        Scope: play.
        """
        answer: shapes.CollectionShown = self._ask(
            "POST", ("api", "v1", "collections", collection_id, "matches"), sent=sent, key=key
        )
        return answer

    def report_collection(
        self, collection_id: int, sent: shapes.ReportSent, *, key: str | None = None
    ) -> None:
        """Report a public collection of another, with its words as they are now. Scope: talk."""
        self._ask("POST", ("api", "v1", "collections", collection_id, "report"), sent=sent, key=key)

    def get_daily(self) -> shapes.DayShown:
        """The daily of today, with its ranking so far. Nothing of its dice is told before the day is
        over. Scope: read.
        """
        answer: shapes.DayShown = self._ask("GET", ("api", "v1", "daily"))
        return answer

    def list_dailies(self, *, limit: int | None = None, cursor: str | None = None) -> shapes.PastDays:
        """The days that are over, the last first. Scope: read."""
        answer: shapes.PastDays = self._ask(
            "GET", ("api", "v1", "daily", "days"), query={"limit": limit, "cursor": cursor}
        )
        return answer

    def get_daily_of(self, day: str) -> shapes.DayShown:
        """The daily of a day: once it is over with its dice, and whose matches everybody may look at.
        Scope: read.
        """
        answer: shapes.DayShown = self._ask("GET", ("api", "v1", "daily", day))
        return answer

    def play_daily(self, day: str, *, key: str | None = None) -> shapes.TableShown:
        """Begin the daily of today, or go on with it; a past day is played again for nothing. Answers
        with its table: it is played like every other. Scope: play.
        """
        answer: shapes.TableShown = self._ask("POST", ("api", "v1", "daily", day, "play"), key=key)
        return answer

    def list_events(
        self,
        *,
        status: Literal["open", "running", "review", "finished"] | None = None,
        bots: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> shapes.Events:
        """Events for everybody, the latest made first. A club's own are among those of its members.
        Scope: read.
        """
        answer: shapes.Events = self._ask(
            "GET",
            ("api", "v1", "events"),
            query={"status": status, "bots": bots, "limit": limit, "cursor": cursor},
        )
        return answer

    def make_event(self, sent: shapes.EventSent, *, key: str | None = None) -> shapes.EventMade:
        """Prepare an event, where I am permitted to. Nobody sees it before it is opened (decision
        `open`). Scope: direct.
        """
        answer: shapes.EventMade = self._ask("POST", ("api", "v1", "events"), sent=sent, key=key)
        return answer

    def list_my_events(
        self,
        *,
        role: Literal["playing", "leading"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> shapes.Events:
        """The player's events that are not over, the latest made first; led ones while they are prepared,
        too. Scope: read.
        """
        answer: shapes.Events = self._ask(
            "GET", ("api", "v1", "events", "mine"), query={"role": role, "limit": limit, "cursor": cursor}
        )
        return answer

    def get_event(self, event_id: int) -> shapes.EventShown:
        """An event with its terms, how it stands, and what of it concerns who asks. Scope: read."""
        answer: shapes.EventShown = self._ask("GET", ("api", "v1", "events", event_id))
        return answer

    def change_event(self, event_id: int, sent: shapes.EventChange) -> shapes.EventMade:
        """Change what nobody has agreed to yet of an event that I lead. Scope: direct."""
        answer: shapes.EventMade = self._ask("PATCH", ("api", "v1", "events", event_id), sent=sent)
        return answer

    def appeal_in_event(
        self, event_id: int, sent: shapes.AppealSent, *, key: str | None = None
    ) -> shapes.EventShown:
        """Object to a warning or a disqualification, once. Scope: events."""
        answer: shapes.EventShown = self._ask(
            "POST", ("api", "v1", "events", event_id, "appeal"), sent=sent, key=key
        )
        return answer

    def get_brackets(self, event_id: int) -> shapes.Brackets:
        """The brackets of a knock-out, whole from the start. Scope: read."""
        answer: shapes.Brackets = self._ask("GET", ("api", "v1", "events", event_id, "brackets"))
        return answer

    def confirm_entry(self, event_id: int, *, key: str | None = None) -> shapes.EventShown:
        """Say that one will be there, or one's team, as the event asks before it begins. Scope: events."""
        answer: shapes.EventShown = self._ask("POST", ("api", "v1", "events", event_id, "confirm"), key=key)
        return answer

    def take_decision(
        self,
        event_id: int,
        word: Literal[
            "open",
            "seed",
            "pair",
            "bye",
            "unpair",
            "start",
            "invite",
            "adjudicate",
            "correct",
            "reopen",
            "replay",
            "discount",
            "extend",
            "withdraw",
            "reinstate",
            "substitute",
            "pause",
            "resume",
            "offence",
            "clear",
            "word",
            "name",
            "dismiss",
            "step-down",
            "end",
            "finish",
            "champions",
            "clone",
            "cancel",
        ],
        sent: shapes.DecisionSent,
        *,
        key: str | None = None,
    ) -> shapes.DecidedShown:
        """Take a decision. Everybody can read in the event's log who has taken it, and why. Nobody
        decides about a match or a section of their own. Scope: direct.
        """
        answer: shapes.DecidedShown = self._ask(
            "POST", ("api", "v1", "events", event_id, "decisions", word), sent=sent, key=key
        )
        return answer

    def foresee_decision(
        self,
        event_id: int,
        word: Literal[
            "open",
            "seed",
            "pair",
            "bye",
            "unpair",
            "start",
            "invite",
            "adjudicate",
            "correct",
            "reopen",
            "replay",
            "discount",
            "extend",
            "withdraw",
            "reinstate",
            "substitute",
            "pause",
            "resume",
            "offence",
            "clear",
            "word",
            "name",
            "dismiss",
            "step-down",
            "end",
            "finish",
            "champions",
            "clone",
            "cancel",
        ],
        sent: shapes.DecisionSent,
        *,
        key: str | None = None,
    ) -> shapes.ForeseenShown:
        """Ask what a decision would change before it is taken. Nothing is done. Scope: direct."""
        answer: shapes.ForeseenShown = self._ask(
            "POST", ("api", "v1", "events", event_id, "decisions", word, "foreseen"), sent=sent, key=key
        )
        return answer

    def decline_event(self, event_id: int, *, key: str | None = None) -> shapes.EventShown:
        """Say no to an invitation, or to a place among champions. Scope: events."""
        answer: shapes.EventShown = self._ask("POST", ("api", "v1", "events", event_id, "decline"), key=key)
        return answer

    def get_desk(self, event_id: int) -> shapes.DeskShown:
        """An event that the player leads, and what can be decided about it now. Scope: direct."""
        answer: shapes.DeskShown = self._ask("GET", ("api", "v1", "events", event_id, "desk"))
        return answer

    def list_desk_matches(
        self,
        event_id: int,
        *,
        show: Literal["running", "hand", "over"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> shapes.DeskMatches:
        """The event's matches as who leads sees them. Hidden cards stay hidden from directors, too.
        Scope: direct.
        """
        answer: shapes.DeskMatches = self._ask(
            "GET",
            ("api", "v1", "events", event_id, "desk", "matches"),
            query={"show": show, "limit": limit, "cursor": cursor},
        )
        return answer

    def agree_to_end(
        self, event_id: int, sent: shapes.EndSent, *, key: str | None = None
    ) -> shapes.EventShown:
        """Agree to end the event now, or do so no more; it ends when everybody who is still in agrees.
        Scope: events.
        """
        answer: shapes.EventShown = self._ask(
            "POST", ("api", "v1", "events", event_id, "end"), sent=sent, key=key
        )
        return answer

    def enter_event(self, event_id: int, *, key: str | None = None) -> shapes.EventShown:
        """Come in, or onto the waiting list. Whoever enters agrees to the `terms` of the event. Scope:
        events.
        """
        answer: shapes.EventShown = self._ask("POST", ("api", "v1", "events", event_id, "enter"), key=key)
        return answer

    def list_entries(
        self, event_id: int, *, limit: int | None = None, cursor: str | None = None
    ) -> shapes.Entries:
        """Who is in, is asked in, or waits for a place, in the order in which they came. Scope: read."""
        answer: shapes.Entries = self._ask(
            "GET", ("api", "v1", "events", event_id, "entries"), query={"limit": limit, "cursor": cursor}
        )
        return answer

    def list_fixtures(
        self, event_id: int, *, stage: int | None = None, limit: int | None = None, cursor: str | None = None
    ) -> shapes.Fixtures:
        """What is played in a stage, the latest laid first. Of a match that runs only that it does is
        told. Scope: read.
        """
        answer: shapes.Fixtures = self._ask(
            "GET",
            ("api", "v1", "events", event_id, "fixtures"),
            query={"stage": stage, "limit": limit, "cursor": cursor},
        )
        return answer

    def answer_lead(
        self, event_id: int, sent: shapes.AnswerSent, *, key: str | None = None
    ) -> shapes.EventShown:
        """Answer an organiser who asks one to lead the event beside them. Scope: events."""
        answer: shapes.EventShown = self._ask(
            "POST", ("api", "v1", "events", event_id, "lead"), sent=sent, key=key
        )
        return answer

    def leave_team(self, event_id: int, *, key: str | None = None) -> shapes.EventShown:
        """Leave the team that one has joined; it plays on while two of its members remain. Scope: events."""
        answer: shapes.EventShown = self._ask(
            "POST", ("api", "v1", "events", event_id, "leave-team"), key=key
        )
        return answer

    def list_event_log(
        self, event_id: int, *, limit: int | None = None, cursor: str | None = None
    ) -> shapes.LogLines:
        """Every decision, by whom and why, the latest first. Scope: read."""
        answer: shapes.LogLines = self._ask(
            "GET", ("api", "v1", "events", event_id, "log"), query={"limit": limit, "cursor": cursor}
        )
        return answer

    def want_matches(
        self, event_id: int, sent: shapes.WishSent, *, key: str | None = None
    ) -> shapes.EventShown:
        """Among champions: say how many matches one wants. It is what all want, if they agree. Scope:
        events.
        """
        answer: shapes.EventShown = self._ask(
            "POST", ("api", "v1", "events", event_id, "matches-wanted"), sent=sent, key=key
        )
        return answer

    def agree_to_postpone(self, event_id: int, *, key: str | None = None) -> shapes.EventShown:
        """Agree that the round ends a week later; it does when everybody who is asked has agreed. Scope:
        events.
        """
        answer: shapes.EventShown = self._ask("POST", ("api", "v1", "events", event_id, "postpone"), key=key)
        return answer

    def rest_in_event(
        self, event_id: int, sent: shapes.RestSent, *, key: str | None = None
    ) -> shapes.EventShown:
        """In an arena: be given no match for now, or be there again. Scope: events."""
        answer: shapes.EventShown = self._ask(
            "POST", ("api", "v1", "events", event_id, "rest"), sent=sent, key=key
        )
        return answer

    def get_standings(self, event_id: int, *, stage: int | None = None) -> shapes.Standings:
        """The tables of a stage, one for each section; none before the event begins. Scope: read."""
        answer: shapes.Standings = self._ask(
            "GET", ("api", "v1", "events", event_id, "standings"), query={"stage": stage}
        )
        return answer

    def answer_substitution(
        self, event_id: int, sent: shapes.AnswerSent, *, key: str | None = None
    ) -> shapes.EventShown:
        """Answer a director who asks one to take over somebody's seat, with all that runs of it. Scope:
        events.
        """
        answer: shapes.EventShown = self._ask(
            "POST", ("api", "v1", "events", event_id, "substitute"), sent=sent, key=key
        )
        return answer

    def make_team(self, event_id: int, sent: shapes.TeamSent, *, key: str | None = None) -> shapes.TeamShown:
        """Make a team for an event and ask the others. It is in once all have joined. I agree to the
        `terms`. Scope: events.
        """
        answer: shapes.TeamShown = self._ask(
            "POST", ("api", "v1", "events", event_id, "teams"), sent=sent, key=key
        )
        return answer

    def delete_event_webhook(self, event_id: int) -> None:
        """Nothing is posted there any more. It is no mistake where there was none. Scope: direct."""
        self._ask("DELETE", ("api", "v1", "events", event_id, "webhook"))

    def get_event_webhook(self, event_id: int) -> shapes.EventHookShown:
        """Where the event announces, how that fares, and what came of the last posts. Scope: direct."""
        answer: shapes.EventHookShown = self._ask("GET", ("api", "v1", "events", event_id, "webhook"))
        return answer

    def set_event_webhook(self, event_id: int, sent: shapes.EventHookSent) -> shapes.EventHookShown:
        """Let the event announce there from now on. With another address it begins anew; the secret
        stays. Scope: direct.
        """
        answer: shapes.EventHookShown = self._ask(
            "PUT", ("api", "v1", "events", event_id, "webhook"), sent=sent
        )
        return answer

    def switch_on_event_webhook(self, event_id: int, *, key: str | None = None) -> shapes.EventHookShown:
        """Post there again, after it had failed too often. What was not posted meanwhile is not made up
        for. Scope: direct.
        """
        answer: shapes.EventHookShown = self._ask(
            "POST", ("api", "v1", "events", event_id, "webhook", "on"), key=key
        )
        return answer

    def test_event_webhook(self, event_id: int, *, key: str | None = None) -> shapes.TriedShown:
        """Post a test now; what came of it is the answer. It counts as no failure of the webhook. Scope:
        direct.
        """
        answer: shapes.TriedShown = self._ask(
            "POST", ("api", "v1", "events", event_id, "webhook", "test"), key=key
        )
        return answer

    def withdraw_from_event(self, event_id: int, *, key: str | None = None) -> shapes.EventShown:
        """Leave before it begins; while it runs what is still to play is lost, and nobody comes back.
        Scope: events.
        """
        answer: shapes.EventShown = self._ask("POST", ("api", "v1", "events", event_id, "withdraw"), key=key)
        return answer

    def list_imports(self) -> shapes.ImportedList:
        """All that I have imported and is still kept. Scope: read."""
        answer: shapes.ImportedList = self._ask("GET", ("api", "v1", "imports"))
        return answer

    def import_record(self, sent: shapes.RecordSent, *, key: str | None = None) -> shapes.ImportedShown:
        """Play a record through by the rules, and keep it for a while, for myself alone. `bad-record`
        says which line is wrong, and what is wrong with it. The same record is not kept twice. It is
        no match of this site: it counts for nothing, and nobody finds it. Scope: play.
        """
        answer: shapes.ImportedShown = self._ask("POST", ("api", "v1", "imports"), sent=sent, key=key)
        return answer

    def delete_import(self, imported_id: int) -> None:
        """Forget one of my own. Scope: play."""
        self._ask("DELETE", ("api", "v1", "imports", imported_id))

    def get_import(self, imported_id: int) -> shapes.ImportedShown:
        """One of my own, move by move. Scope: read."""
        answer: shapes.ImportedShown = self._ask("GET", ("api", "v1", "imports", imported_id))
        return answer

    def get_import_review(self, imported_id: int) -> shapes.ReviewShown:
        """What decisions cost and what the dice gave. `coach-silent` while it would help in a match of
        mine. Scope: read.
        """
        answer: shapes.ReviewShown = self._ask("GET", ("api", "v1", "imports", imported_id, "review"))
        return answer

    def ask_for_import_review(self, imported_id: int, *, key: str | None = None) -> shapes.ReviewShown:
        """Ask the coach to review one of my own. It takes a while; asked again it changes nothing. Scope:
        play.
        """
        answer: shapes.ReviewShown = self._ask(
            "POST", ("api", "v1", "imports", imported_id, "review"), key=key
        )
        return answer

    def share_import(
        self, imported_id: int, sent: shapes.ShareSent, *, key: str | None = None
    ) -> shapes.ImportedLine:
        """Make a link to one of my own, by which others see it without the names in it, or take the link
        back. Scope: play.
        """
        answer: shapes.ImportedLine = self._ask(
            "POST", ("api", "v1", "imports", imported_id, "share"), sent=sent, key=key
        )
        return answer

    def list_ladders(self, *, limit: int | None = None, cursor: str | None = None) -> shapes.Ladders:
        """Everybody's ladders, one for each game that anybody has looked for, and those of clubs. Scope:
        read.
        """
        answer: shapes.Ladders = self._ask(
            "GET", ("api", "v1", "ladders"), query={"limit": limit, "cursor": cursor}
        )
        return answer

    def get_ladder(self, ladder_id: int) -> shapes.MyLadder:
        """A ladder, and how who asks stands on it. Scope: read."""
        answer: shapes.MyLadder = self._ask("GET", ("api", "v1", "ladders", ladder_id))
        return answer

    def challenge(
        self, ladder_id: int, sent: shapes.ChallengeSent, *, key: str | None = None
    ) -> shapes.ChallengeShown:
        """Challenge somebody above: two matches begin at once, and each player starts one. Scope: events."""
        answer: shapes.ChallengeShown = self._ask(
            "POST", ("api", "v1", "ladders", ladder_id, "challenges"), sent=sent, key=key
        )
        return answer

    def cancel_challenge(self, ladder_id: int, challenge_id: int, *, key: str | None = None) -> None:
        """Give a challenge up: it is lost, and so is what still runs of it. Scope: events."""
        self._ask("POST", ("api", "v1", "ladders", ladder_id, "challenges", challenge_id, "cancel"), key=key)

    def join_ladder(self, ladder_id: int, *, key: str | None = None) -> shapes.MyLadder:
        """Stand on the lowest rung. Scope: events."""
        answer: shapes.MyLadder = self._ask("POST", ("api", "v1", "ladders", ladder_id, "join"), key=key)
        return answer

    def leave_ladder(self, ladder_id: int, *, key: str | None = None) -> shapes.MyLadder:
        """Leave the rung; everybody below moves up one. Scope: events."""
        answer: shapes.MyLadder = self._ask("POST", ("api", "v1", "ladders", ladder_id, "leave"), key=key)
        return answer

    def list_ladder_log(
        self, ladder_id: int, *, limit: int | None = None, cursor: str | None = None
    ) -> shapes.LogLines:
        """All that happened on the ladder, the latest first. Scope: read."""
        answer: shapes.LogLines = self._ask(
            "GET", ("api", "v1", "ladders", ladder_id, "log"), query={"limit": limit, "cursor": cursor}
        )
        return answer

    def list_rungs(
        self, ladder_id: int, *, first: int | None = None, limit: int | None = None, cursor: str | None = None
    ) -> shapes.Rungs:
        """The rungs from one on, downwards; of those within my reach whether I may challenge, and why
        not. Scope: read.
        """
        answer: shapes.Rungs = self._ask(
            "GET",
            ("api", "v1", "ladders", ladder_id, "rungs"),
            query={"first": first, "limit": limit, "cursor": cursor},
        )
        return answer

    def list_best_at_puzzles(
        self,
        *,
        of: Literal["everybody", "country", "month", "buddies"] | None = None,
        country: str | None = None,
        cursor: str | None = None,
    ) -> shapes.Leaders:
        """Ratings at puzzles, the highest first. Scope: read."""
        answer: shapes.Leaders = self._ask(
            "GET", ("api", "v1", "leaders", "puzzles"), query={"of": of, "country": country, "cursor": cursor}
        )
        return answer

    def list_best_ratings(
        self,
        *,
        game: Literal["BZ", "BD", "BT", "DG", "BX", "BO", "DK", "PG"],
        kind: Literal["duel", "table"] | None = None,
        of: Literal["everybody", "country", "month", "buddies"] | None = None,
        country: str | None = None,
        cursor: str | None = None,
    ) -> shapes.Leaders:
        """Ratings in a game of which enough is known, the highest first. Scope: read."""
        answer: shapes.Leaders = self._ask(
            "GET",
            ("api", "v1", "leaders", "ratings"),
            query={"game": game, "kind": kind, "of": of, "country": country, "cursor": cursor},
        )
        return answer

    def list_records(
        self,
        *,
        game: Literal["BZ", "BD", "BT", "DG", "BX", "BO", "DK", "PG"],
        what: Literal["total", "column", "alike", "wins", "days"] | None = None,
        span: Literal["ever", "year", "month", "week"] | None = None,
        day: str | None = None,
        cursor: str | None = None,
    ) -> shapes.Leaders:
        """The records of a game over a time, the highest first. Scope: read."""
        answer: shapes.Leaders = self._ask(
            "GET",
            ("api", "v1", "leaders", "records"),
            query={"game": game, "what": what, "span": span, "day": day, "cursor": cursor},
        )
        return answer

    def list_matches(
        self,
        *,
        status: Literal["inviting", "running", "finished", "void"] | None = None,
        my_turn: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> shapes.Matches:
        """The player's matches, invitations among them, the latest made first. Scope: read."""
        answer: shapes.Matches = self._ask(
            "GET",
            ("api", "v1", "matches"),
            query={"status": status, "my_turn": my_turn, "limit": limit, "cursor": cursor},
        )
        return answer

    def create_match(self, sent: shapes.MatchSent, *, key: str | None = None) -> shapes.TableShown:
        """Ask players to a match; alone or against a robot it begins at once. Scope: play."""
        answer: shapes.TableShown = self._ask("POST", ("api", "v1", "matches"), sent=sent, key=key)
        return answer

    def get_match(self, match_id: int) -> shapes.TableShown:
        """A match as its viewer may see it; an invitation only for whom it names. Scope: read."""
        answer: shapes.TableShown = self._ask("GET", ("api", "v1", "matches", match_id))
        return answer

    def accept_match(self, match_id: int, *, key: str | None = None) -> shapes.TableShown:
        """Accept an invitation. The last who accepts begins the match. Scope: play."""
        answer: shapes.TableShown = self._ask("POST", ("api", "v1", "matches", match_id, "accept"), key=key)
        return answer

    def list_remarks(self, match_id: int, *, cursor: str | None = None) -> shapes.Remarks:
        """What was said beside a match, the last fifty oldest first; `next` leads to what was said
        before. Whom I ignore is not heard. `chat-off` where I have switched the chat off in my
        settings. Scope: talk.
        """
        answer: shapes.Remarks = self._ask(
            "GET", ("api", "v1", "matches", match_id, "chat"), query={"cursor": cursor}
        )
        return answer

    def say(self, match_id: int, sent: shapes.RemarkSent, *, key: str | None = None) -> shapes.RemarkShown:
        """Say something to those who sit there. Scope: talk."""
        answer: shapes.RemarkShown = self._ask(
            "POST", ("api", "v1", "matches", match_id, "chat"), sent=sent, key=key
        )
        return answer

    def report_remark(
        self, match_id: int, remark_id: int, sent: shapes.ReportSent, *, key: str | None = None
    ) -> None:
        """Report something that another said beside a match, with the words as they are now. Scope: talk."""
        self._ask("POST", ("api", "v1", "matches", match_id, "chat", remark_id, "report"), sent=sent, key=key)

    def claim_match(
        self, match_id: int, sent: shapes.VersionSent, *, key: str | None = None
    ) -> shapes.TableShown:
        """Take the win from an opponent whose time is up. To wait needs nothing. Scope: play."""
        answer: shapes.TableShown = self._ask(
            "POST", ("api", "v1", "matches", match_id, "claim"), sent=sent, key=key
        )
        return answer

    def list_comments(self, match_id: int, *, cursor: str | None = None) -> shapes.Comments:
        """What its players say of a match that is over: for them alone, until all of them agree
        otherwise. Whom I ignore is not heard. `chat-off` where I have switched the chat off in my
        settings. Scope: talk.
        """
        answer: shapes.Comments = self._ask(
            "GET", ("api", "v1", "matches", match_id, "comments"), query={"cursor": cursor}
        )
        return answer

    def comment_on_match(
        self, match_id: int, sent: shapes.RemarkSent, *, key: str | None = None
    ) -> shapes.RemarkShown:
        """Say something of a match that is over, which I have played. Scope: talk."""
        answer: shapes.RemarkShown = self._ask(
            "POST", ("api", "v1", "matches", match_id, "comments"), sent=sent, key=key
        )
        return answer

    def agree_to_comments(self, match_id: int, sent: shapes.AgreeSent, *, key: str | None = None) -> None:
        """Agree that everybody may read the comments on a match of mine, or take that back. Scope: talk."""
        self._ask("POST", ("api", "v1", "matches", match_id, "comments", "agree"), sent=sent, key=key)

    def report_comment(
        self, match_id: int, remark_id: int, sent: shapes.ReportSent, *, key: str | None = None
    ) -> None:
        """Report a comment of another on a match that is over, likewise. Scope: talk."""
        self._ask(
            "POST", ("api", "v1", "matches", match_id, "comments", remark_id, "report"), sent=sent, key=key
        )

    def decline_match(self, match_id: int, *, key: str | None = None) -> shapes.TableShown:
        """Decline an invitation, or take one's own back: then the match will not be played. Scope: play."""
        answer: shapes.TableShown = self._ask("POST", ("api", "v1", "matches", match_id, "decline"), key=key)
        return answer

    def grant_day(
        self, match_id: int, sent: shapes.VersionSent, *, key: str | None = None
    ) -> shapes.TableShown:
        """Give an opponent whose time is up another 24 hours. To wait needs nothing. Scope: play."""
        answer: shapes.TableShown = self._ask(
            "POST", ("api", "v1", "matches", match_id, "grant"), sent=sent, key=key
        )
        return answer

    def get_hint(self, match_id: int) -> shapes.HintShown:
        """What is best now, where I am to move; `no-hints` wherever it could help somebody against
        somebody. Scope: play.
        """
        answer: shapes.HintShown = self._ask("GET", ("api", "v1", "matches", match_id, "hint"))
        return answer

    def put_match_off(self, match_id: int, *, key: str | None = None) -> None:
        """Let all others that wait for me come before this one, until I move there. Scope: play."""
        self._ask("POST", ("api", "v1", "matches", match_id, "later"), key=key)

    def make_move(self, match_id: int, sent: shapes.MoveSent, *, key: str | None = None) -> shapes.TableShown:
        """Make one move. Returns the table as it is then. It is made once: the version has changed by it,
        and the same move sent again is refused with `stale`; sent with the same Idempotency-Key it is
        answered as the first time. Scope: play.
        """
        answer: shapes.TableShown = self._ask(
            "POST", ("api", "v1", "matches", match_id, "moves"), sent=sent, key=key
        )
        return answer

    def list_legal_moves(self, match_id: int) -> shapes.Choices:
        """Every move that the rules allow the player now, and what each open box would score. Scope:
        read.
        """
        answer: shapes.Choices = self._ask("GET", ("api", "v1", "matches", match_id, "moves", "legal"))
        return answer

    def get_orders(self, match_id: int) -> shapes.OrdersShown:
        """What I have ordered at a match of mine, seen by nobody else. Scope: read."""
        answer: shapes.OrdersShown = self._ask("GET", ("api", "v1", "matches", match_id, "orders"))
        return answer

    def give_orders(self, match_id: int, sent: shapes.OrdersSent) -> shapes.OrdersShown:
        """Let these be my orders from now on, instead of what I had ordered; none of them is allowed,
        too. What they do already is done soon after. Scope: play.
        """
        answer: shapes.OrdersShown = self._ask("PUT", ("api", "v1", "matches", match_id, "orders"), sent=sent)
        return answer

    def pin_match(self, match_id: int, sent: shapes.PinSent, *, key: str | None = None) -> None:
        """Keep a match on top of my list, or no more. Scope: play."""
        self._ask("POST", ("api", "v1", "matches", match_id, "pin"), sent=sent, key=key)

    def get_record(self, match_id: int) -> str:
        """The match as text (docs/record.md), as far as it was played; `still-hidden` while any of it is.
        Scope: read.
        """
        answer: str = self._ask("GET", ("api", "v1", "matches", match_id, "record"))
        return answer

    def rematch(self, match_id: int, *, key: str | None = None) -> shapes.TableShown:
        """Ask the others of a match that is over for another, or say yes to whoever asked first. Answers
        with the other match. Asked once more, it answers with the same. Scope: play.
        """
        answer: shapes.TableShown = self._ask("POST", ("api", "v1", "matches", match_id, "rematch"), key=key)
        return answer

    def get_replay(self, match_id: int) -> shapes.ReplayShown:
        """Everything that was done in a match that is over; `not-over` while it runs. Scope: read."""
        answer: shapes.ReplayShown = self._ask("GET", ("api", "v1", "matches", match_id, "replay"))
        return answer

    def get_position(self, match_id: int, step: int) -> shapes.PositionShown:
        """What lay on the table after so many moves of a match that is over, 0 being the start. Scope:
        read.
        """
        answer: shapes.PositionShown = self._ask("GET", ("api", "v1", "matches", match_id, "replay", step))
        return answer

    def resign_match(
        self, match_id: int, sent: shapes.VersionSent, *, key: str | None = None
    ) -> shapes.TableShown:
        """Give the match up, whoever is to move. Returns the table as it is then. Scope: play."""
        answer: shapes.TableShown = self._ask(
            "POST", ("api", "v1", "matches", match_id, "resign"), sent=sent, key=key
        )
        return answer

    def get_review(self, match_id: int) -> shapes.ReviewShown:
        """What decisions cost and what the dice gave in a match that is over, once the coach has reviewed
        it. Scope: read.
        """
        answer: shapes.ReviewShown = self._ask("GET", ("api", "v1", "matches", match_id, "review"))
        return answer

    def ask_for_review(self, match_id: int, *, key: str | None = None) -> shapes.ReviewShown:
        """Ask the coach to review a match that is over. It takes a while; asked again it changes nothing.
        Scope: play.
        """
        answer: shapes.ReviewShown = self._ask("POST", ("api", "v1", "matches", match_id, "review"), key=key)
        return answer

    def open_match_stream(self, match_id: int, *, last: str | None = None) -> Iterator[Told]:
        """When a table changes, for whom it lets see it: what is hidden from the player is told in no
        way. With Last-Event-ID `table` comes at once where it has changed since. After `over` the
        stream ends, and there is no more of it: 204. Scope: read.
        """
        return self._told(("api", "v1", "matches", match_id, "stream"), {}, last)

    def take_back(
        self, match_id: int, sent: shapes.VersionSent, *, key: str | None = None
    ) -> shapes.TableShown:
        """Go back to before my last choice, where I practise: alone or against robots, and for no rating.
        Scope: play.
        """
        answer: shapes.TableShown = self._ask(
            "POST", ("api", "v1", "matches", match_id, "take-back"), sent=sent, key=key
        )
        return answer

    def get_me(self) -> shapes.Me:
        """The player whose token it is, and what the token may do. Scope: read."""
        answer: shapes.Me = self._ask("GET", ("api", "v1", "me"))
        return answer

    def get_settings(self) -> shapes.Settings:
        """What the player has set. Scope: settings."""
        answer: shapes.Settings = self._ask("GET", ("api", "v1", "me", "settings"))
        return answer

    def change_settings(self, sent: shapes.SettingsChange) -> shapes.Settings:
        """Change some of them, as the page of settings does. Returns all as they are now. Scope:
        settings.
        """
        answer: shapes.Settings = self._ask("PATCH", ("api", "v1", "me", "settings"), sent=sent)
        return answer

    def list_conversations(
        self, *, limit: int | None = None, cursor: str | None = None
    ) -> shapes.Conversations:
        """Whom one writes with, the latest first. What one has deleted is not there. Scope: talk."""
        answer: shapes.Conversations = self._ask(
            "GET", ("api", "v1", "messages"), query={"limit": limit, "cursor": cursor}
        )
        return answer

    def search_messages(self, *, words: str) -> shapes.FoundMessages:
        """The latest of one's messages, sent or received, that hold these words. Scope: talk."""
        answer: shapes.FoundMessages = self._ask(
            "GET", ("api", "v1", "messages", "search"), query={"words": words}
        )
        return answer

    def delete_messages(self, name: str) -> None:
        """Delete all of it on one's own side; the other keeps it. Scope: talk."""
        self._ask("DELETE", ("api", "v1", "messages", "with", name))

    def list_messages(
        self, name: str, *, limit: int | None = None, cursor: str | None = None
    ) -> shapes.Messages:
        """What the two have written, the latest first. That it was read is said by another operation.
        Scope: talk.
        """
        answer: shapes.Messages = self._ask(
            "GET", ("api", "v1", "messages", "with", name), query={"limit": limit, "cursor": cursor}
        )
        return answer

    def write_message(
        self, name: str, sent: shapes.MessageSent, *, key: str | None = None
    ) -> shapes.MessageShown:
        """Write to a player. Send an Idempotency-Key, so that what is sent twice is said once. Scope:
        talk.
        """
        answer: shapes.MessageShown = self._ask(
            "POST", ("api", "v1", "messages", "with", name), sent=sent, key=key
        )
        return answer

    def mark_messages_read(self, name: str, *, key: str | None = None) -> None:
        """All that stands there now is read. Scope: talk."""
        self._ask("POST", ("api", "v1", "messages", "with", name, "read"), key=key)

    def list_notes(self, *, limit: int | None = None, cursor: str | None = None) -> shapes.Notes:
        """All that I have noted for myself, the newest first. Scope: read."""
        answer: shapes.Notes = self._ask(
            "GET", ("api", "v1", "notes"), query={"limit": limit, "cursor": cursor}
        )
        return answer

    def get_match_note(self, match_id: int) -> shapes.NoteKept:
        """What I have noted on a match that is over. Scope: read."""
        answer: shapes.NoteKept = self._ask("GET", ("api", "v1", "notes", "matches", match_id))
        return answer

    def note_match(self, match_id: int, sent: shapes.NoteSent) -> shapes.NoteKept:
        """Write my note on a match that is over anew; no words delete it. Scope: play."""
        answer: shapes.NoteKept = self._ask("PUT", ("api", "v1", "notes", "matches", match_id), sent=sent)
        return answer

    def get_player_note(self, name: str) -> shapes.NoteKept:
        """What I have noted on another player. Scope: read."""
        answer: shapes.NoteKept = self._ask("GET", ("api", "v1", "notes", "players", name))
        return answer

    def note_player(self, name: str, sent: shapes.NoteSent) -> shapes.NoteKept:
        """Write my note on another player anew; no words delete it. Scope: play."""
        answer: shapes.NoteKept = self._ask("PUT", ("api", "v1", "notes", "players", name), sent=sent)
        return answer

    def list_notices(
        self, *, unread: bool | None = None, limit: int | None = None, cursor: str | None = None
    ) -> shapes.Notices:
        """What was told to the player, the latest first. What is settled has left the list. Scope: read."""
        answer: shapes.Notices = self._ask(
            "GET", ("api", "v1", "notices"), query={"unread": unread, "limit": limit, "cursor": cursor}
        )
        return answer

    def read_all_notices(self, *, key: str | None = None) -> None:
        """All of them have been read. Scope: talk."""
        self._ask("POST", ("api", "v1", "notices", "read"), key=key)

    def read_notice(self, notice_id: int, *, key: str | None = None) -> shapes.NoticeShown:
        """It has been read. Scope: talk."""
        answer: shapes.NoticeShown = self._ask("POST", ("api", "v1", "notices", notice_id, "read"), key=key)
        return answer

    def get_player(self, name: str) -> shapes.PlayerShown:
        """What the player's page shows of the person and the ratings. Scope: read."""
        answer: shapes.PlayerShown = self._ask("GET", ("api", "v1", "players", name))
        return answer

    def get_head_to_head(
        self, name: str, *, game: Literal["BZ", "BD", "BT", "DG", "BX", "BO", "DK", "PG"] | None = None
    ) -> shapes.AgainstShown:
        """How my finished matches with the player went. Scope: read."""
        answer: shapes.AgainstShown = self._ask(
            "GET", ("api", "v1", "players", name, "against"), query={"game": game}
        )
        return answer

    def get_statistics(self, name: str) -> shapes.Statistics:
        """What the player's matches come to, game by game. Scope: read."""
        answer: shapes.Statistics = self._ask("GET", ("api", "v1", "players", name, "games"))
        return answer

    def get_statistics_of_game(
        self, name: str, game: Literal["BZ", "BD", "BT", "DG", "BX", "BO", "DK", "PG"]
    ) -> shapes.InGameShown:
        """Averages, records, and how the totals are spread; `not-found` where nothing is counted. Scope:
        read.
        """
        answer: shapes.InGameShown = self._ask("GET", ("api", "v1", "players", name, "games", game))
        return answer

    def get_rating_history(self, name: str) -> shapes.RatingHistory:
        """How the player's ratings went, as far as the player shows them. Scope: read."""
        answer: shapes.RatingHistory = self._ask("GET", ("api", "v1", "players", name, "ratings"))
        return answer

    def report_player(self, name: str, sent: shapes.ReportSent, *, key: str | None = None) -> None:
        """Tell the staff what is wrong with a player. Nobody else hears of it. Scope: talk."""
        self._ask("POST", ("api", "v1", "players", name, "report"), sent=sent, key=key)

    def list_batches(self, *, limit: int | None = None, cursor: str | None = None) -> shapes.Batches:
        """What was committed to before any of it could fall, the first batch first. Scope: read."""
        answer: shapes.Batches = self._ask(
            "GET", ("api", "v1", "pool", "batches"), query={"limit": limit, "cursor": cursor}
        )
        return answer

    def get_batch_file(self, number: int) -> shapes.BatchFile:
        """A batch that is used up, with its key and all of its sets, as docs/dice.md describes the file.
        Scope: read.
        """
        answer: shapes.BatchFile = self._ask("GET", ("api", "v1", "pool", "batches", number, "file"))
        return answer

    def get_checkpoint(self) -> shapes.Checkpoint:
        """The newest signed head of the public log, as a note with the signatures of its witnesses.
        Scope: read.
        """
        answer: shapes.Checkpoint = self._ask("GET", ("api", "v1", "pool", "checkpoint"))
        return answer

    def list_checkpoints(self, *, limit: int | None = None, cursor: str | None = None) -> shapes.Checkpoints:
        """The signed heads that are kept, the newest first; old ones go, and the newest proves what they
        did. Scope: read.
        """
        answer: shapes.Checkpoints = self._ask(
            "GET", ("api", "v1", "pool", "checkpoints"), query={"limit": limit, "cursor": cursor}
        )
        return answer

    def list_segments(self, *, limit: int | None = None, cursor: str | None = None) -> shapes.Segments:
        """The sealed parts of the log of everything that was taken, the first one first. Scope: read."""
        answer: shapes.Segments = self._ask(
            "GET", ("api", "v1", "pool", "log"), query={"limit": limit, "cursor": cursor}
        )
        return answer

    def get_segment(self, number: int) -> shapes.SegmentShown:
        """A sealed part of the log with its lines: `digest` is the SHA-256 of `text`. Scope: read."""
        answer: shapes.SegmentShown = self._ask("GET", ("api", "v1", "pool", "log", number))
        return answer

    def get_proofs(self, *, serials: Sequence[int]) -> shapes.Proofs:
        """The proofs of these sets, all of them or none: one that may not be seen yet is as one that is
        none. Scope: read.
        """
        answer: shapes.Proofs = self._ask("GET", ("api", "v1", "pool", "proofs"), query={"serials": serials})
        return answer

    def get_proof(self, serial: int) -> shapes.Proofs:
        """One set that fell, with everything to check it; there is none before its table shows it to all.
        Scope: read.
        """
        answer: shapes.Proofs = self._ask("GET", ("api", "v1", "pool", "rolls", serial, "proof"))
        return answer

    def list_puzzle_days(self, *, limit: int | None = None, cursor: str | None = None) -> shapes.PuzzleDays:
        """The puzzle of today, and those of days before. Scope: read."""
        answer: shapes.PuzzleDays = self._ask(
            "GET", ("api", "v1", "puzzles", "days"), query={"limit": limit, "cursor": cursor}
        )
        return answer

    def list_my_puzzles(
        self, *, failed: bool | None = None, limit: int | None = None, cursor: str | None = None
    ) -> shapes.MyPuzzles:
        """What I have tried, the latest first. Scope: read."""
        answer: shapes.MyPuzzles = self._ask(
            "GET",
            ("api", "v1", "puzzles", "mine"),
            query={"failed": failed, "limit": limit, "cursor": cursor},
        )
        return answer

    def next_puzzle(
        self, *, game: Literal["BZ", "BD", "BT", "DG", "BX", "BO", "DK", "PG"] | None = None
    ) -> shapes.PuzzleShown:
        """The next puzzle for my strength, the same until I answer it; `not-found` where none is left.
        Scope: read.
        """
        answer: shapes.PuzzleShown = self._ask("GET", ("api", "v1", "puzzles", "next"), query={"game": game})
        return answer

    def puzzle_of_today(self) -> shapes.PuzzleShown:
        """The puzzle of today, the same for everybody. Scope: read."""
        answer: shapes.PuzzleShown = self._ask("GET", ("api", "v1", "puzzles", "today"))
        return answer

    def get_puzzle(self, puzzle_id: int) -> shapes.PuzzleShown:
        """A puzzle; with its solution once I have answered it. Scope: read."""
        answer: shapes.PuzzleShown = self._ask("GET", ("api", "v1", "puzzles", puzzle_id))
        return answer

    def answer_puzzle(
        self, puzzle_id: int, sent: shapes.PuzzleAnswerSent, *, key: str | None = None
    ) -> shapes.Answered:
        """Answer it. The first answer counts, later ones only mend it. Scope: play."""
        answer: shapes.Answered = self._ask(
            "POST", ("api", "v1", "puzzles", puzzle_id, "answer"), sent=sent, key=key
        )
        return answer

    def open_stream(self, *, last: str | None = None) -> Iterator[Told]:
        """What the player has to hear, as it comes: turns, invitations, messages, events, notices,
        matches over. With Last-Event-ID what was missed comes first; `reset` in place of `open` says
        that it cannot be told any more, and that all is to be read anew. A notice may come twice after
        that: go by its `id`. Scope: read.
        """
        return self._told(("api", "v1", "stream"), {}, last)

    def get_team(self, team_id: int) -> shapes.TeamShown:
        """A team, in the order in which its members play. Scope: read."""
        answer: shapes.TeamShown = self._ask("GET", ("api", "v1", "teams", team_id))
        return answer

    def join_team(self, team_id: int, *, key: str | None = None) -> shapes.TeamShown:
        """Join a team that I am asked to; it is in once everybody has. I agree to the `terms` of its
        event. Scope: events.
        """
        answer: shapes.TeamShown = self._ask("POST", ("api", "v1", "teams", team_id, "join"), key=key)
        return answer

    def leave_one_team(self, team_id: int, *, key: str | None = None) -> None:
        """Leave a team of mine, or say no to one that asks me. Scope: events."""
        self._ask("POST", ("api", "v1", "teams", team_id, "leave"), key=key)

    def order_team(self, team_id: int, sent: shapes.OrderSent, *, key: str | None = None) -> shapes.TeamShown:
        """Say in which order a team plays of which I am the captain, before its event begins. Scope:
        events.
        """
        answer: shapes.TeamShown = self._ask(
            "POST", ("api", "v1", "teams", team_id, "order"), sent=sent, key=key
        )
        return answer

    def list_open_matches(self) -> shapes.OpenMatches:
        """Open matches that I may join, and all that I am in; without a token what is open to all who
        sign up. Scope: read.
        """
        answer: shapes.OpenMatches = self._ask("GET", ("api", "v1", "waiting"))
        return answer

    def open_match(self, sent: shapes.OpenSent, *, key: str | None = None) -> shapes.OpenShown:
        """Open a match to whoever comes first, or to who has its private link. It waits for fourteen
        days. Scope: play.
        """
        answer: shapes.OpenShown = self._ask("POST", ("api", "v1", "waiting"), sent=sent, key=key)
        return answer

    def get_open_match_by_link(self, token: str) -> shapes.Behind:
        """The open match of a private link, or the match that it has become, for who plays in it. Scope:
        read.
        """
        answer: shapes.Behind = self._ask("GET", ("api", "v1", "waiting", "link", token))
        return answer

    def join_open_match(
        self, open_id: int, sent: shapes.JoinSent, *, key: str | None = None
    ) -> shapes.Joined:
        """Sit down. The last who is wanted begins the match. Scope: play."""
        answer: shapes.Joined = self._ask(
            "POST", ("api", "v1", "waiting", open_id, "join"), sent=sent, key=key
        )
        return answer

    def leave_open_match(self, open_id: int, *, key: str | None = None) -> None:
        """Stand up before it begins. If I opened it, it is taken back. Scope: play."""
        self._ask("POST", ("api", "v1", "waiting", open_id, "leave"), key=key)

    def list_watched(
        self,
        *,
        game: Literal["BZ", "BD", "BT", "DG", "BX", "BO", "DK", "PG"] | None = None,
        events: bool | None = None,
    ) -> shapes.Watched:
        """Tables that run for everybody to see, their cards lying open, at which somebody moved lately.
        Scope: read.
        """
        answer: shapes.Watched = self._ask(
            "GET", ("api", "v1", "watch"), query={"game": game, "events": events}
        )
        return answer

    def drop_wish(self) -> None:
        """Let the site look no further. Scope: play."""
        self._ask("DELETE", ("api", "v1", "wish"))

    def get_wish(self) -> shapes.WishShown:
        """What opponents the site looks for me; `not-found` where it looks for none. Scope: read."""
        answer: shapes.WishShown = self._ask("GET", ("api", "v1", "wish"))
        return answer

    def make_wish(self, sent: shapes.OpponentsSent) -> shapes.WishShown:
        """Wait for opponents; matches begin by themselves. What I asked for before is replaced. Scope:
        play.
        """
        answer: shapes.WishShown = self._ask("PUT", ("api", "v1", "wish"), sent=sent)
        return answer
