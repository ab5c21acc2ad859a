"""One world from its beginning to the end of all its events."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import timedelta

from games.match.play import MatchOver
from games.match.staff import NotDecided
from games.models import Match
from ladders.events import eligibility, engine, lifecycle, log
from ladders.events.postponing import NothingToPostpone
from ladders.formats import FORMATS, LIVE
from ladders.formats.base import BadField
from ladders.models import Arrangement, Director, Entry, Event, Fixture
from ladders.reasons import BadDecision
from tests.ladders.stateful import agreeing, checks, leading, mending, outcomes, plans, playing
from tests.ladders.stateful.world import AROUND, Broken, World
from tests.worker import work

Step = Callable[[World], bool]
"""Does something if it can. Returns whether it did."""
STEPS: dict[str, tuple[Step, int, str]] = {
    "enter before it begins": (playing.enter, 2, "open"),
    "confirm": (playing.confirm, 30, "unconfirmed"),
    "leave at the door": (playing.leave_at_the_door, 2, "open"),
    "begin": (leading.start, 6, "open"),
    "move": (playing.move, 3, "running"),
    "play a match out": (playing.play_out, 3, "running"),
    "resign": (playing.resign, 10, "running"),
    "time out": (playing.time_out, 4, "running"),
    "no-show": (playing.no_show, 4, "running"),
    "some hours pass": (playing.some_hours, 1, ""),
    "void": (leading.void, 3, "running"),
    "decide": (leading.decide, 5, "running"),
    "withdraw": (playing.withdraw, 4, "running"),
    "warn": (leading.warn, 4, "running"),
    "disqualify": (leading.disqualify, 2, "running"),
    "disqualify in review": (leading.disqualify_in_review, 2, "review"),
    "take a disqualification back": (mending.acquit, 4, "disqualified"),
    "take a warning back": (mending.forgive, 12, "warned"),
    "reinstate": (mending.reinstate, 22, "withdrawn"),
    "correct": (mending.correct, 3, "played"),
    "reopen": (mending.reopen, 14, "played"),
    "replay": (mending.replay, 8, "running"),
    "count for nobody": (mending.discount, 3, "running"),
    "extend": (mending.extend, 3, "running"),
    "end early": (mending.end_early, 3, "running"),
    "finish": (mending.finish, 2, "review"),
    "seed": (mending.seed, 2, "open"),
    "wrong terms": (mending.wrong_terms, 1, ""),
    "agree to postpone": (playing.agree, 2, "running"),
    "all agree to postpone": (playing.all_agree, 2, "running"),
    "rest in an arena": (agreeing.rest_from_play, 30, "arena"),
    "come back to an arena": (agreeing.come_back, 30, "arena"),
    "pair by hand": (agreeing.pair, 11, "swiss"),
    "give a bye by hand": (agreeing.bye, 22, "swiss"),
    "not by hand": (agreeing.unpair, 18, "set"),
    "agree to end": (agreeing.agree, 3, "running"),
    "all agree to end": (agreeing.all_agree, 2, "running"),
    "name a co-director": (agreeing.name, 2, ""),
    "a co-director goes": (agreeing.dismiss, 3, "led"),
    "pause": (leading.pause, 9, "running"),
    "rest": (leading.rest, 40, "paused"),
    "resume": (mending.resume, 36, "paused"),
    "substitute": (playing.take_over, 3, "running"),
    "leave a team": (playing.leave_team, 30, "team"),
    "close an account": (playing.close_account, 2, ""),
    "crown champions": (mending.crown, 40, "league"),
    "decline": (mending.decline, 40, "champions"),
    "call off": (leading.call_off, 4, "running"),
    "outage": (leading.outage, 2, ""),
    "no dice": (leading.dry, 2, "running"),
    "break one event": (leading.poison, 5, "running"),
    "kill the worker": (leading.kill, 9, "running"),
}
"""What can happen, how often beside the others, and where what is there: see `_there`."""
REFUSED = (
    *(BadDecision, BadField, MatchOver, NotDecided, NothingToPostpone, eligibility.MayNotEnter, log.NotNow),
)
MOSTLY = 0.8
ENDS = 600
"""So many moments at most are waited for until all is over when nobody comes any more."""
ROUNDS = 30
"""So many rounds at most are laid meanwhile."""


def play(seed: str, steps: int, formats: Sequence[str] = (), among: Sequence[str] = ()) -> World:
    """Make two events, do so many things, and let them end. Raises Broken with what was done.

    The events are of these `formats`, or of any `among` those.
    """
    world = World(random.Random(seed), among=tuple(among) or tuple(sorted(FORMATS)))
    with world.here():
        try:
            for form in formats or world.forms(2):
                plans.make(world, form)
            for _ in range(2 if world.choose.random() < MOSTLY else 0):
                happen(world, "begin")
            for _ in range(steps):
                happen(world)
            end(world)
        except Exception as error:
            raise Broken(f"Seed {seed}, after {', '.join(world.trail)}: {error!r}") from error
    return world


def happen(world: World, name: str = "") -> str:
    """Do one thing, and look at everything. Returns what it was, or nothing where it could not be."""
    there = _there(world)
    if not there & {"open", "running"} and not name:
        plans.make(world, *world.forms(1))
        there |= {"open"}
    names = [one for one, (_, _, need) in STEPS.items() if not need or need in there]
    weights = [STEPS[one][1] for one in names]
    for _ in range(1 if name else 8):
        chosen = name or world.choose.choices(names, weights)[0]
        if not _try(world, chosen):
            continue
        checks.always(world)
        work()
        agreeing.notice(world)
        if world.troubled and world.choose.random() < 0.3:
            world.heal()
        checks.always(world)
        checks.settled(world)
        return chosen
    return ""


def _there(world: World) -> set[str]:
    """What there is to do something to."""
    events = world.all()
    running = [event for event in events if event.status == "running"]
    found = {event.status for event in events}
    found |= {"paused" for event in running if event.paused_until}
    found |= {"team" for event in running if FORMATS[event.format].TEAMS}
    found |= {"arena" for event in running if event.format in LIVE}
    before = [event for event in events if event.format == "swiss" and event.status in {"open", "running"}]
    found |= {"swiss" for _ in before}
    if before and Arrangement.objects.filter(event__in=[event.pk for event in before]).exists():
        found |= {"set"}
    if Director.objects.filter(event__in=world.events).exists():
        found |= {"led"}
    found |= {"league" for event in mending.leagues(world)[:1]}
    if Entry.objects.filter(event__in=world.events, event__status="open", confirmed=False).exists():
        found |= {"unconfirmed"}
    found |= {"champions" for event in events if event.source_id and event.status == "open"}
    open_yet = [event.pk for event in events if event.status in {"running", "review"}]
    entries = Entry.objects.filter(event__in=open_yet).values_list("warned", "disqualified", "withdrawn_at")
    for warned, disqualified, withdrawn_at in entries:
        found |= {"disqualified"} if disqualified else {"warned"} if warned else set()
        found |= {"withdrawn"} if withdrawn_at and not disqualified else set()
    if Fixture.objects.filter(section__event__in=open_yet, result__isnull=False).exists():
        found |= {"played"}
    return found


def _try(world: World, name: str) -> bool:
    world.trail.append(name)
    try:
        done = STEPS[name][0](world)
    except REFUSED:
        done = False
        world.made[f"{name}: refused"] += 1
    if done:
        world.made[name] += 1
    else:
        world.trail[-1] += " (not)"
    return done


def end(world: World) -> None:
    """From now on nobody comes: every event ends all the same, in time, and its medals are right."""
    world.trail.append("nobody comes any more")
    world.heal()
    _let_end(world)
    while mending.leagues(world):
        if happen(world, "crown champions"):
            for _ in range(world.choose.randint(0, 3)):
                happen(world, "decline")
            _let_end(world)
    outcomes.final(world)


def _let_end(world: World) -> None:
    for event in Event.objects.filter(pk__in=world.events, status="open", begins_at=None):
        try:
            lifecycle.start(event.pk)
        except BadField:
            lifecycle.cancel(event.pk, None, "Nobody came.")
    before = _rounds(world)
    for _ in range(ENDS):
        work()
        agreeing.notice(world)
        checks.always(world)
        checks.settled(world)
        moment = world.next_moment()
        if moment is None:
            break
        # Holiday is spent by the hour: not each of them is looked at.
        soon = world.clock.now + timedelta(hours=world.choose.randint(0, 12) * world.holidays)
        world.pass_until(max(moment + AROUND, soon))
    late = {key: number - before[key] for key, number in _rounds(world).items()}
    if any(number > ROUNDS for number in late.values()):
        raise Broken(f"Nobody came, and so many rounds were laid: {late}.")
    for event in world.all():
        if not event.status == Event.Status.CANCELLED and Match.objects.filter(
            event=event.pk, status=Match.Status.RUNNING
        ):
            raise Broken(f"{event} did not end: it waits for {engine.waiting_of(event)}.")


def _rounds(world: World) -> Counter[tuple[int, int]]:
    found = Fixture.objects.filter(section__event__in=world.events).values_list(
        "section__event", "section", "round"
    )
    most: Counter[tuple[int, int]] = Counter()
    for event, section, number in found:
        most[event, section] = max(most[event, section], number)
    return most
