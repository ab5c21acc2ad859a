"""Static files under names that change with what is in them, without the comments of those who write them."""

from __future__ import annotations

import re
from typing import Any

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

OUR_IMPORTS = (
    "js/*.js",
    (
        (r"""(?P<matched>from "(?P<url>\./[\w-]+\.js)";)""", 'from "%(url)s";'),
        (r"""(?P<matched>import "(?P<url>\./[\w-]+\.js)";)""", 'import "%(url)s";'),
        (r"""(?P<matched>import\("(?P<url>\./[\w-]+\.js)"\))""", 'import("%(url)s")'),
    ),
)
OURS = re.compile(r"(?P<kind>js|css)/[\w.-]+\.(?P=kind)")
COMMENTS = {"js": re.compile(rb"^[ \t]*//.*\n", re.MULTILINE), "css": re.compile(rb"/\*.*?\*/\n?", re.DOTALL)}


class Files(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Our scripts import one another under those names too: a module that is loaded twice has two minds.

    Django's own way to do it stumbles over scripts of others.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, OUR_IMPORTS)

    def _save(self, name: str, content: File[bytes]) -> Any:
        """Keep our scripts and styles without their comments: a sixth of what browsers would fetch."""
        ours = OURS.fullmatch(name)
        return super()._save(
            name, ContentFile(bare(b"".join(content.chunks()), ours["kind"])) if ours else content
        )


def bare(text: bytes, kind: str) -> bytes:
    """A script (`js`) without the lines that are comments, or a style (`css`) without its comments."""
    return COMMENTS[kind].sub(b"", text)
