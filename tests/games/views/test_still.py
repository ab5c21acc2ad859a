"""The still picture of a match, and the words that lead to it."""

from __future__ import annotations

import io

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from PIL import Image

from accounts.figures import figure
from accounts.models import User
from boatzee_site.catalogues.languages import OFFERED
from games import still
from games.match.played import played
from games.rules import RULES
from tests.games.tables import begin, play_out
from tests.long import sample

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_a_finished_match_has_one_that_visitors_see(client: Client, alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    address = reverse("games:picture", args=[match.pk])
    answer = client.get(address)
    assert answer["Content-Type"] == "image/png"
    assert "max-age" in answer["Cache-Control"]
    with Image.open(io.BytesIO(answer.content)) as picture:
        assert picture.size == (1200, 630)
    assert len(answer.content) < 60_000
    for page in ("games:table", "games:replay"):
        html = client.get(reverse(page, args=[match.pk])).content.decode()
        assert f'<meta property="og:image" content="http://testserver{address}">' in html


def test_a_match_that_runs_has_none(client: Client, alice: User, bob: User) -> None:
    match = begin("BO", alice, bob)
    client.force_login(alice)
    assert client.get(reverse("games:picture", args=[match.pk])).status_code == 404
    assert client.get(reverse("games:picture", args=[10**7])).status_code == 404
    assert "og:image" not in client.get(reverse("games:table", args=[match.pk])).content.decode()


def one_line(name: str, total: str) -> bytes:
    """A picture of one player."""
    return still.paint("Dice 10000", "", ((name, total, True),), "", ())


@pytest.mark.parametrize("code", ["en-gb", *OFFERED])
def test_totals_are_seen_whatever_stands_between_thousands(code: str) -> None:
    with translation.override(code):
        total = figure(10_250)
    assert still.can_write(total)
    assert one_line("alice", total) != one_line("alice", "")
    for blank in ("\xa0", "\u202f", "\u2009"):
        assert one_line("alice", f"10{blank}250") == one_line("alice", "10 250")


@pytest.mark.parametrize(
    "sign", ["\u200e", "\u200f", "\u2066", "\u2067", "\u2068", "\u2069", "\xad", "\u200d", "\ufeff", "\x00"]
)
def test_signs_that_show_nothing_are_left_out(sign: str) -> None:
    assert still.can_write(f"{sign}alice{sign}")
    assert one_line(f"{sign}al{sign}ice", f"10{sign}") == one_line("alice", "10")
    assert not still.can_write(sign)


@pytest.mark.parametrize(
    "name", ["", "\u200e", "\u034f", "\ufe0f", "\u3164", "\n", "\u2029", "a\u034f", "דוד", "\ud800"]
)
def test_whatever_stands_in_a_name_there_is_a_picture(name: str) -> None:
    assert one_line(name, "10").startswith(b"\x89PNG")


@pytest.mark.parametrize("players", [1, 2, 5, 10])
def test_it_tells_who_won_and_how_many_more_there_were(players: int) -> None:
    lines = tuple((f"player-{number}", f"{300 - number}", number == 0) for number in range(players))
    with Image.open(
        io.BytesIO(still.paint("Boatzee", "", lines, "and 5 more", (1, 2, 3, 4, 5, 6)))
    ) as picture:
        gold = picture.convert("RGB").getcolors(1200 * 630)
    assert gold
    assert any(colour == (0xF6, 0xE7, 0xB8) for _, colour in gold)


@pytest.mark.parametrize("code", sample(RULES, "BO", "DK"))
def test_the_chart_ends_at_the_totals(client: Client, alice: User, bob: User, code: str) -> None:
    match = play_out(begin(code, alice, bob, options={"target": 2000} if code == "DK" else {}))
    context = client.get(reverse("games:replay", args=[match.pk]), {"step": 9}).context
    totals = dict(enumerate(line.total for line in context["chart"].lines))
    assert totals == {seat.index: seat.total for seat in match.seats.all()}
    assert (
        len(context["chart"].lines[0].points.split())
        == max(turn for _, seat, turn, _ in played(match, context["seats"]).totals if seat == 0) + 1
    )
