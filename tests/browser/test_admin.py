"""The Django admin keeps to the content policy of the site."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.browser.conftest import Seat as Sit
from tests.games.tables import begin

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


def test_staff_walk_through_it_without_a_breach(seat: Sit, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    staff = User.objects.create_superuser("director", "director@example.org")
    page = seat(staff)
    for address in (
        *("/admin/", "/admin/games/match/", f"/admin/games/match/{match.pk}/change/"),
        *("/admin/accounts/user/", f"/admin/accounts/user/{alice.pk}/change/", "/admin/accounts/user/add/"),
        *("/admin/dicepool/batch/", f"/admin/accounts/user/{alice.pk}/history/"),
    ):
        answer = page.goto(address)
        assert answer
        assert answer.status == 200, address
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert page.locator("#content").is_visible()
