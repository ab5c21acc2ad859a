"""Every variable that is read stands in docs/operating.md, reaches the containers and is in .env.example."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from boatzee_site.local import ROOT
from tests.site.test_settings import PRODUCTION, start

READS = {"environ", "environment", "given", "env"}
NAME = re.compile(r"[A-Z][A-Z0-9_]+")
NOT_FOR_OPERATORS = {
    "ANALYSIS_BUILD": "of the tests, which play while no table is there and cannot wait for one",
    "BOATZEE_FSYNC": "of `make bench`, which sets it",
    "COUNTED_AS": "of each process of gunicorn.conf.py, which sets it",
    "DJANGO_SETTINGS_MODULE": "Django's own; every way in sets it",
    "OPENBLAS_NUM_THREADS": "NumPy's own; each process is given one thread where nobody says otherwise",
    "EVENTS_PORT": "of `make run`: for real uvicorn is told by its command",
    "PROMETHEUS_MULTIPROC_DIR": "prometheus_client's own; gunicorn.conf.py sets it",
    "PYTHONUNBUFFERED": "Python's own; run.py and the image set it",
    "STATEMENT_SECONDS": "from wsgi.py to settings.py: pages have a limit, workers none",
    "STATICFILES": "of the tests, which lay out no static files",
    "WORKERS": "of `make run`",
}
NOT_HANDED_ON = {"DEBUG": "never for real", "POSTGRES_BIN": "the image has the wheel's"}
FOR_ONE = {
    "DICE_KEYS": "keeper",
    **dict.fromkeys(("BACKUP_KEYS", "BACKUP_DAYS", "BACKUP_DATABASE_URL", "BACKUP_WAL"), "backup"),
}
"""What one service alone is handed."""
MADE = {
    "DATABASE_URL": "of POSTGRES_PASSWORD",
    "REDIS_URL": "of REDIS_PASSWORD",
    "BACKUP_DATABASE_URL": "the socket of the server, which two services share",
    "BACKUP_WAL": "beside that socket",
    "DICE_KEEPER": "the socket in a volume that the services share",
}
OF_COMPOSE = {"POSTGRES_PASSWORD", "REDIS_PASSWORD", "CERTIFICATES"}


def names_read(file: Path) -> Iterator[str]:
    """The variables a file asks for, in any of the ways of `test_the_ways_of_asking_are_seen`."""
    for node in ast.walk(ast.parse(file.read_text())):
        match node:
            case ast.Call(func=ast.Name(id="required"), args=[ast.Constant(value=str(name)), *_]):
                yield name
            case ast.Call(func=ast.Attribute(value=place), args=[ast.Constant(value=str(name)), *_]):
                if _is_environment(place) and NAME.fullmatch(name):
                    yield name
            case ast.Subscript(value=place, slice=ast.Constant(value=str(name))):
                if _is_environment(place):
                    yield name
            case ast.Compare(
                left=ast.Constant(value=str(name)), ops=[ast.In() | ast.NotIn()], comparators=[place]
            ):
                if _is_environment(place):
                    yield name


def _is_environment(place: ast.expr) -> bool:
    match place:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in READS
    return False


FILES = [*sorted((ROOT / "boatzee_site").rglob("*.py")), ROOT / "gunicorn.conf.py"]
READ = {name for file in FILES for name in names_read(file)}
TABLE = re.findall(r"^\| (`[A-Z][^|]+) \|", (ROOT / "docs" / "operating.md").read_text(), re.MULTILINE)
DOCUMENTED = {name for cell in TABLE for name in re.findall(r"`([A-Z_]+)`", cell)}
COMPOSE_TEXT = (ROOT / "docker-compose.yml").read_text()
COMPOSE = yaml.safe_load(COMPOSE_TEXT)
HANDED_ON: dict[str, str] = COMPOSE["x-site"]["environment"]
IMAGE = set(
    re.findall(r"([A-Z_]+)=", (ROOT / "Dockerfile").read_text().split("\nENV ")[1].split("\nUSER")[0])
)
EXAMPLE = re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)


def test_the_ways_of_asking_are_seen(tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    file.write_text(
        'a = env.int("ONE", default=1)\nb = os.environ.get("TWO") or given.get("THREE", "")\n'
        'c = os.environ["FOUR"]\nd = "FIVE" in os.environ\ne = required("SIX")\nf = {}.get("NOT")\n'
    )
    assert set(names_read(file)) == {"ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX"}
    assert {"SECRET_KEY", "DICE_BATCH", "WEB_THREADS", "HOST", "BOATZEE_VAR"} <= READ


def test_the_table_of_readme_is_what_the_site_reads() -> None:
    assert READ - NOT_FOR_OPERATORS.keys() == DOCUMENTED
    assert NOT_FOR_OPERATORS.keys() <= READ, "an exception that nothing needs any more"


def test_every_variable_reaches_the_containers() -> None:
    assert DOCUMENTED - HANDED_ON.keys() - IMAGE == NOT_HANDED_ON.keys() | FOR_ONE.keys()
    assert HANDED_ON.keys() <= DOCUMENTED, "handed on, but nothing reads it"
    for name, value in HANDED_ON.items():
        if name not in MADE:
            assert value in {f"${{{name}:?}}", f"${{{name}:-}}"}


def test_every_service_of_the_site_is_handed_all_of_them() -> None:
    ours = {name: one for name, one in COMPOSE["services"].items() if one["image"] == "boatzee"}
    assert len(ours) >= 7
    for name, one in ours.items():
        own = {key: f"${{{key}:?}}" for key, service in FOR_ONE.items() if service == name}
        assert one["environment"] == HANDED_ON | own, name


def test_the_example_names_what_docker_compose_asks_for() -> None:
    asked = set(re.findall(r"(?<!\$)\$\{([A-Z_]+)", COMPOSE_TEXT))
    assert sorted(EXAMPLE) == sorted(asked)
    assert asked == ((HANDED_ON.keys() | FOR_ONE.keys()) - MADE.keys()) | OF_COMPOSE


WHAT = """
import runpy
import boatzee_site.wsgi
import boatzee_site.settings as found
web = runpy.run_path("gunicorn.conf.py")
print(sorted((name, str(value)) for name, value in vars(found).items() if name.isupper()))
print(web["bind"], web["workers"], web["threads"])
"""


def test_what_is_empty_counts_as_not_given() -> None:
    empty = {name: "" for name in (*HANDED_ON, *IMAGE, "STATEMENT_SECONDS") if name not in PRODUCTION}
    ordered = {**PRODUCTION, "PYTHONHASHSEED": "0"}  # sets are printed, too
    without, with_empty = start(WHAT, **ordered), start(WHAT, **{**empty, **ordered})
    assert without.returncode == 0, without.stderr
    assert with_empty.stdout == without.stdout


@pytest.mark.parametrize("name", ["SECRET_KEY", "REDIS_URL", "DATABASE_URL"])
def test_a_secret_that_is_empty_refuses_to_start(name: str) -> None:
    done = start(**{**PRODUCTION, name: ""})
    assert done.stderr == f"Boatzee cannot start: {name} is not set in the environment.\n"
