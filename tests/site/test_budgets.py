"""Each budget is asked for where it is to be: whoever has spent it is told so, and when again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts import limits, spending, visitors
from accounts.forum import writing
from accounts.limits import HOUR, Budget, Rate
from accounts.models import Delivery, Hook, Notice, Preferences, Relation, Spent, User
from boatzee_site.budgets import READ
from boatzee_site.local import ROOT
from dicepool import pool
from games.archive import collecting
from games.daily import days, schedule
from games.imported import keeping as imported
from games.match import play
from games.models import Comment, Match
from games.positions import encode
from games.rules.base import Pace
from games.seats import lobby
from ladders.clubs import matches
from ladders.events import teams
from ladders.events.leading import ALSO_SPENT
from ladders.models import Event, Ladder
from tests.accounts.entrance import say_who
from tests.accounts.forum.cast import answered
from tests.accounts.forum.cast import opened as opened_thread
from tests.games.puzzles.posed import lain, posed
from tests.games.tables import begin
from tests.ladders import clubs
from tests.ladders.events import opened
from tests.site.walk import addresses
from tests.site.ways_to_spend import NEW, WAYS, Way

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def places(alice: User, bob: User, carol: User) -> dict[str, object]:
    """What the addresses name."""
    over = begin("BZ", alice, bob)
    play.resign(over.pk, bob, over.version)
    match = begin("BO", alice, bob)
    remark = match.remarks.create(player=bob, text="Hm")
    event = Event.objects.create(name="Cup", format="knockout", code="BZ", status=Event.Status.OPEN)
    with transaction.atomic():
        serial = pool.draw(1)[0].serial
    alice.user_permissions.add(Permission.objects.get(codename="organise_event"))
    led = opened("league", organiser=alice)
    team = teams.make_team(opened("team").pk, alice, "Reds", [carol])
    teams.accept(team.pk, carol)
    topic = opened_thread(alice)
    answered(alice, topic)
    today = schedule.today()
    past = today - timedelta(days=1)
    for day in (past, today):
        days.begin(day)
    days.end(past)
    comment = Comment.objects.create(match=over, player=bob, text="Hm")
    mine, others = (collecting.make(one, "Look", "", public=True) for one in (alice, bob))
    made = {"past": past, "over": over, "match": match, "remark": remark, "event": event}
    made |= {"ladder": Ladder.objects.create(code="BO"), "led": led, "team": team, "teams": opened("team")}
    made |= {"imported": imported.keep(alice, (ROOT / "tests/records/BO/two-players-draw.txt").read_text())}
    made |= {"comment": comment, "collection": mine, "others": others}
    made |= {"puzzle": posed("BO"), "topic": topic, "post": topic.said.earliest("pk")}
    theirs, reds = clubs.club(bob, way="open"), clubs.club(alice, name="The Reds")
    made |= {"club": theirs.slug, "reds": reds.slug}
    made |= {"said": reds.remarks.create(player=alice, text="Hm")}
    made |= {"meeting": matches.challenge(reds.pk, theirs.pk, alice, clubs.TERMS)}
    Spent.objects.all().delete()
    return {
        "serial": serial,
        "position": encode(lain("BZ")),
        **{name: getattr(one, "pk", one) for name, one in made.items()},
    }


def go(client: Client, way: Way, places: Mapping[str, object]) -> tuple[int, str, str]:
    address = way.path.format(**places)
    if way.form is None:
        answer = client.get(address)
    else:
        form = {name: _filled(value, places) for name, value in way.form.items()}
        if form.get("picture") == "FILE":
            form["picture"] = SimpleUploadedFile("me.png", b"none", "image/png")
        answer = client.post(address, form)
    return answer.status_code, answer.headers.get("Retry-After", ""), answer.content.decode(errors="replace")


def _filled(value: object, places: Mapping[str, object]) -> object:
    return value.format(**places) if isinstance(value, str) and value.startswith("{") else value


@pytest.mark.parametrize("first", range(12))
def test_who_has_spent_it_is_told_so_and_when_again(
    first: int, places: Mapping[str, object], alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for way in WAYS[first::12]:
        with transaction.atomic(), monkeypatch.context() as patch:
            spend(way, places, alice, patch)
            transaction.set_rollback(True)  # the next is tried in the same world, which takes long to make


def spend(way: Way, places: Mapping[str, object], alice: User, patch: pytest.MonkeyPatch) -> None:
    budgets = {**limits.BUDGETS, way.budget: Budget("So much of it.", (Rate(1, HOUR),))}
    patch.setattr(limits, "BUDGETS", budgets)
    patch.setattr(writing, "is_settled", lambda _: not way.budget.startswith("first "))
    client = Client(raise_request_exception=False)
    if way.signed_in:
        User.objects.filter(pk=alice.pk).update(is_staff=way.staff, is_superuser=way.staff)
        client.force_login(alice)
        say_who(client)
        Spent.objects.all().delete()
        hook = Hook.objects.create(owner=alice, url="https://127.0.0.1/", page=reverse("notices_settings"))
        Preferences.objects.update_or_create(player=alice, defaults={"webhook": hook})
    assert go(client, way, places)[0] in way.first, way
    if way.budget in {"practice", "lesson"}:
        client.cookies.clear()
    status, again, text = go(client, way, places)
    assert (status, 0 < int(again) <= HOUR) == (429, True), way
    assert all(words in text for words in ("So much of it.", "60 minutes")), way


def test_every_budget_is_spent_somewhere() -> None:
    by_programs = {"records"}  # no page asks for so much at once: tests/api/test_over.py tries it
    assert {way.budget for way in WAYS} | by_programs == set(limits.BUDGETS)


def test_every_call_that_spends_is_tried() -> None:
    """As many ways as there are calls, and addresses that are read: a new one needs a line among WAYS."""
    ours = [ROOT / app for app in ("accounts", "games", "ladders")]
    calls = [
        what
        for app in ours
        for file in app.rglob("*.py")
        if "api" not in file.relative_to(ROOT).parts  # what programs spend is tried in tests/api
        for what in re.findall(r'spending\.spend\("([^"]+)"', file.read_text())
    ]
    tried = Counter(way.budget for way in WAYS if not way.again)
    assert tried == Counter(calls) + Counter(READ.values()) + Counter(ALSO_SPENT.values())


def test_what_is_read_names_views_and_budgets_that_are_there() -> None:
    assert set(READ.values()) <= set(limits.BUDGETS)
    names = set(addresses.addresses())
    assert set(READ) <= names
    downloads = {name for name in names if name.endswith(("_json", "_csv"))}
    assert downloads <= set(READ), "what programs read is counted, too"


def test_another_name_in_front_of_the_proxy_is_the_same_visitor(
    client: Client, places: Mapping[str, object], settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1  # type: ignore[attr-defined]
    monkeypatch.setattr(limits, "BUDGETS", {**limits.BUDGETS, "download": Budget("Much.", (Rate(1, HOUR),))})
    address = f"/matches/{places['over']}/record.txt"
    statuses = [
        client.get(address, headers={"X-Forwarded-For": f"10.0.0.{number}, 192.0.2.1"}).status_code
        for number in range(3)
    ]
    assert statuses == [200, 429, 429]
    assert client.get(address, headers={"X-Forwarded-For": "192.0.2.1, 192.0.2.2"}).status_code == 200


class TestInvitations:
    def invite(self, maker: User, *others: User) -> Match:
        return lobby.invite(maker, others, "BZ", {}, Pace.TURNS, "main")

    def test_a_stranger_is_asked_three_times_a_day(self, alice: User, bob: User) -> None:
        client = Client()
        client.force_login(alice)
        statuses = []
        for _ in range(36):
            answer = client.post("/matches/new/", NEW)
            statuses.append(answer.status_code)
            if answer.status_code == 302:
                client.post(f"{answer['Location']}answer/", {"answer": "decline"})
        assert statuses == [302] * 3 + [429] * 33
        assert Notice.objects.filter(player=bob, kind="invitation").count() <= 3

    def test_whoever_is_a_buddy_or_has_played_is_asked_more_often(
        self, alice: User, bob: User, carol: User
    ) -> None:
        Relation.objects.create(player=bob, other=alice, kind=Relation.Kind.BUDDY)
        begin("BZ", alice, carol)
        for other in (bob, carol):
            for _ in range(4):
                self.invite(alice, other)

    def test_having_somebody_as_a_buddy_makes_nobody_less_a_stranger(self, alice: User, bob: User) -> None:
        Relation.objects.create(player=alice, other=bob, kind=Relation.Kind.BUDDY)
        for _ in range(3):
            self.invite(alice, bob)
        with pytest.raises(Exception, match="already"):
            self.invite(alice, bob)

    def test_no_more_wait_than_one_may_be_bothered_with(self, alice: User, bob: User) -> None:
        begin("BZ", alice, bob)
        for _ in range(limits.OPEN_BETWEEN):
            self.invite(alice, bob)
        with pytest.raises(lobby.TooManyMatches, match="bob has not answered 5"):
            self.invite(alice, bob)
        self.invite(bob, alice)

    def test_only_who_asked_waits_for_the_answer(self, alice: User, bob: User, carol: User) -> None:
        begin("BZ", alice, bob, carol)
        for _ in range(limits.OPEN_BETWEEN):
            self.invite(carol, alice, bob)
        assert self.invite(alice, bob).status == Match.Status.INVITING
        with pytest.raises(lobby.TooManyMatches, match="alice has not answered 5"):
            self.invite(carol, alice)

    def test_many_strangers_together_ask_so_often_only(
        self, bob: User, db: None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fewer = {**limits.BUDGETS, "invited by strangers": Budget("Many.", (Rate(2, HOUR),))}
        monkeypatch.setattr(limits, "BUDGETS", fewer)
        socks = [User.objects.create_user(f"sock{n}", f"sock{n}@example.org") for n in range(3)]
        for sock in socks[:2]:
            self.invite(sock, bob)
        with pytest.raises(Exception, match="Many"):
            self.invite(socks[2], bob)

    def test_playing_again_is_asking_too(self, places: Mapping[str, object], alice: User, bob: User) -> None:
        client = Client()
        client.force_login(alice)
        for _ in range(limits.BUDGETS["invite opponent"].rates[0].most):
            spending.spend("invite opponent", f"{alice.pk}-{bob.pk}")
        assert client.post(f"/matches/{places['over']}/again/").status_code == 429
        assert not Match.objects.filter(rematch_of__isnull=False).exists()

    def test_robots_and_tables_for_one_cost_nothing(self, alice: User, robots: None) -> None:
        self.invite(alice)
        self.invite(alice, User.objects.get(level="casual"))
        assert not Spent.objects.exists()


def test_a_friend_is_mailed_twice_a_day_by_all_together(alice: User, bob: User) -> None:
    for player in (alice, bob):
        client = Client()
        client.force_login(player)
        for _ in range(2):
            client.post("/matches/friend/", {"email": "Friend@example.org", "code": "BZ", "clock": "main"})
    assert Delivery.objects.filter(way=Delivery.Way.LETTER).count() == 2


def test_sign_in_counts_hold_when_many_come_at_once() -> None:
    assert limits.ALLAUTH["signup"] == "20/h/ip"
    assert set(limits.ALLAUTH) >= {"login", "login_failed", "signup", "reset_password", "confirm_email"}


def test_a_match_that_is_over_reads_the_same_for_everybody(places: Mapping[str, object], alice: User) -> None:
    known, unknown = Client(), Client()
    known.force_login(alice)
    for address in (
        f"/matches/{places['over']}/record.txt",
        f"/matches/{places['over']}/picture.png",
        f"/dice/roll/{places['serial']}.json",
        f"/dice/proofs.json?serials={places['serial']}",
        "/dice/batches.json",
    ):
        one, other = known.get(address), unknown.get(address)
        assert one.content == other.content
        for answer in (one, other):
            assert "public" in answer["Cache-Control"], address
            assert "max-age" in answer["Cache-Control"]
            assert "Cookie" not in answer.get("Vary", "")
            assert not answer.cookies
        again = unknown.get(address, headers={"If-None-Match": other["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
    grows = known.get(f"/dice/roll/{places['serial']}.json")["Cache-Control"]
    assert "immutable" not in grows, "the log and the tree come to a proof"


def test_what_is_not_over_or_not_there_is_kept_by_nobody(places: Mapping[str, object], alice: User) -> None:
    client = Client()
    client.force_login(alice)
    for address, status in (
        (f"/matches/{places['match']}/record.txt", 200),
        (f"/matches/{places['match']}/picture.png", 404),
        ("/dice/roll/999999.json", 404),
        ("/dice/proofs.json?serials=999999", 404),
        ("/dice/proofs.json?serials=x", 400),
        (f"/matches/{places['match']}/", 200),
    ):
        answer = client.get(address)
        assert answer.status_code == status
        assert "no-store" in answer["Cache-Control"], address
        assert "public" not in answer["Cache-Control"]


def test_a_record_whose_names_have_changed_is_another(places: Mapping[str, object], bob: User) -> None:
    address = f"/matches/{places['over']}/record.txt"
    tag = Client().get(address)["ETag"]
    User.objects.filter(pk=bob.pk).update(username="robert")
    again = Client().get(address, headers={"If-None-Match": tag})
    assert again.status_code == 200
    assert "robert" in again.content.decode()


def test_who_is_signed_in_is_counted_wherever_they_are(alice: User) -> None:
    client = Client()
    client.force_login(alice)
    request = client.get("/rules/", REMOTE_ADDR="192.0.2.1").wsgi_request
    other = client.get("/rules/", REMOTE_ADDR="192.0.2.2").wsgi_request
    assert visitors.of(request).name == visitors.of(other).name == f"player-{alice.pk}"
    assert visitors.of(request).bound == visitors.of(other).bound
    alone = Client().get("/rules/", REMOTE_ADDR="192.0.2.1").wsgi_request
    assert visitors.of(alone) == visitors.Visitor("address-192.0.2.1", "address-192.0.2.1")
