"""What each process of the site weighs beside a bare Django's, which is served by the same server.

Memory of the processes as `make run` starts them, once they are at work: its pages (the front page), its
streams, its queues, its schedule. And the processor's time until all is loaded, the least of three.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from boatzee_site import local
from boatzee_site.local import run as site
from boatzee_site.local.address import Address
from boatzee_site.local.children import end
from boatzee_site.local.services import free_port

Report = Callable[[str, str, str], None]
LOADS = {
    "web": "import boatzee_site.wsgi",
    "worker": "from boatzee_site.celery import app; app.loader.init_worker()",
    "beat": "from boatzee_site import beat; beat.Beat(app=beat.app).init_loader()",
    "stream": "import boatzee_site.asgi",
}
"""What each process loads before it does anything."""
TIMES = 40
"""How often a page is asked for before its server is weighed."""
PATIENCE = 60.0  # seconds
GOALS = {"web": (115, 2), "beat": (60, 2)}
"""MiB, and seconds of the processor."""
BARE = """
from django.conf import settings
settings.configure(
    SECRET_KEY="none",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF="bare",
    STATIC_URL="static/",
    DATABASES={"default": {"ENGINE": "django.db.backends.postgresql", "NAME": "none"}},
    INSTALLED_APPS=[f"django.contrib.{name}" for name in (
        "admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")],
    MIDDLEWARE=["django.middleware.security.SecurityMiddleware",
        "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request",
            "django.contrib.auth.context_processors.auth",
            "django.contrib.messages.context_processors.messages"]}}],
)
from django.core.wsgi import get_wsgi_application
application = get_wsgi_application()
from django.contrib import admin
from django.urls import path
urlpatterns = [path("", admin.site.urls)]
"""
"""What `startproject` makes, with Postgres: the admin is all of its pages."""


def run(report: Report) -> None:
    """Print the processor's time and the memory of each process."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "log").mkdir()
        (home / "bare.py").write_text(BARE)
        bare = _seconds("import bare", home)
        for name, loads in LOADS.items():
            report(
                f"{name}: processor's time until all is loaded",
                f"{_seconds(loads, local.ROOT):.2f} s",
                _beside(f"{bare:.2f} s", f"{GOALS[name][1]} s" if name in GOALS else ""),
            )
        with _bare(home) as server:
            least = _largest(server)[0]
        for name, (memory, own) in _at_work(home).items():
            said = _beside(f"{least:.0f} MiB", f"{GOALS[name][0]} MiB" if name in GOALS else "")
            report(f"{name}: memory (RSS)", f"{memory:.0f} MiB", f"{said}; {own:.0f} MiB shared with none")


def _beside(bare: str, goal: str) -> str:
    return f"{bare} a bare Django" + (f"; goal {goal} at most" if goal else "")


def _seconds(loads: str, folder: Path) -> float:
    """Of the processor, from the start of Python on."""
    said = "import os; spent = os.times(); print(spent.user + spent.system)"
    command = [sys.executable, "-W", "ignore", "-c", f"{loads}\n{said}"]
    took = []
    for _ in range(3):
        done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
        took.append(float(done.stdout.split()[-1]))
    return min(took)


def _at_work(home: Path) -> dict[str, tuple[float, float]]:
    """The largest process of each kind: its memory, and what of it is shared with no other; in MiB."""
    here = Address("127.0.0.1", free_port(), free_port())
    environment = {**os.environ, "HOST": here.host, "PORT": str(here.port)}
    children = {child.name: child for child in site._children(home, environment, here)}
    try:
        for child in children.values():
            child.start()
        _ask(f"http://localhost:{here.port}/", TIMES)
        _ask(f"http://localhost:{here.events_port}/health/", TIMES)
        for name, sign in (("play", " ready."), ("beat", "Sending due task")):
            _until(children[name].log, sign)
        processes = {"web": "web", "worker": "play", "beat": "beat", "stream": "events"}
        return {name: _largest(children[child].process) for name, child in processes.items()}
    finally:
        for child in children.values():
            end(child.process, signal.SIGTERM, 15)


@contextmanager
def _bare(home: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A bare Django that has served its pages, as the site is served."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "--config", str(local.ROOT / "gunicorn.conf.py")]
    server = subprocess.Popen(
        [*command, "--log-level", "warning", "bare:application"],
        cwd=home,
        env={**os.environ, "HOST": "127.0.0.1", "PORT": str(port), "PYTHONPATH": str(local.ROOT)},
        start_new_session=True,
    )
    try:
        _ask(f"http://localhost:{port}/login/", TIMES)
        yield server
    finally:
        end(server, signal.SIGTERM, 15)


def _largest(parent: subprocess.Popen[bytes] | None) -> tuple[float, float]:
    assert parent
    family = psutil.Process(parent.pid)
    found = [one.memory_full_info() for one in (family, *family.children())]
    return max(one.rss for one in found) / 2**20, max(one.uss for one in found) / 2**20


def _ask(url: str, times: int) -> None:
    """Until it answers, and then so often that every process behind it has."""
    limit = time.monotonic() + PATIENCE
    while times:
        with suppress(OSError):
            urllib.request.urlopen(url, timeout=5).close()
            times -= 1
            continue
        if time.monotonic() > limit:
            raise RuntimeError(f"{url} does not answer.")
        time.sleep(0.1)


def _until(log: Path, sign: str) -> None:
    limit = time.monotonic() + PATIENCE
    while sign not in log.read_text():
        if time.monotonic() > limit:
            raise RuntimeError(f"{log.name} never says: {sign}")
        time.sleep(0.1)
