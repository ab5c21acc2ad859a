"""A site that takes its time, for gunicorn as it is set up here: it answers once the file GO is there."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from boatzee_site import draining

Start = Callable[[str, list[tuple[str, str]]], object]


def application(environ: dict[str, str], start_response: Start) -> Iterable[bytes]:
    """Answer whether the server is about to stop; at `/slow` when it may, and made a file before."""
    if environ["PATH_INFO"] == "/slow":
        go = Path(os.environ["GO"])
        go.with_name(f"slow-{threading.get_ident()}").touch()
        while not go.exists():
            time.sleep(0.01)
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"stopping" if draining.has_begun() else b"up"]
