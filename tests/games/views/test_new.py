"""A new match: whom it asks, and what it refuses."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.limits import AT_ONCE
from accounts.models import User
from games.models import Match, Seat
from games.rules import RULES
from games.rules.base import Pace
from games.tables.robots import FORMER, Level

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]

ADDRESS = "games:new"
FORM = {"code": "BZ", "opponents": "bob", "pace": "turns", "clock": "main"}


@pytest.fixture
def signed_in(client: Client, alice: User, bob: User, carol: User) -> Client:
    client.force_login(alice)
    return client


def test_it_asks_whom_it_names(signed_in: Client, bob: User) -> None:
    answer = signed_in.post(reverse(ADDRESS), {**FORM, "opponents": "BOB, carol"}, follow=True)
    match = Match.objects.get()
    assert match.status == Match.Status.INVITING
    names = [seat.name for seat in Seat.objects.filter(match=match).order_by("index")]
    assert names == ["alice", "bob", "carol"]
    assert answer.status_code == 200


def test_alone_it_begins_at_once(signed_in: Client) -> None:
    signed_in.post(reverse(ADDRESS), {**FORM, "opponents": ""})
    assert Match.objects.get().status == Match.Status.RUNNING


def test_dice_10000_takes_its_options(signed_in: Client) -> None:
    form = {**FORM, "code": "DK", "DK_scoring": "alternative", "DK_target": "5000"}
    signed_in.post(reverse(ADDRESS), form)
    assert Match.objects.get().options == {"scoring": "alternative", "pick_up": False, "target": 5000}


def test_pig_takes_its_options(signed_in: Client) -> None:
    signed_in.post(reverse(ADDRESS), {**FORM, "code": "PG", "PG_dice": "2", "PG_equal_turns": "on"})
    assert Match.objects.get().options == {"dice": "2", "target": 100, "equal_turns": True}


def test_every_game_has_its_own_options_beside_it(signed_in: Client) -> None:
    form = signed_in.get(reverse(ADDRESS), {"whom": "named"}).context["form"]
    offered = {game.radio.data["value"]: game for game in form.games()}
    assert list(offered) == list(RULES)
    for code, rules in RULES.items():
        named = [field.name for field in offered[code].options]
        assert named == [f"{code}_{option.name}" for option in rules.options]
        assert offered[code].apart == (Pace.SPLIT in rules.paces) == (Pace.DUPLICATE in rules.paces)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"opponents": "nobody"}, "no player called"),
        ({"opponents": "alice"}, "sit at the table already"),
        ({"opponents": "bob bob"}, "named twice"),
        ({"opponents": "<script>"}, "&lt;script&gt;"),
        ({"code": "XX"}, "valid choice"),
        ({"code": "DK", "opponents": ""}, "at least 2 players"),
        ({"code": "DK", "pace": "split"}, "turn by turn"),
        ({"code": "DK", "DK_target": "1"}, "greater than or equal to 2000"),
        ({"clock": "blitz"}, "valid choice"),
    ],
)
def test_it_refuses_with_a_sentence(signed_in: Client, change: dict[str, str], sentence: str) -> None:
    answer = signed_in.post(reverse(ADDRESS), {**FORM, **change})
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert not Match.objects.exists()


def test_it_refuses_one_match_too_many(signed_in: Client) -> None:
    for _ in range(AT_ONCE["matches without people"].everybody):
        signed_in.post(reverse(ADDRESS), {**FORM, "opponents": ""})
    answer = signed_in.post(reverse(ADDRESS), {**FORM, "opponents": ""})
    assert answer.status_code == 409
    assert Match.objects.count() == AT_ONCE["matches without people"].everybody
    assert signed_in.post(reverse(ADDRESS), FORM).status_code == 302, "with people there is room"


def test_a_closed_account_cannot_be_asked(signed_in: Client, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert signed_in.post(reverse(ADDRESS), FORM).status_code == 400


def test_a_visitor_is_asked_to_sign_in(client: Client) -> None:
    assert client.post(reverse(ADDRESS), FORM).status_code == 302
    assert not Match.objects.exists()


def test_first_it_asks_whom_to_play(signed_in: Client) -> None:
    html = signed_in.get(reverse(ADDRESS), {"game": "DK"}).content.decode()
    for whom in ("named", "link", "anybody", "robot", "alone"):
        assert f"?whom={whom}&amp;game=DK" in html
    assert '<form method="post" action="/matches/robot/"' in html
    assert 'name="code" value="DK"' in html


@pytest.mark.parametrize(
    "query", [{"game": "<script>"}, {"whom": "<script>"}, {"whom": "robot", "game": "xx"}]
)
def test_nonsense_in_the_address_is_passed_over(signed_in: Client, query: dict[str, str]) -> None:
    html = signed_in.get(reverse(ADDRESS), query).content.decode()
    assert "<script>" not in html
    assert 'value="BZ"' in html


def test_alone_one_plays_what_can_be_played_alone(signed_in: Client) -> None:
    answer = signed_in.get(reverse(ADDRESS), {"whom": "alone", "game": "DK"})
    assert 'value="DK"' not in answer.content.decode()
    assert answer.context["form"]["code"].value() == "BZ"
    assert signed_in.post(reverse(ADDRESS), {**FORM, "whom": "alone"}).status_code == 302
    assert Match.objects.get().seats.count() == 1, "whoever is named besides"


def test_who_wants_to_name_somebody_does(signed_in: Client) -> None:
    answer = signed_in.post(reverse(ADDRESS), {**FORM, "whom": "named", "opponents": " , "})
    assert answer.status_code == 400
    assert "Name at least one player" in answer.content.decode()


def test_what_is_wrong_is_not_folded_away(signed_in: Client) -> None:
    closed = signed_in.get(reverse(ADDRESS), {"whom": "anybody"}).content.decode()
    assert '<details class="more card">' in closed
    wrong = {**FORM, "whom": "anybody", "lowest": "1800", "highest": "1200"}
    shown = signed_in.post(reverse(ADDRESS), wrong).content.decode()
    assert '<details class="more card" open>' in shown
    assert "above the highest" in shown


def play_robot(client: Client, **form: str) -> Match:
    answer = client.post(reverse("games:robot"), form)
    assert answer.status_code == 302
    match = Match.objects.order_by("-pk")[0]
    assert answer["Location"] == reverse("games:table", args=[match.pk])
    return match


def robot_of(match: Match) -> str:
    player = match.seats.get(index=1).player
    assert player
    return player.level


@pytest.mark.usefixtures("robots")
def test_a_robot_is_played_at_one_tap(signed_in: Client) -> None:
    match = play_robot(signed_in)
    assert (match.code, match.clock, match.pace, match.rated) == ("BZ", "main", "turns", False)
    assert match.status == Match.Status.RUNNING
    assert robot_of(match) == "casual"


@pytest.mark.usefixtures("robots")
def test_what_was_chosen_last_is_offered_first(signed_in: Client) -> None:
    chosen = {**FORM, "code": "DK", "whom": "robot", "robot": "skilled", "clock": "fast"}
    assert signed_in.post(reverse(ADDRESS), chosen).status_code == 302
    shown = signed_in.get(reverse(ADDRESS)).content.decode()
    assert "Dice 10000 against the robot “Skilled”" in shown
    assert "of 100 matches against the perfect robot" in shown
    match = play_robot(signed_in)
    assert (match.code, match.clock, robot_of(match)) == ("DK", "fast", "skilled")
    signed_in.post(reverse(ADDRESS), {**FORM, "code": "BO", "whom": "named"})
    match = play_robot(signed_in)
    assert (match.code, robot_of(match)) == ("BO", "skilled"), "a robot is kept while others are played"


@pytest.mark.usefixtures("robots")
@pytest.mark.parametrize("kept", ["ZZ.godlike.blitz", "", "....", "<script>", "BZ"])
def test_what_was_kept_and_is_no_more_is_passed_over(signed_in: Client, kept: str) -> None:
    signed_in.cookies["new-match"] = kept
    match = play_robot(signed_in)
    assert (match.code, match.clock, robot_of(match)) == ("BZ", "main", "casual")


@pytest.mark.usefixtures("robots")
@pytest.mark.parametrize("form", [{"code": "ZZ"}, {"robot": "godlike"}])
def test_a_robot_or_game_that_there_is_not_is_refused(signed_in: Client, form: dict[str, str]) -> None:
    assert signed_in.post(reverse("games:robot"), form).status_code == 400
    assert not Match.objects.exists()


@pytest.mark.usefixtures("robots")
@pytest.mark.parametrize(("word", "level"), FORMER.items())
def test_pages_and_cookies_of_the_release_before_find_their_robot(
    signed_in: Client, word: str, level: Level
) -> None:
    assert robot_of(play_robot(signed_in, code="BO", robot=word)) == level
    signed_in.cookies["new-match"] = f"BO.{word}.main"
    assert robot_of(play_robot(signed_in)) == level


@pytest.mark.usefixtures("robots")
def test_six_robots_are_offered_with_what_each_makes_at_each_game(signed_in: Client) -> None:
    html = signed_in.get(reverse(ADDRESS), {"whom": "robot", "robot": "expert"}).content.decode()
    for level in Level:
        assert f'value="{level}"' in html
    assert html.count("points a card<") == 6 * 6
    assert html.count("beats the best in") == 5 * 2
    assert 'value="expert" id="id_robot_4" checked' in html


class TestRatedOnlyWhereAskedFor:
    """rules.md, "Ratings": robots are excluded unless a player opts in."""

    @pytest.mark.usefixtures("robots")
    @pytest.mark.parametrize("rated", [True, False])
    def test_against_a_chosen_robot(self, signed_in: Client, rated: bool) -> None:
        form = {**FORM, "whom": "robot", "robot": "steady", "rated": "on"}
        signed_in.post(reverse(ADDRESS), {**form, "rated_robot": "on"} if rated else form)
        assert Match.objects.get().rated is rated

    @pytest.mark.usefixtures("robots")
    def test_not_where_a_robot_was_named_among_others(self, signed_in: Client) -> None:
        name = User.objects.get(level="perfect").username
        signed_in.post(reverse(ADDRESS), {**FORM, "opponents": f"bob, {name}", "rated": "on"})
        assert not Match.objects.get().rated

    def test_with_people_as_the_form_says(self, signed_in: Client) -> None:
        signed_in.post(reverse(ADDRESS), {**FORM, "rated": "on"})
        assert Match.objects.get().rated


def test_visitors_play_no_robots(client: Client) -> None:
    assert client.post(reverse("games:robot")).status_code == 302
    assert client.get(reverse("games:robot")).status_code == 302
    assert not Match.objects.exists()


def test_the_form_can_be_filled_by_its_address(signed_in: Client) -> None:
    html = signed_in.get(reverse(ADDRESS), {"game": "BO", "against": "bob"}).content.decode()
    assert 'value="bob"' in html
