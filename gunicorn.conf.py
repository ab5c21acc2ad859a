"""How pages are served, locally and for real: `gunicorn boatzee_site.wsgi` finds this file."""

import gc
import os
import shutil
import signal
import tempfile
from itertools import count
from typing import Any

from boatzee_site import draining

host = os.environ.get("HOST") or "127.0.0.1"
port = os.environ.get("PORT") or "8000"
bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
worker_class = "boatzee_site.web.Worker"
workers = int(os.environ.get("WEB_WORKERS") or "2")
threads = int(os.environ.get("WEB_THREADS") or "8")
preload_app = True
timeout = 60
graceful_timeout = 10
# For so many seconds a server that is told to stop goes on, and says at /health/ that it is about to.
drain = float(os.environ.get("WEB_DRAIN") or "0")
keepalive = 5
max_requests = 20_000
max_requests_jitter = 2_000
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108  (gunicorn unlinks it at once)
control_socket_disable = True
# Where all processes count requests together (boatzee_site/measured.py); known before the site is loaded.
os.environ["PROMETHEUS_MULTIPROC_DIR"] = counted = tempfile.mkdtemp(prefix="boatzee-counted-")


def when_ready(server: Any) -> None:
    """Before the server forks, leave what is loaded to itself: nothing of it is garbage.

    The collector writes into every object that it looks at, and a page of memory that is written to is not
    shared between the processes any more.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)  # a request makes some thousands; looking every 700 took 3 % of its time

    def stop(*_: object) -> None:
        """Say that it is about to stop, and stop a while later; at once if told so twice."""
        if draining.has_begun() or not drain:
            draining.begin()
            server.signal(signal.SIGTERM, None)
        else:
            draining.begin()
            signal.setitimer(signal.ITIMER_REAL, drain)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGALRM, stop)


def pre_fork(server: Any, worker: Any) -> None:
    """A new process takes up the files of one that is gone: there are never more of them than processes."""
    used = {one.counted_as for one in server.WORKERS.values()}
    worker.counted_as = next(number for number in count(1) if number not in used)


def post_fork(_: object, worker: Any) -> None:
    """It counts under its own number from here on."""
    os.environ["COUNTED_AS"] = str(worker.counted_as)


def on_exit(_: object) -> None:
    """The next one begins at nothing."""
    shutil.rmtree(counted, ignore_errors=True)
