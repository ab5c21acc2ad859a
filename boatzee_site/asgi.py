"""The stream, for a server that speaks ASGI. Nothing else does here."""

# ruff: noqa: E402  (Django stands before its models are imported)
from __future__ import annotations

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boatzee_site.settings")

django.setup()

from accounts.live.stream import stream
from boatzee_site import heartbeats, streaming

application = stream(lambda: heartbeats.note("stream"), heartbeats.EVERY, streaming.ROUTES)
