"""What goes on in clubs and between them, for the test of locks."""

from __future__ import annotations

from itertools import count

from tests.faults.worlds import Maker, Service, two
from tests.ladders import clubs

names = count()

MAKERS: dict[str, Maker] = {"clubs": lambda world: clubs.about_to_meet(*two(world), names)}
SERVICES: dict[str, Service] = {
    "a club lets somebody in": (("clubs",), lambda world: clubs.let_in(world["clubs"], world.alice)),
    "the line-ups of clubs close": (("clubs",), lambda world: clubs.late(world["clubs"])),
}
