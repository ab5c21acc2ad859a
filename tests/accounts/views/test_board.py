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


@pytest.mark.django_db
def test_what_is_chosen_is_kept_and_applied(client: Client, alice: User) -> None:
    client.force_login(alice)
    address = reverse("board")
    chosen = {"felt": "wine", "dice": "jade", "theme": "dark", "large": "on", "auto_roll": "on"}
    assert client.post(address, chosen).status_code == 302
    page = client.get(reverse("games:mine")).content.decode()
    assert '<html lang="en" data-theme="dark">' in page
    assert '<body class="felt-wine dice-jade large" data-ways="auto-roll at-once">' in page
    assert client.post(address, {**chosen, "felt": "lava"}).status_code == 400
    alice.refresh_from_db()
    assert alice.looks.felt == "wine"


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


def colours(name: str) -> list[dict[str, str]]:
    """The colours of a class, in light and in dark."""
    found = re.search(rf"^\.{name} \{{ (.*?) \}}$", CSS, re.MULTILINE)
    assert found, f"{name} is not drawn"
    both: list[dict[str, str]] = [{}, {}]
    for prop, value in re.findall(r"--([\w-]+): (.*?);", found[1]):
        pair = re.fullmatch(r"light-dark\((#\w+), (#\w+)\)", value)
        for scheme, colour in zip(both, pair.groups() if pair else (value, value), strict=True):
            scheme[prop] = colour
    return both


def luminance(colour: str) -> float:
    """Relative luminance, as WCAG 2.2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2.2."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


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
