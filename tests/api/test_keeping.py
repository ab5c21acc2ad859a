"""Notes, collections, comments, reports, hints and leaders by the API: what pages say, and not more."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import limits
from accounts.limits import HOUR, Budget, Rate
from accounts.models import Report, User
from games.archive import collecting, notes
from games.coach import advice
from games.models import Collection, Deal, Note
from games.rules.base import Kind, Move, Pace
from tests.api.asking import ask, refused
from tests.games.coach.coached import Simple
from tests.games.tables import begin, make, play_out, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_a_note_is_written_read_and_deleted_by_its_writer_alone(alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    path = f"notes/matches/{match.pk}"
    assert ask(alice).send("PUT", path, {"text": "Hm."}).json() == {"text": "Hm."}
    assert ask(alice).get(path).json() == {"text": "Hm."}
    assert ask(bob).get(path).json() == {"text": None}
    assert ask(bob).get("notes").json()["items"] == []
    ask(alice).send("PUT", "notes/players/BOB", {"text": "Plays for the boat."})
    told = ask(alice).get("notes?limit=1").json()
    assert [(one["match"], one["player"]) for one in told["items"]] == [(None, "bob")]
    rest = ask(alice).get(f"notes?cursor={told['next']}").json()
    assert [one["match"] for one in rest["items"]] == [match.pk]
    assert rest["next"] is None
    ask(alice).send("PUT", path, {"text": " "})
    assert Note.objects.get().about == bob


def test_no_note_on_what_may_not_be_seen(alice: User, bob: User, carol: User) -> None:
    running, closed = begin("BO", alice, bob), play_out(begin("BO", alice, bob, pace=Pace.DUPLICATE))
    Deal.objects.update(opened_at=None)
    for key in (running.pk, closed.pk, 10**9):
        refused(ask(carol).send("PUT", f"notes/matches/{key}", {"text": "Hm."}), 404, "not-found")
        refused(ask(carol).get(f"notes/matches/{key}"), 404, "not-found")


def test_there_is_a_most_of_notes(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "NOTES", 0)
    refused(ask(alice).send("PUT", "notes/players/bob", {"text": "Hm."}), 409, "too-many")
    assert notes.on_player(alice, bob) is None


def test_a_collection_is_made_filled_changed_and_deleted(alice: User, bob: User) -> None:
    first, second = (play_out(begin("BO", alice, bob), seed) for seed in (1, 2))
    program = ask(alice)
    made = program.post("collections", {"name": "Close ones", "public": True})
    assert made.status_code == 201
    path = f"collections/{made.json()['id']}"
    for match in (first, second):
        program.post(f"{path}/matches", {"match": match.pk})
    told = program.post(f"{path}/matches", {"match": second.pk, "act": "up"}).json()
    assert [one["id"] for one in told["matches"]] == [second.pk, first.pk]
    assert [one["id"] for one in ask(None).get(path).json()["matches"]] == [second.pk, first.pk]
    changed = program.patch(path, {"public": False}).json()
    assert (changed["name"], changed["public"]) == ("Close ones", False)
    refused(ask(bob).get(path), 404, "not-found")
    refused(ask(bob).send("DELETE", path), 404, "not-found")
    program.post(f"{path}/matches", {"match": first.pk, "act": "remove"})
    assert program.send("DELETE", path).status_code == 204
    assert not Collection.objects.exists()


def test_nothing_hidden_is_put_into_one(alice: User, bob: User, carol: User) -> None:
    running = begin("BO", alice, bob)
    mine = collecting.make(carol, "Mine", "", public=True)
    for key in (running.pk, 10**9):
        refused(ask(carol).post(f"collections/{mine.pk}/matches", {"match": key}), 404, "not-found")


@pytest.mark.parametrize("sent", [{"name": "a\nb"}, {"name": " "}, {"name": "a", "about": "x" * 2001}, {}])
def test_what_the_page_refuses_is_refused(alice: User, sent: dict[str, object]) -> None:
    refused(ask(alice).post("collections", sent), 422, "invalid")
    assert not Collection.objects.exists()


def test_who_is_muted_says_nothing_to_all(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(muted_until=timezone.now() + timedelta(days=1))
    refused(ask(alice).post("collections", {"name": "Hm", "public": True}), 403, "may-not-write")
    assert ask(alice).post("collections", {"name": "Hm"}).status_code == 201


def test_comments_are_for_the_players_until_both_agree(alice: User, bob: User, carol: User) -> None:
    match = play_out(begin("BO", alice, bob))
    path = f"matches/{match.pk}/comments"
    assert ask(alice).post(path, {"text": "Well rolled."}).status_code == 201
    assert [one["text"] for one in ask(bob).get(path).json()["items"]] == ["Well rolled."]
    refused(ask(carol).get(path), 403, "may-not-write")
    refused(ask(carol).post(f"{path}/agree", {"agree": True}), 403, "not-yours-to-decide")
    for player in (alice, bob):
        assert ask(carol).get(path).status_code == 403
        ask(player).post(f"{path}/agree", {"agree": True})
    told = ask(carol).get(path).json()
    assert (told["public"], told["agreed"], len(told["items"])) == (True, None, 1)
    ask(bob).post(f"{path}/agree", {"agree": False})
    assert ask(carol).get(path).status_code == 403


def test_a_report_reaches_the_staff_with_the_words(alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    said = ask(bob).post(f"matches/{match.pk}/comments", {"text": "Ha ha."}).json()
    path = f"matches/{match.pk}/comments/{said['id']}/report"
    assert ask(alice).post(path, {"why": "Rude."}).status_code == 204
    found = Report.objects.get()
    assert (found.by, found.about, found.quote, found.why) == (alice, bob, "Ha ha.", "Rude.")
    refused(ask(bob).post(path, {"why": "Rude."}), 404, "not-found")
    refused(ask(alice).post("players/alice/report", {"why": "Rude."}), 400, "bad-report")
    refused(ask(alice).post("players/nobody/report", {"why": "Rude."}), 404, "not-found")


def test_reports_are_on_their_budget(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BUDGETS", {**limits.BUDGETS, "report": Budget("Many.", (Rate(1, HOUR),))})
    ask(alice).post("players/bob/report", {"why": "Rude."})
    assert "Retry-After" in ask(alice).post("players/bob/report", {"why": "Rude."})
    assert Report.objects.count() == 1


def test_nobody_reports_what_they_cannot_read(alice: User, bob: User, carol: User) -> None:
    match = begin("BO", alice, bob)
    said = ask(bob).post(f"matches/{match.pk}/chat", {"text": "Ha ha."}).json()
    refused(ask(carol).post(f"matches/{match.pk}/chat/{said['id']}/report", {"why": "Hm"}), 404, "not-found")
    assert not Report.objects.exists()


@pytest.mark.usefixtures("robots")
def test_a_hint_is_given_alone_and_against_nobody(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "advisor", lambda rules: Simple())
    alone, between = begin("BO", alice), begin("BO", alice, bob)
    make(alone, alice, Move(Kind.ROLL))
    told = ask(alice).get(f"matches/{alone.pk}/hint").json()
    assert told["best"]["kind"] in {"roll", "score"}
    assert told["margin"]["points"] >= 0
    refused(ask(alice).get(f"matches/{between.pk}/hint"), 403, "no-hints")
    refused(ask(bob).get(f"matches/{alone.pk}/hint"), 403, "no-hints")
    refused(ask(alice).get("matches/999999/hint"), 404, "not-found")


def test_no_hint_is_given_before_the_tables_are_there(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def waits(rules: object) -> None:
        raise advice.NotReady("/some/folder")

    monkeypatch.setattr(advice, "advisor", waits)
    alone = begin("BO", alice)
    make(alone, alice, Move(Kind.ROLL))
    answer = ask(alice).get(f"matches/{alone.pk}/hint")
    assert "folder" not in refused(answer, 409, "getting-ready")["detail"]
    assert answer["Retry-After"]


def test_records_are_listed_with_my_place(alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    totals = {player.username: seat_of(match, player).total for player in (alice, bob)}
    told = ask(alice).get("leaders/records?game=BO").json()
    assert {one["name"]: one["value"] for one in told["items"]} == totals
    assert [one["mine"] for one in told["items"] if one["name"] == "alice"] == [True]
    assert (told["me"]["value"], told["me"]["match"]) == (totals["alice"], match.pk)
    assert ask(None).get("leaders/records?game=BO&span=week").json()["me"] is None
    refused(ask(None).get("leaders/records?game=PG&what=column"), 409, "no-such-list")
    refused(ask(None).get("leaders/records?game=BO&span=year&day=0001-01-01"), 409, "no-such-list")
    refused(ask(None).get("leaders/records?game=BO&span=week&day=2020-01-06"), 409, "no-such-list")


def test_ratings_are_asked_for_as_on_the_page(alice: User) -> None:
    assert ask(None).get("leaders/ratings?game=BO&of=month").json() == {"items": [], "next": None, "me": None}
    assert ask(alice).get("leaders/puzzles?of=buddies").json()["items"] == []
    refused(ask(None).get("leaders/ratings?game=BO&of=buddies"), 401, "no-token")
    refused(ask(None).get("leaders/ratings?game=BO&of=country"), 422, "invalid")
    refused(ask(None).get("leaders/ratings?game=BO&of=country&country=XX"), 422, "invalid")
    assert ask(None).get("leaders/ratings?game=BO&of=country&country=DE").status_code == 200
    refused(ask(None).get("leaders/ratings?game=BO&cursor=x"), 400, "bad-cursor")
