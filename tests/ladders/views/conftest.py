"""Carol, who leads events."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission

from accounts.models import User


@pytest.fixture
def carol_leads(carol: User) -> User:
    """Carol, who may organise."""
    carol.user_permissions.add(Permission.objects.get(codename="organise_event"))
    return User.objects.get(pk=carol.pk)
