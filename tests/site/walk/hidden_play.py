"""What the others learn of what is played on hidden cards: everything that they can get, in two worlds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import takewhile
from typing import Any
from uuid import uuid4

import pytest
import redis
from django.conf import settings
from django.db import connection, transaction
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone

from accounts import live
from accounts.live import channels
from boatzee_site import health, heartbeats
from boatzee_site.models import Silence
from dicepool import log
from dicepool.stock import taken
from games.daily import schedule, trying
from games.match import deals, sets
from games.models import Daily, Match
from games.rules import dealt
from games.rules.base import Kind
from games.rules.cards.scorecard import ROLLS
from tests.games.tables import legal, make
from tests.site.walk.addresses import address_of, addresses
from tests.site.walk.row import Row
from tests.site.walk.secrets import mask, masked
from tests.site.walk.steps import Walker
from tests.site.walk.world import World
from tests.worker import work

Told = tuple[Any, ...]
"""What somebody was told, without what is new each time."""
DAILY = "daily match"
HIDDEN = ("split", "duplicate", "league match", DAILY)
"""Matches that the owner plays on hidden cards; all but the daily with the opponent."""
ROLES = ("anonymous", "stranger", "organiser", "staff", "superuser", "opponent", "owner")
OTHERS = ("admin:", "account_", "mfa_", "usersessions_", "socialaccount_")
"""Pages of Django and allauth; of the admin the superuser asks for those of matches."""
SECRET = "calendar"
"""The address of the owner's own deadlines, which nobody can guess."""
NOT_OF_THE_PAGE = {"Set-Cookie", "Expires", "Date", "Content-Length", "X-Request-ID"}
TAKEN = r"\d+ taken \d+ [0-9a-f]{64} (?:[0-9a-f]{64}|-)\n"
SHARE = r'<td class="number">[\d,]+\.\d+</td>\s*'
LOST = r'(?:fewer than 1 of|10 to 60 of)[^<]*</small></th>(?:\s*<td class="number">[\d,]+</td>){2}\s*'
COUNTERS = (
    (re.compile(rf"(?:{TAKEN})+"), "the serial counter: lines that carry nothing but blinded labels\n"),
    (re.compile(r"[\d,]+ sets? (?:has|have) been taken for players"), "the serial counter"),
    (re.compile(r'[\d,]+ to [\d,]+</td>\s*<td class="number">[\d,]+</td>'), "the serial counter"),
    (re.compile(rf"({LOST})(?:{SHARE}){{2}}"), r"\1shares of the serial counter"),
    (re.compile(r"(?m)^boatzee_dice_level_sets .*"), "the serial counter, which counts everybody's rolls"),
    (re.compile(r'"age": [0-9.]+'), "seconds since a part of the site was heard of"),
    (re.compile(r"(?m)^boatzee_part_silent_seconds.*"), "seconds since a part of the site was heard of"),
    (re.compile(r"(?m)(?:^boatzee_requests?_.*\n)+"), "what was answered to everybody\n"),
)
DRAWN = 30
"""Serials from the first hidden one on: more than any world here draws."""
OF_A_DEAL = 4
"""Sets of a deal of which the owner plays some, that a role asks for besides."""
SERIALS = {"anonymous": DRAWN, "opponent": 5}
"""Of how many of them a role asks; their pages are the same for everybody."""


def told(
    walker: Walker, rows: Iterable[Row], turns: int, now: datetime, *, unrolled: bool = False
) -> dict[str, dict[str, Told]]:
    """Whatever each role gets in a world where the owner has played so many turns of each hidden card; the
    daily's is never full, for then its points are shown. Where it is `unrolled`, what nobody has rolled of
    the daily fell otherwise.

    From one world to the next the boxes are others, too. It is every address that the site's resolver
    knows, those of matches and of dice also about these matches and these dice; what a page of the match
    hears on the stream; and the health of the site. It is `now` all the while.
    """
    found: dict[str, dict[str, Told]] = {role: {} for role in ROLES}
    with _sequences(), transaction.atomic(), _heard() as heard, _at(now), _fell(otherwise=unrolled):
        _begin_daily(walker.world)
        log.seal()
        first, begun = taken() + 1, len(connection.run_on_commit)
        _play(walker.world, turns)
        assert 0 < taken() - first < DRAWN
        for waiting in connection.run_on_commit[begun:]:
            waiting[1]()
        words = heard()
        work()
        log.seal()
        for role in ROLES:
            for path in sorted(_paths(walker.world, rows, role, first)):
                if path.startswith(health.PATH):
                    heartbeats.note(*heartbeats.LATE_AFTER)  # however long it took until here
                    Silence.objects.all().delete()
                found[role][path] = _told(walker.ask(path, role, "GET").response)
            for row in (row for row in rows if row.at in {"split", "duplicate"}):
                found[role][f"POST {row}"] = _told(walker.go(row, role, "POST").response)
            tables = [reverse("games:table", args=[walker.world.keys[key]]) for key in HIDDEN]
            for table in (*tables, reverse("games:daily")):
                text = walker.ask(table, role, "GET").response.content.decode()
                tokens = re.findall(r'data-live="([^"]+)"', text)
                names = [name for token in tokens for name in live.permission(token).channels]
                found[role][f"stream of {table}"] = (
                    names,
                    *(word for word in words if word in names),
                )
        daily = trying.begin(walker.world.people["opponent"], schedule.today())
        found["opponent"]["the same rolls"] = _same_rolls(walker, walker.world.keys["duplicate"])
        found["opponent"]["the same daily"] = _same_rolls(walker, daily.pk)
        transaction.set_rollback(True)
    return found


def _begin_daily(world: World) -> None:
    match = trying.begin(world.people["owner"], schedule.today())
    world.keys |= {DAILY: match.pk, "daily dealt": _daily_sets()[0].serial}


def _daily_sets() -> list[Any]:
    """The sets of today's daily, in the order of turns and rolls."""
    return list(deals._all(Daily.objects.select_related("deal").get(day=schedule.today()).deal))


@contextmanager
def _fell(*, otherwise: bool) -> Iterator[None]:
    """Let those sets of the daily that nobody rolls here fall so that each die shows what lies below."""
    rolled = 2 * ROLLS
    closed = {one.serial for one in _daily_sets()[rolled:]} if otherwise else set[int]()
    opened = sets.opened

    def fallen(taken: Sequence[Any]) -> list[Any]:
        fell = zip(taken, opened(taken), strict=True)
        return [tuple(7 - die for die in dice) if one.serial in closed else dice for one, dice in fell]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sets, "opened", fallen)
        yield


def _same_rolls(walker: Walker, match_id: int) -> Told:
    """What the opponent gets by rolling the sets that the owner has, or has not, rolled before."""
    match = Match.objects.get(pk=match_id)
    opponent, before = walker.world.people["opponent"], taken()
    pages = []
    for _ in range(3):
        make(match, opponent, legal(match, opponent)[0])
        page = walker.ask(reverse("games:table", args=[match.pk]), "opponent", "GET").response
        pages.append(_told(page))
    return taken() - before, *pages


def _play(world: World, turns: int) -> None:
    """Each turn is one roll; the last is followed by one that is not scored yet, or the card is full."""
    owner = world.people["owner"]
    for key in HIDDEN:
        match = Match.objects.get(pk=world.keys[key])
        for _ in range(min(turns, dealt(match.code).turns - 1) if key == DAILY else turns):
            if not any(move.kind is Kind.SCORE for move in legal(match, owner)):
                make(match, owner, legal(match, owner)[0])
            boxes = [move for move in legal(match, owner) if move.kind is Kind.SCORE]
            make(match, owner, boxes[turns % len(boxes)])
        if legal(match, owner):
            make(match, owner, legal(match, owner)[0])


def _paths(world: World, rows: Iterable[Row], role: str, first: int) -> set[str]:
    """Addresses of every pattern that there is; `rows` say what those are about that take arguments."""
    many = SERIALS.get(role, 0)
    asked = [*range(first, first + many)]
    for of_deal in (world.keys["dealt"], world.keys["daily dealt"]):
        asked += range(of_deal, of_deal + min(many, OF_A_DEAL))
    found = {address_of(world, row) for row in rows if _asks(role, row)}
    if role == "superuser":
        found |= {reverse("admin:games_match_change", args=[world.keys[key]]) for key in HIDDEN}
    for name, address in addresses().items():
        if address.arguments == ("match_id",):
            found |= {reverse(name, args=[world.keys[key]]) for key in HIDDEN}
        elif address.arguments == ("serial",):
            found |= {reverse(name, args=[serial]) for serial in asked}
    newest = log.newest()
    assert newest
    assert newest.last >= first, "the log tells of what was played"
    found |= {reverse("dicepool:segment", args=[number]) for number in range(1, newest.number + 1)}
    of_many, shown = reverse("dicepool:proofs_json"), world.keys["serial"]
    found |= {f"{of_many}?serials={shown},{serial}" for serial in asked}
    return {*found, health.PATH, health.READY, f"{health.READY}?strict=1"}


def _asks(role: str, row: Row) -> bool:
    """The opponent for all there is, the others for what names the matches, their event or dice."""
    if role == "superuser":
        return row.name.startswith("admin:games_match_change")
    if row.name.startswith(OTHERS) or row.at == SECRET:
        return False
    of_dice = row.name.startswith("dicepool:")
    of_match = row.at.partition(" ")[0] in {"split", "duplicate", "league"} or "daily" in row.name
    asks = {"opponent": True, "staff": of_dice, "owner": of_match}
    return asks.get(role, of_dice or of_match)


def _told(response: HttpResponse) -> Told:
    headers = {name: value for name, value in response.headers.items() if name not in NOT_OF_THE_PAGE}
    status, leads, text = masked(response)
    for counter, name in COUNTERS:
        text, counted = counter.subn(name, text)
        if counted:
            headers.pop("ETag", None)  # of the text as it was
    return status, leads, text, mask(str(sorted(headers.items())))


@contextmanager
def _at(now: datetime) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", lambda: now)
        yield


@contextmanager
def _heard() -> Iterator[Callable[[], list[str]]]:
    """The names of the channels on which something was said, as the stream's process would hear them."""
    prefix = f"boatzee-{uuid4().hex}:"  # other tests speak in the same room
    line = redis.Redis.from_url(settings.REDIS_URL, decode_responses=True)
    with pytest.MonkeyPatch.context() as patch, line, line.pubsub() as ear:  # type: ignore[no-untyped-call]
        patch.setattr(channels, "PREFIX", prefix)
        ear.psubscribe(f"{prefix}*")

        def heard() -> list[str]:
            live.publish("that is all")
            words = (word for word in ear.listen() if word["type"] == "pmessage")
            said = (word["channel"].removeprefix(prefix) for word in words)
            return list(takewhile(lambda name: name != "that is all", said))

        yield heard


@contextmanager
def _sequences() -> Iterator[None]:
    """Put every sequence back to where it was: a rollback does not, and the next world shall be the same."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT sequencename, last_value, start_value FROM pg_sequences")
        before = cursor.fetchall()
    yield
    with connection.cursor() as cursor:
        for name, last, start in before:
            cursor.execute("SELECT setval(%s, %s, %s)", [f'"{name}"', last or start, last is not None])
