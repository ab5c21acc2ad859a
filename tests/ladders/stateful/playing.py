"""What players do, and what the time that passes does."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Q

from accounts import leaving
from accounts.models import User
from games.match import play
from games.models import Match, Seat
from games.rules.base import IllegalMove, Kind
from ladders.events import entries, postponing, substituting, teams
from ladders.models import Entry, Event, Fixture, Member
from tests.ladders.stateful import plans
from tests.ladders.stateful.world import AROUND, Broken, World
from tests.worker import work

REAL_MOVES = 300
"""The longest match that is played to its end: others go on later."""


def a_match(world: World) -> Match | None:
    """Some match that runs."""
    found = world.running(world.one("running"))
    return world.choose.choice(found) if found else None


def move(world: World, match: Match | None = None) -> bool:
    """One move of somebody who may."""
    match = match or a_match(world)
    if match is None:
        return False
    match.refresh_from_db()
    seats = [seat for seat in match.seats.select_related("player").order_by("index") if seat.to_move]
    seat = world.choose.choice(seats)
    legal = match.rules.moves(match.table, seat.index)
    filled = [wanted for wanted in legal if wanted.kind is Kind.SCORE]
    wanted = world.choose.choice(filled if filled and world.choose.random() < 0.7 else legal)
    if seat.player is None:
        return False
    play.move(match.pk, seat.player, play.version_for(match, seat), wanted)
    return True


def play_out(world: World) -> bool:
    """A match is played to its end."""
    match = a_match(world)
    if match is None or match.code in {"DK", "BD"}:
        return False
    for _ in range(REAL_MOVES):
        match.refresh_from_db()
        if match.over or not move(world, match):
            break
    return match.over


def resign(world: World) -> bool:
    """Somebody gives a match up; often all but one do, so that it ends."""
    match = a_match(world)
    if match is None:
        return False
    seats = list(match.seats.select_related("player").order_by("index"))
    world.choose.shuffle(seats)
    done = False
    for seat in seats[:-1] if world.choose.random() < 0.8 else seats[:1]:
        done = _resign(match, seat) or done
    return done


def _resign(match: Match, seat: Seat) -> bool:
    match.refresh_from_db()
    seat.refresh_from_db()
    if match.over or seat.player is None:
        return False
    try:
        play.resign(match.pk, seat.player, play.version_for(match, seat))
    except (IllegalMove, play.NotYourTurn):
        return False
    return True


def time_out(world: World) -> bool:
    """The first clock that runs runs out."""
    due = Match.objects.filter(event__in=world.events, due__gt=world.clock.now)
    first = due.order_by("due").values_list("due", flat=True).first()
    if first is None:
        return False
    world.pass_until(first + AROUND)
    return True


def no_show(world: World) -> bool:
    """Nobody comes until a round is over; half the time the clocks in it are seen to on the way."""
    event = world.one("running")
    open_ = Fixture.objects.filter(section__event=event, result__isnull=True, deadline__isnull=False)
    end = open_.order_by("deadline").values_list("deadline", flat=True).first()
    if event is None or end is None:
        return False
    finely = world.choose.random() < 0.5
    for _ in range(20 if finely else 0):
        moment = world.next_moment()
        if moment is None or moment >= end:
            break
        world.pass_until(moment + AROUND)
        work()
    world.pass_until(max(world.clock.now, end + AROUND))
    return True


def some_hours(world: World) -> bool:
    """A while passes."""
    world.pass_until(world.clock.now + timedelta(hours=world.choose.randint(1, 30)))
    return True


def enter(world: World) -> bool:
    """Somebody more comes in."""
    event = world.one("open")
    if event is None:
        return False
    plans.enter(world, event)
    return True


def confirm(world: World) -> bool:
    """Those who were asked say that they will be there."""
    event = world.one("open")
    waiting = list(event.entries.filter(status=Entry.Status.IN, confirmed=False)) if event else []
    for entry in waiting:
        player = entry.team.captain if entry.team else entry.player
        if event is not None and player is not None:
            entries.confirm(event.pk, player)
    return bool(waiting)


def leave_at_the_door(world: World) -> bool:
    """Somebody goes before it begins."""
    event = world.one("open")
    there = list(event.entries.filter(status=Entry.Status.IN).order_by("pk")) if event else []
    if not there:
        return False
    entries.withdraw(world.choose.choice(there), None, "")
    return True


def withdraw(world: World) -> bool:
    """Somebody leaves the running event."""
    event = world.one("running")
    there = list(inside(event)) if event else []
    if not there:
        return False
    entry = world.choose.choice(there)
    entries.withdraw(entry, None, "No time.")
    world.withdrew.add(entry.pk)
    return True


def inside(event: Event) -> list[Entry]:
    """Who is in it still."""
    found = event.entries.filter(status=Entry.Status.IN, withdrawn_at=None, disqualified=False)
    return list(found.filter(Q(player__isnull=False) | Q(team__isnull=False)).order_by("pk"))


def agree(world: World) -> bool:
    """One agrees that the round ends later."""
    return _agree(world, 1)


def all_agree(world: World) -> bool:
    """Everybody does, and it ends later."""
    return _agree(world, 100)


def _agree(world: World, most: int) -> bool:
    event = world.one("running")
    entries = inside(event) if event else []
    done = False
    for entry in world.choose.sample(entries, min(most, len(entries))):
        player = entry.team.captain if entry.team else entry.player
        if event is None or player is None:
            continue
        try:
            done = postponing.agree(event.pk, player) or most == 1
        except postponing.NothingToPostpone:
            continue
    return done


def take_over(world: World) -> bool:
    """Somebody is asked to take a seat over, with what runs, and mostly does."""
    event = world.one("running")
    entries = [entry for entry in inside(event) if entry.player] if event else []
    if event is None or not entries:
        return False
    player, by = plans.newcomer(world, event), world.director()
    substituting.ask(world.choose.choice(entries).pk, player, by, "Ill.")
    if world.choose.random() < 0.2:
        substituting.decline(event.pk, player)
        return False
    substituting.accept(event.pk, player)
    return True


def leave_team(world: World) -> bool:
    """A member leaves the team."""
    live = Member.objects.filter(event__in=world.events, event__status__in=["open", "running"], left=False)
    members = list(live.filter(accepted=True, player__isnull=False).select_related("player").order_by("pk"))
    members = [
        one for one in members if Entry.objects.filter(team=one.team_id, withdrawn_at=None, status="in")
    ]
    if not members:
        return False
    member = world.choose.choice(members)
    assert member.player
    stay = Member.objects.filter(team=member.team_id, accepted=True).exclude(pk=member.pk).count()
    teams.leave(member.team_id, member.player)
    entry = Entry.objects.get(team=member.team_id)
    plays = entry.status == Entry.Status.IN and entry.withdrawn_at is None
    if plays != (stay > 1):
        raise Broken(f"{stay} stay in {entry}, which {'plays on' if plays else 'is out'}.")
    if not plays and entry.withdrawn_at is not None:
        world.withdrew.add(entry.pk)
    return True


def close_account(world: World) -> bool:
    """Somebody who plays closes the account."""
    event = world.one("running", "open", "review")
    known = set(event.entries.values_list("player", flat=True)) if event else set()
    found = [player for player in world.players if player.pk in known]
    if not found:
        return False
    player = world.choose.choice(found)
    world.players.remove(player)
    mine = Entry.objects.filter(player=player, event__status="running", withdrawn_at=None)
    world.withdrew |= set(mine.filter(status=Entry.Status.IN).values_list("pk", flat=True))
    leaving.close(User.objects.get(pk=player.pk))
    return True
