"""Whether a program is answered alike whatever language it asks for."""

from __future__ import annotations

import re
from typing import Any

from django.db import transaction

from tests.api.asking import Program
from tests.api.rows import Row

CHANGES = re.compile(r'(?<=/)[\w-]{20,}(?=/)|"[\w=-]{20,}"|\d+')
"""Numbers of what is made, moments, faces of dice, cursors and secret links: they are others each time."""


def differs(program: Program, row: Row, path: str, sent: Any) -> str:
    """What is answered in English and in German, where that is not the same. What is done is undone."""
    english, german = (_asked(program, row.method, path, sent, code) for code in ("en", "de"))
    return "" if english == german else f"{row}: {english} | {german}"


def _asked(program: Program, method: str, path: str, sent: Any, code: str) -> str:
    with transaction.atomic():
        answer = program.send(method, path, sent, Accept_Language=code)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        transaction.set_rollback(True)
    return f"{answer.status_code} {CHANGES.sub('0', body.decode())}"
