"""The production shape on this machine: Debian's nginx before gunicorn and uvicorn, as deploy/ has them.

Nothing of deploy/ is changed but addresses, folders and certificates. Postgres and Valkey are there already
(`python -m boatzee_site.local.services`).
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from boatzee_site.local import ROOT
from boatzee_site.local.services import free_port
from tests.laid_out import laid_out

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
HOST = "boatzee.test"
OPEN_FILES = resource.getrlimit(resource.RLIMIT_NOFILE)[1]


@dataclass(frozen=True)
class Shape:
    """Where the site is: the port of HTTPS on every address of the loopback, and its folder with logs."""

    port: int
    home: Path
    web: int
    stream: int
    processes: list[int] = field(default_factory=list)

    def seconds(self) -> float:
        """Seconds of a core that web, stream, worker and proxy have used so far, with all their children."""
        used = 0.0
        for pid in self.processes:
            family = psutil.Process(pid)
            for one in (family, *family.children(recursive=True)):
                with suppress(psutil.Error):
                    times = one.cpu_times()
                    used += times.user + times.system
        return used

    def errors(self) -> list[str]:
        """What the processes complained of: tracebacks, and what nginx calls alert or worse."""
        found = []
        for log in ("web", "stream", "worker"):
            text = (self.home / f"{log}.log").read_text()
            found += [f"{log}: {line}" for line in text.splitlines() if line.startswith("Traceback")]
        text = (self.home / "nginx.log").read_text()
        return found + [line for line in text.splitlines() if re.search(r"\[(alert|emerg|crit)\]", line)]


def environment(home: Path, static: Path, web: int) -> dict[str, str]:
    """What every process of the site is started with: that of a production site."""
    given = {name: value for name, value in os.environ.items() if name not in {"HOST", "STATICFILES"}}
    return {
        **given,
        "HTTPS": "1",
        "PROXIES": "1",
        "ALLOWED_HOSTS": HOST,
        "SITE_URL": f"https://{HOST}",
        "EVENTS_URL": "/events",
        "EMAIL_URL": f"filemail:///{home / 'mail'}",
        "STATIC_ROOT": str(static),
        "PORT": str(web),
        "DJANGO_SETTINGS_MODULE": "boatzee_site.settings",
        "PYTHONUNBUFFERED": "1",
    }


def configure(home: Path, port: int, web: int, stream: int) -> Path:
    """Write the proxy's files; the paths of the image become those of `home`."""
    site = (ROOT / "deploy" / "nginx.conf").read_text()
    main = (ROOT / "deploy" / "nginx-main.conf").read_text()
    changes = {
        "listen 80;": f"listen {free_port()};",
        "listen 443 ssl": f"listen {port} ssl",
        "web:8000": f"127.0.0.1:{web}",
        "stream:8000": f"127.0.0.1:{stream}",
        "/etc/nginx/certificates": str(home),
        "/var/log/nginx/access.log": str(home / "access.log"),
        "/var/cache/nginx/boatzee": str(home / "cache"),
    }
    for old, new in changes.items():
        assert old in site, old
        site = site.replace(old, new)
    (home / "site.conf").write_text(site)
    temporary = "".join(
        f"    {kind}_temp_path {home / kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    changes = {
        "user nginx;": f"user {'root' if os.geteuid() == 0 else 'nobody'};\ndaemon off;",
        "worker_rlimit_nofile 20480;": f"worker_rlimit_nofile {min(20480, OPEN_FILES)};",
        "/var/log/nginx/error.log": str(home / "nginx.log"),
        "/tmp/nginx.pid": str(home / "nginx.pid"),
        "    include /etc/nginx/conf.d/*.conf;": f"{temporary}    include {home / 'site.conf'};",
    }
    for old, new in changes.items():
        assert old in main, old
        main = main.replace(old, new)
    (home / "main.conf").write_text(main)
    return home / "main.conf"


def certify(home: Path) -> None:
    """A certificate that signs itself."""
    key, cert = str(home / "privkey.pem"), str(home / "fullchain.pem")
    subject = ["-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"]
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    command += ["-nodes", "-days", "2", "-keyout", key, "-out", cert, *subject]
    subprocess.run(command, check=True, capture_output=True)


def prepare(given: Mapping[str, str], *, static: bool) -> None:
    """Migrate, fill the pool, and lay out the static files where nobody has yet."""
    lines = ["refill_dice -v 0 --sets 20000"]
    lines += ["collectstatic --noinput -v 0"] if static else []
    subprocess.run([sys.executable, "-m", "tests.migrated", *lines], env=dict(given), cwd=ROOT, check=True)


def commands_of(nginx: str, here: Shape, main: Path, *, worker: bool) -> dict[str, list[str]]:
    """How each of its processes is started; `main` is the proxy's own file."""
    python = [sys.executable, "-m"]
    commands = {
        "web": [*python, "gunicorn", "boatzee_site.wsgi"],
        "stream": [
            *(*python, "uvicorn", "boatzee_site.asgi:application", "--port", str(here.stream)),
            "--no-access-log",
        ],
        "nginx": [nginx, "-c", str(main), "-e", str(here.home / "nginx.log")],
    }
    if worker:
        commands["worker"] = [
            *python,
            "celery",
            "-A",
            "boatzee_site.celery",
            "worker",
            "-l",
            "info",
            "-c",
            "1",
        ]
    return commands


@contextmanager
def shape(*, worker: bool = True) -> Iterator[Shape]:
    """Start all of it, and end it again."""
    assert NGINX, "There is no nginx: install Debian's package nginx-light."
    home = Path(tempfile.mkdtemp(prefix="boatzee-shape-"))
    here = Shape(free_port(), home, free_port(), free_port())
    with laid_out(home / "static") as (static, is_missing):
        given = environment(home, static, here.web)
        prepare(given, static=is_missing)
    certify(home)
    main = configure(home, here.port, here.web, here.stream)
    commands = commands_of(NGINX, here, main, worker=worker)
    running = []
    try:
        for name in ("web", "stream", "worker"):
            (home / f"{name}.log").touch()
        for name, command in commands.items():
            with (home / f"{name}.log").open("ab") as out:
                process = subprocess.Popen(
                    command, env=given, cwd=ROOT, stdout=out, stderr=out, start_new_session=True
                )
                running.append(process)
                here.processes.append(process.pid)
        _wait(here)
        yield here
    finally:
        for process in reversed(running):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
        for process in running:
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
        shutil.rmtree(home, ignore_errors=True)


def _wait(here: Shape) -> None:
    trusting = ssl.create_default_context(cafile=here.home / "fullchain.pem")
    trusting.check_hostname = False
    for path in ("/health/", "/events"):
        limit = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(
                    f"https://127.0.0.1:{here.port}{path}", timeout=5, context=trusting
                ).close()
                break
            except urllib.error.HTTPError as answer:
                if answer.code == 403:  # no token: the stream is there
                    break
            except OSError:
                pass
            if time.monotonic() > limit:
                log = (here.home / "nginx.log").read_text() + (here.home / "web.log").read_text()
                raise AssertionError(f"The site does not start:\n{log[-3000:]}")
            time.sleep(0.2)
