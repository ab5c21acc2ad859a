"""Long lists are leafed through by their lines' keys: nothing is counted, twice shown or left out."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.leaves import HIGHEST, leaf
from accounts.models import User
from accounts.models.notices import Notice

pytestmark = pytest.mark.django_db
SIZE = 3


@pytest.fixture
def lines(alice: User) -> list[int]:
    """Eight notices, the newest first."""
    for number in range(8):
        Notice.objects.create(
            player=alice, kind="over", key=f"over-{number}", subject="It is over", address="/"
        )
    return list(Notice.objects.order_by("-pk").values_list("pk", flat=True))


def shown(**asked: object) -> tuple[list[int], int, int]:
    found = leaf(Notice.objects.all(), {name: str(value) for name, value in asked.items()}, SIZE)
    return [line.pk for line in found], found.newer_than, found.older_than


def test_older_ones_follow_without_a_gap_to_the_end(lines: list[int]) -> None:
    assert shown() == (lines[:3], 0, lines[2])
    assert shown(older=lines[2]) == (lines[3:6], lines[3], lines[5])
    assert shown(older=lines[5]) == (lines[6:], lines[6], 0)


def test_newer_ones_lead_back_the_same_way(lines: list[int]) -> None:
    assert shown(newer=lines[6]) == (lines[3:6], lines[3], lines[5])
    assert shown(newer=lines[3]) == (lines[:3], 0, lines[2])


def test_the_first_leaf_is_a_whole_one(lines: list[int]) -> None:
    assert shown(newer=lines[2]) == (lines[:3], 0, lines[2])
    assert shown(newer=lines[0]) == (lines[:3], 0, lines[2])


def test_what_came_in_between_moves_nothing(alice: User, lines: list[int]) -> None:
    Notice.objects.create(player=alice, kind="over", key="new", subject="It is over", address="/")
    assert shown(older=lines[2])[0] == lines[3:6]
    Notice.objects.filter(pk=lines[2]).delete()
    assert shown(older=lines[2])[0] == lines[3:6], "the line itself may be gone"


def test_a_list_that_just_fills_a_leaf_has_no_other(lines: list[int]) -> None:
    Notice.objects.filter(pk__in=lines[3:]).delete()
    assert shown() == (lines[:3], 0, 0)
    assert shown(older=lines[2]) == ([], 0, 0)


@pytest.mark.parametrize("asked", ["", "x", "-1", "0", "²", "٣", "1" * 30, str(HIGHEST), "9" * 19])
def test_whatever_is_asked_for_lines_are_shown(lines: list[int], asked: str) -> None:
    for way in ("older", "newer"):
        assert shown(**{way: asked})[0] == lines[:3]


def test_a_page_costs_the_same_wherever_it_is(
    client: Client, alice: User, lines: list[int], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for asked in ({}, {"older": str(lines[2])}):
        with django_assert_num_queries(1):
            leaf(Notice.objects.all(), asked, SIZE)
    client.force_login(alice)
    assert client.get(reverse("notices"), {"older": lines[0]}).content.count(b"It is over") == 7
