"""The pages that explain organised play: one for every format, and every figure is what the code reckons."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games import clock, rating
from games.clock import holiday
from games.rules import RULES
from ladders import table
from ladders.events.views import examples
from ladders.events.views.explained import TOPICS
from ladders.formats import EVERY, FORMATS, double, knockout, league, round_robin, swiss
from ladders.formats.base import Settings
from ladders.ladder import idleness, rules


def page(client: Client, topic: str) -> str:
    """The words of a page, without its markup."""
    answer = client.get(reverse("ladders:explained", args=[topic]))
    assert answer.status_code == 200
    main = answer.content.decode().partition("<main")[2]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def rows(client: Client, topic: str, table: int) -> list[list[str]]:
    """The cells of the bodies' rows of a page's table."""
    answer = client.get(reverse("ladders:explained", args=[topic])).content.decode()
    body = answer.split("<tbody>")[table].partition("</tbody>")[0]
    return [
        [unescape(cell).strip() for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in body.split("</tr>")
        if "<t" in row
    ]


@pytest.mark.django_db
def test_every_format_and_what_holds_everywhere_has_a_page(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    assert set(EVERY) | {"ladder", "absence", "ties", "ratings", "clocks"} == set(TOPICS)
    with django_assert_num_queries(0):
        index = client.get(reverse("ladders:explained_all")).content.decode()
        for topic in TOPICS:
            assert reverse("ladders:explained", args=[topic]) in index
            assert len(page(client, topic)) > 300


def test_they_are_linked_from_the_rules_and_nothing_else_is_there(client: Client) -> None:
    assert reverse("ladders:explained_all") in client.get(reverse("games:rules")).content.decode()
    assert client.get(reverse("ladders:explained", args=["dancing"])).status_code == 404
    assert client.get(reverse("games:rules_of", args=["bz"])).status_code == 200


def test_how_far_one_reaches(client: Client) -> None:
    shown = rows(client, "ladder", 1)
    assert ["40", "30"] in shown, "rules.md: the larger of 10 and a quarter of the rank"
    assert ["60", "45"] in shown
    assert shown == [[str(rung), str(rules.reach(int(rung)))] for rung, _reach in shown]
    assert rows(client, "ladder", 2) == [["1", "5"], ["6", "4"], ["11", "3"]]
    assert rows(client, "ladder", 3) == [["13", "0"], ["14", "1"], ["20", "7"], ["44", "31"]]
    words = page(client, "ladder")
    assert "wins the first match 231 to 205; Ben wins the second 240 to 187" in words
    assert "Over both Ann has 418 and Ben 445: Ben has won." in words
    assert f"after {idleness.LEAVES.days} days leaves it" in words


def test_a_page_follows_the_code(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "REACH", 12)
    assert ["40", "28"] in rows(client, "ladder", 1)
    assert "up to 12 rungs" in page(client, "ladder")
    monkeypatch.setattr(clock, "split_span", lambda columns: timedelta(days=columns))
    monkeypatch.setattr("ladders.events.views.examples_of_all.split_span", clock.split_span)
    assert rows(client, "clocks", 2) == [["1", "1"], ["2", "2"], ["3", "3"]]


def test_the_points_of_a_league(client: Client) -> None:
    # rules.md: with one of five absent, the others get 5, 4, 3, 2
    assert rows(client, "league", 1) == [
        ["Ann", "5", "5", "4.5"],
        ["Ben", "4", "4", "4.5"],
        ["Cora", "3", "0", "3"],
        ["Dan", "2", "3", "2"],
        ["Eve", "1", "2", "1"],
    ]
    assert rows(client, "absence", 1) == rows(client, "league", 1)
    for count, sizes in rows(client, "league", 2):
        sections = league.sections(examples.field(int(count)), Settings())
        assert sizes == ", ".join(str(len(section)) for section in sections)
    assert ["23", "8, 8, 7"] in rows(client, "league", 2)


def test_the_field_of_champions_and_races(client: Client) -> None:
    assert "Ben cannot come, so these play: Ann, Cora, Dan, Eve." in page(client, "champions")
    assert rows(client, "score", 1)[-1] == ["3", "1080", "1052", "1055"]
    assert "reached in round 3. Ann has the highest grand total, 1080, and wins" in page(client, "score")
    assert rows(client, "team", 1) == [["1", "Ann", "Ben"], ["2", "Cora", "Ann"], ["3", "Ben", "Cora"]]


def test_the_scale_of_duplicate_teams(client: Client) -> None:
    assert ["Boatzee", "3", "12", "27", "48", "75", "108", "147", "192", "243", "300"] in rows(
        client, "duplicate", 1
    )
    assert "the difference is 31, and brings 3 match points to the team of Ann" in page(client, "duplicate")


def test_rounds_and_byes(client: Client) -> None:
    assert ["13", "4", "3"] in rows(client, "knockout", 1)
    assert "these seeds have a bye: 1, 2, 3." in page(client, "knockout")
    assert rows(client, "knockout", 2) == [["4", "13"], ["5", "12"], ["6", "11"], ["7", "10"], ["8", "9"]]
    for count, most, single in rows(client, "double", 1):
        assert int(most) == double.rounds(int(count), Settings())
        assert int(single) == knockout.rounds(int(count), Settings())
    for count, sizes, mine, stages in rows(client, "round-robin", 1):
        sections = round_robin.sections(examples.field(int(count)), Settings())
        assert sizes == ", ".join(str(len(section)) for section in sections)
        assert int(mine) == 2 * (len(sections[0]) - 1)
        assert int(stages) == round_robin.rounds(int(count), Settings())
    for count, number in rows(client, "swiss", 1):
        assert int(number) == swiss.rounds(int(count), Settings())
    assert ["13", "5"] in rows(client, "swiss", 1)
    assert "It brings 2 points, as a win does" in page(client, "swiss")


def test_how_an_arena_pairs_and_ends(client: Client) -> None:
    words = page(client, "arena")
    assert "30 to 180 minutes" in words
    assert "3 minutes a turn" in words
    assert "wait 60 seconds first" in words
    for name, minutes in rows(client, "arena", 2):
        code = next(code for code, rules in RULES.items() if rules.name == name)
        assert int(minutes) == round(table.time_for(code) / timedelta(minutes=1))
    first, second = rows(client, "arena", 1)
    assert first[2], "one of five waits"
    assert first[2] != second[2]
    assert first[2] in second[1]


def test_the_boards_of_two_clubs(client: Client) -> None:
    assert rows(client, "clubs", 1)[-1] == ["4", "251", "207", "5", "3"]
    assert "Red Dice win by 5 to 3." in page(client, "clubs")


def test_when_a_withdrawal_annuls(client: Client) -> None:
    assert "of 10 matches, up to 4. From 5 on, what was played stands" in page(client, "absence")


def test_the_columns_that_decide(client: Client) -> None:
    words = page(client, "ties")
    for form in FORMATS.values():
        if form.COLUMNS:
            assert f"{form.NAME} {' · '.join(column.name for column in form.COLUMNS)}" in words


def test_ratings(client: Client) -> None:
    won, lost = rating.after_duel(rating.DUEL, rating.DUEL, 1)
    words = page(client, "ratings")
    assert "Everybody begins at 1500" in words
    assert f"the winner comes to {won.number}, the other to {lost.number}" in words
    assert won.number > 1500 > lost.number


def test_the_clocks(client: Client) -> None:
    shown = rows(client, "clocks", 1)
    assert [row[0] for row in shown] == [preset.name for preset in clock.PRESETS.values()]
    assert shown[0][1:] == ["28 hours", "–", "28 hours"]
    assert shown[2][1:] == ["3 days", "24 hours", "3 days"]
    words = page(client, "clocks")
    assert "with 24 hours left leaves you 48 hours for the next" in words
    assert "Of a clock of 48 hours you are reminded after these: 38.4, 44." in words
    assert f"{holiday.HOLIDAY.days} days of holiday a year" in words
    assert rows(client, "clocks", 2) == [["1", "30"], ["2", "45"], ["3", "60"]]
    assert "after 6 hours, by 7" in words
