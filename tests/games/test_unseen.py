"""What is played on hidden cards is closed to everybody until the match is over, however it ends."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts import bell, live
from accounts.live import channels
from accounts.models import User
from dicepool import fates, pool
from dicepool.models import Epoch, Fate
from games.match import channels as match_channels
from games.match import locked, play, staff, unseen
from games.models import Match, Move
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove
from games.seats import lobby
from tests.games.tables import begin, legal, make, play_out, resigned, timed_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def hidden() -> int:
    """How many sets were rolled and are not told of."""
    used = {serial for serials in Move.objects.values_list("serials", flat=True) for serial in serials}
    return len(used - set(Fate.objects.values_list("serial", flat=True)))


def kinds() -> list[int]:
    return list(Fate.objects.order_by("serial").values_list("kind", flat=True))


@pytest.fixture
def split(alice: User, bob: User) -> Match:
    """A match on hidden cards in which both have rolled."""
    match = begin("BO", alice, bob, pace=Pace.SPLIT)
    make(match, alice, RulesMove(Kind.ROLL))
    make(match, bob, RulesMove(Kind.ROLL))
    assert hidden() == 2
    return match


ENDINGS: list[Callable[[Match], object]] = [
    play_out,
    resigned,
    timed_out,
    lambda match: play.leave_all(match.seats.get(index=1).player),  # type: ignore[arg-type]
    lambda match: staff.adjudicate(match.pk, [1, 2], "So it is."),
    lambda match: staff.void(match.pk, "A mistake."),
]


@pytest.mark.parametrize(
    "end", ENDINGS, ids=["played", "resigned", "timed out", "left", "adjudicated", "voided"]
)
def test_every_end_opens_the_proofs(split: Match, client: Client, end: Callable[[Match], object]) -> None:
    pages = [
        reverse("dicepool:roll_json", args=[serial]) for move in split.moves.all() for serial in move.serials
    ]
    assert {client.get(page).status_code for page in pages} == {404}
    end(split)
    split.refresh_from_db()
    assert split.over
    assert hidden() == 0
    assert {client.get(page).status_code for page in pages} == {200}


def test_a_seat_that_resigns_or_finishes_opens_nothing(alice: User, bob: User, carol: User) -> None:
    match = begin("BO", alice, bob, carol, pace=Pace.SPLIT)
    for player in (alice, bob, carol):
        make(match, player, RulesMove(Kind.ROLL))
    play.resign(match.pk, alice, 1)
    while legal(match, bob):
        make(match, bob, legal(match, bob)[-1])
    match.refresh_from_db()
    assert not match.over
    assert hidden() == sum(len(move.serials) for move in match.moves.all())


def test_a_match_that_everybody_sees_closes_nothing(alice: User, bob: User) -> None:
    play_out(begin("BZ", alice, bob))
    assert hidden() == 0


def test_alone_nobody_plays_on_hidden_cards(alice: User) -> None:
    match = lobby.invite(alice, [], "BZ", {}, Pace.SPLIT, "main")
    make(match, alice, RulesMove(Kind.ROLL))
    assert match.pace == Pace.TURNS
    assert hidden() == 0


def test_who_rolled_is_told_when_the_proofs_open(client: Client, split: Match, alice: User) -> None:
    make(split, alice, legal(split, alice)[-1])
    table = reverse("games:table", args=[split.pk])
    serial = split.moves.filter(seat=0, kind="roll").get().serials[0]
    client.force_login(alice)
    page = client.get(table).content.decode()
    assert f"#{serial}" in page
    assert reverse("dicepool:roll", args=[serial]) not in page
    assert "The proofs of these rolls open to everybody when the match is over." in page
    staff.void(split.pk, "A mistake.")
    page = client.get(table).content.decode()
    assert reverse("dicepool:roll", args=[serial]) in page
    assert "open to everybody" not in page


def test_what_a_restoration_gives_up_tells_nothing_of_hidden_cards_before_the_end(
    split: Match, client: Client, alice: User
) -> None:
    used = {serial for move in split.moves.all() for serial in move.serials}
    given_up = {int(one[0]) for seat in split.seats.all() for one in seat.reserved}
    Epoch.objects.create(cursor=1, after=max(used | given_up), batch=1, chain=bytes(32), known=True)
    make(split, alice, RulesMove(Kind.ROLL))
    assert not given_up & {serial for move in split.moves.all() for serial in move.serials}
    assert unseen.open_forgotten() == 0
    assert not Fate.objects.filter(serial__in=used | given_up).exists(), "or it would tell who has rolled"
    pages = [reverse("dicepool:roll_json", args=[serial]) for serial in used | given_up]
    assert {client.get(page).status_code for page in pages} == {404}
    play_out(split)
    unseen.open_forgotten()
    assert fates.waiting() == 0
    told = {one.serial: one.kind for one in Fate.objects.filter(serial__in=used | given_up)}
    assert {serial for serial, kind in told.items() if kind == Fate.Kind.SHOWN} == used
    assert {serial for serial, kind in told.items() if kind == Fate.Kind.THROWN_AWAY} == given_up


class TestWhatCameByNoEnd:
    """Such as a match whose row was changed or deleted by hand."""

    def test_it_is_found_and_opened(self, split: Match) -> None:
        assert unseen.open_forgotten() == 0
        assert hidden() == 2
        Match.objects.filter(pk=split.pk).update(status=Match.Status.VOID)
        assert unseen.open_forgotten() == 1
        assert hidden() == 0

    def test_sets_of_a_match_that_is_gone_are_lost(self, split: Match) -> None:
        Match.objects.filter(pk=split.pk).delete()
        assert unseen.open_forgotten() == 1
        assert fates.waiting() == 0
        assert kinds() == [Fate.Kind.THROWN_AWAY] * 4

    def test_so_is_what_no_move_has_used(self, split: Match) -> None:
        with transaction.atomic():
            [unused] = pool.reserve([pool.Wanted(bytes(32))], unseen.owner(split.pk))
        Match.objects.filter(pk=split.pk).update(status=Match.Status.VOID)
        assert unseen.open_forgotten() == 1
        assert kinds() == [Fate.Kind.SHOWN] * 2 + [Fate.Kind.THROWN_AWAY] * 3
        assert Fate.objects.get(pk=unused.serial).kind == Fate.Kind.THROWN_AWAY

    def test_an_owner_of_another_kind_is_left_alone(self, split: Match) -> None:
        with transaction.atomic():
            pool.reserve([pool.Wanted(bytes(32))], b"else")
        assert unseen.open_forgotten() == 0
        assert fates.waiting() == 5


class TestWordOfIt:
    @pytest.fixture(autouse=True)
    def heard(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """What was said, by channel."""
        said: list[str] = []
        monkeypatch.setattr(channels, "publish", lambda *names: said.extend(names))
        return said

    def test_a_hidden_move_is_told_to_who_may_see_it(
        self,
        alice: User,
        bob: User,
        carol: User,
        heard: list[str],
        django_capture_on_commit_callbacks: Callable[..., object],
    ) -> None:
        match = begin("BO", alice, bob, carol, pace=Pace.SPLIT)
        while len(legal(match, alice)) > 0:
            make(match, alice, legal(match, alice)[-1])
        told = {player: match_channels.of_match(match.pk, player.pk) for player in (alice, bob)}
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
            make(match, bob, RulesMove(Kind.ROLL))
        lists = [match_channels.of_list(player.pk) for player in (alice, bob, carol)]
        assert sorted(heard) == sorted([told[alice], told[bob], *lists[:2]])
        heard.clear()
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
            play.resign(match.pk, bob, 1)
        assert heard == [match_channels.of_match(match.pk), *lists], "who resigns says so to everybody"

    @pytest.mark.parametrize("pace", [Pace.SPLIT, Pace.TURNS])
    def test_where_cards_hide_lists_do_not_say_whether_a_turn_passed(
        self,
        pace: Pace,
        alice: User,
        bob: User,
        heard: list[str],
        django_capture_on_commit_callbacks: Callable[..., object],
    ) -> None:
        match = begin("BO", alice, bob, pace=pace)
        with django_capture_on_commit_callbacks(execute=True), transaction.atomic():  # type: ignore[attr-defined]
            locked.write(locked.lock(match.pk))
        lists = [match_channels.of_list(player.pk) for player in (alice, bob)] if pace is Pace.SPLIT else []
        assert heard == [match_channels.of_match(match.pk), *lists]

    def test_the_page_listens_to_both(self, client: Client, split: Match, alice: User, bob: User) -> None:
        table = reverse("games:table", args=[split.pk])
        public = match_channels.of_match(split.pk)
        assert client.get(table).context["refresh"] == [public]
        client.force_login(bob)
        assert client.get(table).context["refresh"] == [public, match_channels.of_match(split.pk, bob.pk)]
        shown = client.get(table)
        token = shown.content.decode().partition('data-live="')[2].partition('"')[0]
        heard = (*shown.context["channels"], bell.channel(bob.pk))
        assert live.permission(token).channels == heard
