"""One event of each format is run by a director in a browser: made, opened, led, and medals given.

A new format needs one line in COURSES.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.match import play
from games.models import Match
from games.rules.base import Kind, Move
from ladders.events import entries, lifecycle, teams
from ladders.formats import FORMATS, LIVE, SAME_DICE
from ladders.models import Event, Fixture, Medal
from tests.browser.conftest import Seat as Sit
from tests.browser.desk import Desk, about, why, won_by
from tests.games.tables import make as make_move
from tests.games.tables import play_out, seat_of
from tests.ladders.events import begun, open_matches, opened
from tests.long import sample
from tests.worker import work

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]
WIDE, NARROW = (1280, "light"), (360, "dark")
AFTER = {"league": {"Write to all", "Make another", "Champions"}, "champions": {"Write to all"}}
"""What is offered of an event that is over, where that is no matter of course."""


def end_by_playing(match: Match) -> None:
    """All play to the end."""
    play_out(match)


def play_a_turn(match: Match) -> None:
    """Everybody scores in one box, so that nobody's card is empty."""
    for seat in match.seats.select_related("player").order_by("index"):
        assert seat.player
        make_move(match, seat.player, Move(Kind.ROLL))
        match.refresh_from_db()
        boxes = match.rules.preview(match.table, seat.index)
        make_move(match, seat.player, Move(Kind.SCORE, box=max(boxes, key=lambda box: boxes[box])))


def end_by_resigning(match: Match) -> None:
    """Whose name is later gives up, so that nobody is level in the end."""
    players = sorted((seat.player for seat in match.seats.all() if seat.player), key=User.get_username)
    match.refresh_from_db()
    play.resign(match.pk, players[-1], play.version_for(match, seat_of(match, players[-1])))
    work()


def match_as_it_is(match: Match) -> None:
    """Nobody has moved yet."""


def play_on(event: Event) -> None:
    """It is over when the last match is."""


def let_the_time_pass(event: Event) -> None:
    """Its time is over."""
    event.sections.update(ends_at=timezone.now(), wakes_at=timezone.now())
    work()


def come_in(sit: Sit, event: Event, who: Sequence[User]) -> Page:
    """The first enters on the event's page, which is returned; the others by the same service."""
    page = sit(who[0], *NARROW)
    page.goto(event.get_absolute_url())
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_text("You are in.")).to_be_visible()
    for player in who[1:]:
        entries.enter(event.pk, player)
    return page


def come_in_teams(sit: Sit, event: Event, who: Sequence[User]) -> Page:
    """The first makes a team on the event's page; two others are made by the same service."""
    more = [User.objects.create_user(f"m{n}", f"m{n}@example.org") for n in range(2)]
    page = sit(who[0], *NARROW)
    page.goto(event.get_absolute_url())
    page.get_by_role("link", name="Make a team").click()
    page.get_by_label("Name of the team", exact=True).fill("Ants")
    page.get_by_label("The others", exact=True).fill(who[1].username)
    page.get_by_role("button", name="Ask them").click()
    expect(page.get_by_role("heading", name="Ants")).to_be_visible()
    teams.accept(event.teams.get().pk, who[1])
    for name, captain, other in zip(("Bees", "Cats"), (who[2], more[0]), (who[3], more[1]), strict=True):
        teams.accept(teams.make_team(event.pk, captain, name, [other]).pk, other)
    page.goto(event.get_absolute_url())
    return page


@dataclass(frozen=True)
class Course:
    """What a director chooses for a format beside its name, how players come in, and how they play."""

    chosen: Mapping[str, str] = field(default_factory=dict)
    end: Callable[[Match], None] = end_by_resigning
    come_in: Callable[[Sit, Event, Sequence[User]], Page] = come_in
    begin: Callable[[Match], object] = match_as_it_is
    """What players do before their director decides a match."""
    look: tuple[int, str] = WIDE
    strict: bool = False
    """Whether each page is looked over (a format for each look will do)."""
    made_of: str = ""
    """The format of the finished event it is made of, by a decision about that; else the form makes it."""
    more_time: bool = True
    """Whether a match of it can be given more."""
    pass_time: Callable[[Event], None] = play_on
    """What happens once nothing of it is played any more."""


TURNS = {"Pace": "turns"}
COURSES = {
    "league": Course({"Matches": "2"}, end_by_playing, look=NARROW, strict=True),
    "champions": Course({}, end_by_playing, made_of="league"),
    "score": Course({"Target": "60"}, end_by_playing, begin=play_a_turn),
    "team": Course({"Target": "60"}, end_by_playing, come_in_teams, play_a_turn, NARROW),
    "duplicate": Course({"Matches": "1"}, end_by_playing, come_in_teams, play_a_turn),
    "knockout": Course(TURNS, strict=True),
    "double": Course(TURNS, look=NARROW),
    "round-robin": Course(TURNS),
    "swiss": Course(TURNS, look=NARROW),
    "arena": Course({"Minutes": "30"}, more_time=False, pass_time=let_the_time_pass),
}


def test_every_format_has_a_director() -> None:
    assert set(COURSES) == set(FORMATS)


@pytest.fixture
def director(db: None) -> User:
    """Somebody of the staff with the rights to lead events, and no others."""
    made = User.objects.create_user("referee1", "r@example.org", is_staff=True)
    made.user_permissions.add(Permission.objects.get(codename="change_event"))
    return User.objects.get(pk=made.pk)


def make(page: Page, form: str, course: Course, who: Sequence[User]) -> Desk:
    """By the form, and open it; or out of an event that is over."""
    if course.made_of:
        source = begun(opened(course.made_of, matches=1), list(who))
        course.end(open_matches(source)[0])
        lifecycle.finish(source.pk)
        desk = Desk(page, source)
        desk.go()
        desk.open("Champions")
        desk.press("Champions")
        desk = Desk(page, Event.objects.get(format=form))
        desk.go()
        return desk
    page.goto("/events/new/")
    page.get_by_label("Name", exact=True).fill(f"Cup of the {form}")
    page.get_by_label("Format", exact=True).select_option(form)
    page.get_by_label("Game", exact=True).select_option("BO")
    expect(page.get_by_label("Pace", exact=True)).to_be_visible(visible=form not in LIVE | SAME_DICE)
    expect(page.get_by_label("Minutes", exact=True)).to_be_visible(visible=form in LIVE)
    for label, value in course.chosen.items():
        here = page.get_by_label(label, exact=True)
        here.select_option(value) if label == "Pace" else here.fill(value)
    desk = Desk(page, Event(), course.strict)
    desk.look_over()
    page.get_by_role("button", name="Prepare it").click()
    expect(page.get_by_text("It is prepared.")).to_be_visible()
    desk = Desk(page, Event.objects.get(), course.strict)
    assert desk.offers() == {"Open", "Make another", "Call off"}
    desk.open("Open")
    desk.press("Open")
    return desk


@pytest.mark.parametrize("form", sample(COURSES, "league"))
def test_a_director_runs_it_from_making_to_medals(
    seat: Sit, director: User, alice: User, bob: User, carol: User, form: str
) -> None:
    course, who = COURSES[form], [alice, bob, carol, User.objects.create_user("dora", "dora@example.org")]
    desk = make(seat(director, *course.look), form, course, who)
    player = course.come_in(seat, desk.event, who)
    names = begin(desk)
    course.begin(open_matches(desk.event)[0])
    if course.more_time:
        give_more_time(desk)
    mend_matches(desk)
    put_out_and_back(desk, names[-1])
    while matches := open_matches(desk.event):
        course.end(matches[0])
    course.pass_time(desk.event)
    finish(desk, AFTER.get(form, {"Write to all", "Make another"}))
    for page in (player, seat(None, *WIDE)):
        see_medals(desk, page)


def begin(desk: Desk) -> list[str]:
    """Look how it would begin, and begin it. Returns the names of who is in."""
    names = sorted(entry.name for entry in desk.event.entries.all())
    assert not desk.offers() & {"Decide", "Correct", "Offence", "Pause", "Finish", "Reinstate"}
    if desk.strict:
        desk.go()
        desk.open("Seed by hand", why("As last year."))
        desk.page.get_by_label("The strongest first").fill("\n".join(names[2:]))
        desk.press("Seed by hand")
    desk.open("Preview")
    for name in names:
        expect(desk.page.locator("main li", has_text=name)).not_to_have_count(0)
    desk.open("Start")
    desk.cannot_be_undone()
    desk.press("Start")
    return names


def give_more_time(desk: Desk) -> None:
    """Three days more for the match that ends first."""
    matches = Fixture.objects.filter(section__event=desk.event, match_id__isnull=False)
    first = matches.order_by("deadline", "pk")[0]
    desk.go("lead/matches/")
    desk.open_match("More time", why("A feast."))
    desk.cannot_be_undone()
    desk.press("More time")
    later = Fixture.objects.get(pk=first.pk).deadline
    assert first.deadline
    assert later
    assert later - first.deadline == timedelta(days=3)
    desk.go("log/")
    expect(desk.page.get_by_text("A feast.")).to_be_visible()


def mend_matches(desk: Desk) -> None:
    """A match is decided, and then decided otherwise."""
    desk.go("lead/matches/")
    desk.open_match("Decide", won_by(0, "They agreed."))
    expect(desk.foresee("Decide")).not_to_have_count(0)
    desk.press("Decide, as shown")
    desk.go("lead/matches/?show=over")
    desk.open_match("Correct", won_by(1, "I misread."))
    expect(desk.foresee("Correct")).not_to_have_count(0)
    desk.press("Correct, as shown")
    decided = Fixture.objects.get(section__event=desk.event, match_id__isnull=False, result__isnull=False)
    assert decided.result
    assert decided.result["places"].index(1) == 1
    desk.go("log/")
    for said in ("They agreed.", "I misread."):
        expect(desk.page.get_by_text(said)).to_be_visible()


def put_out_and_back(desk: Desk, name: str) -> None:
    """Disqualify somebody at once, and take it back."""
    desk.go()
    desk.open("Offence", about(name, "Rude words."))
    desk.page.get_by_label("It was abuse").check()
    expect(desk.foresee("Offence").first).to_contain_text(f"{name} is disqualified")
    desk.press("Offence, as shown")
    desk.go("")
    expect(desk.page.locator(".standings tr", has_text=name).first).to_contain_text("disqualified")
    desk.go()
    desk.open("Clear", about(name, "It was somebody else."))
    expect(desk.foresee("Clear")).not_to_have_count(0)
    desk.press("Clear, as shown")


def finish(desk: Desk, left: set[str]) -> None:
    """Make the table final before its time; nothing but what is `left` can be decided then."""
    desk.event.refresh_from_db()
    assert desk.event.status == Event.Status.REVIEW
    desk.go()
    assert not desk.offers() & {"Decide", "More time", "Pause", "Withdraw", "End early", "Start"}
    desk.open("Finish", why("All is clear."))
    desk.cannot_be_undone()
    desk.press("Finish")
    assert desk.offers() == left


def see_medals(desk: Desk, page: Page) -> None:
    """Whoever looks at the event sees who has won what, as its table has it."""
    medals = list(Medal.objects.filter(event=desk.event).select_related("player").order_by("place"))
    assert {medal.place for medal in medals} in ({1, 2}, {1, 2, 3}, {1, 3})  # who is level shares a place
    page.goto(desk.event.get_absolute_url())
    lines = page.locator(".medals li")
    expect(lines).to_have_count(len(medals))
    for medal in medals:
        mine = lines.filter(has_text=f"{medal.title}: ").filter(has_text=medal.player.username)
        expect(mine).to_be_visible()
    expect(page.get_by_text("its table is final")).to_be_visible()
    expect(page.get_by_text("disqualified", exact=True)).to_have_count(0)
    first = page.locator(".standings tbody tr").first.locator("th").inner_text()
    assert first in {medals[0].player.username, *desk.event.teams.values_list("name", flat=True)}
