"""Static files under names that change with what is in them."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class Files(CompressedManifestStaticFilesStorage):
    """Scripts import one another under those names too: a module that is loaded twice has two minds."""

    support_js_module_import_aggregation = True
