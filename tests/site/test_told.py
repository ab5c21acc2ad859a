"""What players are told is composed in one place of each room, so that its words are found and kept alike."""

from __future__ import annotations

import ast

from tests.site.contracts import ROOT
from tests.site.test_sizes import of_python

OF_THE_SITE = "accounts/notices/site.py"
"""Where the room of notices itself composes what it tells."""


def tellers() -> set[str]:
    """The modules that write notices by `notices.tell`, or take `tell` or the model's rows for themselves."""
    found = set()
    for name in of_python():
        if name.startswith("tests/") or name == "accounts/notices/__init__.py":
            continue
        for node in ast.walk(ast.parse((ROOT / name).read_text())):
            if isinstance(node, ast.ImportFrom) and node.module == "accounts.notices":
                found |= {name for one in node.names if one.name == "tell"}
            elif isinstance(node, ast.Call) and ast.unparse(node.func) in {
                "notices.tell",
                "Notice",
                "Notice.objects.create",
                "Notice.objects.bulk_create",
            }:
                found.add(name)
    return found


def test_only_the_notices_of_a_room_compose_what_is_told() -> None:
    found = tellers()
    assert {OF_THE_SITE, "games/match/notices.py", "ladders/events/notices.py"} <= found
    assert [name for name in sorted(found) if not name.endswith("/notices.py") and name != OF_THE_SITE] == []
