"""Collections: whose they are, who sees them, their order, and what bounds them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import export, leaving, limits, moderation
from accounts.models import Report, User
from accounts.moderation.muting import MayNotWrite
from accounts.talk.words import BadText
from games.archive import collecting, notes
from games.daily import days
from games.match import folding, staff
from games.match.lists import Line
from games.models import Collected, Collection, Match
from games.rules.base import Pace
from tests.at_once import at_once, raised_at_once
from tests.games.archive.filled import copies
from tests.games.daily.played import BOAT_DAY, at, end, finish, noon
from tests.games.tables import begin, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def client_of(player: User | None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client


def gathered(owner: User, *matches: Match, public: bool = True, name: str = "Worth a look") -> Collection:
    made = collecting.make(owner, name, "All of them", public=public)
    for match in matches:
        collecting.add(owner, made.pk, match)
    return made


def lines(collection: Collection, viewer: User | None) -> list[int]:
    return [line.pk for line in collecting.matches(collection, viewer)]


def post(player: User, **sent: Any) -> int:
    return client_of(player).post(reverse("games:collect"), sent).status_code


def test_one_is_made_filled_sorted_and_emptied_by_forms(alice: User, bob: User) -> None:
    one, two, three = (play_out(begin("BO", alice, bob), seed=seed) for seed in range(3))
    client = client_of(alice)
    sent = {"name": "Best of <b>mine</b>", "about": "Old\r\nand new", "match": one.pk}
    answer = client.post(reverse("games:collections"), sent)
    made = Collection.objects.get()
    assert answer["Location"] == made.get_absolute_url()
    assert (made.name, made.about, made.public) == ("Best of <b>mine</b>", "Old\nand new", False)
    replay = reverse("games:replay", args=[two.pk])
    for match in (two, three, two):
        back = {"collection": made.pk, "match": match.pk, "back": replay}
        assert client.post(reverse("games:collect"), back)["Location"] == replay
    assert lines(made, alice) == [one.pk, two.pk, three.pk]
    assert post(alice, collection=made.pk, up=three.pk) == 302
    assert lines(made, alice) == [one.pk, three.pk, two.pk]
    assert post(alice, collection=made.pk, down=one.pk) == 302
    assert lines(made, alice) == [three.pk, one.pk, two.pk]
    post(alice, collection=made.pk, up=three.pk)
    post(alice, collection=made.pk, down=two.pk)
    assert lines(made, alice) == [three.pk, one.pk, two.pk]
    assert post(alice, collection=made.pk, remove=one.pk) == 302
    assert lines(made, alice) == [three.pk, two.pk]
    page = client.get(made.get_absolute_url()).content.decode()
    assert "Best of &lt;b&gt;mine&lt;/b&gt;" in page
    client.post(reverse("games:collection_delete", args=[made.pk]))
    assert not Collection.objects.exists()
    assert Match.objects.filter(pk=two.pk).exists()


def test_the_way_back_leads_nowhere_else(alice: User, bob: User) -> None:
    made = gathered(alice, match := play_out(begin("BO", alice, bob)))
    sent = {"collection": made.pk, "remove": match.pk, "back": "https://evil.example/"}
    answer = client_of(alice).post(reverse("games:collect"), sent)
    assert answer["Location"] == made.get_absolute_url()


def test_who_sees_it(alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    hidden, shown = gathered(alice, match, public=False), gathered(alice, match, name="Shown")
    for viewer, collection, status in (
        (alice, hidden, 200),
        (bob, hidden, 404),
        (None, hidden, 404),
        (bob, shown, 200),
        (None, shown, 200),
    ):
        assert client_of(viewer).get(collection.get_absolute_url()).status_code == status
    profile = client_of(bob).get(reverse("games:player", args=["alice"])).content.decode()
    assert shown.get_absolute_url() in profile
    assert hidden.get_absolute_url() not in profile
    for field in ("muted_until", "suspended_until"):
        User.objects.filter(pk=alice.pk).update(**{field: timezone.now() + timedelta(days=1)})
        assert client_of(bob).get(shown.get_absolute_url()).status_code == 404
        profile = client_of(bob).get(reverse("games:player", args=["alice"])).content.decode()
        assert shown.get_absolute_url() not in profile
        User.objects.filter(pk=alice.pk).update(**{field: None})


def test_who_looks_while_its_owner_is_suspended_has_a_whole_page_and_the_next_is_gone(
    alice: User, bob: User, admin_user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two statements of one page, with it open, and with what is sent from it."""
    match = play_out(begin("BO", alice, bob))
    made, client = gathered(alice, match), client_of(bob)
    report, read = reverse("games:report_collection", args=[made.pk]), collecting.matches

    def suspended(collection: Collection, viewer: User | None) -> list[Line]:
        until = timezone.now() + timedelta(days=1)
        moderation.decide(alice, "suspend", "A test.", admin_user, until=until)
        return read(collection, viewer)

    monkeypatch.setattr(collecting, "matches", suspended)
    shown = client.get(made.get_absolute_url())
    monkeypatch.undo()
    assert (shown.status_code, f"/matches/{match.pk}/" in shown.content.decode()) == (200, True)
    assert client.get(made.get_absolute_url()).status_code == 404
    assert client.post(report, {"why": "Rude"}).status_code == 404
    assert not Report.objects.exists()
    assert client_of(admin_user).get(made.get_absolute_url()).status_code == 404
    User.objects.filter(pk=alice.pk).update(suspended_until=timezone.now())
    assert client.get(made.get_absolute_url()).status_code == 200
    assert lines(made, bob) == [match.pk], "nothing of it was lost"


def test_who_looks_while_its_owner_closes_the_account_meets_no_error(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, read = gathered(alice, play_out(begin("BO", alice, bob))), collecting.matches

    def closed(collection: Collection, viewer: User | None) -> list[Line]:
        leaving.close(User.objects.get(pk=alice.pk))
        return read(collection, viewer)

    monkeypatch.setattr(collecting, "matches", closed)
    shown = client_of(bob).get(made.get_absolute_url())
    monkeypatch.undo()
    assert (shown.status_code, shown.context["lines"]) == (200, [])
    assert client_of(bob).get(made.get_absolute_url()).status_code == 404


def test_only_its_owner_changes_it(alice: User, bob: User) -> None:
    made = gathered(alice, match := play_out(begin("BO", alice, bob)))
    for name in ("games:collection_change", "games:collection_delete"):
        assert client_of(bob).get(reverse(name, args=[made.pk])).status_code == 404
        assert client_of(bob).post(reverse(name, args=[made.pk]), {"name": "Mine"}).status_code == 404
    for sent in ({"remove": match.pk}, {"match": match.pk}, {"up": match.pk}):
        assert post(bob, collection=made.pk, **sent) == 404
    acts: tuple[Callable[[], None], ...] = (
        lambda: collecting.remove(bob, made.pk, match.pk),
        lambda: collecting.move(bob, made.pk, match.pk, collecting.UP),
        lambda: collecting.add(bob, made.pk, match),
        lambda: collecting.delete(bob, made.pk),
        lambda: collecting.change(bob, made.pk, "Mine", "", public=False),
    )
    for act in acts:
        with pytest.raises(Collection.DoesNotExist):
            act()
    assert lines(made, alice) == [match.pk]
    assert client_of(alice).get(reverse("games:report_collection", args=[made.pk])).status_code == 404


def test_matches_in_it_are_those_that_who_looks_may_see(alice: User, bob: User) -> None:
    one, gone = (play_out(begin("BO", alice, bob), seed=seed) for seed in range(2))
    with at(noon(BOAT_DAY)):
        days.begin(BOAT_DAY)
        closed = finish(alice, BOAT_DAY)
        made = gathered(alice, one, gone, closed)
        staff.take_back(gone.pk, "It was arranged.")
        assert folding.fold([one.pk]).done == 1
        assert lines(made, alice) == [one.pk, gone.pk, closed.pk]
        for stranger in (bob, None):
            assert lines(made, stranger) == [one.pk, gone.pk]
            page = client_of(stranger).get(made.get_absolute_url()).content.decode()
            assert f"/matches/{closed.pk}/" not in page
            assert "3 matches" not in page
        assert post(bob, collection=gathered(bob, public=False).pk, match=closed.pk) == 404
    end(BOAT_DAY)
    assert lines(made, None) == [one.pk, gone.pk, closed.pk]


def test_what_is_not_over_is_not_put_in(alice: User, bob: User) -> None:
    made = gathered(alice)
    for match in (begin("BO", alice, bob), begin("BO", alice, bob, pace=Pace.SPLIT)):
        assert post(alice, collection=made.pk, match=match.pk) == 404
    for wild in ("", "x", "-1", "9" * 30, "٣"):
        assert post(alice, collection=made.pk, match=wild) == 404
        assert post(alice, collection=wild, match="1") == 404
    assert not Collected.objects.exists()


def test_its_bounds_are_said(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = (play_out(begin("BO", alice, bob), seed=seed) for seed in range(2))
    monkeypatch.setattr(limits, "COLLECTIONS", 1)
    monkeypatch.setattr(limits, "COLLECTED", 1)
    made = gathered(alice, one)
    assert post(alice, collection=made.pk, match=two.pk) == 409
    assert post(alice, collection=made.pk, match=one.pk) == 302
    answer = client_of(alice).post(reverse("games:collections"), {"name": "Another"})
    assert answer.status_code == 409
    assert "that is the most" in answer.content.decode()
    assert lines(made, alice) == [one.pk]


@pytest.mark.parametrize("name", ["", " ", "a\nb", "a\x00b", "\u200b", "a\u202eb", "x" * 81, "WORTH a look"])
def test_a_name_that_will_not_do_is_refused(alice: User, name: str) -> None:
    gathered(alice)
    assert client_of(alice).post(reverse("games:collections"), {"name": name}).status_code == 400
    assert Collection.objects.count() == 1


def test_who_is_muted_keeps_it_to_oneself(alice: User) -> None:
    alice.muted_until = timezone.now() + timedelta(days=1)
    alice.save()
    client = client_of(alice)
    sent = {"name": "Look", "public": "on"}
    assert client.post(reverse("games:collections"), sent).status_code == 403
    assert client.post(reverse("games:collections"), {"name": "Look"}).status_code == 302
    made = Collection.objects.get()
    change = reverse("games:collection_change", args=[made.pk])
    assert client.post(change, sent).status_code == 403
    assert client.post(change, {"name": "Look twice"}).status_code == 302
    made.refresh_from_db()
    assert (made.name, made.public) == ("Look twice", False)


def test_a_report_keeps_the_words(alice: User, bob: User) -> None:
    made = gathered(alice)
    client_of(bob).post(reverse("games:report_collection", args=[made.pk]), {"why": "Rude"})
    collecting.change(alice, made.pk, "Other", "", public=True)
    report = Report.objects.get()
    assert (report.about, report.by) == (alice, bob)
    assert report.quote == "Worth a look\n\nAll of them"


def test_it_goes_with_the_account_and_is_exported(alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    gathered(alice, match, public=False)
    assert collecting.everything(alice)[0]["matches"] == [match.pk]
    assert b"collections.json" in export.archive(alice)
    leaving.close(alice)
    assert not Collection.objects.exists()
    assert not Collected.objects.exists()


def test_its_page_costs_the_same_with_many(
    alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    match = play_out(begin("BO", alice, bob))
    made = gathered(alice, match)
    with django_assert_num_queries(3):
        Client().get(made.get_absolute_url())
    copies(match, 100)
    for number, other in enumerate(Match.objects.exclude(pk=match.pk), 2):
        Collected.objects.create(collection=made, match=other.pk, place=number)
    with django_assert_num_queries(3):
        answer = Client().get(made.get_absolute_url())
    found = [line.pk for line in answer.context["lines"]]
    assert len(found) == 101
    assert all(one < other for one, other in pairwise(found))


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_two_tabs_put_a_match_in_once_and_in_its_place(self, alice: User, bob: User) -> None:
        matches = [play_out(begin("BO", alice, bob), seed=seed) for seed in range(3)]
        made = gathered(alice)
        both = [*matches, *matches]
        at_once(*[lambda match=match: collecting.add(alice, made.pk, match) for match in both])
        places = list(made.collected.values_list("place", flat=True))
        assert sorted(places) == [1, 2, 3]

    def test_two_of_one_name_are_not_made(self, alice: User) -> None:
        errors = raised_at_once(*[lambda: gathered(alice, name="One")] * 3)
        assert len(errors) == 2
        assert Collection.objects.count() == 1

    def test_an_account_that_closes_meanwhile_leaves_nothing(self, alice: User, bob: User) -> None:
        made = gathered(alice)
        match = play_out(begin("BO", alice, bob))
        raised_at_once(
            lambda: leaving.close(alice),
            lambda: collecting.add(alice, made.pk, match),
            lambda: collecting.make(alice, "Late", "", public=False),
        )
        assert not Collection.objects.exists()


def test_who_has_closed_the_account_in_another_tab_is_told_so(alice: User) -> None:
    """The page had found the account before it went; the same of a note."""
    gone = User.objects.get(pk=alice.pk)
    leaving.close(alice)
    with pytest.raises(MayNotWrite, match="just been closed"):
        collecting.make(gone, "Best", "", public=False)
    with pytest.raises(BadText, match="just been closed"):
        notes.note_match(gone, Match(pk=1), "Hm")
