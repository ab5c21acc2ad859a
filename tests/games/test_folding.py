"""Folded matches are the same matches, for whoever reads them and for whoever decides about them."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.conf import LazySettings
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.management.commands.check_matches import differences
from games.match import folding, play, staff
from games.models import Folded, Match, Move
from games.packed import Logged
from games.rules import RULES
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove
from games.seats import lobby
from tests.games.folded import first_move, record_of, rows, two_by_turns
from tests.games.tables import begin, make, play_out, resigned, timed_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def ripe(*matches: Match) -> None:
    """Let these have been over for long."""
    past = timezone.now() - timedelta(days=8)
    Match.objects.filter(pk__in=[match.pk for match in matches]).update(ended_at=past)


@pytest.mark.parametrize("code", RULES)
def test_a_folded_match_has_the_same_record_and_unfolds_to_the_same_rows(
    alice: User, bob: User, code: str
) -> None:
    match = two_by_turns(code, alice, bob)
    before, text = rows(match), record_of(match)
    assert not any(move.at.microsecond % 1000 for move in match.moves.all())
    assert folding.fold([match.pk]) == folding.Run(1)
    assert not Move.objects.exists()
    match.refresh_from_db()
    assert match.folded
    assert match.state is None
    assert [seat.latest for seat in match.seats.all()] == [{}, {}]
    assert record_of(match) == text
    assert differences(match.pk) == []
    assert folding.unfold_all() == folding.Run(1)
    assert rows(match) == before
    assert not Folded.objects.exists()


class TestWhatFolds:
    def test_only_what_is_over_and_for_long_enough(
        self, alice: User, bob: User, settings: LazySettings
    ) -> None:
        running, fresh, old = begin("BO", alice, bob), begin("BO", alice, bob), begin("BO", alice, bob)
        resigned(fresh)
        resigned(old)
        declined = Match.objects.create(
            code="BO", rules_version=1, pace="turns", clock="main", status="declined", ended_at=timezone.now()
        )
        ripe(running, old, declined)
        assert folding.fold_ripe() == folding.Run(1)
        assert list(Match.objects.filter(folded=True)) == [old]
        assert folding.fold([running.pk, declined.pk]) == folding.Run(0)
        settings.FOLD_AFTER = timedelta(0)
        ripe(fresh)
        assert folding.fold_ripe() == folding.Run(0)
        settings.FOLD_AFTER = timedelta(days=9)
        assert folding.fold_ripe() == folding.Run(0)

    def test_the_second_time_finds_nothing(self, alice: User, bob: User) -> None:
        match = two_by_turns("BO", alice, bob)
        ripe(match)
        assert folding.fold_ripe() == folding.Run(1)
        assert folding.fold_ripe() == folding.fold([match.pk]) == folding.Run(0)
        assert folding.unfold_all([match.pk]) == folding.Run(1)
        assert folding.unfold_all([match.pk]) == folding.unfold_all() == folding.Run(0)

    def test_however_it_ended(self, alice: User, bob: User, carol: User) -> None:
        ends: list[Callable[[Match], object]] = [
            resigned,
            timed_out,
            lambda match: staff.adjudicate(match.pk, [2, 1], "So it is."),
            lambda match: staff.void(match.pk, "A mistake."),
            lambda match: play.leave_all(alice),
        ]
        matches = []
        for end in ends:
            match = begin("BZ", alice, bob)
            end(make(match, *first_move(match)))
            matches.append(match)
        split = play_out(begin("BO", alice, bob, carol, pace=Pace.SPLIT))
        columns = play_out(begin("BT", alice))
        for match in (*matches, split, columns):
            text = record_of(match)
            assert folding.fold([match.pk]) == folding.Run(1)
            assert record_of(match) == text
            assert differences(match.pk) == []

    def test_with_no_move_at_all(self, alice: User) -> None:
        match = begin("BO", alice)
        staff.void(match.pk, "A mistake.")
        text = record_of(match)
        assert folding.fold([match.pk]) == folding.Run(1)
        assert record_of(match) == text
        assert differences(match.pk) == []

    def test_a_closed_account_stays_a_former_player(self, alice: User, bob: User) -> None:
        match = two_by_turns("BO", alice, bob)
        folding.fold([match.pk])
        bob.delete()
        assert '"former player"' in record_of(match)
        assert folding.unfold_all() == folding.Run(1)
        assert '"former player"' in record_of(match)

    def test_rules_that_nobody_knows_any_more_are_no_hindrance(self, alice: User, bob: User) -> None:
        match = two_by_turns("BO", alice, bob)
        Match.objects.filter(pk=match.pk).update(rules_version=99)
        match.seats.update(latest={})  # which is told by playing it through
        before = rows(match)
        assert folding.fold([match.pk]) == folding.Run(1)
        assert folding.unfold_all() == folding.Run(1)
        assert rows(match) == before

    def test_a_match_that_is_gone_takes_its_fold_along(self, alice: User) -> None:
        match = play_out(begin("BO", alice))
        folding.fold([match.pk])
        Match.objects.filter(pk=match.pk).delete()
        assert not Folded.objects.exists()

    def test_more_than_fit_into_one_transaction(
        self, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(folding, "AT_ONCE", 2)
        matches = [begin("BO", alice, bob) for _ in range(5)]
        for match in matches:
            resigned(match)
        ripe(*matches)  # at the very same moment
        assert folding.fold_ripe(most=3) == folding.Run(4)
        assert folding.fold_ripe() == folding.Run(1)

    def test_many_cost_as_many_statements_as_few(self, alice: User, bob: User) -> None:
        def statements(count: int) -> int:
            matches = [begin("BO", alice, bob) for _ in range(count)]
            for match in matches:
                resigned(match)
            with CaptureQueriesContext(
                connection,
            ) as asked:
                assert folding.fold([match.pk for match in matches]) == folding.Run(count)
            return len(asked)

        assert statements(1) == statements(6) <= 8

    def test_what_never_began_has_nothing_to_fold(self, alice: User, bob: User) -> None:
        match = lobby.invite(alice, [bob], "BO", {}, Pace.TURNS, "main")
        staff.void(match.pk, "A mistake.")
        ripe(match)
        assert folding.fold_ripe() == folding.fold([match.pk]) == folding.Run(0)


class TestWhatCannotBePacked:
    def test_is_left_as_it_is_and_nothing_else_waits_for_it(
        self, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setattr(folding, "AT_ONCE", 1)
        odd, whole = two_by_turns("BO", alice, bob), two_by_turns("BO", alice, bob)
        Move.objects.filter(match=odd, number=3).delete()
        ripe(odd, whole)
        before = rows(odd)
        assert folding.fold_ripe() == folding.Run(1, (odd.pk,))
        assert rows(odd) == before
        assert "Moves are missing." in caplog.text
        assert Match.objects.get(folded=True) == whole

    def test_a_move_that_was_not_packed_is_not_deleted(self, alice: User, bob: User) -> None:
        match = two_by_turns("BO", alice, bob)
        before = rows(match)
        slipped: list[Move] = []

        def slip_in(execute: Callable[..., Any], sql: str, *asked: Any) -> Any:
            if sql.startswith("DELETE") and not slipped:
                slipped.append(match.moves.create(number=match.version + 1, seat=0, kind="roll"))
            return execute(sql, *asked)

        with pytest.raises(folding.Changed), connection.execute_wrapper(slip_in):
            folding.fold([match.pk])
        assert slipped
        assert rows(match) == before
        assert not Folded.objects.exists()

    def test_the_command_says_so(self, alice: User, bob: User, capsys: pytest.CaptureFixture[str]) -> None:
        match = two_by_turns("BO", alice, bob)
        Move.objects.filter(match=match, kind="score").update(box="two words")
        with pytest.raises(SystemExit) as ended:
            call_command("fold_matches", match.pk)
        assert ended.value.code == 1
        assert str(match.pk) in capsys.readouterr().err
        assert not Folded.objects.exists()


def test_every_column_of_a_move_is_packed() -> None:
    """A column that is new has to find its place in the format, or folding loses it."""
    assert {field.name for field in Move._meta.get_fields()} - {"id", "match", "number"} == set(
        Logged._fields
    )


def test_the_commands_and_the_task(alice: User, bob: User) -> None:
    one, other = two_by_turns("BO", alice, bob), two_by_turns("PG", alice, bob)
    said = StringIO()
    call_command("fold_matches", stdout=said)
    assert not Folded.objects.exists()
    ripe(one, other)
    call_command("fold_matches", stdout=said)
    assert "2 matches are folded." in said.getvalue()
    call_command("check_matches", stdout=said)
    call_command("unfold_matches", one.pk, stdout=said)
    assert "1 matches are unfolded." in said.getvalue()
    assert Folded.objects.get().match == other
    tasks.fold_matches()
    assert Folded.objects.count() == 2


def test_a_release_that_knows_no_folds_is_not_gone_back_to(alice: User) -> None:
    back = importlib.import_module("games.migrations.0015_folded").must_be_unfolded
    match = play_out(begin("BO", alice))
    back(apps, connection.schema_editor())
    folding.fold([match.pk])
    with pytest.raises(RuntimeError, match="unfold_matches"):
        back(apps, connection.schema_editor())


class TestWhoDecides:
    @pytest.fixture
    def decided(self, alice: User, bob: User) -> Match:
        match = begin("BO", alice, bob)
        make(match, *first_move(match))
        staff.adjudicate(match.pk, [1, 2], "So it is.")
        folding.fold([match.pk])
        return match

    def test_it_goes_on_where_it_stood(self, decided: Match) -> None:
        staff.reopen(decided.pk)
        decided.refresh_from_db()
        assert not decided.folded
        assert decided.status == Match.Status.RUNNING
        assert not Folded.objects.exists()
        whole = play_out(decided)
        assert [move.number for move in whole.moves.order_by("number")] == list(range(1, whole.version + 1))
        assert differences(decided.pk) == []

    def test_it_stays_folded_where_only_its_result_changes(self, decided: Match) -> None:
        staff.correct(decided.pk, [2, 1], "It is not.")
        assert '[Result "2 1"]' in record_of(decided)
        staff.discount(decided.pk, "For nobody.")
        staff.take_back(decided.pk, "It never was.")
        assert '[Ended "void"]' in record_of(decided)
        assert Folded.objects.filter(match=decided).exists()
        assert differences(decided.pk) == []

    def test_one_that_was_played_to_its_end_is_not_unfolded_in_vain(self, alice: User, bob: User) -> None:
        match = two_by_turns("BO", alice, bob)
        folding.fold([match.pk])
        with pytest.raises(staff.NotDecided):
            staff.reopen(match.pk)
        assert Folded.objects.filter(match=match).exists()

    def test_no_move_is_made_at_a_folded_match(self, decided: Match, alice: User) -> None:
        with pytest.raises(play.MatchOver):
            play.move(decided.pk, alice, decided.version, RulesMove(Kind.ROLL))


class TestDamage:
    @pytest.fixture
    def match(self, alice: User, bob: User) -> Match:
        match = two_by_turns("BO", alice, bob)
        folding.fold([match.pk])
        return match

    def test_of_the_bytes_is_found(self, match: Match) -> None:
        fold = Folded.objects.get()
        stored = bytes(fold.packed)
        Folded.objects.update(packed=stored[:30] + bytes([stored[30] ^ 4]) + stored[31:])
        assert any("damaged" in found for found in differences(match.pk))

    @pytest.mark.parametrize(
        "damage",
        [
            lambda match: Match.objects.update(folded=False),
            lambda match: Match.objects.update(state={"turn": 0}),
            lambda match: Match.objects.update(status="running"),
            lambda match: Folded.objects.update(late=2),
            lambda match: match.moves.create(number=1, seat=0, kind="roll"),
        ],
    )
    def test_of_the_rows_is_found(self, match: Match, damage: Callable[[Match], object]) -> None:
        assert differences(match.pk) == []
        damage(match)
        assert differences(match.pk) != []

    def test_a_fold_that_is_gone_is_found(self, match: Match) -> None:
        Folded.objects.all().delete()
        assert differences(match.pk) != []
