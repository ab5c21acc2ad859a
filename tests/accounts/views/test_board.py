"""The player's own table: kept, applied to every page, and readable in every colour."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.models.looks import DICE, FELTS, THEMES, Looks
from tests.colours import both, contrast


@pytest.mark.django_db
def test_what_is_chosen_is_kept_and_applied(client: Client, alice: User) -> None:
    client.force_login(alice)
    address = reverse("board")
    chosen = {
        "felt": "wine",
        "dice": "jade",
        "theme": "dark",
        "large": "on",
        "auto_roll": "on",
        "motion": "on",
    }
    assert client.post(address, chosen).status_code == 302
    page = client.get(reverse("games:mine")).content.decode()
    assert '<html lang="en" dir="ltr" data-theme="dark">' in page
    assert '<body class="felt-wine dice-jade large" data-ways="auto-roll at-once no-haptics">' in page
    assert client.post(address, {**chosen, "felt": "lava"}).status_code == 400
    alice.refresh_from_db()
    assert alice.looks.felt == "wine"


@pytest.mark.django_db
def test_motion_sounds_and_haptics_are_each_a_choice(client: Client, alice: User) -> None:
    assert (alice.looks.classes, alice.looks.ways) == ("felt-green dice-ivory", "ask-sounds")
    client.force_login(alice)
    address = reverse("board")
    page = client.get(address).content.decode()
    ticked = re.findall(r'<input type="checkbox" name="(\w+)"[^>]* checked>', page)
    assert ticked == ["confirm", "motion", "haptics"]
    chosen = {"felt": "green", "dice": "ivory", "theme": "auto", "confirm": "on"}
    assert client.post(address, {**chosen, "sounds": "on", "haptics": "on"}).status_code == 302
    alice.refresh_from_db()
    assert (alice.looks.classes, alice.looks.ways) == ("felt-green dice-ivory", "still sounds")
    assert client.post(address, {**chosen, "motion": "on"}).status_code == 302
    alice.refresh_from_db()
    assert (alice.looks.classes, alice.looks.ways) == ("felt-green dice-ivory", "no-haptics")


@pytest.mark.django_db
@pytest.mark.parametrize(("answer", "ways"), [("on", "sounds"), ("off", "")])
def test_whether_dice_shall_be_heard_is_asked_until_it_is_answered(
    client: Client, alice: User, answer: str, ways: str
) -> None:
    alice.board = {"felt": "wine"}
    alice.save()
    client.force_login(alice)
    address = reverse("board_sounds")
    assert client.post(address, {"sounds": "loud"}).status_code == 400
    assert client.post(address, {}).status_code == 400
    alice.refresh_from_db()
    assert alice.looks.ways == "ask-sounds"
    for _ in range(2):
        assert client.post(address, {"sounds": answer}).status_code == 200
    alice.refresh_from_db()
    assert (alice.looks.ways, alice.looks.felt) == (ways, "wine")


@pytest.mark.django_db
def test_visitors_have_the_usual_table_and_choose_none(client: Client) -> None:
    assert client.get(reverse("board")).status_code == 302
    assert 'data-theme="auto"' in client.get(reverse("games:home")).content.decode()


def test_what_is_stored_and_no_longer_known_takes_its_default() -> None:
    assert Looks.load({"felt": "lava", "large": "yes", "dice": "red"}) == Looks(dice="red")
    assert Looks.load({}) == Looks()


def test_there_are_four_of_each_at_least() -> None:
    assert len(FELTS) >= 4
    assert len(DICE) >= 4
    assert len(THEMES) == 3


CSS = (Path(settings.BASE_DIR) / "static/css/boards.css").read_text()


def colours(name: str) -> tuple[dict[str, str], dict[str, str]]:
    """The colours of a class, in light and in dark."""
    found = re.search(rf"^\.{name} \{{ (.*?) \}}$", CSS, re.MULTILINE)
    assert found, f"{name} is not drawn"
    return both(found[1])


@pytest.mark.parametrize("felt", FELTS)
def test_words_on_every_felt_can_be_read(felt: str) -> None:
    for scheme in colours(f"felt-{felt}"):
        for ground in (scheme["felt"], scheme["felt-deep"]):
            assert contrast(ground, scheme["felt-ink"]) >= 7
            assert contrast(ground, scheme["felt-muted"]) >= 4.5


@pytest.mark.parametrize("dice", DICE)
def test_pips_of_all_dice_can_be_counted(dice: str) -> None:
    for scheme in colours(f"dice-{dice}"):
        assert contrast(scheme["die-face"], scheme["die-pip"]) >= 4.5
