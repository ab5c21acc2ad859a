"""Where a request comes from: as allauth has it, and nothing more is believed."""

from __future__ import annotations

import pytest
from allauth.account.adapter import get_adapter
from allauth.core.internal.ratelimit import truncate_ip
from django.test import RequestFactory
from pytest_django import Settings

from accounts import visitors


@pytest.mark.parametrize(
    ("proxies", "forwarded", "peer", "found"),
    [
        (0, "", "192.0.2.1", "192.0.2.1"),
        (0, "203.0.113.9", "192.0.2.1", "192.0.2.1"),
        (1, "203.0.113.9", "10.0.0.1", "203.0.113.9"),
        (1, "1.1.1.1, 203.0.113.9", "10.0.0.1", "203.0.113.9"),
        (1, "", "10.0.0.1", "10.0.0.1"),
        (2, "1.1.1.1, 203.0.113.9, 10.0.0.2", "10.0.0.1", "203.0.113.9"),
        (1, "2001:db8:1:2:3:4:5:6", "10.0.0.1", "2001:db8:1:2::"),
    ],
)
def test_it_is_found_as_allauth_finds_it(
    settings: Settings, proxies: int, forwarded: str, peer: str, found: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    headers = {"x-forwarded-for": forwarded} if forwarded else {}
    request = RequestFactory(headers=headers).get("/", REMOTE_ADDR=peer)
    assert visitors.address_of(request) == found
    assert truncate_ip(get_adapter().get_client_ip(request)) == found


@pytest.mark.parametrize(
    ("forwarded", "found"),
    [
        ("1.2.3.4", "10.0.0.1"),
        ("nonsense, 1.2.3.4", visitors.NOWHERE),
        ("::ffff:192.0.2.7, 10.0.0.9", "192.0.2.7"),
    ],
)
def test_what_cannot_be_is_never_anothers_address(settings: Settings, forwarded: str, found: str) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 2
    assert visitors.address(forwarded, "10.0.0.1") == found


def test_neighbours_in_one_network_are_one() -> None:
    assert visitors.address("", "2001:db8::1") == visitors.address("", "2001:db8::ffff")
    assert visitors.address("", "2001:db8::1") != visitors.address("", "2001:db8:0:1::1")
