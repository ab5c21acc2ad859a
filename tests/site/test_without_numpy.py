"""Pages that advise nobody do without numpy and the tables, which are more to load than all the rest."""

from __future__ import annotations

import sys
from pkgutil import walk_packages

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import analysis, positions
from games.coach import advice, reviews
from games.puzzles import solving
from games.rules.base import Kind, Move
from tests.games.coach.coached import Simple
from tests.games.puzzles.posed import CHANCE, lain, posed
from tests.games.tables import begin, make, play_out, to_move
from tests.games.test_staff_fair_play import row_of
from tests.site.test_weight import LIGHT

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool", "robots")]
EVERYBODYS = ("home", "puzzles", "puzzle_days", "lessons", "rules", "robots", "watch", "my_play", "mine")
POSITION = positions.encode(lain("BZ"))


def take_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every import of numpy, and of what brings it along, fail, as if nobody had loaded it."""
    found = {one.name for one in walk_packages(analysis.__path__, f"{analysis.__name__}.")}
    for name in ("numpy", "games.coach.building", *sorted(found - LIGHT, reverse=True)):
        parent, _, own = name.rpartition(".")
        if parent in sys.modules:
            monkeypatch.delattr(sys.modules[parent], own, raising=False)
        monkeypatch.setitem(sys.modules, name, None)


def staff(player: User) -> Client:
    """A browser of somebody who may look at everything."""
    player.is_staff = player.is_superuser = True
    player.save()
    client = Client()
    client.force_login(player)
    return client


def test_it_is_missed_where_somebody_is_advised(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    client.force_login(alice)
    take_away(monkeypatch)
    with pytest.raises(ImportError):
        client.post(reverse("games:position", args=[POSITION]))


def test_pages_that_advise_nobody_do_not_miss_it(
    alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(advice, "advisor", lambda rules: Simple())
        over = play_out(begin("BO", alice, bob))
        assert reviews.make_due() == 1
    running = begin("BZ", alice, bob)
    make(running, to_move(running), Move(Kind.ROLL))
    done, fresh = posed(), posed("DK")
    solving.answer(alice, done.pk, CHANCE)
    judged = row_of(alice, 300)
    take_away(monkeypatch)
    client = Client()
    for player in (None, alice, bob):
        if player:
            client.force_login(player)
        for name in EVERYBODYS:
            assert client.get(reverse(f"games:{name}")).status_code in {200, 302}, name
        for name in ("table", "review", "replay", "record"):
            assert client.get(reverse(f"games:{name}", args=[over.pk])).status_code == 200, name
        for match in (running, over):
            assert client.get(reverse("games:table", args=[match.pk])).status_code == 200
        for puzzle in (done, fresh):
            assert client.get(reverse("games:puzzle", args=[puzzle.pk])).status_code == 200
        assert client.get(reverse("games:position", args=[POSITION])).status_code == 200
        lesson = reverse("games:lesson", args=["bz"])
        assert client.get(lesson).status_code == 200
        assert client.post(lesson, {"version": "0", "do": "roll"}).status_code in {302, 409}
    page = client.get(reverse("games:review", args=[over.pk]))
    assert page.context["state"] == "ready"
    client.force_login(alice)
    assert client.get(reverse("games:my_play")).status_code == 200
    answer = {"version": "0", "do": "roll", "keep": ["1"]}
    assert client.post(reverse("games:puzzle", args=[fresh.pk]), answer, follow=True).status_code == 200
    mover = to_move(running)
    client.force_login(mover)
    running.refresh_from_db()
    form = {"version": str(running.version), "do": "score", "box": "chance"}
    assert client.post(reverse("games:move", args=[running.pk]), form).status_code == 302
    for name, args in (("changelist", []), ("change", [judged.pk])):
        page = staff(carol).get(reverse(f"admin:games_fairplay_{name}", args=args))
        assert page.status_code == 200
