"""What is read out of docker-compose.yml and the Dockerfile, and what never gets into the image."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from boatzee_site.local import ROOT
from tests.shape.compose import Volume, ignored, interpolate, read_compose, read_dockerfile, read_env
from tests.shape.sandbox import clear_up, ip, lacking
from tests.shape.stack import write_env

PATTERNS = (ROOT / ".dockerignore").read_text().split()


@pytest.mark.parametrize(
    "path",
    [
        *(".env", ".env.old", "deploy/certificates/privkey.pem", ".git/config", "var/secrets.json"),
        *("tests/conftest.py", ".venv/bin/python", "games/rules/__pycache__/base.pyc", ".mypy_cache/x"),
    ],
)
def test_the_image_is_built_without(path: str) -> None:
    assert any(ignored(pattern, Path(path)) for pattern in PATTERNS)


@pytest.mark.parametrize(
    "path", ["manage.py", "deploy/nginx.conf", "games/environment.py", "static/css/base.css"]
)
def test_the_image_is_built_with(path: str) -> None:
    assert not any(ignored(pattern, Path(path)) for pattern in PATTERNS)


def test_variables_are_put_in_as_compose_does() -> None:
    given = {"A": "1", "EMPTY": ""}
    assert interpolate({"x": ["${A:?}", "${B:-two}", "${EMPTY:-}", "$$HOME ${A}"]}, given) == {
        "x": ["1", "two", "", "$HOME 1"]
    }
    with pytest.raises(KeyError):
        interpolate("${EMPTY:?}", given)
    assert read_env("# a\n\nA=b=c\nD=\n") == {"A": "b=c", "D": ""}


def test_the_dockerfile_is_read() -> None:
    text = (
        "FROM a AS b\nENV X=1\nRUN one\n"
        "FROM c\nRUN useradd --uid 7 me\nWORKDIR /w\nENV PATH=/v:$PATH \\\n  Y=2\nUSER me\n"
    )
    found = read_dockerfile(text, "/bin")
    assert (found.environment, found.folder, found.user) == ({"PATH": "/v:/bin", "Y": "2"}, "/w", 7)
    assert found.runs == ["one", "useradd --uid 7 me"]


def test_every_service_that_stays_has_a_health_check(tmp_path: Path) -> None:
    services = read_compose((ROOT / "docker-compose.yml").read_text(), write_env(tmp_path))
    assert {name for name, one in services.items() if not one.test} == {"migrate", "tables"}


def test_the_keeper_alone_has_the_dice_keys(tmp_path: Path) -> None:
    services = read_compose((ROOT / "docker-compose.yml").read_text(), write_env(tmp_path))
    assert {name for name, one in services.items() if one.environment.get("DICE_KEYS")} == {"keeper"}


def test_the_keeper_alone_can_lay_a_socket_where_the_others_look_for_its_own(tmp_path: Path) -> None:
    services = read_compose((ROOT / "docker-compose.yml").read_text(), write_env(tmp_path))
    of_the_site = {name for name, one in services.items() if one.image in {"boatzee", "boatzee-backup"}}
    folders = {name: [one for one in services[name].volumes if one.source == "keeper"] for name in services}
    assert {name for name, found in folders.items() if found} == of_the_site
    assert folders.pop("keeper") == [Volume("keeper", "/run/boatzee")]
    others = Volume("keeper", "/run/boatzee", read_only=True)
    assert all(found in ([], [others]) for found in folders.values())


def test_the_image_compiles_the_code_for_it_cannot_be_written_beside_it() -> None:
    runs = read_dockerfile((ROOT / "Dockerfile").read_text(), "").runs
    assert any("compileall" in run for run in runs)


@pytest.mark.skipif(bool(lacking()), reason="Namespaces are made by root alone.")
def test_what_a_killed_test_left_is_cleared_up_and_what_others_use_is_not() -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    left, used = [f"bz{gone.pid}", f"bz{gone.pid}-web-1"], f"bz{os.getpid()}-in-use"
    for space in (*left, used):
        ip("netns", "add", space)
    try:
        assert set(left) <= set(clear_up())
        assert {one.name for one in Path("/run/netns").iterdir()} & {*left, used} == {used}
    finally:
        ip("netns", "delete", used)
