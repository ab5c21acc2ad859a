"""What keeps the site at hand on a device."""

from __future__ import annotations

import json

from django.test import Client


def test_the_manifest_names_icons_that_are_there(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    icons = json.loads(answer.content)["icons"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}


def test_the_worker_keeps_no_table(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    kept = next(line for line in answer.content.decode().splitlines() if line.startswith("const KEPT"))
    assert "/offline/" in answer.content.decode()
    assert "matches" not in kept


def test_the_page_without_a_line_says_so_to_anybody(client: Client) -> None:
    assert "There is no connection" in client.get("/offline/").content.decode()
