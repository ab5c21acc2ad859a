"""docker-compose.yml as an engine reads it: interpolated from .env, with what the Dockerfile sets."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

VARIABLE = re.compile(r"\$(?:(\$)|\{([A-Z_]+)(?:(:-|:\?)([^}]*))?\})")
SECONDS = re.compile(r"(\d+)s")


@dataclass(frozen=True)
class Image:
    """What the Dockerfile says of a container: its variables, folder and user, and what the build runs."""

    environment: dict[str, str]
    folder: str
    user: int
    runs: list[str]


@dataclass(frozen=True)
class Volume:
    """A volume, or a folder or file of the host, at its place in a container."""

    source: str
    place: str
    read_only: bool = False

    @property
    def named(self) -> bool:
        """Whether it is a volume."""
        return self.source[0] not in "./"


@dataclass(frozen=True)
class Service:
    """One service of the file. `test` is the command of its health check, `patience` its timeout."""

    name: str
    image: str
    command: list[str]
    environment: dict[str, str]
    replicas: int
    read_only: bool
    tmpfs: list[str]
    drops_capabilities: bool
    no_new_privileges: bool
    volumes: list[Volume]
    waits_for: dict[str, str]
    test: list[str]
    patience: float


def read_env(text: str) -> dict[str, str]:
    """The lines of an .env file."""
    lines = (line.strip() for line in text.splitlines())
    pairs = (line.partition("=") for line in lines if line and not line.startswith("#"))
    return {name: value for name, _, value in pairs}


def interpolate(value: Any, given: Mapping[str, str]) -> Any:
    """Put `${NAME:-default}` and `${NAME:?}` in, wherever they stand. Raises KeyError for a needed one."""
    if isinstance(value, dict):
        return {name: interpolate(one, given) for name, one in value.items()}
    if isinstance(value, list):
        return [interpolate(one, given) for one in value]
    if not isinstance(value, str):
        return value

    def put(found: re.Match[str]) -> str:
        dollar, name, how, other = found.groups()
        if dollar:
            return "$"
        if how == ":?" and not given.get(name):
            raise KeyError(f"{name} is needed")
        return given.get(name) or (other if how == ":-" else "")

    return VARIABLE.sub(put, value)


def read_compose(text: str, given: Mapping[str, str]) -> dict[str, Service]:
    """Every service of docker-compose.yml, as `given` by .env."""
    found = interpolate(yaml.safe_load(text), given)["services"]
    return {name: _service(name, one) for name, one in found.items()}


def _service(name: str, one: dict[str, Any]) -> Service:
    test = one.get("healthcheck", {}).get("test", [])
    if test and test[0] == "CMD-SHELL":
        test = ["CMD", "sh", "-c", test[1]]
    waits = one.get("depends_on", {})
    return Service(
        name,
        one["image"],
        one.get("command", []),
        {key: str(value) for key, value in one.get("environment", {}).items()},
        one.get("deploy", {}).get("replicas", 1),
        one.get("read_only", False),
        one.get("tmpfs", []),
        one.get("cap_drop") == ["ALL"],
        "no-new-privileges:true" in one.get("security_opt", []),
        [_volume(line) for line in one.get("volumes", [])],
        {other: how["condition"] for other, how in waits.items()},
        test[1:],
        _seconds(one.get("healthcheck", {}).get("timeout", "30s")),
    )


def _volume(line: str) -> Volume:
    source, place, *how = line.split(":")
    return Volume(source, place, how == ["ro"])


def _seconds(text: str) -> float:
    found = SECONDS.fullmatch(text)
    assert found, text
    return float(found[1])


def read_dockerfile(text: str, path: str) -> Image:
    """Variables, folder and user of the stage `site`, or the last; every RUN. `path` is PATH before it."""
    lines = text.replace("\\\n", " ").splitlines()
    words = [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]
    runs = [rest for word, rest in words if word == "RUN"]
    stages = [at for at, (word, _) in enumerate(words) if word == "FROM"]
    begins = next((at for at in stages if words[at][1].endswith(" AS site")), stages[-1])
    last = words[begins : next((at for at in stages if at > begins), len(words))]
    environment = {"PATH": path}
    for word, rest in last:
        if word == "ENV":
            for pair in shlex.split(rest):
                name, _, value = pair.partition("=")
                environment[name] = value.replace("$PATH", environment["PATH"])
    [folder] = [rest for word, rest in last if word == "WORKDIR"]
    [name] = [rest for word, rest in last if word == "USER"]
    [number] = [found[1] for run in runs if (found := re.search(rf"--uid (\d+) .*\b{name}$", run))]
    return Image(environment, folder, int(number), runs)


def ignored(pattern: str, path: Path) -> bool:
    """Whether a line of .dockerignore leaves this path out, or a folder that it lies in."""
    parts = "(.*/)?".join(re.escape(part).replace(r"\*", "[^/]*") for part in pattern.split("**/"))
    return re.fullmatch(f"{parts}(/.*)?", path.as_posix()) is not None
