"""Records that are brought along, and files of all matches, by the API."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from boatzee_site.local import ROOT
from games.archive import dumping, keeping
from games.coach import advice
from games.imported import reviewing
from games.models import Imported, Match
from tests.api.asking import ask, refused
from tests.games.coach.coached import Simple
from tests.games.tables import begin, play_out

pytestmark = pytest.mark.django_db
TEXT = (ROOT / "tests" / "records" / "BZ" / "two-players.txt").read_text()


def test_a_record_is_imported_replayed_and_forgotten(alice: User) -> None:
    program = ask(alice)
    told = program.post("imports", {"text": TEXT})
    assert told.status_code == 201
    one = told.json()
    assert (one["verified"], one["link"], one["over"]) == (False, None, True)
    assert one["replay"]["totals"] == [288, 251]
    assert program.post("imports", {"text": TEXT}).json()["id"] == one["id"]
    assert [line["id"] for line in program.get("imports").json()["items"]] == [one["id"]]
    assert program.get(f"imports/{one['id']}").json()["replay"] == one["replay"]
    assert program.send("DELETE", f"imports/{one['id']}").status_code == 204
    refused(program.get(f"imports/{one['id']}"), 404, "not-found")


def test_what_is_wrong_is_said_with_its_line(alice: User) -> None:
    told = refused(ask(alice).post("imports", {"text": TEXT.replace("roll", "throw", 1)}), 400, "bad-record")
    assert told["detail"].startswith("Line ")
    assert not Imported.objects.exists()


@pytest.mark.parametrize("text", ["\ud800", '[Site "Boatzee"]\n' * 9000, "x" * 200_000])
def test_hostile_texts_are_refused(alice: User, text: str) -> None:
    assert ask(alice).post("imports", {"text": text}).status_code in {400, 422}


def test_one_by_its_link_names_nobody(client: Client, alice: User) -> None:
    one = ask(alice).post("imports", {"text": TEXT}).json()
    link = ask(alice).post(f"imports/{one['id']}/share", {"shared": True}).json()["link"]
    html = client.get(link.removeprefix("http://testserver")).content.decode()
    assert "alice" not in html
    assert ask(alice).post(f"imports/{one['id']}/share", {"shared": False}).json()["link"] is None
    assert client.get(link.removeprefix("http://testserver")).status_code == 404


def test_its_review_is_asked_for_and_read(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "advisor", lambda rules: Simple())
    one = ask(alice).post("imports", {"text": TEXT}).json()
    path = f"imports/{one['id']}/review"
    assert ask(alice).get(path).json() == {"state": "none", "review": None}
    assert ask(alice).post(path).json()["state"] in {"asked", "getting-ready"}
    reviewing.make_due()
    told = ask(alice).get(path).json()
    assert told["state"] == "ready"
    assert len(told["review"]["seats"]) == 2


@pytest.mark.usefixtures("pool")
def test_files_of_all_matches_are_listed(
    client: Client, alice: User, bob: User, tmp_path: Path, settings: Any
) -> None:
    settings.DUMPS_DIR = tmp_path
    assert ask(None).get("archive/dumps").json() == {"items": []}
    match = play_out(begin("BO", alice, bob))
    Match.objects.filter(pk=match.pk).update(ended_at=datetime(2026, 1, 5, tzinfo=UTC))
    keeping.keep(match.pk)
    dumping.make_missing()
    [told] = ask(None).get("archive/dumps").json()["items"]
    assert (told["month"], told["name"]) == ("2026-01", "matches-2026-01.ndjson.gz")
    found = client.get(told["url"].removeprefix("http://testserver") + ".sha256")
    assert found.content.decode().split()[0] == told["sha256"]
