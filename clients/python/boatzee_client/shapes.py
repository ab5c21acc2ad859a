"""What is sent and answered. Written by `make clients` from docs/openapi.json: change that."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class AgainstShown(TypedDict):
    """My matches against a player, by who came before whom."""

    drawn: int
    """We shared the place."""
    lost: int
    """The player came before me."""
    won: int
    """I came before the player."""


class AgreeSent(TypedDict):
    """Whether everybody may read the comments."""

    agree: bool
    """Whether I agree to that."""


class AmountShown(TypedDict):
    """So many points, and so much of the chance to win."""

    chance: float
    """Of the chance to win, 1 being all of it."""
    points: float
    """Points."""


class AnswerSent(TypedDict):
    """Yes or no."""

    accept: bool
    """False says no."""


class Answered(TypedDict):
    """What came of an answer."""

    first: bool
    """Whether it was my first, which counts."""
    puzzle: PuzzleShown
    """The puzzle, with its solution."""
    right: bool
    """Whether it is as good as the best."""


class AppealSent(TypedDict):
    """What is to be looked at again."""

    text: str
    """Said once."""


class ArrangementShown(TypedDict):
    """What was set by hand for the next round."""

    id: int
    """The number to take it back by."""
    says: str
    """What was set."""


class BatchFile(TypedDict):
    """A batch laid open: the file that verifiers read."""

    at: NotRequired[int | None]
    """When it was made, in seconds since 1970, as its link has it."""
    chain: str
    """Its own link, in hex."""
    dice: str
    """Five digits to each set, in order."""
    first: int
    """Its first serial."""
    format: str
    """The format of the file."""
    key: str
    """The batch's key, in hex."""
    last: int
    """Its last serial."""
    number: int
    """The batch's number."""
    previous: str
    """The link that it follows, in hex."""
    root: str
    """The root of the Merkle tree over its sets, in hex."""
    version: NotRequired[int | None]
    """Of its link; only where that binds number and time."""


class BatchShown(TypedDict):
    """A batch in the list."""

    at: NotRequired[int | None]
    """When it was made, in seconds since 1970, as its link has it."""
    chain: str
    """Its own link, in hex."""
    first: int
    """Its first serial."""
    last: int
    """Its last serial."""
    made: str
    """When it was made."""
    number: int
    """The batch's number."""
    previous: str
    """The link that it follows, in hex."""
    published: bool
    """Whether it is laid open, with its key and all of its sets."""
    root: str
    """The root of the Merkle tree over its sets, in hex."""
    version: NotRequired[int | None]
    """Of its link; only where that binds number and time."""


class Batches(TypedDict):
    """A page of batches."""

    items: list[BatchShown]
    next: str | None
    """The cursor of the next page; null on the last."""


class Behind(TypedDict):
    """What a private link leads to."""

    match: int | None
    """The match that it has become, for who plays in it."""
    open: OpenShown | None
    """The open match, while it waits."""


class BestShown(TypedDict):
    """A record of the player's."""

    match: int
    """The match that brought it."""
    span: str
    """ever, year, month, or week: those that run."""
    value: int
    """The value."""
    what: str
    """total, column, alike, wins, or days."""


class BracketRound(TypedDict):
    """A round of a bracket."""

    ties: list[TieShown]
    """Its ties."""
    title: str
    """What it is called."""


class BracketShown(TypedDict):
    """A bracket, or one side of it."""

    rounds: list[BracketRound]
    """Its rounds, the first one first."""
    title: str
    """What it is called."""


class Brackets(TypedDict):
    """The brackets of an event; none where its format has none, or it has not begun."""

    brackets: list[BracketShown]
    """Each of them."""


class ChallengeSent(TypedDict):
    """Whom to challenge."""

    player: str
    """The player's name."""


class ChallengeShown(TypedDict):
    """A challenge: two matches for a rung."""

    at: str
    """When it was made."""
    challenger: str | None
    """Who challenges."""
    defender: str | None
    """Who is challenged."""
    id: int
    """Its number."""
    matches: list[int]
    """Its matches: each player starts one."""
    over_at: str | None
    """When it was over."""
    winner: str | None
    """Who has won it, if it is over and anybody has."""


class Challenges(TypedDict):
    """The challenges that a bot takes, all that there are."""

    games: list[Literal["BZ", "BD", "BT", "DG", "BX", "BO", "DK", "PG"]]
    """At which games, by their codes."""
    people: NotRequired[bool]
    """Of people, too; else of bots alone."""


class Checkpoint(TypedDict):
    """The newest head as a note."""

    key: str
    """The key by which the site's signature is checked."""
    note: str
    """The signed note, with the signatures of its witnesses."""
    origin: str
    """What the tree is called in its notes."""
    root: str
    """The root over them, in hex."""
    signed_at: str
    """When the site signed it."""
    size: int
    """How many entries it covers."""
    tree: int
    """The tree, from 1: a new epoch begins a new one."""


class CheckpointLine(TypedDict):
    """A signed head of the public log."""

    origin: str
    """What the tree is called in its notes."""
    root: str
    """The root over them, in hex."""
    signed_at: str
    """When the site signed it."""
    size: int
    """How many entries it covers."""
    tree: int
    """The tree, from 1: a new epoch begins a new one."""


class Checkpoints(TypedDict):
    """A page of checkpoints."""

    items: list[CheckpointLine]
    next: str | None
    """The cursor of the next page; null on the last."""


class Choices(TypedDict):
    """What the player may do now."""

    moves: list[MoveChoice]
    """Every legal move but resigning; none when it is not my turn."""
    preview: dict[str, int]
    """What each box that may be scored now would add to the card."""
    version: int
    """To be sent back with the move."""


class CollectSent(TypedDict):
    """What is done with a match in a collection."""

    act: NotRequired[Literal["add", "remove", "up", "down"]]
    """Put in, taken out, or moved."""
    match: int
    """The match."""


class CollectionChange(TypedDict):
    """What is to change of a collection; what is left out stays."""

    about: NotRequired[str | None]
    """What is in it."""
    name: NotRequired[str | None]
    """What it is called."""
    public: NotRequired[bool | None]
    """Whether everybody may look at it."""


class CollectionLine(TypedDict):
    """A collection of matches."""

    about: str | None
    """What is in it."""
    id: int
    """Its number."""
    made_at: str
    """When it was made."""
    name: str
    """What it is called."""
    public: bool
    """Whether everybody may look at it."""


class CollectionSent(TypedDict):
    """A new collection."""

    about: NotRequired[str]
    """What is in it."""
    name: str
    """What it is called."""
    public: NotRequired[bool]
    """Whether everybody may look at it."""


class CollectionShown(TypedDict):
    """A collection, and of its matches those that I may see."""

    about: str | None
    """What is in it."""
    id: int
    """Its number."""
    made_at: str
    """When it was made."""
    matches: list[MatchLine]
    """In their order."""
    name: str
    """What it is called."""
    owner: str
    """Whose it is."""
    public: bool
    """Whether everybody may look at it."""


class Comments(TypedDict):
    """A page of comments, oldest first; `next` leads to what was said before."""

    agreed: bool | None
    """Whether I have, if I am asked; else null."""
    items: list[RemarkShown]
    next: str | None
    """The cursor of the next page; null on the last."""
    public: bool
    """Whether all players have agreed that everybody may read them."""


class ConversationShown(TypedDict):
    """All that two players have written to each other."""

    latest: int
    """The number of the latest message."""
    name: str
    """The other player."""
    unread: bool
    """Whether there is something new for me."""


class Conversations(TypedDict):
    """A page of conversations."""

    items: list[ConversationShown]
    next: str | None
    """The cursor of the next page; null on the last."""


class CostlyShown(TypedDict):
    """One of a seat's costliest choices: a position to be tried again."""

    losses: list[float]
    """What every legal move loses beside the best, in their order."""
    moves: list[MoveChoice]
    """The legal moves."""
    step: int
    """The move, by its number in the replay, from 1."""


class DayShown(TypedDict):
    """The daily of a day."""

    best: list[RankShown]
    """The best fifty; of equal totals who was there first."""
    day: str
    """The day, in UTC."""
    drawn: bool
    """Whether its dice are drawn, so that it can be played."""
    ends_at: str
    """When it is over."""
    game: str
    """The game's code."""
    median: float | None
    """The points in the middle."""
    mine: MyDay | None
    """What I have made of it."""
    over: bool
    """Whether it is over, and its dice are laid open."""
    perfect: int | None
    """What perfect play makes of them, once that is known."""
    players: int
    """How many have a place."""
    sets: list[SetShown] | None
    """Its dice, once it is over."""
    streak: StreakShown | None
    """My days in a row."""


class DecidedShown(TypedDict):
    """What came of a decision."""

    event: int
    """The event that it was about."""
    made: int | None
    """The event that was made of it."""
    status: str
    """How that stands now."""


class DecisionSent(TypedDict):
    """What a decision has to be told; `asks_for` says what of it. Everything else is left out."""

    absent: NotRequired[list[int] | None]
    """The entries that were absent."""
    again: NotRequired[bool | None]
    """Whether the two may meet again."""
    arrangement: NotRequired[int | None]
    """What was set by hand."""
    at_once: NotRequired[bool | None]
    """Whether it was abuse, so that no warning goes before."""
    days: NotRequired[int | None]
    """How many days."""
    director: NotRequired[int | None]
    """Who leads it, too."""
    entry: NotRequired[int | None]
    """Whose entry."""
    fixture: NotRequired[int | None]
    """Which match, by its fixture."""
    order: NotRequired[list[str] | None]
    """Names of entries, the strongest first; an empty list leaves it to ratings."""
    other: NotRequired[int | None]
    """The entry it meets."""
    places: NotRequired[list[int] | None]
    """The place of each seat; equal ones share it. Of two, [1, 1] is a draw."""
    player: NotRequired[str | None]
    """Who."""
    players: NotRequired[list[str] | None]
    """Who."""
    whole_round: NotRequired[bool | None]
    """Whether for everybody in the round."""
    why: NotRequired[str | None]
    """Why; everybody can read it."""


class DecisionShown(TypedDict):
    """Something that can be decided now."""

    about_matches: str | None
    """Which matches it is about: running, over, or either."""
    asks_for: list[str]
    """What it has to be told."""
    for_good: bool
    """Whether it cannot be undone."""
    foreseen: bool
    """Whether one can ask what it would change."""
    means: str
    """What it does."""
    name: str
    """What a button calls it."""
    undo: str | None
    """How it is undone."""
    word: str
    """Its word, to be sent back."""


class DeskMatch(TypedDict):
    """A match of the event as the director's desk shows it."""

    by_hand: bool
    """Whether it was decided or corrected by hand."""
    deadline: str | None
    """When the next clock ends, or the round."""
    fixture: int
    """The number to decide by."""
    hidden: bool
    """Whether its cards are hidden until it is over."""
    late: bool
    """Whether its time is up."""
    match: int | None
    """The match."""
    round: int
    """The round, from 1."""
    sitting: list[SittingShown]
    """Who plays."""
    soon: bool
    """Whether its time ends within a day."""


class DeskMatches(TypedDict):
    """A page of matches."""

    items: list[DeskMatch]
    next: str | None
    """The cursor of the next page; null on the last."""


class DeskShown(TypedDict):
    """What who leads an event sees of it."""

    arranged: list[ArrangementShown]
    """What was set by hand for the next round."""
    decisions: list[DecisionShown]
    """What can be decided now, by this player."""
    directors: list[DirectorShown]
    """Who leads it beside its organiser."""
    event: EventShown
    """The event, also while it is prepared."""
    preview: list[str]
    """Before it begins: how it would begin now, a line a match."""
    trouble: str | None
    """What went wrong in looking after it; it is tried again."""


class DirectorShown(TypedDict):
    """Somebody who leads the event beside its organiser, or is asked to."""

    accepted: bool
    """Whether the player has said yes."""
    id: int
    """The number to dismiss by."""
    name: str
    """The player."""


class DumpShown(TypedDict):
    """All public matches of a month in one file."""

    month: str
    """The month, in UTC."""
    name: str
    """The file's name."""
    sha256: str
    """Its SHA-256, in hex."""
    size: int
    """Bytes."""
    url: str
    """Where it is downloaded, by anybody."""


class Dumps(TypedDict):
    """The files, the newest month first."""

    items: list[DumpShown]
    """All of them."""


class EndSent(TypedDict):
    """Whether one agrees to end the event now."""

    agree: bool
    """False takes the vote back."""


class Entries(TypedDict):
    """A page of entries."""

    items: list[EntryShown]
    next: str | None
    """The cursor of the next page; null on the last."""


class EntryShown(TypedDict):
    """Who is in an event, is asked in, or waits for a place."""

    disqualified: bool
    """Whether it was disqualified."""
    id: int
    """The entry's number."""
    name: str
    """The player's or the team's."""
    status: Literal["invited", "waiting", "in", "dropped", "left"]
    """How it stands."""
    team: int | None
    """The team's number."""
    withdrawn: bool
    """Whether it has left the event since it began."""


class EventChange(TypedDict):
    """What is to change of an event; what is left out stays. What was agreed to by entering cannot
    change.
    """

    about: NotRequired[str | None]
    """What players should know before they enter."""
    at_once: NotRequired[int | None]
    """Round robin: the most that one plays; 0: no limit."""
    begins_at: NotRequired[str | None]
    """When it begins, if it is known."""
    clock: NotRequired[Literal["fast", "main", "daily", "relaxed"] | None]
    """How long turns may take."""
    division: NotRequired[int | None]
    """League: the most in a division."""
    fewest: NotRequired[int | None]
    """It begins with so many at the least."""
    format: NotRequired[
        Literal["league", "score", "team", "duplicate", "knockout", "double", "round-robin", "swiss", "arena"]
        | None
    ]
    """The format."""
    game: NotRequired[Literal["BZ", "BD", "BT", "DG", "BX", "BO", "DK", "PG"] | None]
    """The game's code."""
    highest: NotRequired[int | None]
    """The highest."""
    lowest: NotRequired[int | None]
    """The lowest rating that may enter."""
    matches: NotRequired[int | None]
    """League: how many are played."""
    minutes: NotRequired[int | None]
    """Arena: how long it lasts, 30 to 180."""
    most: NotRequired[int | None]
    """It begins when so many are in."""
    most_time_outs: NotRequired[int | None]
    """In a hundred of a player's last matches, at the most."""
    moving: NotRequired[int | None]
    """League: how many go up and down."""
    name: NotRequired[str | None]
    """What it is called."""
    no_orders: NotRequired[bool | None]
    """Nobody lets the site roll or bank while away."""
    options: NotRequired[dict[str, bool | int | str] | None]
    """The game's options by name."""
    pace: NotRequired[Literal["turns", "split", "duplicate"] | None]
    """How turns of different players relate."""
    promise: NotRequired[str | None]
    """What the organisers promise the winners."""
    recurring: NotRequired[bool | None]
    """It opens its successor when it begins."""
    robots_after: NotRequired[int | None]
    """Hours until robots take the free places."""
    round_days: NotRequired[int | None]
    """How many days a round lasts."""
    target: NotRequired[int | None]
    """Score and team tournaments."""
    way: NotRequired[Literal["anybody", "invited"] | None]
    """Who may enter."""


class EventHookSent(TypedDict):
    """The same, and what else is posted than how far the event is."""

    entries: NotRequired[bool]
    """Also who enters and who leaves."""
    results: NotRequired[bool]
    """Also the result of each match."""
    shape: NotRequired[Literal["plain", "discord", "slack"]]
    """What the address takes."""
    url: str
    """https:// only, on the public internet."""


class EventHookShown(TypedDict):
    """That of an event."""

    entries: bool
    """Whether it is told who enters and leaves."""
    fails: int
    """Failures in a row, up to now."""
    off_at: str | None
    """Since when it is off, for it failed too often."""
    posts: list[PostShown]
    """What came of the last posts, the latest first."""
    rests_until: str | None
    """Before that nothing is posted, for it failed."""
    results: bool
    """Whether it is told the result of each match."""
    secret: str
    """By which its posts are signed."""
    shape: str
    """plain, discord or slack."""
    url: str
    """Where it posts."""
    why: str | None
    """What went wrong the last time."""


class EventLine(TypedDict):
    """An event as far as a list shows it."""

    begins_at: str | None
    """When it begins, where a moment was set."""
    bots: bool
    """Whether it is for bots alone."""
    clock: str
    """The clock's name."""
    club: str | None
    """The club whose members alone enter."""
    ended_at: str | None
    """When it ended."""
    entrants: int
    """How many are in."""
    format: str
    """Its format, one word."""
    game: str
    """The game's code."""
    id: int
    """The event's number."""
    most: int | None
    """How many may be in."""
    name: str
    """Its name."""
    organiser: str | None
    """Who organises it."""
    pace: str
    """How turns of different players relate."""
    started_at: str | None
    """When it began."""
    status: Literal["draft", "open", "running", "review", "finished", "cancelled"]
    """Where it stands."""


class EventMade(TypedDict):
    """An event that I have made or changed. Nobody sees it before it is opened, at its desk."""

    format: str
    """The format."""
    game: str
    """The game's code."""
    id: int
    """Its number."""
    locked: list[str]
    """What has been agreed to by entering, so that it stays as it is."""
    name: str
    """What it is called."""
    options: dict[str, Any]
    """The game's options."""
    status: str
    """draft, open, running, review, finished or cancelled."""


class EventSent(TypedDict):
    """A new event. What is left out is as on the page that makes one."""

    about: NotRequired[str | None]
    """What players should know before they enter."""
    at_once: NotRequired[int | None]
    """Round robin: the most that one plays; 0: no limit."""
    begins_at: NotRequired[str | None]
    """When it begins, if it is known."""
    clock: NotRequired[Literal["fast", "main", "daily", "relaxed"] | None]
    """How long turns may take."""
    club: NotRequired[str | None]
    """The club for whose members it is, as its address has it."""
    division: NotRequired[int | None]
    """League: the most in a division."""
    fewest: NotRequired[int | None]
    """It begins with so many at the least."""
    format: Literal[
        "league", "score", "team", "duplicate", "knockout", "double", "round-robin", "swiss", "arena"
    ]
    """The format."""
    game: Literal["BZ", "BD", "BT", "DG", "BX", "BO", "DK", "PG"]
    """The game's code."""
    highest: NotRequired[int | None]
    """The highest."""
    lowest: NotRequired[int | None]
    """The lowest rating that may enter."""
    matches: NotRequired[int | None]
    """League: how many are played."""
    minutes: NotRequired[int | None]
    """Arena: how long it lasts, 30 to 180."""
    most: NotRequired[int | None]
    """It begins when so many are in."""
    most_time_outs: NotRequired[int | None]
    """In a hundred of a player's last matches, at the most."""
    moving: NotRequired[int | None]
    """League: how many go up and down."""
    name: str
    """What it is called."""
    no_orders: NotRequired[bool | None]
    """Nobody lets the site roll or bank while away."""
    options: NotRequired[dict[str, bool | int | str] | None]
    """The game's options by name."""
    pace: NotRequired[Literal["turns", "split", "duplicate"] | None]
    """How turns of different players relate."""
    promise: NotRequired[str | None]
    """What the organisers promise the winners."""
    recurring: NotRequired[bool | None]
    """It opens its successor when it begins."""
    robots_after: NotRequired[int | None]
    """Hours until robots take the free places."""
    round_days: NotRequired[int | None]
    """How many days a round lasts."""
    target: NotRequired[int | None]
    """Score and team tournaments."""
    way: NotRequired[Literal["anybody", "invited"] | None]
    """Who may enter."""


class EventShown(TypedDict):
    """An event as its page shows it."""

    about: str | None
    """What its organisers say of it."""
    asked_for_seat_of: str | None
    """Whose seat I am asked to take over."""
    asked_to_lead: bool
    """Whether I am asked to lead it, too."""
    begins_at: str | None
    """When it begins, where a moment was set."""
    bots: bool
    """Whether it is for bots alone."""
    clock: str
    """The clock's name."""
    club: str | None
    """The club whose members alone enter."""
    directors: list[str]
    """Who leads it beside its organiser."""
    ended_at: str | None
    """When it ended."""
    entrants: int
    """How many are in."""
    format: str
    """Its format, one word."""
    game: str
    """The game's code."""
    id: int
    """The event's number."""
    leads: bool
    """Whether I lead it."""
    may_enter: bool
    """Whether I may enter now. In teams players enter by their team."""
    medals: list[MedalShown]
    """Who has won what."""
    mine: MineShown | None
    """My own entry."""
    most: int | None
    """How many may be in."""
    name: str
    """Its name."""
    options: dict[str, Any]
    """The game's options."""
    organiser: str | None
    """Who organises it."""
    pace: str
    """How turns of different players relate."""
    paused_until: str | None
    """Until when it rests."""
    previous: int | None
    """The event that it follows."""
    progress: list[str]
    """How far it has come, in sentences."""
    promise: str | None
    """What its organisers promise the winners."""
    review_until: str | None
    """When its tables become final."""
    source: int | None
    """The league whose champions meet here."""
    stage: int
    """The stage that is played, from 1; 0 before it begins."""
    started_at: str | None
    """When it began."""
    status: Literal["draft", "open", "running", "review", "finished", "cancelled"]
    """Where it stands."""
    terms: list[TermShown]
    """All that who enters agrees to, in sentences."""
    waits_for: str
    """What it waits for: director, entries, start, site, rest, matches, players, review, over, or
    nothing, where something is wrong.
    """
    waits_until: str | None
    """Until when at the latest, where that is known."""
    why_not: str | None
    """Why I may not enter."""


class Events(TypedDict):
    """A page of events."""

    items: list[EventLine]
    next: str | None
    """The cursor of the next page; null on the last."""


class FieldError(TypedDict):
    """What is wrong with one thing that was sent."""

    detail: str
    """What is wrong with it."""
    where: str
    """Where it stands in the request."""


class FixtureShown(TypedDict):
    """A place in the schedule that a match fills."""

    deadline: str | None
    """When its match ends at the latest."""
    for_nobody: bool
    """Whether it counts for nobody."""
    id: int
    """Its number."""
    leg: int
    """Which match of the pairing, from 1."""
    match: int | None
    """The match that fills it."""
    over: bool
    """Whether it is over."""
    pairing: int
    """The pairing in its round, from 1."""
    round: int
    """The round, from 1."""
    section: int
    """The section, from 1."""
    sides: list[SideShown]
    """Who plays, in the order of seats; who is alone has a bye."""
    stage: int
    """The stage, from 1."""


class Fixtures(TypedDict):
    """A page of the schedule."""

    items: list[FixtureShown]
    next: str | None
    """The cursor of the next page; null on the last."""


class ForeseenShown(TypedDict):
    """What a decision would change."""

    changes: list[str]
    """In sentences."""


class FoundMatches(TypedDict):
    """A page of the archive. It may be short and still have a `next`: then there is more to look
    through.
    """

    items: list[MatchLine]
    next: str | None
    """The cursor of the next page; null on the last."""


class FoundMessage(TypedDict):
    """A message that was found, and in which conversation."""

    at: str
    """When."""
    by: str | None
    """Who wrote it; null for a closed account."""
    conversation: str
    """The other player."""
    id: int
    """Its number."""
    text: str
    """What was written."""


class FoundMessages(TypedDict):
    """What a search has found."""

    items: list[FoundMessage]
    """The latest first."""


class HintShown(TypedDict):
    """The best move, and how much it is better than the next best."""

    best: MoveChoice
    """What the coach would do."""
    by_points: bool
    """Whether moves are compared by points, not by the chance to win."""
    exact: bool
    """Whether these figures are exact, not close estimates."""
    expected: AmountShown
    """What is expected of the seat if it plays perfectly from here."""
    margin: AmountShown
    """By how much the best is better than the other."""
    other: MoveChoice | None
    """The best of what is worse; null where nothing is."""


class HookSent(TypedDict):
    """Where to post, and in which shape."""

    shape: NotRequired[Literal["plain", "discord", "slack"]]
    """What the address takes."""
    url: str
    """https:// only, on the public internet."""


class HookShown(TypedDict):
    """A webhook as those who lead see it: whoever knows its address can write there."""

    fails: int
    """Failures in a row, up to now."""
    off_at: str | None
    """Since when it is off, for it failed too often."""
    posts: list[PostShown]
    """What came of the last posts, the latest first."""
    rests_until: str | None
    """Before that nothing is posted, for it failed."""
    secret: str
    """By which its posts are signed."""
    shape: str
    """plain, discord or slack."""
    url: str
    """Where it posts."""
    why: str | None
    """What went wrong the last time."""


class ImportedLine(TypedDict):
    """A record that I have imported: not played here, and its dice verified by nobody here."""

    game: str
    """The game's code."""
    id: int
    """Its number."""
    link: str | None
    """The address for whoever I give it to."""
    made_at: str
    """When it was imported."""
    names: list[str]
    """Who sat there, as the record says."""
    over: bool
    """Whether the record says how the match ended."""


class ImportedList(TypedDict):
    """All of my imported records, the newest first."""

    items: list[ImportedLine]
    """Twenty at most."""


class ImportedShown(TypedDict):
    """An imported record, played through."""

    game: str
    """The game's code."""
    id: int
    """Its number."""
    link: str | None
    """The address for whoever I give it to."""
    made_at: str
    """When it was imported."""
    names: list[str]
    """Who sat there, as the record says."""
    over: bool
    """Whether the record says how the match ended."""
    replay: ReplayShown
    """Move by move; `id` is the number of the imported record."""
    verified: Literal[False]
    """Nobody here has verified who played it, nor that its dice fell so."""


class InGameShown(TypedDict):
    """A player in one game, beside everybody."""

    bests: list[BestShown]
    """The player's records."""
    everybody: list[int]
    """How many of everybody's."""
    mine: list[int]
    """How many totals of the player's are in each bar, from 0 points on."""
    numbers: NumbersShown
    """What the matches come to."""
    width: int
    """How many points a bar is wide."""


class JoinSent(TypedDict):
    """Join an open match."""

    token: NotRequired[str]
    """Of its private link, where it has one."""


class Joined(TypedDict):
    """What came of joining."""

    match: int | None
    """The match, if it begins by it; null while others are missing."""


class LadderShown(TypedDict):
    """A ladder."""

    clock: str
    """The clock of its matches."""
    closed_at: str | None
    """Since when its club has it no longer."""
    club: str | None
    """The club whose members alone stand on it."""
    frozen_at: str | None
    """Since when staff let nobody join or challenge."""
    game: str
    """The game's code."""
    id: int
    """The ladder's number."""
    size: int
    """How many stand on it."""


class Ladders(TypedDict):
    """A page of ladders."""

    items: list[LadderShown]
    next: str | None
    """The cursor of the next page; null on the last."""


class LeaderLine(TypedDict):
    """One line of a list."""

    match: int | None
    """Of a record, the match."""
    mine: bool
    """Whether that is me."""
    name: str
    """The player."""
    place: int
    """The place; who has the same value shares it."""
    value: int
    """The rating, what it gained, or the record."""


class Leaders(TypedDict):
    """A page of a list of the best, fifty lines at most."""

    items: list[LeaderLine]
    me: MyPlace | None
    """Where I stand, if I do."""
    next: str | None
    """The cursor of the next page; null on the last."""


class LinePlace(TypedDict):
    """Where a set's line stands in the log."""

    index: int
    """The line in it, from 0."""
    number: int
    """The segment."""
    path: list[str]
    """The path to the segment's root, in hex."""


class LineShown(TypedDict):
    """A line of a table."""

    entry: int
    """The entry's number."""
    name: str
    """The player's or the team's."""
    played: int
    """How many matches are over."""
    points: str
    """Points, a fraction where they are no whole number."""
    position: int
    """The line, from 1."""
    rank: int | None
    """The rank; of who is out, none."""
    values: dict[str, str]
    """The other columns by their names, in their order."""


class LogLine(TypedDict):
    """What was decided, by whom and why."""

    at: str
    """When."""
    by: str | None
    """Who decided it."""
    id: int
    """Its number."""
    what: str
    """What happened."""
    why: str | None
    """Why."""


class LogLines(TypedDict):
    """A page of a log."""

    items: list[LogLine]
    next: str | None
    """The cursor of the next page; null on the last."""


class MatchLine(TypedDict):
    """A match as far as a list shows it."""

    clock: str
    """The clock's name."""
    deadline: str | None
    """When the first clock that runs ends."""
    ended_at: str | None
    """When it ended."""
    event: int | None
    """The event it is played in."""
    game: str
    """The game's code."""
    id: int
    """The match's number."""
    ladder: int | None
    """The ladder it is played on."""
    my_seat: int | None
    """My seat, from 0."""
    my_turn: bool
    """Whether it is for me to move, or to answer the invitation."""
    options: dict[str, Any]
    """The game's options."""
    pace: Literal["turns", "split", "duplicate"]
    """How turns of different players relate."""
    rated: bool
    """Whether it counts for ratings."""
    seats: list[SeatShown]
    """The seats in the order of play."""
    status: Literal["inviting", "declined", "running", "finished", "void"]
    """Where it stands."""


class MatchSent(TypedDict):
    """A new match: of players by name, against a robot, or, with neither, alone."""

    clock: NotRequired[Literal["fast", "main", "daily", "relaxed"]]
    """How long turns may take."""
    game: Literal["BZ", "BD", "BT", "DG", "BX", "BO", "DK", "PG"]
    """The game's code."""
    opponents: NotRequired[list[str]]
    """The names of those who are asked to it, in the order in which they sit."""
    options: NotRequired[dict[str, bool | int | str]]
    """The game's options by name; what is left out is as usual."""
    pace: NotRequired[Literal["turns", "split", "duplicate"]]
    """How turns of different players relate."""
    rated: NotRequired[bool | None]
    """Whether it counts for ratings. Without a word on it a match of people does, and one with a
    robot does not.
    """
    robot: NotRequired[Literal["beginner", "casual", "steady", "skilled", "expert", "perfect"] | None]
    """How well the robot plays, where it is against one."""


class Matches(TypedDict):
    """A page of matches."""

    items: list[MatchLine]
    next: str | None
    """The cursor of the next page; null on the last."""


class Me(TypedDict):
    """Who the token acts for, and what it may do."""

    barred_until: str | None
    """Until when the player may not enter events, if so."""
    id: int
    """The player's number."""
    muted_until: str | None
    """Until when the player may not write, if so."""
    name: str
    """The player's name."""
    owner: str | None
    """The player who answers for it, where it is a bot."""
    scopes: list[str]
    """What this token may do."""
    staff: bool
    """Whether the player is staff."""
    supporter: bool
    """Whether the player supports the site today."""


class MedalShown(TypedDict):
    """A title that was won."""

    place: int
    """The place."""
    player: str
    """Who won it."""
    title: str
    """What it is called."""


class MemberShown(TypedDict):
    """A player of a team, or somebody who is asked to be."""

    accepted: bool
    """Whether the player has joined."""
    name: str | None
    """The player; null once the account is closed."""


class MessageSent(TypedDict):
    """Something to say."""

    text: str
    """What to say."""


class MessageShown(TypedDict):
    """A message."""

    at: str
    """When."""
    by: str | None
    """Who wrote it; null for a closed account."""
    id: int
    """Its number."""
    text: str
    """What was written."""


class Messages(TypedDict):
    """A page of messages."""

    items: list[MessageShown]
    next: str | None
    """The cursor of the next page; null on the last."""


class MineShown(TypedDict):
    """The player's own entry."""

    appeal: str | None
    """What was said against that, once."""
    confirmed: bool
    """Whether it has been confirmed that it comes."""
    disqualified: bool
    """Whether it was disqualified."""
    end: VoiceShown | None
    """How far the agreement to end the event has come."""
    entry: int
    """Its number."""
    matches: list[int]
    """Its open matches, those first that wait for a move."""
    postpone: VoiceShown | None
    """How far the postponing of the round has come."""
    resting: bool | None
    """In an arena: whether it is given no match for now."""
    speaks: bool
    """Whether the player decides for it: of a team its captain does."""
    status: Literal["invited", "waiting", "in", "dropped", "left"]
    """How it stands."""
    team: int | None
    """The team that it is of."""
    wants: int | None
    """Among champions: how many matches it wants."""
    warned: bool
    """Whether it was warned."""
    withdrawn: bool
    """Whether it has left the event since it began."""


class MoveChoice(TypedDict):
    """A move that the rules allow now."""

    box: str
    """The box to score, else nothing."""
    keep: list[int]
    """The faces to keep, or to set aside."""
    kind: Literal["roll", "score", "bank", "pick-up"]
    """What to do."""


class MoveSent(TypedDict):
    """A move. Sent again with the same version it is refused, for by then the table has changed."""

    box: NotRequired[str]
    """The box to score."""
    keep: NotRequired[list[int]]
    """The faces to keep out of a roll, or to set aside with a roll or a bank."""
    kind: Literal["roll", "score", "bank", "pick-up"]
    """What to do."""
    numbers: NotRequired[list[str]]
    """Your own numbers that turn the dice, in hex (docs/dice.md)."""
    pledges: NotRequired[list[str]]
    """Pledges for the numbers of your next roll, in hex."""
    version: int
    """`version` of the table that was seen."""


class MoveShown(TypedDict):
    """A move that was made, with what came of it."""

    box: str
    """The box that was scored, else nothing."""
    dice: list[int]
    """The faces that fell, 1 to 6."""
    keep: list[int]
    """The faces that were kept or set aside."""
    kind: str
    """roll, score, bank, pick-up, resign, timeout, take-back, or roll-off."""
    ordered: bool
    """Whether the player's standing orders made it."""
    seat: int
    """Whose it was, from 0."""
    serials: list[int]
    """The sets of the pool that they came from."""


class MyCollections(TypedDict):
    """All of my collections, by their names."""

    items: list[CollectionLine]
    """All of them."""


class MyDay(TypedDict):
    """What I have made of a day."""

    better_than: int | None
    """Of a hundred others so many have fewer points."""
    marks: str | None
    """A mark for each box, the best first, fit to be shown to others."""
    match: int
    """My match."""
    place: int | None
    """My place among those who have finished, once it is counted."""
    running: bool
    """Whether I still play."""
    total: int | None
    """My points, once it is over."""
    void: bool
    """Whether staff took it back."""


class MyLadder(TypedDict):
    """A ladder, and how I stand on it."""

    challenges: list[ChallengeShown]
    """My challenges that run."""
    clock: str
    """The clock of its matches."""
    closed_at: str | None
    """Since when its club has it no longer."""
    club: str | None
    """The club whose members alone stand on it."""
    frozen_at: str | None
    """Since when staff let nobody join or challenge."""
    game: str
    """The game's code."""
    id: int
    """The ladder's number."""
    my_rung: int | None
    """My rung, 1 for the top; null where I am not on it."""
    reach: int | None
    """The highest rung that I may challenge."""
    size: int
    """How many stand on it."""


class MyPlace(TypedDict):
    """Where I stand."""

    among: int
    """Of so many."""
    match: int | None
    """Of a record, the match."""
    place: int
    """My place."""
    value: int
    """My value."""


class MyPuzzle(TypedDict):
    """A puzzle that I have tried."""

    at: str
    """When I first answered."""
    gained: float | None
    """What it did to my rating at puzzles."""
    game: str
    """The game's code."""
    mended: bool
    """Whether a later one was, and the first was not."""
    puzzle: int
    """The puzzle's number."""
    right: bool
    """Whether my first answer was right."""


class MyPuzzles(TypedDict):
    """A page of puzzles that I have tried, the latest first."""

    items: list[MyPuzzle]
    next: str | None
    """The cursor of the next page; null on the last."""


class NoteKept(TypedDict):
    """My note on a match or a player."""

    text: str | None
    """The words; null where there is none."""


class NoteSent(TypedDict):
    """A note, written anew."""

    text: str
    """The words; none deletes it."""


class NoteShown(TypedDict):
    """A note for oneself; nobody else is ever shown one."""

    at: str
    """When it was written."""
    match: int | None
    """The match that it is on."""
    player: str | None
    """Or the player."""
    text: str
    """The words."""


class Notes(TypedDict):
    """A page of my notes, the newest first."""

    items: list[NoteShown]
    next: str | None
    """The cursor of the next page; null on the last."""


class NoticeShown(TypedDict):
    """Something that was told."""

    at: str
    """When."""
    id: int
    """Its number."""
    kind: str
    """What it is about, one word."""
    read_at: str | None
    """When it was read."""
    subject: str
    """What is told."""
    text: str | None
    """More of it."""
    url: str
    """The page that it is about."""


class Notices(TypedDict):
    """A page of notices."""

    items: list[NoticeShown]
    next: str | None
    """The cursor of the next page; null on the last."""


class NumbersShown(TypedDict):
    """What a player's matches of a game come to."""

    average: int | None
    """The mean of the totals."""
    contests: int
    """Those with opponents."""
    drawn: int
    """Those of them that were drawn."""
    game: str
    """The game's code."""
    late_percent: int
    """In how many of a hundred the clock acted for the player."""
    matches: int
    """Matches that count."""
    won: int
    """Those of them that were won."""


class OpenMatches(TypedDict):
    """The waiting room."""

    items: list[OpenShown]
    """Open matches, newest first: 100 at most."""


class OpenSent(TypedDict):
    """A match that is open to whoever comes."""

    buddies_only: NotRequired[bool]
    """For the maker's buddies alone."""
    clock: NotRequired[Literal["fast", "main", "daily", "relaxed"]]
    """How long turns may take."""
    game: Literal["BZ", "BD", "BT", "DG", "BX", "BO", "DK", "PG"]
    """The game's code."""
    highest: NotRequired[int | None]
    """The highest."""
    lowest: NotRequired[int | None]
    """The lowest rating that may join."""
    options: NotRequired[dict[str, bool | int | str]]
    """The game's options by name; what is left out is as usual."""
    pace: NotRequired[Literal["turns", "split", "duplicate"]]
    """How turns of different players relate."""
    players: NotRequired[int]
    """Wanted in all, the maker among them."""
    private: NotRequired[bool]
    """Only for whom has its link; else it stands in the waiting room."""
    rated: NotRequired[bool]
    """Whether it counts for ratings."""


class OpenShown(TypedDict):
    """A match that is open to whoever comes."""

    buddies_only: bool
    """It is for the maker's buddies alone."""
    clock: str
    """The clock's name."""
    expires_at: str
    """Until when it waits."""
    game: str
    """The game's code."""
    highest: int | None
    """The highest."""
    id: int
    """Its number in the waiting room."""
    joined: bool
    """Whether I am in."""
    lowest: int | None
    """The lowest rating that may join."""
    mine: bool
    """Whether I opened it."""
    options: dict[str, Any]
    """The game's options."""
    pace: Literal["turns", "split", "duplicate"]
    """How turns of different players relate."""
    players: int
    """Wanted in all."""
    rated: bool
    """Whether it will count for ratings."""
    token: str | None
    """The last part of its private link, for whom it is open to; null in the waiting room."""
    waiting: list[str]
    """Who is in already, the maker first."""


class OpponentShown(TypedDict):
    """A bot that takes challenges at a game."""

    asked_at: str
    """When its program asked the site last, within a few minutes."""
    deviation: float | None
    """How far that may be off."""
    matches: int
    """Of how many matches it comes."""
    name: str
    """The bot's name."""
    owner: str
    """The player who answers for it."""
    people: bool
    """Whether people may challenge it, too."""
    rating: float | None
    """Its rating in matches of two, among bots."""
    seconds: float | None
    """In how many seconds it answers a move, half of the time; null where nobody knows."""


class Opponents(TypedDict):
    """Bots that take challenges at a game, the best rated first; fifty at most."""

    items: list[OpponentShown]


class OpponentsSent(TypedDict):
    """What opponents are looked for."""

    clock: NotRequired[Literal["fast", "main", "daily", "relaxed"]]
    """How long turns may take."""
    games: list[Literal["BZ", "BD", "BT", "DG", "BX", "BO", "DK", "PG"]]
    """In any of these games."""
    wanted: NotRequired[int]
    """So many matches."""


class OrderSent(TypedDict):
    """The order in which a team plays."""

    members: list[str]
    """Every member once."""


class OrdersSent(TypedDict):
    """What is to be done for the player in one match; nothing said is no order."""

    bank: NotRequired[int]
    """Bank as soon as a turn has this many points, in games where points are banked; 0 for never."""
    roll: NotRequired[bool]
    """Make the first roll of each of my turns at once."""


class OrdersShown(TypedDict):
    """The player's standing orders at a match."""

    bank: int
    """A turn is banked from so many points on; 0 for never."""
    may_order: bool
    """Whether this match takes standing orders."""
    roll: bool
    """The first roll of each turn is made at once."""
    why_not: str | None
    """Why it takes none."""


class PastDay(TypedDict):
    """A day that is over."""

    day: str
    """The day, in UTC."""
    game: str
    """The game's code."""
    mine: int | None
    """My points, where I played."""
    perfect: int | None
    """What perfect play makes of its dice."""


class PastDays(TypedDict):
    """A page of days, the last first."""

    items: list[PastDay]
    next: str | None
    """The cursor of the next page; null on the last."""


class PinSent(TypedDict):
    """Whether a match is to stay on top."""

    pinned: bool
    """Whether it is to stay on top of my matches."""


class PlayerShown(TypedDict):
    """A player as the player's page shows it: what the player hides is null."""

    about: str | None
    """What the player tells, where that is shown."""
    country: str | None
    """Two letters, where the player tells."""
    id: int
    """The player's number."""
    joined_at: str
    """When the account was made."""
    last_seen: str | None
    """When the player was last here, where that is shown."""
    name: str
    """The player's name."""
    owner: str | None
    """The player who answers for it, where it is a bot."""
    ratings: list[RatingShown] | None
    """The ratings; null where the player hides them."""
    robot: bool
    """Whether it is one of the site's robots."""
    supporter: bool
    """Whether the player supports the site today."""


class PositionShown(TypedDict):
    """What lay on the table after so many moves."""

    state: dict[str, Any]
    """As `state` of a table."""
    step: int
    """After how many moves."""


class PostShown(TypedDict):
    """What came of a post."""

    at: str
    """When."""
    id: int
    """The `id` in it."""
    kind: str
    """What it was about."""
    seconds: float | None
    """How long that took."""
    status: int | None
    """Of the answer, if there was one."""
    tries: int
    """The first time, the second …"""
    why: str | None
    """What went wrong, if anything did."""


class ProblemDetails(TypedDict):
    """What a refused request is answered with (RFC 9457). Go by `code`: it stays, sentences may
    change.
    """

    code: str
    """The kind of problem, one word that stays."""
    detail: str
    """What is so and what to do next, in a sentence for people."""
    errors: NotRequired[list[FieldError] | None]
    """With `invalid`: what is wrong, one by one."""
    retry_after: NotRequired[int | None]
    """Seconds after which it may be tried again."""
    status: int
    """The HTTP status."""
    title: str
    """The status in words."""
    type: str
    """Where the kind of problem is explained."""
    version: NotRequired[int | None]
    """With `stale`: the version of now, to be sent next."""


class Proof(TypedDict):
    """A set that fell, and how it is shown to be the one that was committed to."""

    batch: int
    """The number of its batch."""
    dice: list[int]
    """Its five dice."""
    line: NotRequired[str | None]
    """Its line in the log, once it is sealed."""
    number: NotRequired[str | None]
    """The player's own number that turned it, in hex."""
    path: list[str]
    """The path to the root of its batch, in hex."""
    salt: str
    """16 bytes, in hex."""
    segment: NotRequired[LinePlace | None]
    """Where that line stands."""
    serial: int
    """The set's serial."""
    thrown: NotRequired[list[int] | None]
    """The five dice as that number turned them."""


class Proofs(TypedDict):
    """Proofs of rolls: the file that verifiers read."""

    batches: list[ProvedBatch]
    """The commitments of their batches."""
    checkpoint: NotRequired[str | None]
    """The signed head that the paths lead to, as a note."""
    format: str
    """The format of the file."""
    proofs: list[Proof]
    """The proofs, by serial."""
    segments: NotRequired[list[ProvedSegment] | None]
    """The parts of the log that tell of them."""


class ProvedBatch(TypedDict):
    """The commitment of a batch, and where it stands in the tree."""

    at: NotRequired[int | None]
    """When it was made, in seconds since 1970, as its link has it."""
    chain: str
    """Its own link, in hex."""
    first: int
    """Its first serial."""
    last: int
    """Its last serial."""
    number: int
    """The batch's number."""
    previous: str
    """The link that it follows, in hex."""
    root: str
    """The root of the Merkle tree over its sets, in hex."""
    tree: NotRequired[TreePlace | None]
    """Its place, once a head was signed over it."""
    version: NotRequired[int | None]
    """Of its link; only where that binds number and time."""


class ProvedSegment(TypedDict):
    """A sealed part of the log, and where it stands in the tree."""

    at: int
    """When it was sealed, in seconds since 1970."""
    first: int
    """The first serial that it tells of."""
    last: int
    """The last one."""
    lines: int
    """How many lines it has."""
    number: int
    """Its number."""
    root: str
    """The root of the Merkle tree over its lines, in hex."""
    tree: NotRequired[TreePlace | None]
    """Its place, once a head was signed over it."""


class PuzzleAnswerSent(TypedDict):
    """An answer to a puzzle: a move."""

    box: NotRequired[str]
    """The box to score."""
    keep: NotRequired[list[int]]
    """The faces to keep, or to set aside."""
    kind: Literal["roll", "score", "bank", "pick-up"]
    """What to do."""


class PuzzleDayShown(TypedDict):
    """The puzzle of a day."""

    day: str
    """The day, in UTC."""
    game: str
    """The game's code."""
    puzzle: int
    """The puzzle's number."""
    right: bool | None
    """Whether my first answer was right; null where I gave none."""
    solved: int
    """How many found it at their first try."""
    tries: int
    """How many have tried it."""


class PuzzleDays(TypedDict):
    """A page of days, the last first."""

    items: list[PuzzleDayShown]
    next: str | None
    """The cursor of the next page; null on the last."""


class PuzzleShown(TypedDict):
    """A puzzle. Before I have answered it nothing of its solution is told."""

    by_points: bool
    """What is asked: the most points on average, or to win most often."""
    day: str | None
    """The day whose puzzle it is."""
    game: str
    """The game's code."""
    id: int
    """Its number."""
    moves: list[MoveChoice]
    """The legal moves."""
    seat: int
    """The seat that is to move, from 0."""
    solution: Solution | None
    """The solution, once I have answered."""
    state: dict[str, Any]
    """What lies on the table, as `state` of a table."""


class RankShown(TypedDict):
    """One of the best of a day."""

    full: bool
    """Whether every box was filled."""
    match: int | None
    """The match, once the day is over and everybody may look at it."""
    name: str
    """The player's name."""
    place: int
    """The place; equal totals share it."""
    total: int
    """The points."""


class RatingHistory(TypedDict):
    """How a player's ratings went."""

    items: list[RatingPointShown] | None
    """The latest of each, by game, kind and time; null where the player hides them."""


class RatingPointShown(TypedDict):
    """A rating as a match left it."""

    at: str
    """When."""
    deviation: float
    """How far it may be off."""
    game: str
    """The game's code."""
    kind: str
    """duel for matches of two, table for more."""
    rating: float
    """The rating after it."""


class RatingShown(TypedDict):
    """A player's rating in one game."""

    deviation: float
    """How far it may be off."""
    game: str
    """The game's code."""
    kind: str
    """duel for matches of two, table for more."""
    matches: int
    """Of how many matches it comes."""
    rating: float
    """The rating."""


class RecordSent(TypedDict):
    """A record to be played through."""

    text: str
    """The record, as docs/record.md has it."""


class RemarkSent(TypedDict):
    """Something to say."""

    text: str
    """The words."""


class RemarkShown(TypedDict):
    """Something that was said."""

    at: str
    """When."""
    id: int
    """Its number."""
    name: str | None
    """Who said it; null once the account is closed."""
    text: str
    """The words."""


class Remarks(TypedDict):
    """A page of what was said, oldest first; `next` leads to what was said before."""

    items: list[RemarkShown]
    next: str | None
    """The cursor of the next page; null on the last."""


class ReplayShown(TypedDict):
    """A match that is over, move by move."""

    game: str
    """The game's code."""
    id: int
    """The match's number."""
    roll_off: list[MoveShown]
    """The throws that settled who starts."""
    steps: list[StepShown]
    """The moves, in the order in which they were made."""
    totals: list[int]
    """Each seat's points at the end."""


class ReportSent(TypedDict):
    """What is wrong with somebody, or with what they wrote. Only staff read it."""

    why: str
    """What is wrong."""


class RestSent(TypedDict):
    """Whether one rests."""

    resting: bool
    """False comes back."""


class ReviewBody(TypedDict):
    """The review itself."""

    by_points: bool
    """Whether choices are compared by points, not by the chance to win."""
    chances: list[float]
    """Each seat's chance to win at the start."""
    costly: list[list[CostlyShown]]
    """Each seat's costliest choices, the worst first."""
    seats: list[ReviewSeat]
    """What it came to for each seat."""
    steps: list[ReviewStep]
    """The moves, in the order in which they are looked at."""


class ReviewSeat(TypedDict):
    """What a match came to for one seat: start, less skill lost, and luck, less what was never
    played.
    """

    accuracy: float | None
    """100 for perfect play; null where nothing was at stake."""
    decisions: int
    """How often it chose."""
    lost: dict[str, float]
    """What choices cost by what was wrong with them: dice, box, stopped, went-on, pick-up; in points,
    or in chance where `by_points` is false.
    """
    luck: AmountShown
    """What the dice gave."""
    mistakes: int
    """How often something else was better."""
    seat: int
    """The seat, from 0."""
    skill: AmountShown
    """What its choices cost."""
    start: AmountShown
    """What it could expect at the start."""
    unplayed: AmountShown
    """What was expected of turns that never came."""


class ReviewShown(TypedDict):
    """How far the review of a match is, and what it found."""

    review: ReviewBody | None
    """The review, once it is ready."""
    state: str
    """too-soon, none, asked, getting-ready, failed, short (ask for it again), or ready."""


class ReviewStep(TypedDict):
    """What a move cost, and what came of it."""

    best: MoveChoice | None
    """What was better; null where nothing was."""
    chances: list[float]
    """Each seat's chance to win after it."""
    cost: AmountShown
    """What it cost beside that."""
    luck: AmountShown
    """What the dice gave that fell with it."""
    seat: int
    """Whose it was, from 0."""
    step: int
    """Its number in the replay, from 1."""


class RungShown(TypedDict):
    """Somebody's rung."""

    change: int
    """By how many rungs the player is higher than a week ago."""
    in_reach: bool
    """Whether it is within my reach."""
    may_challenge: bool
    """Whether I may challenge the player now."""
    name: str
    """Who stands there."""
    number: int
    """Its number, 1 for the top."""
    why_not: str | None
    """Why not, where it is within my reach."""


class Rungs(TypedDict):
    """A page of rungs."""

    items: list[RungShown]
    next: str | None
    """The cursor of the next page; null on the last."""


class SeatShown(TypedDict):
    """A seat, and who sits there. What the viewer may not see yet is null."""

    accepted: bool
    """Whether the player has accepted the match."""
    deadline: str | None
    """When its clock ends, while it runs."""
    hidden: bool
    """Whether the seat's card, dice and moves are hidden from the viewer."""
    index: int
    """In the order of play, from 0."""
    name: str
    """The player's name, or what stands for who has none."""
    place: int | None
    """Its place at the end, 1 for the first."""
    robot: bool
    """Whether no person sits there: a robot, or a bot."""
    to_move: bool | None
    """Whether the seat is to move."""
    total: int | None
    """Its points so far."""


class SectionTable(TypedDict):
    """The table of a section, which a league calls a division."""

    ends_at: str | None
    """When its time is up, where it lasts for a set time."""
    lines: list[LineShown]
    """The lines in their order."""
    over: bool
    """Whether all of it is played."""
    section: int
    """The section, from 1."""


class SegmentLine(TypedDict):
    """A sealed part of the log of everything that was taken."""

    digest: str
    """The SHA-256 of its text, in hex."""
    first: int
    """The first serial that it tells of."""
    last: int
    """The last one; below the first where it tells of none."""
    lines: int
    """How many lines it has."""
    number: int
    """Its number, from 1, without gaps."""
    root: str
    """The root of the Merkle tree over its lines, in hex."""
    sealed_at: str
    """When it was sealed."""


class SegmentShown(TypedDict):
    """A part of the log with its lines."""

    digest: str
    """The SHA-256 of its text, in hex."""
    first: int
    """The first serial that it tells of."""
    last: int
    """The last one; below the first where it tells of none."""
    lines: int
    """How many lines it has."""
    number: int
    """Its number, from 1, without gaps."""
    root: str
    """The root of the Merkle tree over its lines, in hex."""
    sealed_at: str
    """When it was sealed."""
    text: str
    """Its lines, as docs/dice.md describes them."""


class Segments(TypedDict):
    """A page of the log's parts."""

    items: list[SegmentLine]
    next: str | None
    """The cursor of the next page; null on the last."""


class SetShown(TypedDict):
    """A set of dice of a day."""

    dice: list[int]
    """Its dice."""
    roll: int
    """The roll, from 1."""
    serial: int
    """The set's number in the pool."""
    turn: int
    """The turn, from 1."""


class Settings(TypedDict):
    """What a player may set, as on the page of settings."""

    days_off: list[int]
    """Days of the week on which the player's clocks stand, two at most; Monday is 0."""
    hide_rating: bool
    """Whether the player's ratings are hidden."""
    spend_holiday: bool
    """Whether holiday is spent on deadlines that would otherwise pass."""
    time_zone: str
    """An IANA time zone."""
    unwatched: bool
    """Whether nobody may watch the player's running matches."""


class SettingsChange(TypedDict):
    """The settings that are to change; what is left out stays."""

    days_off: NotRequired[list[int] | None]
    """Two days of the week at most; Monday is 0."""
    hide_rating: NotRequired[bool | None]
    """Whether the ratings are hidden."""
    spend_holiday: NotRequired[bool | None]
    """Whether holiday is spent on deadlines."""
    time_zone: NotRequired[str | None]
    """An IANA time zone."""
    unwatched: NotRequired[bool | None]
    """Whether nobody may watch the running matches."""


class ShareSent(TypedDict):
    """Whether there is a link to it."""

    shared: bool
    """Whether whoever has the link sees the match, without its names."""


class SideShown(TypedDict):
    """An entry in a match of an event, and what came of it."""

    absent: bool
    """Whether it was absent."""
    entry: int
    """The entry's number."""
    name: str
    """The player's or the team's."""
    place: int | None
    """Its place, 1 for the first, once the match is over."""
    timed_out: bool
    """Whether its time ran out."""
    total: int | None
    """Its total, once the match is over."""


class SitterShown(TypedDict):
    """A player at a table."""

    name: str
    """The player's name."""
    rating: float | None
    """The player's rating in the game, where it is shown."""
    to_move: bool
    """Whether the player is to move."""
    total: int
    """The points so far."""


class SittingShown(TypedDict):
    """Somebody at a match, as far as who leads may see it."""

    name: str
    """The player's or the team's."""
    place: int | None
    """The place, once the match is over."""
    reported: bool
    """Whether a report about the player waits."""
    to_move: bool
    """Whether it is the turn; never told while cards are hidden."""
    total: int | None
    """Points so far; null while cards are hidden."""


class Solution(TypedDict):
    """The answer of a puzzle, for who has answered it."""

    best: MoveChoice
    """The best move."""
    gained: float | None
    """What it did to my rating at puzzles."""
    losses: list[float]
    """What every legal move loses beside it, in their order: points, or of the chance to win."""
    match: int | None
    """The match in which it came up; null where it was arranged."""
    mended: bool
    """Whether a later one was, and the first was not."""
    mine: MoveChoice
    """My first answer."""
    position: str
    """The word of the position, as in the addresses of positions."""
    rating: float
    """How hard the puzzle is, as a rating."""
    right: bool
    """Whether my first answer was right."""
    solved: int
    """How many found it at their first try."""
    tries: int
    """How many have tried it."""


class Standings(TypedDict):
    """The tables of a stage."""

    stage: int
    """The stage, from 1."""
    tables: list[SectionTable]
    """One for each section."""


class Statistics(TypedDict):
    """A player's numbers in every game, the most played first."""

    items: list[NumbersShown]
    """One for each game that was played."""


class StepShown(TypedDict):
    """One move of a match that is over."""

    move: MoveShown
    """What was done, and what came of it."""
    step: int
    """Its number in the replay, from 1."""
    taken_back: bool
    """Whether it was taken back, where somebody practised."""
    total: int | None
    """The seat's points, where its turn ended."""
    turn: int
    """The turn of its seat, from 1."""


class StreakShown(TypedDict):
    """Days in a row."""

    best: int
    """The most there ever were."""
    now: int
    """Those that still go on."""


class TableShown(TypedDict):
    """A match as its viewer may see it: the same that the page of the table shows."""

    clock: str
    """The clock's name."""
    created_at: str
    """When it was made."""
    deadline: str | None
    """When the first clock that runs ends."""
    ended_at: str | None
    """When it ended."""
    event: int | None
    """The event it is played in."""
    game: str
    """The game's code."""
    id: int
    """The match's number."""
    ladder: int | None
    """The ladder it is played on."""
    may_resign: bool
    """Whether I have still something to give up."""
    moves: list[MoveShown]
    """The last moves that the viewer may see, oldest first."""
    my_seat: int | None
    """My seat, from 0; null for who only looks."""
    my_turn: bool
    """Whether I may move now."""
    options: dict[str, Any]
    """The game's options."""
    pace: Literal["turns", "split", "duplicate"]
    """How turns of different players relate."""
    rated: bool
    """Whether it counts for ratings."""
    rules_version: int
    """The version of its rules."""
    seats: list[SeatShown]
    """The seats in the order of play."""
    started_at: str | None
    """When it began."""
    state: dict[str, Any] | None
    """What lies on the table, as docs/api.md describes it for each game, without what is hidden from
    the viewer; null before it began.
    """
    status: Literal["inviting", "declined", "running", "finished", "void"]
    """Where it stands."""
    version: int
    """To be sent back with what is done at the table."""


class TeamSent(TypedDict):
    """A new team: I am its captain and play first."""

    name: str
    """What it is called."""
    others: list[str]
    """Who is asked to it, in the order in which they play after me."""


class TeamShown(TypedDict):
    """A team, in the order in which its members play."""

    captain: str | None
    """Who leads it."""
    event: int
    """The event that it enters."""
    id: int
    """Its number."""
    members: list[MemberShown]
    """Its members, and who is asked."""
    name: str
    """What it is called."""


class TermShown(TypedDict):
    """One thing that who enters agrees to."""

    about: str
    """What it is about."""
    says: str
    """What holds."""


class TieShown(TypedDict):
    """A tie of a bracket."""

    decided: bool
    """Whether it is decided."""
    known: list[bool]
    """Of each whether it is known."""
    matches: list[int]
    """Its matches."""
    names: list[str]
    """Who sits there, or who will."""
    nobody: bool
    """Whether nobody goes on from it."""
    number: str
    """Its number, which later ties name."""
    winner: int | None
    """Which of the two won, 0 or 1."""


class TreePlace(TypedDict):
    """Where an entry stands in the tree of the public log."""

    at: NotRequired[int | None]
    """When it was made, where the commitment does not say so."""
    index: int
    """From 0."""
    origin: NotRequired[str | None]
    """Of which tree, where that is not the newest."""
    path: list[str]
    """The path to the root, in hex."""


class TriedShown(TypedDict):
    """What came of a test."""

    arrived: bool
    """Whether it was taken."""
    says: str
    """The same in a sentence."""
    status: int | None
    """Of the answer, if there was one."""


class VersionSent(TypedDict):
    """Which table was seen."""

    version: int
    """`version` of the table that was seen."""


class VoiceShown(TypedDict):
    """How far an agreement has come that takes everybody."""

    agreed: int
    """How many agree."""
    asked: int
    """How many are asked."""
    mine: bool
    """Whether I agree."""


class Watched(TypedDict):
    """Tables to look at."""

    items: list[WatchedShown]
    """The best players first, forty at most."""


class WatchedShown(TypedDict):
    """A table to look at."""

    event: int | None
    """The event it is played in."""
    game: str
    """The game's code."""
    ladder: int | None
    """The ladder it is played on."""
    match: int
    """The match."""
    moved_at: str
    """When somebody moved there last."""
    seats: list[SitterShown]
    """Who sits there."""


class WishSent(TypedDict):
    """How many matches one wants."""

    matches: int
    """How many."""


class WishShown(TypedDict):
    """What I am waiting for."""

    clock: str
    """How long turns may take."""
    games: list[str]
    """In any of these games."""
    since: str
    """Since when I have been waiting."""
    wanted: int
    """Matches still to be found."""
