"""The server as in production, and what a client reads of a page."""

from __future__ import annotations

import http.client
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from boatzee_site.local.services import free_port

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
VERSION = re.compile(r'data-version="(\d+)"')


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
