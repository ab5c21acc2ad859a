"""Static files under names that change with what is in them, few and small: see bundling.py."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import rcssmin  # type: ignore[import-untyped]
import rjsmin  # type: ignore[import-untyped]
from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

from boatzee_site import bundling

OUR_IMPORTS = (
    "js/*.js",
    (
        (r"""(?P<matched>from ?"(?P<url>\./[\w-]+\.js)";)""", 'from"%(url)s";'),
        (r"""(?P<matched>import\("(?P<url>\./[\w-]+\.js)"\))""", 'import("%(url)s")'),
    ),
)
OURS = re.compile(r"(?P<kind>js|css)/(?P<name>[\w-]+)\.(?P=kind)")
ENTRIES = ("every", "sums", "numbers", "table", "verify")
"""Scripts that bring along what they import, each what none before it has brought."""
SHARED = ("every", "sums")
"""Of these, the one that every page has, and one that does nothing by itself."""


class Made:
    """In place of the folder where a file was found: what is served in its stead."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    def open(self, path: str) -> File[bytes]:
        """The file by its path."""
        return ContentFile(self.texts[path].encode())


class Files(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Our scripts import one another under those names too: a module that is loaded twice has two minds.

    Django's own way to do it stumbles over scripts of others.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, OUR_IMPORTS)

    def post_process(self, paths: Mapping[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Name and compress what is served, with our scripts and styles bundled and minified.

        A page that asks by itself for a module that comes in a bundle fails.
        """
        yield from super().post_process(paths if dry_run else bundled(paths), dry_run, **options)


def bundled(paths: Mapping[str, Any]) -> dict[str, Any]:
    """Where each file that is served is found, of where each was: a storage, and the path in it.

    Raises bundling.CannotBundle.
    """
    sources: dict[str, dict[str, str]] = {"js": {}, "css": {}}
    left = dict(paths)
    for path in paths:
        if ours := OURS.fullmatch(path):
            sources[ours["kind"]][ours["name"]] = _text(*left.pop(path))
    scripts = bundling.scripts(sources["js"], ENTRIES, SHARED)
    styles = {name: bundling.style(text, sources["css"]) for name, text in sources["css"].items()}
    texts = {f"js/{name}.js": rjsmin.jsmin(text) for name, text in scripts.items()}
    texts |= {f"css/{name}.css": rcssmin.cssmin(text) for name, text in styles.items()}
    made = Made(texts)
    return left | {path: (made, path) for path in texts}


def _text(storage: Any, path: str) -> str:
    with storage.open(path) as file:
        return str(file.read().decode())
