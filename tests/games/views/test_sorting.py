"""My matches as a working list: order and choice, pins, what was put off, and on to the next."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.forms import listing
from games.match import lists, queries
from games.models import Match, Seat
from games.rules.base import Kind, Move, Pace
from games.seats import lobby
from tests.games.tables import begin, legal, make, seat_of, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]

MINE = reverse("games:mine")


@pytest.fixture
def me(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def shown(client: Client, query: str = "") -> list[int]:
    """The matches that wait, as they stand below one another, and those that wait for others."""
    answer = client.get(MINE + query)
    assert answer.status_code == 200
    return [line.pk for line in (*answer.context["my_turn"], *answer.context["others_turn"])]


def page(client: Client) -> str:
    """The list, but for what differs each time it is asked for."""
    html = client.get(MINE).content.decode()
    html = re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"|data-live="[^"]+"|nonce="[^"]+"', "", html)
    return re.sub(r"[0-9]+ (days|hours|minutes)", "", html)


def mine_to_move(*codes: str, players: tuple[User, User]) -> list[Match]:
    """Matches by turns in which the first of these is to move, an hour more for each."""
    found = []
    for hours, code in enumerate(codes, 1):
        match = begin(code, *players)
        Seat.objects.filter(match=match).update(to_move=False, deadline=None)
        deadline = timezone.now() + timedelta(hours=hours)
        Seat.objects.filter(match=match, player=players[0]).update(to_move=True, deadline=deadline)
        found.append(match)
    return found


def total(match: Match, player: User, points: int, moved_ago: int = 0) -> None:
    moved = timezone.now() - timedelta(minutes=moved_ago)
    Seat.objects.filter(match=match, player=player).update(total=points, acted_at=moved)


def test_it_is_sorted_as_it_is_asked_for(me: Client, alice: User, bob: User) -> None:
    one, two, three = mine_to_move("DK", "BZ", "BO", players=(alice, bob))
    for match, points, ago in ((one, 50, 3), (two, 10, 1), (three, 90, 2)):
        total(match, alice, points, ago)
    for sort, wanted in (
        ("time", [one, two, three]),
        ("moved", [two, three, one]),
        ("behind", [two, one, three]),
        ("ahead", [three, one, two]),
        ("game", sorted((one, two, three), key=lambda match: match.rules.name)),
        ("nonsense", [one, two, three]),
    ):
        assert shown(me, f"?sort={sort}") == [match.pk for match in wanted], sort


def test_what_was_chosen_is_kept_in_this_browser(me: Client, alice: User, bob: User) -> None:
    one, two = mine_to_move("DK", "BZ", players=(alice, bob))
    assert shown(me, "?sort=game&game=BZ") == [two.pk]
    assert shown(me) == [two.pk]
    assert shown(me, "?sort=time") == [one.pk, two.pk]
    assert shown(me) == [one.pk, two.pk]


@pytest.mark.parametrize("chosen", ["sort=time&game=BZ", "sort=time&opponents=robots"])
def test_who_chose_so_that_nothing_is_left_can_choose_otherwise(
    me: Client, alice: User, bob: User, chosen: str
) -> None:
    [match] = mine_to_move("DK", players=(alice, bob))
    assert not me.get(MINE).context["sortable"]
    assert shown(me, f"?{chosen}") == []
    answer = me.get(MINE)
    assert 'name="sort"' in answer.content.decode()
    assert shown(me, "?sort=time") == [match.pk]


@pytest.mark.parametrize("stored", ["", "sort", "sort=%00&game=ZZ", "=" * 5000, "game=BZ&game=DK", "\xff"])
def test_a_cookie_that_says_nothing_sensible_shows_everything(
    me: Client, alice: User, bob: User, stored: str
) -> None:
    [one] = mine_to_move("BO", players=(alice, bob))
    me.cookies[listing.COOKIE] = stored
    assert one.pk in shown(me) or "BZ" in stored


@pytest.mark.usefixtures("robots")
def test_events_people_and_robots_can_be_told_apart(me: Client, alice: User, bob: User) -> None:
    people, event = mine_to_move("BZ", "BZ", players=(alice, bob))
    Match.objects.filter(pk=event.pk).update(event=4711)
    robot = lobby.invite(alice, [User.objects.get(level="casual")], "BZ", {}, Pace.TURNS, "main")
    alone = begin("BZ", alice)
    assert shown(me, "?sort=time&opponents=events") == [event.pk]
    assert shown(me, "?sort=time&opponents=casual") == [people.pk]
    assert set(shown(me, "?sort=time&opponents=robots")) == {robot.pk, alone.pk}
    answer = me.get(MINE)
    assert "2 more matches are filtered out." in answer.content.decode()
    assert answer.context["waiting"] >= 3, "the count is of all that wait"


def test_a_line_tells_how_the_match_stands(me: Client, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    while to_move(match) != bob or not seat_of(match, bob).turns:
        mover = to_move(match)
        make(match, mover, Move(Kind.ROLL))
        make(match, mover, Move(Kind.SCORE, box=legal(match, mover)[-1].box))
        match.refresh_from_db()
    html = me.get(MINE).content.decode()
    seat = seat_of(match, alice)
    assert f"<strong>{seat.total}</strong>" in html
    assert f"round {seat.turns} of 13" in html
    assert f"You scored {seat.latest['points']} in" in html
    assert "just now" in html


def test_a_line_tells_a_bust_as_such(me: Client, alice: User, bob: User) -> None:
    match = begin("PG", alice, bob)
    for _ in range(200):
        mover = to_move(match)
        make(match, mover, Move(Kind.ROLL))
        if to_move(match) != mover:
            break
    words = "You" if mover == alice else mover.username
    assert f"{words} went bust" in me.get(MINE).content.decode()


def test_a_line_names_to_each_who_else_plays(client: Client, alice: User, bob: User) -> None:
    begin("BZ", alice, bob)
    for _ in range(2):
        for player, other in ((alice, bob), (bob, alice)):
            client.force_login(player)
            html = client.get(MINE).content.decode()
            assert f'<span class="player">{other}</span>' in html
            assert f'<span class="player">{player}</span>' not in html


def test_nothing_of_hidden_cards_is_told(me: Client, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob, pace=Pace.SPLIT)
    quiet = page(me)
    make(match, bob, Move(Kind.ROLL))
    make(match, bob, Move(Kind.SCORE, box="chance"))
    Seat.objects.filter(match=match, player=bob).update(total=777)
    [line] = lists.unfinished(alice).my_turn
    assert (line.opponents, line.lead, line.mover) == ([], None, None)
    assert page(me) == quiet


def test_what_is_pinned_stands_on_top_however_it_is_sorted(me: Client, alice: User, bob: User) -> None:
    one, two, three = mine_to_move("BZ", "BO", "DK", players=(alice, bob))
    answer = me.post(reverse("games:pin", args=[three.pk]), {"pinned": "yes"})
    assert answer.headers["Location"] == f"{MINE}#match-{three.pk}"
    for sort in listing.SORTS:
        assert shown(me, f"?sort={sort}")[0] == three.pk
    assert not seat_of(three, bob).pinned
    me.post(reverse("games:pin", args=[three.pk]), {"pinned": "no"})
    assert shown(me, "?sort=time") == [one.pk, two.pk, three.pk]


def test_skipping_leads_through_all_that_wait_and_a_move_ends_it(me: Client, alice: User, bob: User) -> None:
    matches = mine_to_move("DK", "BZ", "BO", players=(alice, bob))
    keys = [match.pk for match in matches]
    seen = [keys[0]]
    for _ in range(5):
        answer = me.post(reverse("games:later", args=[seen[-1]]))
        seen.append(int(answer.headers["Location"].split("/")[-2]))
    assert seen == [*keys, *keys]
    assert queries.waiting_for(alice) == [keys[2], keys[0], keys[1]]
    Seat.objects.filter(match=keys[1], player=alice).update(acted_at=timezone.now())
    assert queries.waiting_for(alice) == [keys[1], keys[2], keys[0]], "moved since: it is no longer put off"
    next_one = me.get(MINE).context["next"]
    assert next_one.pk == keys[1]


def test_who_skips_the_only_one_is_led_to_the_list(me: Client, alice: User, bob: User) -> None:
    [match] = mine_to_move("BZ", players=(alice, bob))
    assert me.post(reverse("games:later", args=[match.pk])).headers["Location"] == MINE
    assert "put off" in me.get(MINE).content.decode()


@pytest.mark.parametrize("name", ["games:pin", "games:later"])
def test_nobody_pins_or_skips_for_others(me: Client, bob: User, carol: User, name: str) -> None:
    match = begin("BZ", bob, carol)
    for number in (match.pk, 10**9, 2**63):
        assert me.post(reverse(name, args=[number])).status_code == 403
    assert not Seat.objects.filter(pinned=True).exists()
    assert not Seat.objects.filter(later__isnull=False).exists()
    assert me.get(reverse(name, args=[match.pk])).status_code == 405


@pytest.mark.parametrize("scripted", [False, True])
def test_a_move_leads_on_where_that_was_chosen(me: Client, alice: User, bob: User, scripted: bool) -> None:
    headers = {"HX-Request": "true"} if scripted else {}
    match, other = begin("BZ", alice, bob), begin("BZ", alice, bob, pace=Pace.SPLIT)
    while to_move(match) != alice:
        make(match, bob, Move(Kind.ROLL))
        make(match, bob, Move(Kind.SCORE, box="chance"))
        match.refresh_from_db()
    me.get(MINE + "?sort=time&onward=on")

    def move(**form: object) -> tuple[str, bool]:
        match.refresh_from_db()
        address = reverse("games:move", args=[match.pk])
        answer = me.post(address, {"version": match.version, **form}, headers=headers)
        return answer.headers.get("Location", ""), "data-onward" in answer.content.decode()

    table = reverse("games:table", args=[match.pk])
    assert move(do="roll") == (("", False) if scripted else (table, False))
    led = move(do="score", box=legal(match, alice)[-1].box)
    assert led == (("", True) if scripted else (reverse("games:table", args=[other.pk]), False))


def test_a_move_stays_where_it_was_not_chosen_or_it_is_ones_turn_again(
    me: Client, alice: User, bob: User
) -> None:
    alone, _ = begin("BZ", alice), begin("BZ", alice, bob, pace=Pace.SPLIT)
    for query in ("?sort=time&onward=on", "?sort=time"):
        me.get(MINE + query)
        make(alone, alice, Move(Kind.ROLL))
        alone.refresh_from_db()
        form = {"version": alone.version, "do": "score", "box": legal(alone, alice)[-1].box}
        answer = me.post(reverse("games:move", args=[alone.pk]), form)
        assert answer.headers["Location"] == reverse("games:table", args=[alone.pk])


def test_a_roll_that_ends_the_turn_is_looked_at_first(me: Client, alice: User, bob: User) -> None:
    match = begin("PG", alice, bob)
    begin("BZ", alice, bob, pace=Pace.SPLIT)
    me.get(MINE + "?sort=time&onward=on")
    while to_move(match) != alice:
        make(match, bob, legal(match, bob)[-1])
        match.refresh_from_db()
    while to_move(match) == alice:
        answer = me.post(reverse("games:move", args=[match.pk]), {"version": match.version, "do": "roll"})
        assert answer.headers["Location"] == reverse("games:table", args=[match.pk])
        match.refresh_from_db()


def test_a_match_that_ends_is_not_left(me: Client, alice: User, bob: User) -> None:
    match = begin("PG", alice, options={"target": 50})
    begin("BZ", alice, bob, pace=Pace.SPLIT)
    me.get(MINE + "?sort=time&onward=on")
    while True:
        match.refresh_from_db()
        state = match.table
        if state.roll and state.banked[0] + state.points >= 50:
            break
        make(match, alice, Move(Kind.BANK if state.points >= 15 else Kind.ROLL))
    answer = me.post(reverse("games:move", args=[match.pk]), {"version": match.version, "do": "bank"})
    assert answer.headers["Location"] == reverse("games:table", args=[match.pk])
    assert Match.objects.get(pk=match.pk).over


def test_the_list_costs_the_same_in_any_order(
    me: Client, alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    mine_to_move("DK", "BZ", "BO", players=(alice, bob))
    me.get("/")
    for query in ("", "?sort=moved", "?sort=event&opponents=casual"):
        with django_assert_num_queries(5):
            me.get(MINE + query)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?sort=time", []),
        ("?sort=behind", ["where I am behind first"]),
        ("?sort=time&onward=on", ["on to the next match after a move"]),
        ("?sort=game&onward=on", ["by game", "on to the next match after a move"]),
    ],
)
def test_what_was_chosen_is_said_while_the_form_is_folded(
    me: Client, alice: User, bob: User, query: str, said: list[str]
) -> None:
    mine_to_move("BO", "BZ", players=(alice, bob))
    for again in (query, ""):
        html = me.get(MINE + again).content.decode()
        assert re.findall(r'sorting__said">· ([^<]+)<', html) == said, "it is kept"
