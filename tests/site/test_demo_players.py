"""Demo players: on a local site only, with passwords that nobody else has."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.test import override_settings

from accounts.models import User

pytestmark = pytest.mark.django_db


def passwords(folder: Path) -> dict[str, str]:
    lines = (folder / "demo-players.txt").read_text().splitlines()[1:]
    return {line.split()[0]: line.split()[1] for line in lines}


def test_a_site_that_runs_for_real_refuses_them() -> None:
    with override_settings(LOCAL=False), pytest.raises(CommandError, match="local site only"):
        call_command("demo_players")
    assert not User.objects.filter(username__in=["alice", "director"]).exists()


def test_everybody_can_sign_in_with_the_password_that_is_written_down(tmp_path: Path) -> None:
    with override_settings(LOCAL=True, VAR_DIR=tmp_path):
        call_command("demo_players")
        made = passwords(tmp_path)
        call_command("demo_players")
    assert set(made) == {"alice", "bob", "carol", "director"}
    assert passwords(tmp_path) == made, "a second time changes nothing"
    for name, password in made.items():
        player = authenticate(username=name, password=password)
        assert isinstance(player, User)
        assert player.is_superuser == (name == "director")
    assert (tmp_path / "demo-players.txt").stat().st_mode & 0o077 == 0
