"""Swagger UI, by which people look through the API and try it: out of django-ninja's wheel, served here.

django-ninja is no app of the site, for it would be loaded with it: so what it ships is found here.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

FILES = ("swagger-ui-bundle.js", "swagger-ui-bundle.js.map", "swagger-ui.css", "swagger-ui.css.map")


def _home() -> Path:
    """Where they lie; nothing is loaded to find that out."""
    spec = find_spec("ninja")
    assert spec
    assert spec.origin
    return Path(spec.origin).parent / "static"


class Finder(BaseFinder):
    """Finds these files and no others."""

    def __init__(self, *args: Any, **given: Any) -> None:
        self.storage = FileSystemStorage(location=_home())

    def check(self, **given: Any) -> list[Any]:
        """Nothing can be set wrongly."""
        return []

    def find(self, path: str, find_all: bool = False, **given: Any) -> Any:
        """Where the file lies, or nothing."""
        found = [self.storage.path(path)] if path in {f"ninja/{name}" for name in FILES} else []
        return found if find_all else found[0] if found else []

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        """All of them."""
        for name in FILES:
            yield f"ninja/{name}", self.storage
