"""What goes on in clubs, between them and on their ladders, for the test of locks."""

from __future__ import annotations

from datetime import timedelta
from itertools import count

from django.db import transaction
from django.utils import timezone

from accounts import outbox
from accounts.models import User
from games.models import Match
from ladders.clubs import announcing, founding, ladders, membership
from ladders.ladder import climbing, idling
from ladders.models import Ladder
from tests.faults.worlds import Maker, Service, World, two
from tests.games.tables import resign
from tests.ladders import clubs

names = count()


def _ladder(world: World) -> Ladder:
    """Of a club of both, and of carol: alice stands above bob, and bob above her. Another was closed."""
    number = next(names)
    carol = User.objects.create(username=f"carol-{number}", last_seen=timezone.now())
    club = clubs.club(*two(world), carol, name=f"Club {number} of both")
    clubs.officer(club, world.bob)
    made, other = (ladders.open_one(club.pk, code, world.alice) for code in ("BO", "PG"))
    for player in (*two(world), carol):
        climbing.join(made.pk, player)
    ladders.close(club.pk, other.code, world.alice, "A test.")
    world.made["club"], world.made["carol"] = club, carol
    return made


def _won(world: World) -> None:
    """Bob has challenged alice, who gave both matches up: what follows waits for the worker."""
    found = climbing.challenge(world["ladder"].pk, world.bob, world.alice)
    for key in (found.first, found.second):
        resign(Match.objects.get(pk=key or 0), world.alice)


@transaction.atomic
def _follow(world: World) -> None:
    """Carol has left the club: the worker takes her off its ladder."""
    ladders.follow(world["club"].pk, [])


def _slide(world: World) -> None:
    world["ladder"].rungs.filter(player=world.alice).update(last_play=timezone.now() - timedelta(days=20))
    idling.slide_idle(timezone.now())


MAKERS: dict[str, Maker] = {
    "clubs": lambda world: clubs.about_to_meet(*two(world), names),
    "ladder": _ladder,
    "won": _won,
    "left": lambda world: membership.leave(world["club"].pk, world["carol"]),
}
SERVICES: dict[str, Service] = {
    "a club lets somebody in": (("clubs",), lambda world: clubs.let_in(world["clubs"], world.alice)),
    "the line-ups of clubs close": (("clubs",), lambda world: clubs.late(world["clubs"])),
}
OF_LADDERS: dict[str, Service] = {
    "a ladder is opened again": (
        ("ladder",),
        lambda world: ladders.open_one(world["club"].pk, "PG", world.alice),
    ),
    "a ladder is closed": (
        ("ladder",),
        lambda world: ladders.close(world["club"].pk, "BO", world.bob, "A test."),
    ),
    "its club is closed": (
        ("ladder",),
        lambda world: founding.close(world["club"].pk, world.alice, "A test."),
    ),
    "its club sets a webhook": (
        ("ladder",),
        lambda world: announcing.choose(world["club"].pk, world.bob, "https://hooks.example.org/", "plain"),
    ),
    "a member leaves its club": (("ladder",), lambda world: membership.leave(world["club"].pk, world.bob)),
    "who left its club is taken off": (("ladder", "left"), _follow),
    "who idles slides": (("ladder",), _slide),
    "a member is challenged": (
        ("ladder",),
        lambda world: climbing.challenge(world["ladder"].pk, world.bob, world.alice),
    ),
    "a challenge is settled": (("ladder", "won"), lambda world: outbox.follow_up("result")),
}
