"""What players agree on, or rest from, what is set by hand, and who leads an event beside its organiser."""

from __future__ import annotations

from ladders.events import agreeing, arranging, co_leading, entries, leaders
from ladders.formats import LIVE
from ladders.models import Arrangement, Director, Entry, Event, Fixture, Place
from tests.ladders.stateful import playing
from tests.ladders.stateful.world import Broken, World

WHY = "They asked for it."
AGREED = "All who are still in agreed to end it."


def rest_from_play(world: World) -> bool:
    """Somebody in an arena wants no match for now."""
    return _rest(world, resting=True)


def come_back(world: World) -> bool:
    """Somebody who rests, or was absent, is there again."""
    return _rest(world, resting=False)


def _rest(world: World, *, resting: bool) -> bool:
    places = Place.objects.filter(
        section__event__in=world.events,
        section__event__status="running",
        section__event__format__in=LIVE,
        section__over=False,
        entry__withdrawn_at=None,
        entry__player__isnull=False,
        resting=not resting,
    )
    found = list(places.select_related("entry__player").order_by("pk"))
    if not found:
        return False
    place = world.choose.choice(found)
    assert place.entry.player
    entries.rest(place.entry.event_id, place.entry.player, resting=resting)
    return True


def pair(world: World) -> bool:
    """A director lets two meet in the next round, before or while a Swiss event runs."""
    event, known = _to_come(world)
    if event is None or len(known) < 2:
        return False
    one, other = world.choose.sample(known, 2)
    arranging.pair(event.pk, one, other, world.director(), WHY, again=world.choose.random() < 0.7)
    return True


def bye(world: World) -> bool:
    """A director lets somebody sit out."""
    event, known = _to_come(world)
    if event is None or not known:
        return False
    arranging.give_bye(event.pk, world.choose.choice(known), world.director(), WHY)
    return True


def _to_come(world: World) -> tuple[Event | None, list[Entry]]:
    """Some event in which a round can be set by hand, and who of it is not set yet."""
    live = (event for event in world.all() if event.status in {"open", "running"})
    found = [event for event in live if event.format == "swiss"]
    coming = [(event, number) for event in found if (number := arranging.next_round(event)) is not None]
    if not coming:
        return None, []
    event, number = world.choose.choice(coming)
    taken = {seat for one in arranging.set_for(event, number) for seat in one.seats}
    inside = event.entries.filter(status=Entry.Status.IN, withdrawn_at=None, disqualified=False)
    return event, list(inside.exclude(pk__in=taken).select_related("player").order_by("pk"))


def unpair(world: World) -> bool:
    """What was set for the next round is left to the pairing again."""
    rows = list(Arrangement.objects.filter(event__in=world.events).select_related("event").order_by("pk"))
    here = [one for one in rows if one.round == arranging.next_round(one.event)]
    if not here:
        return False
    one = world.choose.choice(here)
    arranging.take_back(one.event_id, one, world.director(), WHY)
    return True


def agree(world: World) -> bool:
    """One of those who are in agrees to end it, or does so no more."""
    event = world.one("running")
    entries = playing.inside(event) if event else []
    if event is None or not entries:
        return False
    entry = world.choose.choice(entries)
    return _say(world, event, entry, ends=not entry.ends)


def all_agree(world: World) -> bool:
    """All agree, and it ends."""
    event = world.one("running")
    entries = playing.inside(event) if event else []
    if event is None or not entries:
        return False
    said = [_say(world, event, entry, ends=True) for entry in entries if not entry.ends]
    return any(said)


def _say(world: World, event: Event, entry: Entry, *, ends: bool) -> bool:
    player = entry.team.captain if entry.team else entry.player
    if player is None or agreeing.to_end(Event.objects.get(pk=event.pk), entry) is None:
        return False
    world.agreeing.add(event.pk)
    agreeing.say(event.pk, player, ends=ends)
    return True


def notice(world: World) -> None:
    """Which events were ended by those who play, at whatever step: what ran of them counts for nobody."""
    for event in Event.objects.filter(pk__in=world.agreeing - world.early, log__why=AGREED).distinct():
        world.early.add(event.pk)
        ended = Fixture.objects.filter(section__event=event, result__for_nobody=True)
        world.discounted |= set(ended.values_list("pk", flat=True))


def name(world: World) -> bool:
    """Somebody is asked to lead an event, too, and mostly agrees."""
    event = world.one("open", "running", "review")
    known = event.directors.values_list("player", flat=True) if event else []
    asked = [player for player in world.players if player.pk not in known]
    if event is None or not asked:
        return False
    player = world.choose.choice(asked)
    co_leading.name(event.pk, player, world.director(), WHY)
    if leaders.may_lead(player, event):
        raise Broken(f"{player} leads {event}, and has not agreed.")
    answer = world.choose.choice([co_leading.accept, co_leading.accept, co_leading.decline, None])
    if answer is not None:
        answer(event.pk, player)
    if leaders.may_lead(player, event) != (answer is co_leading.accept):
        raise Broken(f"{player} was asked to lead {event}, and said {answer}.")
    return True


def dismiss(world: World) -> bool:
    """One of those who lead an event beside its organiser goes, or is sent."""
    found = Director.objects.filter(event__in=world.events).select_related("player", "event")
    rows = list(found.order_by("pk"))
    if not rows:
        return False
    one = world.choose.choice(rows)
    if one.accepted and world.choose.random() < 0.5:
        co_leading.step_down(one.event_id, one.player, WHY)
    else:
        co_leading.dismiss(one.event_id, one, world.director(), WHY)
    if leaders.may_lead(one.player, one.event):
        raise Broken(f"{one.player} leads {one.event} still.")
    return True
