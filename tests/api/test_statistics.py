"""Players' numbers, head to head, and tables to watch, by the API."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.api.asking import ask, refused
from tests.games.tables import begin, play_out, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_what_matches_come_to(alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    total = seat_of(match, alice).total
    (told,) = ask(None).get("players/ALICE/games").json()["items"]
    assert (told["game"], told["matches"], told["contests"], told["average"]) == ("BO", 1, 1, total)
    found = ask(None).get("players/alice/games/BO").json()
    assert found["numbers"] == told
    best = [one for one in found["bests"] if (one["what"], one["span"]) == ("total", "ever")]
    assert [(one["value"], one["match"]) for one in best] == [(total, match.pk)]
    assert sum(found["mine"]) == 1
    refused(ask(None).get("players/alice/games/PG"), 404, "not-found")
    refused(ask(None).get("players/alice/games/XX"), 422, "invalid")


def test_head_to_head_is_of_who_asks(alice: User, bob: User, carol: User) -> None:
    match = play_out(begin("BO", alice, bob))
    place, other = seat_of(match, alice).place, seat_of(match, bob).place
    assert place
    assert other
    told = ask(alice).get("players/bob/against").json()
    assert told == {"won": int(place < other), "lost": int(place > other), "drawn": int(place == other)}
    assert sum(ask(carol).get("players/bob/against").json().values()) == 0
    assert sum(ask(alice).get("players/bob/against?game=PG").json().values()) == 0
    refused(ask(alice).get("players/alice/against"), 404, "not-found")


def test_ratings_are_shown_as_far_as_their_player_shows_them(alice: User, bob: User) -> None:
    play_out(begin("BO", alice, bob))
    (point,) = ask(None).get("players/alice/ratings").json()["items"]
    assert (point["game"], point["kind"]) == ("BO", "duel")
    User.objects.filter(pk=alice.pk).update(hide_rating=True)
    for player in (None, bob):
        assert ask(player).get("players/alice/ratings").json() == {"items": None}
    assert ask(alice).get("players/alice/ratings").json()["items"]


def test_tables_to_watch(alice: User, bob: User, carol: User) -> None:
    match = begin("BO", alice, bob)
    begin("PG", alice, carol)
    told = ask(None).get("watch?game=BO").json()["items"]
    assert [one["match"] for one in told] == [match.pk]
    User.objects.filter(pk=bob.pk).update(unwatched=True)
    assert ask(None).get("watch?game=BO").json()["items"] == []
