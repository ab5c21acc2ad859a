"""What is folded by hand, and what is unfolded while somebody reads it."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command

from accounts.models import User
from games import export
from games.match import folding
from games.models import Folded, Match
from games.packed import is_newest
from tests.games.folded import STORED_BOAT, record_of, two_by_turns
from tests.games.tables import begin
from tests.games.test_folding import ripe

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_the_command_folds_all_that_is_ripe_and_not_only_what_the_worker_does_at_once(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folding, "AT_ONCE", 1)
    monkeypatch.setattr(folding.fold_ripe, "__defaults__", (1,))
    ripe(*(two_by_turns("PG", alice, bob) for _ in range(3)))
    assert folding.fold_ripe().done == 1
    call_command("fold_matches", stdout=StringIO())
    assert Folded.objects.count() == 3


def test_who_reads_a_match_while_it_is_unfolded_sees_it_all_the_same(alice: User, bob: User) -> None:
    match = two_by_turns("BO", alice, bob)
    state = match.stored
    folding.fold([match.pk])
    read = Match.objects.get(pk=match.pk)
    assert read.folded
    folding.unfold_all([match.pk])
    assert read.state is None
    assert read.stored == state


def test_what_a_former_release_has_folded_is_packed_anew(alice: User, bob: User) -> None:
    old, young, running = two_by_turns("BO", alice, bob), two_by_turns("PG", alice, bob), begin("BO", alice)
    folding.fold([old.pk, young.pk])
    before = bytes(Folded.objects.get(match=young).packed)
    stored = bytes.fromhex(STORED_BOAT)
    Folded.objects.filter(match=old).update(packed=stored)
    Match.objects.filter(pk=old.pk).update(starter=0)  # whom the roll-off that is packed there chose
    old.seats.update(latest={"kind": "roll"})
    text, contents = record_of(old), old_contents(old)
    said = StringIO()
    call_command("fold_matches", "--again", stdout=said)
    assert "1 matches are folded." in said.getvalue()
    packed = bytes(Folded.objects.get(match=old).packed)
    assert is_newest(packed)
    assert len(packed) < 0.8 * len(stored)
    assert (record_of(old), old_contents(old)) == (text, contents)
    assert bytes(Folded.objects.get(match=young).packed) == before
    assert [seat.latest for seat in old.seats.all()] == [{}, {}]
    assert folding.fold_again() == folding.Run(0)
    assert not Match.objects.get(pk=running.pk).folded


def old_contents(match: Match) -> object:
    """What is packed, with times to the minute."""
    moves, state = Folded.objects.get(match=match).contents
    return [move._replace(at=move.at - move.at % folding.MINUTE) for move in moves], state


def test_what_cannot_be_packed_anew_stays_and_holds_up_no_other(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(folding, "AT_ONCE", 2)
    matches = [two_by_turns("BO", alice, bob) for _ in range(5)]
    folding.fold([match.pk for match in matches])
    Folded.objects.update(packed=bytes.fromhex(STORED_BOAT))
    damage(matches[1])
    with pytest.raises(SystemExit):
        call_command("fold_matches", "--again")
    assert f": {matches[1].pk}\n" in capsys.readouterr().err
    newest = {row.match_id: is_newest(bytes(row.packed)) for row in Folded.objects.all()}
    assert newest == {match.pk: match != matches[1] for match in matches}


def damage(match: Match) -> None:
    """Let a bit of what is kept of it fall over."""
    fold = Folded.objects.get(match=match)
    packed = bytes(fold.packed)
    Folded.objects.filter(match=match).update(packed=packed[:-1] + bytes([packed[-1] ^ 1]))


def test_what_cannot_be_read_stays_folded_and_holds_up_no_other(
    alice: User, bob: User, capsys: pytest.CaptureFixture[str]
) -> None:
    first, damaged, gone, last = matches = [two_by_turns("PG", alice, bob) for _ in range(4)]
    folding.fold([match.pk for match in matches])
    damage(damaged)
    Folded.objects.filter(match=gone).delete()
    with pytest.raises(SystemExit) as ended:
        call_command("unfold_matches")
    said = capsys.readouterr()
    assert ended.value.code == 1
    assert "2 matches are unfolded." in said.out
    assert f": {damaged.pk}, {gone.pk}\n" in said.err
    assert list(Match.objects.filter(folded=False)) == [first, last]
    assert Folded.objects.get().match == damaged


def test_an_archive_lacks_what_cannot_be_read_alone_and_says_so(
    alice: User, bob: User, caplog: pytest.LogCaptureFixture
) -> None:
    damaged, whole = (two_by_turns("PG", alice, bob) for _ in range(2))
    folding.fold([damaged.pk, whole.pk])
    damage(damaged)
    parts = dict(export.matches(alice))
    assert [name for name in parts if name.startswith("records/")] == [f"records/PG-{whole.pk}.txt"]
    listed = json.loads(parts["matches.json"])
    assert [(one["match"], one["record"]) for one in listed] == [(damaged.pk, False), (whole.pk, True)]
    assert f"match {damaged.pk} is missing in an archive" in caplog.text
