"""docker-compose.yml comes up as it stands, each service under its own conditions, to a first move."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from boatzee_site import alive
from tests import aside
from tests.machine import lacks
from tests.shape.sandbox import Container, lacking
from tests.shape.stack import Stack

pytestmark = [pytest.mark.faults, pytest.mark.long, pytest.mark.xdist_group("shape")]
MARKS = {"DICE_BATCH": "4000", "DICE_LOW_WATER": "1000", "DICE_HIGH_WATER": "4000", "WEB_WORKERS": "1"}
ONCE = {"migrate", "tables"}
"""Services that end when they have done what they are for."""
PARTS = {"database", "redis", "beat", "play", "told", "heavy", "stream", "dice"}
LATER = {"backup"}
"""Known once the first was taken."""


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    if lack := lacking():
        lacks(lack)
    with aside.folder() as folder:
        made = Stack(folder, **MARKS)
        try:
            made.up()
            for member, service in made.members.items():
                if service.test:
                    made.wait_until_healthy(made.containers[member], service)
            yield made
        finally:
            made.down()


def ready(stack: Stack, strict: str = "0") -> tuple[int, dict[str, Any]]:
    """What `/health/ready` of a web process says."""
    ask = (
        "import requests\n"
        f"answer = requests.get('http://127.0.0.1:8000/health/ready?strict={strict}', timeout=10)\n"
        "print(answer.status_code, answer.text)"
    )
    said = stack.of("web")[0].run(["python", "-c", ask], 20).stdout
    status, _, text = said.partition(" ")
    return int(status), json.loads(text)


@pytest.fixture(scope="module")
def story(stack: Stack) -> list[str]:
    """What somebody tells who came, signed up and rolled: a word a line. The pool is empty before."""
    visitor = stack.visitor("/visit/visitor.py", "/visit/certificate.pem")
    visitor.start()
    assert visitor.process
    status = visitor.process.wait(120)
    said = visitor.log.read_text()
    logs = "\n".join(f"{one.name}:\n{one.log.read_text()[-3000:]}" for one in stack.containers.values())
    assert status == 0, f"{logs}\n{said}"
    return said.splitlines()


def test_somebody_signs_up_and_plays_a_first_move_through_the_proxy(story: list[str]) -> None:
    *refused, signed_up, rolled, heard = story
    assert (signed_up, rolled, heard.rstrip("0123456789")) == ("signed up", "rolled", "retry: "), story
    assert set(refused) <= {"refused 503"}, "until a worker has filled the empty pool"


@pytest.mark.usefixtures("story")
def test_every_part_is_heard_of(stack: Stack) -> None:
    limit = time.monotonic() + 60
    while (found := ready(stack, "1"))[0] != 200 and time.monotonic() < limit:
        time.sleep(1)
    status, state = found
    assert status == 200, f"{state}\n{stack.of('beat')[0].log.read_text()[-3000:]}"
    assert {
        name: part["status"] for name, part in state["parts"].items() if name not in LATER
    } == dict.fromkeys(PARTS, "up")


def test_every_service_has_the_conditions_that_it_asks_for(stack: Stack) -> None:
    for member, service in stack.members.items():
        if service.image != "boatzee" or service.name in ONCE:
            continue
        asked = "touch /x /app/x /venv/x /home/x; grep -h ^Cap /proc/1/status; id -u; env"
        said = stack.containers[member].run(["sh", "-c", asked], 20).stdout
        assert said.count("Read-only file system") + said.count("No such file") == 4, said
        assert said.count("0000000000000000") == 5, said
        assert "\n10001\n" in said
        names = {line.partition("=")[0] for line in said.splitlines() if "=" in line}
        assert "BOATZEE_VAR" in names
        assert "VIRTUAL_ENV" not in names
        assert "/root" not in said
        assert service.no_new_privileges
        assert service.drops_capabilities


def test_the_site_has_no_power_over_its_postgres(stack: Stack) -> None:
    [postgres] = stack.of("postgres")
    role = "SELECT rolsuper OR rolcreatedb OR rolcreaterole FROM pg_roles WHERE rolname = 'boatzee'"
    said = postgres.run(["psql", "-XAt", "-h", "127.0.0.1", "-U", "boatzee", "-d", "boatzee", "-c", role], 20)
    assert said.stdout == "f\n"
    ask = (
        "import os, psycopg\n"
        "address = os.environ['DATABASE_URL']\n"
        "psycopg.connect(address).execute('SELECT 1')\n"
        "psycopg.connect(address.replace('//boatzee:', '//postgres:'))"
    )
    refused = stack.of("web")[0].run(["python", "-c", ask], 20)
    assert refused.returncode == 1
    assert 'password authentication failed for user "postgres"' in refused.stdout


def test_the_image_holds_no_secret_and_nothing_that_is_only_for_tests(stack: Stack) -> None:
    said = stack.of("web")[0].run(["find", "/app", "-maxdepth", "2"], 20).stdout.splitlines()
    assert "/app/manage.py" in said
    assert "/app/static-root/staticfiles.json" in said
    for name in (".env", ".git", "tests", "var", "deploy/certificates", ".venv"):
        assert f"/app/{name}" not in said


def test_every_health_check_passes_and_fails_once_its_process_stands_still(stack: Stack) -> None:
    running = {member: one for member, one in stack.members.items() if one.name not in ONCE}
    for member, service in running.items():
        assert service.test, f"{member} has no health check"
        assert stack.check(stack.containers[member], service) == "", member
        assert stack.containers[member].process.poll() is None, member  # type: ignore[union-attr]

    def check_frozen(member: str) -> str:
        return stack.check(stack.containers[member], running[member])

    order = ["proxy", "web-1", "web-2", "stream", "worker", "worker-told", "worker-heavy", "beat", "backup"]
    needed = ["keeper", "redis", "postgres"]
    assert {*order, *needed} == running.keys()
    try:
        for group in (order, needed):  # what the others need stands still last
            for member in group:
                stack.containers[member].freeze()
            age_the_sign(stack.of("beat")[0], "tmp/var/beat.alive")
            age_the_sign(stack.of("backup")[0], "var/lib/boatzee-backups/.alive")
            with ThreadPoolExecutor() as threads:
                wrong = dict(zip(group, threads.map(check_frozen, group), strict=True))
            assert all(wrong.values()), wrong
    finally:
        for member in running:
            stack.containers[member].thaw()


def age_the_sign(container: Container, place: str) -> None:
    """As if a while had passed since it stood still."""
    old = time.time() - alive.PATIENCE - 5
    os.utime(f"/proc/{container.first}/root/{place}", (old, old))
