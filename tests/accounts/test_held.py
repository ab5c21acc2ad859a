"""What holds of notices and limits, and nobody looked at before."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts import limits, notices
from accounts.models import Delivery, Notice, User
from accounts.notices import spread

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("settled", [False, True])
def test_what_is_settled_before_it_was_sent_is_not_sent(alice: User, *, settled: bool) -> None:
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    notices.tell([alice], "turn", "turn-1-1", "Your turn", "/", topic="turn-1")
    if settled:
        notices.settle(alice.pk, "turn-1")
    assert spread.spread() == 1
    assert Delivery.objects.exists() is not settled
    assert Notice.objects.get().spread


def test_supporters_may_have_more_at_once() -> None:
    found = limits.AT_ONCE["matches"]
    assert found.supporters > found.everybody
    assert limits.at_once(User(), "matches") == found.everybody
    assert limits.at_once(User(supporter_until=timezone.localdate()), "matches") == found.supporters
