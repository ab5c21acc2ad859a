"""Somebody who signed in before the clock starts.

It holds to what old checkouts have, too: tests/benchmarks/moves/one_round.py measures them with it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY


def session(player: Any) -> str:
    """The key of a session of a player who signed in, which stands in the list of the player's own."""
    made = import_module(settings.SESSION_ENGINE).SessionStore()
    made[SESSION_KEY] = str(player.pk)
    made[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    made[HASH_SESSION_KEY] = player.get_session_auth_hash()
    made.create()
    UserSession.objects.create(user=player, ip="127.0.0.1", user_agent="", session_key=made.session_key)
    return str(made.session_key)
