"""What staff decide on a ladder, by the services and on the pages of the Django admin."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Notice, User
from games.match import play
from games.models import Match
from ladders.impartial import Concerned
from ladders.ladder import climbing, refereeing
from ladders.models import Challenge, Ladder, Log
from ladders.reasons import BadDecision
from tests.ladders.test_climbing import order, stand
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
WHY = "It must be."


@pytest.fixture
def ladder(db: None) -> Ladder:
    return Ladder.objects.create(code="BO")


@pytest.fixture
def referee(db: None) -> User:
    """Staff with rights over ladders."""
    made = User.objects.create_user("referee", "referee@example.org", is_staff=True)
    made.user_permissions.set(Permission.objects.filter(content_type__app_label="ladders"))
    return made


def logged(said: str, by: User) -> bool:
    return Log.objects.filter(what=said, why=WHY, by=by).exists()


@pytest.mark.parametrize(
    ("who", "rung", "after"),
    [
        (3, 1, ["p03", "p00", "p01", "p02"]),
        (0, 3, ["p01", "p02", "p00", "p03"]),
        (0, 4, ["p01", "p02", "p03", "p00"]),
        (1, 2, None),
        (1, 0, None),
        (1, 5, None),
    ],
)
def test_a_player_is_placed(
    ladder: Ladder, referee: User, who: int, rung: int, after: list[str] | None
) -> None:
    players = stand(ladder, 4)
    if after is None:
        with pytest.raises(climbing.MayNot):
            refereeing.place(ladder.pk, players[who], rung, referee, WHY)
        assert order(ladder) == ["p00", "p01", "p02", "p03"]
        return
    refereeing.place(ladder.pk, players[who], rung, referee, WHY)
    assert order(ladder) == after
    assert logged(f"p{who:02} is placed on rung {rung}, from {who + 1}", referee)
    assert Notice.objects.get(player=players[who]).text == WHY


def test_one_from_outside_is_placed_between(ladder: Ladder, referee: User, alice: User) -> None:
    stand(ladder, 2)
    refereeing.place(ladder.pk, alice, 2, referee, WHY)
    assert order(ladder) == ["p00", "alice", "p01"]


def test_who_was_removed_and_is_placed_may_leave_and_come_again(ladder: Ladder, referee: User) -> None:
    who = stand(ladder, 3)
    refereeing.remove(ladder.pk, who[1], None, referee, WHY)
    refereeing.place(ladder.pk, who[1], 1, referee, WHY)
    assert order(ladder) == ["p01", "p00", "p02"]
    climbing.leave(ladder.pk, who[1])
    climbing.join(ladder.pk, who[1])
    assert order(ladder) == ["p00", "p02", "p01"]


def test_who_is_removed_stays_away_until_restored(ladder: Ladder, referee: User) -> None:
    who = stand(ladder, 3)
    refereeing.remove(ladder.pk, who[1], None, referee, WHY)
    assert order(ladder) == ["p00", "p02"]
    assert logged("p01 left rung 2", referee)
    with pytest.raises(climbing.MayNot, match="taken you off"):
        climbing.join(ladder.pk, who[1])
    refereeing.restore(ladder.pk, who[1], referee, WHY)
    assert order(ladder) == ["p00", "p01", "p02"]
    with pytest.raises(climbing.MayNot, match="nothing to restore"):
        refereeing.restore(ladder.pk, who[1], referee, WHY)


def test_who_is_removed_for_some_days_joins_again_after_them(ladder: Ladder, referee: User) -> None:
    who = stand(ladder, 2)
    refereeing.remove(ladder.pk, who[0], 3, referee, WHY)
    with pytest.raises(climbing.MayNot, match="taken you off"):
        climbing.join(ladder.pk, who[0])
    ladder.removals.update(until=timezone.now() - timedelta(minutes=1))
    climbing.join(ladder.pk, who[0])
    assert order(ladder) == ["p01", "p00"]
    assert not ladder.removals.exists()


def test_a_frozen_rung_meets_nobody_until_it_is_restored(ladder: Ladder, referee: User) -> None:
    who = stand(ladder, 3)
    refereeing.freeze(ladder.pk, who[1], referee, WHY)
    reasons = climbing.why_not(ladder, who[2], [who[1].pk, who[0].pk])
    assert "frozen" in (reasons[who[1].pk] or "")
    assert reasons[who[0].pk] is None
    assert "your rung" in (climbing.why_not(ladder, who[1], [who[0].pk])[who[0].pk] or "")
    with pytest.raises(climbing.MayNot, match="already"):
        refereeing.freeze(ladder.pk, who[1], referee, WHY)
    refereeing.restore(ladder.pk, who[1], referee, WHY)
    assert climbing.why_not(ladder, who[2], [who[1].pk])[who[1].pk] is None


def test_a_frozen_ladder_rests_and_its_players_do_not_idle(ladder: Ladder, referee: User) -> None:
    who = stand(ladder, 2)
    ladder.rungs.update(last_play=timezone.now() - timedelta(days=30))
    refereeing.freeze(ladder.pk, None, referee, WHY)
    with pytest.raises(climbing.MayNot, match="frozen"):
        climbing.challenge(ladder.pk, who[1], who[0])
    refereeing.restore(ladder.pk, None, referee, WHY)
    assert not ladder.rungs.filter(last_play__lt=timezone.now() - timedelta(hours=1)).exists()
    climbing.challenge(ladder.pk, who[1], who[0])


@pytest.mark.parametrize(
    ("winner", "after", "status"),
    [
        (refereeing.Winner.CHALLENGER, ["p01", "p00"], Match.Status.FINISHED),
        (refereeing.Winner.DEFENDER, ["p00", "p01"], Match.Status.FINISHED),
        (refereeing.Winner.NOBODY, ["p00", "p01"], Match.Status.VOID),
    ],
)
def test_a_challenge_is_decided(
    ladder: Ladder, referee: User, winner: refereeing.Winner, after: list[str], status: str
) -> None:
    who = stand(ladder, 2)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    refereeing.decide(found.pk, winner, referee, WHY)
    work()
    found.refresh_from_db()
    assert order(ladder) == after
    assert found.over_at is not None
    won = {"challenger": who[1], "defender": who[0], "nobody": None}[winner]
    assert found.winner == won
    matches = Match.objects.all()
    assert [match.status for match in matches] == [status, status], "nothing begins anew"
    assert {match.reason for match in matches} == {WHY}
    if won:
        assert all(match.seats.get(place=1).player == won for match in matches)
    with pytest.raises(climbing.MayNot, match="is over"):
        refereeing.decide(found.pk, winner, referee, WHY)


def test_what_was_played_stays_when_a_challenge_is_decided(ladder: Ladder, referee: User) -> None:
    who = stand(ladder, 2)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    first = Match.objects.get(pk=found.first or 0)
    play.resign(first.pk, who[1], first.version)
    refereeing.decide(found.pk, refereeing.Winner.CHALLENGER, referee, WHY)
    work()
    assert first.seats.get(place=1).player == who[0]
    assert order(ladder) == ["p01", "p00"]


def test_nobody_decides_about_their_own_rung_or_challenge(ladder: Ladder) -> None:
    who = stand(ladder, 4)
    me = who[1]
    found = climbing.challenge(ladder.pk, who[2], me)
    acts: list[Callable[[], None]] = [
        lambda: refereeing.place(ladder.pk, me, 4, me, WHY),
        lambda: refereeing.place(ladder.pk, who[3], 1, me, WHY),  # which moves my own rung down
        lambda: refereeing.place(ladder.pk, who[2], 4, me, WHY),  # an opponent
        lambda: refereeing.remove(ladder.pk, who[0], None, me, WHY),  # which moves it up
        lambda: refereeing.remove(ladder.pk, me, None, me, WHY),
        lambda: refereeing.freeze(ladder.pk, me, me, WHY),
        lambda: refereeing.freeze(ladder.pk, who[2], me, WHY),
        lambda: refereeing.restore(ladder.pk, me, me, WHY),
        lambda: refereeing.decide(found.pk, refereeing.Winner.DEFENDER, me, WHY),
        lambda: refereeing.decide(found.pk, refereeing.Winner.NOBODY, who[2], WHY),
    ]
    for act in acts:
        with pytest.raises(Concerned):
            act()
    assert order(ladder) == ["p00", "p01", "p02", "p03"]
    refereeing.remove(ladder.pk, who[3], None, me, WHY)  # from below my own rung
    assert order(ladder) == ["p00", "p01", "p02"]


def test_every_decision_needs_a_reason(ladder: Ladder, referee: User) -> None:
    who = stand(ladder, 2)
    found = climbing.challenge(ladder.pk, who[1], who[0])
    acts: list[Callable[[], None]] = [
        lambda: refereeing.place(ladder.pk, who[0], 2, referee, " "),
        lambda: refereeing.remove(ladder.pk, who[0], None, referee, " "),
        lambda: refereeing.freeze(ladder.pk, who[0], referee, " "),
        lambda: refereeing.restore(ladder.pk, who[0], referee, " "),
        lambda: refereeing.decide(found.pk, refereeing.Winner.NOBODY, referee, " "),
    ]
    for act in acts:
        with pytest.raises(BadDecision):
            act()
    assert order(ladder) == ["p00", "p01"]


def address(ladder: Ladder, what: str) -> str:
    return reverse("admin:ladders_ladder_decide", args=[ladder.pk, what])


def test_the_admin_offers_what_fits(client: Client, ladder: Ladder, referee: User, alice: User) -> None:
    client.force_login(referee)
    page = reverse("admin:ladders_ladder_change", args=[ladder.pk])

    def offered() -> set[str]:
        html = client.get(page).content.decode()
        words = ("place", "remove", "freeze", "restore", "decide")
        return {what for what in words if address(ladder, what) in html}

    assert offered() == {"place", "freeze"}
    assert client.get(address(ladder, "decide")).status_code == 409
    who = stand(ladder, 3)
    assert offered() == {"place", "remove", "freeze"}
    climbing.challenge(ladder.pk, who[2], who[0])
    refereeing.freeze(ladder.pk, who[1], referee, WHY)
    assert offered() == {"place", "remove", "freeze", "restore", "decide"}


def test_the_admin_decides_and_logs(client: Client, ladder: Ladder, referee: User) -> None:
    who = stand(ladder, 3)
    found = climbing.challenge(ladder.pk, who[2], who[0])
    client.force_login(referee)
    assert "p02 (rung 3) against p00 (rung 1)" in client.get(address(ladder, "decide")).content.decode()
    form = {"challenge": found.pk, "winner": "challenger", "why": WHY}
    answer = client.post(address(ladder, "decide"), form, follow=True)
    assert "Done, and logged." in answer.content.decode()
    assert order(ladder) == ["p02", "p00", "p01"]
    assert logged("The challenge of p02 and p00 is decided: p02", referee)
    assert LogEntry.objects.get().get_change_message() == f"decide: {WHY}"
    assert WHY in client.get("/ladders/bo/log/").content.decode()
    assert client.post(address(ladder, "freeze"), {"player": "", "why": WHY}).status_code == 302
    assert client.post(address(ladder, "restore"), {"what": "", "why": WHY}).status_code == 302
    assert client.post(address(ladder, "remove"), {"player": "p01", "why": WHY}).status_code == 302
    assert client.post(address(ladder, "restore"), {"what": who[1].pk, "why": WHY}).status_code == 302
    assert order(ladder) == ["p02", "p00", "p01"]


def test_the_admin_refuses_in_a_sentence_and_changes_nothing(
    client: Client, ladder: Ladder, referee: User, alice: User
) -> None:
    stand(ladder, 3)
    client.force_login(referee)
    for what, form, status, said in (
        ("place", {"player": "p00", "rung": 9, "why": WHY}, 409, "from 1 to 3"),
        ("place", {"player": "zzz", "rung": 1, "why": WHY}, 400, "no player called"),
        ("place", {"player": "p01", "rung": 1}, 400, "required"),
        ("remove", {"player": "alice", "why": WHY}, 400, "not on this ladder"),
        ("freeze", {"player": "p00", "why": " "}, 400, "required"),
    ):
        answer = client.post(address(ladder, what), form)
        assert answer.status_code == status, form
        assert said in answer.content.decode()
    assert order(ladder) == ["p00", "p01", "p02"]
    assert not LogEntry.objects.exists()


def test_only_staff_with_rights_who_are_not_concerned_decide(
    client: Client, ladder: Ladder, referee: User, alice: User
) -> None:
    who = stand(ladder, 3)
    form = {"player": "p02", "rung": 1, "why": WHY}
    User.objects.filter(pk=who[0].pk).update(is_staff=True)
    for player in (alice, who[0]):
        client.force_login(player)
        assert client.post(address(ladder, "place"), form).status_code in {302, 403}
    climbing.join(ladder.pk, referee)
    climbing.challenge(ladder.pk, referee, who[2])
    client.force_login(referee)
    found = Challenge.objects.get()
    answer = client.post(
        address(ladder, "decide"), {"challenge": found.pk, "winner": "challenger", "why": WHY}
    )
    assert answer.status_code == 409
    assert "you play there yourself" in answer.content.decode()
    assert order(ladder) == ["p00", "p01", "p02", "referee"]
