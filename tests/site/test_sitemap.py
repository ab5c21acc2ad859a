"""What programs that walk the web are told: public addresses alone, a bounded number of them."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from boatzee_site import sitemap
from ladders.models import Event

pytestmark = pytest.mark.django_db


def addresses(client: Client, section: str) -> list[str]:
    answer = client.get(reverse("sitemap_of", args=[section]))
    assert answer["Content-Type"] == "application/xml"
    return [
        str(found.text)
        for found in ElementTree.fromstring(answer.content).iter()
        if found.tag.endswith("loc")
    ]


def test_every_page_of_it_opens_for_a_stranger_and_is_open_to_programs(
    client: Client, alice: User, settings: Settings
) -> None:
    settings.SITE_URL = "https://dice.example"
    Event.objects.create(name="Cup", format="knockout", code="BZ", status=Event.Status.OPEN)
    closed = client.get(reverse("robots_txt")).content.decode()
    assert "Sitemap: https://dice.example/sitemap.xml" in closed
    paths = [line.removeprefix("Disallow: ") for line in closed.splitlines() if line.startswith("Disallow")]
    index = client.get(reverse("sitemap")).content.decode()
    sections = re.findall(r"https://dice.example/sitemap-(\w+).xml", index)
    assert sections == list(sitemap.SECTIONS)
    for section in sections:
        for address in addresses(client, section):
            path = address.removeprefix("https://dice.example")
            assert not path.startswith(tuple(paths)), path
            assert client.get(path).status_code == 200, path


def test_nobody_but_players_and_no_draft_is_told_of(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.create_user("gone", is_active=False)
    User.objects.create_user("guest-1", guest=True, is_active=False)
    Event.objects.create(name="Draft", format="knockout", code="BZ", status=Event.Status.DRAFT)
    assert [one.rsplit("/", 2)[1] for one in addresses(client, "players")] == ["alice"]
    assert not addresses(client, "events")


def test_it_is_bounded_and_costs_one_statement(
    client: Client, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    monkeypatch.setattr(sitemap, "MOST", 3)
    for number in range(5):
        User.objects.create_user(f"player{number}")
    with django_assert_num_queries(1):
        found = addresses(client, "players")
    assert [one.rsplit("/", 2)[1] for one in found] == ["player4", "player3", "player2"]
