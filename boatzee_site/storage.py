"""Static files under names that change with what is in them."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

OUR_IMPORTS = ("js/*.js", ((r"""(?P<matched>from "(?P<url>\./[\w-]+\.js)";)""", 'from "%(url)s";'),))


class Files(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Our scripts import one another under those names too: a module that is loaded twice has two minds.

    Django's own way to do it stumbles over scripts of others.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, OUR_IMPORTS)
