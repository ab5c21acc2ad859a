"""The processes of a site of several machines: how each is begun, and what all of them are told."""

from __future__ import annotations

import sys
from pathlib import Path

PYTHON = (sys.executable, "-m")
WEB = (*PYTHON, "gunicorn", "boatzee_site.wsgi")
BEAT = (*PYTHON, "boatzee_site.beat")


def stream(port: int) -> tuple[str, ...]:
    """Who serves open pages, at a port."""
    return (*PYTHON, "uvicorn", "boatzee_site.asgi:application", "--port", str(port), "--no-access-log")


def worker(name: str, queues: str) -> tuple[str, ...]:
    """Who works off these queues, one task at a time."""
    celery = (*PYTHON, "celery", "-A", "boatzee_site.celery", "worker", "--loglevel", "info")
    return (*celery, "-Q", queues, "--hostname", f"{name}@%h", "--concurrency", "1")


def told(home: Path, pages: int, events: int) -> dict[str, str]:
    """What all of them are told, for a site at these ports; all share the folder of the log of dice."""
    return {
        "DJANGO_SETTINGS_MODULE": "boatzee_site.settings",
        "PYTHONUNBUFFERED": "1",
        "DICE_LOG": str(home / "dice-log"),
        "DICE_BATCH": "10000",
        "ANALYSIS_BUILD": "off",
        "HTTPS": "0",
        "PROXIES": "1",
        "ALLOWED_HOSTS": "127.0.0.1,localhost",
        "SITE_URL": f"http://127.0.0.1:{pages}",
        "EVENTS_URL": f"http://127.0.0.1:{events}/events",
    }
