"""An event of each state, teams, and a ladder with a challenge."""

from __future__ import annotations

from accounts.models import User
from games.models import Match
from ladders.events import arranging, co_leading, entries, lifecycle, offences, teams
from ladders.events.rooms import OfEvent, OfTeam
from ladders.ladder import climbing, refereeing
from ladders.models import Event, Fixture, Ladder
from tests import talking
from tests.games.tables import play_out
from tests.ladders.events import begun, opened
from tests.site.walk.world import World


def hold(world: World) -> None:
    """All of them are the organiser's; the owner and the opponent play in them."""
    owner, opponent = world.people["owner"], world.people["opponent"]
    organiser, captain = world.people["organiser"], world.people["captain"]
    keys = world.keys
    keys["draft"] = Event.objects.create(name="A draft", format="league", code="BO", organiser=organiser).pk
    taking = opened("league", organiser=organiser)
    for player in (owner, opponent, world.people["clerk"]):
        entries.enter(taking.pk, player)
    taking.entries.filter(player=opponent).update(confirmed=False)
    entries.invite(taking.pk, [captain], organiser)
    co_leading.name(taking.pk, world.people["clerk"], organiser, "Lend a hand.")
    keys["director"] = taking.directors.get().pk
    keys["taking"] = taking.pk
    league = begun(opened("league", organiser=organiser), [owner, opponent])
    warned = league.entries.get(player=owner)
    offences.record_offence(warned.pk, world.people["staff"], "Be kind.")
    fixture = Fixture.objects.filter(section__event=league, match_id__isnull=False)[0]
    keys |= {"league": league.pk, "entry": warned.pk, "fixture": fixture.pk, "league match": fixture.match_id}
    review = over(organiser, [owner, opponent])
    keys |= {"review": review.pk, "reviewed": Fixture.objects.get(section__event=review).pk}
    keys["event-remark"] = talking.say(OfEvent(league), organiser, "Welcome.").pk
    ended = over(organiser, [owner, opponent, world.people["clerk"]])
    lifecycle.finish(ended.pk)
    keys |= {"ended": ended.pk, "played": Fixture.objects.filter(section__event=ended)[0].pk}
    swiss = begun(opened("swiss", organiser=organiser), [owner, opponent, world.people["clerk"]])
    mine, others = (swiss.entries.get(player=player) for player in (owner, opponent))
    arranging.pair(swiss.pk, mine, others, organiser, "They asked for it.", again=True)
    keys |= {"swiss": swiss.pk, "clerks": swiss.entries.get(player=world.people["clerk"]).pk}
    keys |= {"set": swiss.arranged.get().pk, "mine": mine.pk, "others": others.pk}
    keys["arena"] = begun(opened("arena", organiser=organiser), [owner, opponent]).pk
    team(world)
    climb(world)


def over(organiser: User, who: list[User]) -> Event:
    """A league of one match that was played, under review."""
    event = begun(opened("league", organiser=organiser, matches=1), who)
    play_out(Match.objects.get(event=event.pk))
    event.refresh_from_db()
    assert event.status == Event.Status.REVIEW
    return event


def team(world: World) -> None:
    """The captain's team in an open event: the muted plays for it, the opponent is asked."""
    people = world.people
    event = opened("team", organiser=people["organiser"])
    made = teams.make_team(event.pk, people["captain"], "Reds", [people["muted"], people["opponent"]])
    teams.accept(made.pk, people["muted"])
    world.keys |= {"teams": event.pk, "team": made.pk}
    world.keys["team-remark"] = talking.say(OfTeam(made), people["captain"], "Let us win.").pk


def climb(world: World) -> None:
    """The ladder of Boatzee: the opponent above the owner, who challenges, above the captain."""
    ladder, _ = Ladder.objects.get_or_create(code="BZ", club=None)
    for role in ("opponent", "owner", "captain"):
        climbing.join(ladder.pk, world.people[role])
    challenge = climbing.challenge(ladder.pk, world.people["owner"], world.people["opponent"])
    climbing.join(ladder.pk, world.people["muted"])
    refereeing.remove(ladder.pk, world.people["muted"], None, world.people["staff"], "For a while.")
    world.keys |= {"ladder": ladder.pk, "challenge": challenge.pk}
    Ladder.objects.get_or_create(code="BO", club=None)
