"""Catalogues as gettext reads them when the site runs: a `.mo` beside each `.po`, which nobody commits.

`python -m boatzee_site.catalogues.compiling` writes those that are missing or older than their source; it
needs neither Django nor the programs of GNU gettext. Whatever starts the site or its servers here does it
first (boatzee_site/local), and the image is built with it.
"""

from __future__ import annotations

import os
from pathlib import Path

from boatzee_site.catalogues.files import FOLDER, existing, read


def compile_all(folder: Path = FOLDER) -> int:
    """Compile what is not current. Returns how many files were written."""
    written = 0
    for _language, _domain, file in existing(folder):
        made = file.with_suffix(".mo")
        if made.exists() and made.stat().st_mtime_ns >= file.stat().st_mtime_ns:
            continue
        rest = made.with_suffix(f".{os.getpid()}")
        rest.write_bytes(read(file).to_binary())
        rest.replace(made)  # at once, for another process may be reading it
        written += 1
    return written


if __name__ == "__main__":
    compile_all()
