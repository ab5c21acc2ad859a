"""Schemathesis against a server: whatever the description allows, and what it does not, is asked of it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from boatzee_site.api import openapi

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "missing_required_header",
    "unsupported_method",
    "ignored_auth",
)
"""No error of the server, nothing that the description does not say, nothing without permission."""


def tried(
    url: str,
    secret: str,
    examples: int,
    home: Path,
    *,
    seed: int = 1,
    description: Path | None = None,
    only: Sequence[str] = (),
) -> subprocess.CompletedProcess[str]:
    """Try every operation so often at this server, with this token or with none. `home` is for its notes.

    `description` is ours with other examples; `only` names operations, where not all are tried.
    """
    command = [
        *(str(Path(sys.executable).with_name("schemathesis")), "run", str(description or openapi.file())),
        *(("--header", f"Authorization: Bearer {secret}") if secret else ()),
        *("--url", url, "--checks", ",".join(CHECKS), "--max-examples", str(examples), "--seed", str(seed)),
        *("--phases", "examples,coverage,fuzzing", "--workers", "1", "--no-color"),
        *(word for name in only for word in ("--include-operation-id", name)),
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=home)
