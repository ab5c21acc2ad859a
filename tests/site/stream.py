"""The stream, started for tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from accounts import live, visitors
from accounts.visitors import Visitor
from boatzee_site.local.services import free_port
from boatzee_site.local.starting import until


def _answers(port: int) -> bool:
    with suppress(OSError):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/health/", timeout=2).close()
        return True
    return False


@contextmanager
def stream_process(site: str, **environment: str) -> Iterator[str]:
    """Run it beside a site at this address; gives the address of the stream."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "boatzee_site.asgi:application", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--log-level", "warning", "--no-proxy-headers"],
        env={**os.environ, "SITE_URL": site, **environment},
        start_new_session=True,
    )
    try:
        until(lambda: _answers(port), 60, "The stream does not start.")
        yield f"http://127.0.0.1:{port}/events"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def token(home: str = "127.0.0.1", session: str = "", name: str = "") -> str:
    """What a page of this visitor, or of this session or address, shows to hear a match."""
    bound = visitors.bound(session, home)
    return live.token(Visitor(name or bound, bound), "match-7")
