"""From a match to the proofs of its rolls, checked by the script that shares no code with the site."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.match import play
from games.models import Match
from games.rules.base import Pace
from games.views import proofs
from tests.games.tables import begin, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def verify(*files: Path) -> subprocess.CompletedProcess[str]:
    script = settings.BASE_DIR / "static" / "verify_roll.py"
    return subprocess.run(
        [sys.executable, script, *files], capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.parametrize("code", ["BZ", "DK"])
def test_a_whole_record_is_verified_without_the_site(
    client: Client, alice: User, bob: User, code: str, tmp_path: Path
) -> None:
    match = play_out(begin(code, alice, bob, options={"target": 2000} if code == "DK" else {}))
    proofs, record = tmp_path / "proofs.json", tmp_path / "record.txt"
    proofs.write_bytes(client.get(reverse("games:proofs", args=[match.pk]), follow=True).content)
    record.write_bytes(client.get(reverse("games:record", args=[match.pk])).content)
    done = verify(proofs, record)
    assert done.returncode == 0, done.stdout + done.stderr
    text = record.read_text()
    roll = match.moves.filter(kind="roll").first()
    assert roll is not None
    shown = " ".join(map(str, roll.dice))
    other = " ".join(str(7 - die) for die in roll.dice)
    record.write_text(text.replace(f"({shown} #{roll.serials[0]}", f"({other} #{roll.serials[0]}", 1))
    assert verify(proofs, record).returncode != 0


def test_a_match_that_runs_has_none(client: Client, alice: User, bob: User) -> None:
    match: Match = begin("BZ", alice, bob)
    assert client.get(reverse("games:proofs", args=[match.pk])).status_code == 404


def test_a_long_match_has_several_files_that_hold_every_roll(
    client: Client, alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proofs, "PART", 50)
    match = play_out(begin("BT", alice, bob, carol), seed=4)
    serials = sorted(serial for move in match.moves.all() for serial in move.serials)
    assert len(serials) > 2 * proofs.PART
    files = client.get(reverse("games:proofs", args=[match.pk])).context["files"]
    assert all(len(file) < 4000 for file in files)
    assert sorted(int(found) for file in files for found in file.partition("=")[2].split(",")) == serials


def test_a_match_that_was_resigned_before_a_roll_says_so(client: Client, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob, pace=Pace.SPLIT)
    play.resign(match.pk, alice, 0)
    assert "No dice were rolled" in client.get(reverse("games:proofs", args=[match.pk])).content.decode()
