"""The server as in production, players who are signed in, and what a client reads of a page."""

from __future__ import annotations

import http.client
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

from accounts.models import User
from accounts.sessions import SessionStore
from boatzee_site.local.services import free_port

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
VERSION = re.compile(r'data-version="(\d+)"')


def session(player: User) -> str:
    """The key of a session of somebody who signed in, which stands in the list of the player's own."""
    from allauth.usersessions.models import UserSession

    made = SessionStore()
    made[SESSION_KEY] = str(player.pk)
    made[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    made[HASH_SESSION_KEY] = player.get_session_auth_hash()
    made.create()
    assert made.session_key
    UserSession.objects.create(user=player, ip="127.0.0.1", user_agent="", session_key=made.session_key)
    return made.session_key


@contextmanager
def server() -> Iterator[int]:
    """Serve the site; yields the port."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "boatzee_site.wsgi", "--log-level", "warning"]
    process = subprocess.Popen(command, env={**os.environ, "PORT": str(port)}, start_new_session=True)
    try:
        for _ in range(200):
            try:
                http.client.HTTPConnection("127.0.0.1", port, timeout=5).connect()
                break
            except OSError:
                time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(20)
