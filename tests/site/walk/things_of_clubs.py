"""A club with everybody at its door and in it."""

from __future__ import annotations

from ladders.clubs import ladders, matches, membership
from ladders.clubs.rooms import OfClub
from ladders.ladder import climbing
from ladders.models import Club
from tests import talking
from tests.ladders import clubs
from tests.site.walk.world import World


def hold(world: World) -> None:
    """The captain's, with the organiser as an officer; the opponent is invited, the stranger asks."""
    people = world.people
    reds = clubs.club(people["captain"], *(people[role] for role in ("organiser", "owner", "muted")))
    clubs.officer(reds, people["organiser"])
    membership.invite(reds.pk, people["opponent"], people["captain"])
    membership.come(reds.pk, people["stranger"], "May I?")
    blues = clubs.club(people["clerk"], people["stranger"], name="Blue Dice")
    match = matches.challenge(reds.pk, blues.pk, people["captain"], clubs.TERMS)
    matches.accept(match.pk, people["clerk"])
    matches.say_yes(match.pk, reds.pk, people["owner"])
    world.keys["club-line-ups"] = match.pk
    green = clubs.club(people["clerk"], name="Green Dice")
    world.keys["club-challenge"] = matches.challenge(reds.pk, green.pk, people["captain"], clubs.TERMS).pk
    clubs.club(people["clerk"], name="Yellow Dice")
    world.keys |= {"reds": reds.slug, "club": reds.pk}
    climb(world, reds)
    world.keys["asking"] = reds.askings.get(player=people["stranger"]).pk
    world.keys["club-remark"] = talking.say(OfClub(reds), people["owner"], "Hello.").pk


def climb(world: World, reds: Club) -> None:
    """Its ladder of Boat: the owner above the organiser, who challenges, above the captain."""
    ladder = ladders.open_one(reds.pk, "BO", world.people["captain"])
    for role in ("owner", "organiser", "captain"):
        climbing.join(ladder.pk, world.people[role])
    found = climbing.challenge(ladder.pk, world.people["organiser"], world.people["owner"])
    world.keys["club-ladder-challenge"] = found.pk
