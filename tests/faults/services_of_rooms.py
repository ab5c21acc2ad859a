"""What goes on in the daily, with shared dice, in records, lists and the forum, for the test of locks."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import count
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from accounts import guests, leaving, moderation
from accounts.forum import following, staffing, writing
from accounts.forum import notices as forum_notices
from accounts.models import Board, Topic, User
from games.daily import checking, counting, days, handing, schedule, trying
from games.feats import achievements
from games.feats import counting as feats
from games.match import deals, play, staff
from games.match.sets import Restored
from games.models import DailyTry, Match
from games.rules.base import Kind, Move, Pace
from games.seats import lobby
from games.standings import keeping
from tests.faults.worlds import Maker, Service, World, two
from tests.games.tables import begin, make, resign

OVER = [{"what": "over"}]


def _days_of_boat() -> Iterator[date]:
    """Days that are far from over, whose card is the smallest."""
    for ahead in count():
        day = date(2100, 1, 1) + timedelta(days=ahead)
        if schedule.game_of(day) == "BO":
            yield day


DAYS = _days_of_boat()


def _person(name: str, **columns: Any) -> User:
    return User.objects.create(username=f"{name}-{uuid4().hex[:12]}", last_seen=timezone.now(), **columns)


def _resigned(player: User, day: date) -> Match:
    """A try of the day with one box, which the worker has still to count."""
    match = trying.begin(player, day)
    make(match, player, Move(Kind.ROLL))
    make(match, player, Move(Kind.SCORE, box="ones"))
    resign(match, player)
    return match


def _day(world: World) -> date:
    """Alice's try of it is counted, bob's is over, carol's runs, and dave has none."""
    day = next(DAYS)
    days.begin(day)
    assert counting.count(_resigned(world.alice, day).pk)
    world.made["bob's try"] = _resigned(world.bob, day)
    world.made["carol"], world.made["dave"] = _person("carol"), _person("dave")
    world.made["carol's try"] = trying.begin(world["carol"], day)
    return day


class Session(dict[str, Any]):
    """A request, as far as guests are known by it."""

    @property
    def session(self) -> Session:
        """Itself."""
        return self


def _guest(world: World) -> Any:
    """Who has played the day without an account."""
    request = Session()
    counting.count(_resigned(guests.make(request), world["day"]).pk)  # type: ignore[arg-type]
    return request


def _check(world: World) -> None:
    for key in DailyTry.objects.filter(daily=world["day"]).values_list("pk", flat=True):
        checking._of_try(key, mend=True)
    checking._of_counts(world["day"], mend=True)


@transaction.atomic
def _mend(world: World) -> None:
    """Other sets come in place of all that a restored database has made doubtful."""
    locked = play.lock(world["duplicate"].pk)
    deals.mend(locked.match, Restored(given_up=2**40))


@transaction.atomic
def _open(world: World) -> None:
    deals._open_played({world["duplicate"].deal_id})


def _counted(world: World) -> Match:
    """A match that was counted for records; another is over that was not."""
    match = begin("BO", *two(world))
    resign(match, world.alice)
    feats.count(match.pk)
    keeping.refresh(world.alice.pk, world.bob.pk)
    other = begin("BO", *two(world))
    resign(other, world.bob)
    world.made["not counted"] = other
    return match


def _take_back(world: World) -> None:
    staff.take_back(world["counted"].pk, "A test.")
    feats.count(world["counted"].pk)


def _suspend(world: World) -> None:
    judge = _person("judge", is_staff=True)
    moderation.decide(world.alice, "suspend", "A test.", judge, until=timezone.now() + timedelta(days=1))


def _board(name: str) -> Board:
    return Board.objects.get_or_create(slug=name, defaults={"name": name})[0]


def _thread(world: World) -> Topic:
    """Alice opened it and follows it, bob has answered."""
    topic = writing.open_thread(world.alice, _board("games"), "A thread", "Hello")
    world.made["answer"] = writing.reply(world.bob, topic.pk, "An answer", None)
    following.follow(world.bob, topic)
    return topic


def _read(world: World) -> None:
    found = following.of(world.alice, world["thread"])
    assert found
    following.look(found, world["answer"].pk)


def _judge_post(world: World) -> None:
    staffing.hide_post(world["answer"].pk, world.alice, "A test.")


MAKERS: dict[str, Maker] = {
    "day": _day,
    "guest": _guest,
    "duplicate": lambda world: begin("BO", *two(world), pace=Pace.DUPLICATE),
    "asked to the same dice": lambda world: lobby.invite(
        world.bob, [world.alice], "BO", {}, Pace.DUPLICATE, "main"
    ),
    "counted": _counted,
    "thread": _thread,
}

OF_THE_DAILY: dict[str, Service] = {
    "a daily is begun": (("day",), lambda world: trying.begin(world["dave"], world["day"])),
    "a daily is closed": (("day",), lambda world: days.close(world["carol's try"].pk)),
    "a daily is counted": (("day",), lambda world: counting.count(world["bob's try"].pk)),
    "a daily ends": (("day",), lambda world: days._end(world["day"])),
    "a daily is checked": (("day",), _check),
    "who plays a daily closes the account": (("day",), lambda world: leaving.close(world["carol"])),
    "who would play a daily closes it": (("day",), lambda world: leaving.close(world["dave"])),
    "a guest signs up": (("day", "guest"), lambda world: handing.take_over(world["guest"], world["dave"])),
    "a guest signs in": (("day", "guest"), lambda world: handing.take_over(world["guest"], world.alice)),
}
OF_DEALS: dict[str, Service] = {
    "a match of the same dice begins": (
        ("asked to the same dice",),
        lambda world: lobby.answer(world["asked to the same dice"].pk, world.alice, accept=True),
    ),
    "a match of the same dice ends": (("duplicate",), lambda world: resign(world["duplicate"], world.alice)),
    "the same dice are mended": (("duplicate",), _mend),
    "forgotten dice are opened": (("duplicate",), _open),
}
OF_RECORDS: dict[str, Service] = {
    "a match is counted": (("counted",), lambda world: feats.count(world["not counted"].pk)),
    "a counted match is taken back": (("counted",), _take_back),
    "records are added anew": (("counted",), lambda world: feats.add_anew(world.alice)),
    "a player is listed": (("counted",), lambda world: keeping.follow(world.alice.pk, [])),
    "players of a match are listed": (
        ("counted",),
        lambda world: keeping.follow_match(world["not counted"].pk, OVER),
    ),
    "titles are counted": ((), lambda world: achievements.follow_titles(world.alice.pk, [])),
    "an account is suspended": ((), _suspend),
}
OF_THE_FORUM: dict[str, Service] = {
    "a thread is opened": (
        (),
        lambda world: writing.open_thread(world.alice, _board("games"), "A thread", "Hello"),
    ),
    "a thread is answered": (
        ("thread",),
        lambda world: writing.reply(world.bob, world["thread"].pk, "Once more", world["answer"].pk),
    ),
    "a post is changed": (
        ("thread",),
        lambda world: writing.change(world.bob, world["answer"].pk, "Something else"),
    ),
    "a post is deleted": (("thread",), lambda world: writing.delete(world.bob, world["answer"].pk)),
    "all words are deleted": (("thread",), lambda world: writing.erase(world.alice)),
    "a post is hidden": (("thread",), _judge_post),
    "a thread is moved": (
        ("thread",),
        lambda world: staffing.move(world["thread"].pk, _board("events"), world.bob, "A test."),
    ),
    "a thread is hidden": (
        ("thread",),
        lambda world: staffing.act(world["thread"].pk, "hide", world.bob, "A test."),
    ),
    "a thread is read": (("thread",), _read),
    "a thread is left": (("thread",), lambda world: following.leave(world.alice, world["thread"])),
    "followers are told": (
        ("thread",),
        lambda world: forum_notices.tell(world["thread"].pk, [{"by": world.bob.pk}]),
    ),
}
ROOMS: dict[str, dict[str, Service]] = {
    "daily": OF_THE_DAILY,
    "deals": OF_DEALS,
    "records": OF_RECORDS,
    "forum": OF_THE_FORUM,
}
EVERYWHERE = (
    "time runs out everywhere",
    "an outage",
    "players are told",
    "an account is closed",
    "a match ends",
)
"""Of the others those that want something of every room, or what a room has of a player."""
