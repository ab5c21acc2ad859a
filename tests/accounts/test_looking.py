"""Nobody takes a name that could be taken for another's; names from before are kept."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import bots, leaving, looking, moderation, naming, tasks
from accounts.alphabets import skeleton, turns
from accounts.models import User
from accounts.models.user import RESERVED, not_of_a_bot, not_reserved
from accounts.moderation import remembered
from accounts.people import finding
from ladders.models.clubs import plain_name
from tests.at_once import at_once
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
FORM = {"password1": "correct horse 1"}
BEFORE = [("accounts", "0035_appeals_answered")]


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache.clear()


def sign_up(login: str) -> str:
    """What a new visitor is answered; empty where it is an account."""
    answer = Client().post(reverse("account_signup"), {**FORM, "login": login})
    return answer.content.decode() if answer.status_code == 200 else ""


def of_before(*names: str) -> list[User]:
    """Players as a release of before has made them: nobody has looked at their names."""
    made = User.objects.bulk_create([User(username=name, looking="") for name in names])
    User.objects.filter(pk__in=[one.pk for one in made]).update(looking=None)
    return made


@pytest.mark.parametrize("login", ["Дмитрий", "李明华", "ｍｉｎｎａ", "דוד-לוי"])
def test_one_signs_up_and_in_by_a_name_of_any_script(login: str) -> None:
    assert sign_up(login) == ""
    player = User.objects.latest("pk")
    assert player.looking == skeleton(login)
    client = Client()
    client.force_login(player)
    page = client.get(reverse("games:player", args=[player.username]))
    assert page.status_code == 200
    shown = f"<bdi>{player.username}</bdi>" if turns(player.username) else player.username
    assert f"<h1>{shown}" in page.content.decode(), "what is read from the right turns nothing beside it"
    assert authenticate(None, username=player.username.upper(), password=FORM["password1"]) == player
    with_key = Client().post(reverse("account_login"), {"login": login, "password": FORM["password1"]})
    assert with_key.status_code == 302


@pytest.mark.parametrize("login", ["a1ice", "AIice", "а1ісе", "ａ１ｉｃｅ"])
def test_what_looks_like_another_s_name_is_refused_with_a_sentence(alice: User, login: str) -> None:
    assert "looks like this one" in sign_up(login)
    assert not User.objects.filter(robot="").exclude(pk=alice.pk).exists()


@pytest.mark.parametrize("login", ["аlice-2", "玩家Ив", "a\u200db\u200dc", "12١٢"])
def test_what_is_no_name_is_refused_with_a_sentence(login: str) -> None:
    page = sign_up(login)
    assert "in one alphabet" in page or "A name has 3 to 20" in page


def in_all_cases(word: str) -> list[str]:
    return [word, word.upper(), word.capitalize(), word.swapcase(), word[:-1] + word[-1].upper()]


@pytest.mark.parametrize("word", sorted(RESERVED | {"former-player", "FormerPlayer", "former__player"}))
def test_the_site_s_own_words_are_kept_in_all_cases_and_looks(word: str) -> None:
    for name in in_all_cases(word):
        for written in (name, name.replace("o", "0"), name.replace("I", "1"), name.replace("m", "rn")):
            with pytest.raises(ValidationError, match="kept for the site"):
                not_reserved(written)
            with pytest.raises(ValidationError):
                plain_name(written)
            with pytest.raises(ValidationError):
                plain_name(written.replace("-", " "))


@pytest.mark.parametrize("name", ["γου", "ЅΥЅТЕМ", "МЕ", "RΟΟТ", "ΗΕLΡ"])
def test_nor_are_they_to_be_had_in_other_letters(name: str) -> None:
    with pytest.raises(ValidationError):
        not_reserved(name)


@pytest.mark.parametrize("name", ["DEEP-BOT", "Deep-B0t", "deep-Bot"])
def test_nobody_ends_as_bots_do_in_any_case(name: str) -> None:
    with pytest.raises(ValidationError):
        not_of_a_bot(name)


@pytest.mark.parametrize(
    ("there", "login"),
    [
        *(("emma", "ЕММА"), ("tom", "ТОМ"), ("tim", "ТІМ"), ("mike", "ΜΙΚΕ"), ("alice-2", "AL1CE-2")),
        *(("ЕММА", "emma"), ("vip", "νιρ"), ("Нина", "НИНА"), ("modern", "MODEM")),
    ],
)
def test_in_capitals_a_name_looks_like_another_s_too(there: str, login: str) -> None:
    User.objects.create_user(there)
    page = sign_up(login)
    assert "looks like this one" in page or "exists already" in page or "already exists" in page
    assert User.objects.filter(robot="").count() == 1


@pytest.mark.parametrize("name", ["adrnin", "r00t", "dісе", "f0rmer-p1ayer", "ѕуѕtеm"])
def test_the_site_s_own_words_are_kept_however_they_are_written(name: str) -> None:
    assert "kept for the site" in sign_up(name) or "in one alphabet" in sign_up(name)


def test_a_person_does_not_pass_as_a_bot() -> None:
    assert "are kept for bots" in sign_up("deep-b0t")
    for check in (not_reserved, not_of_a_bot):
        check("игрок")


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_such_names_at_once_one_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have been told that it is free."""
    monkeypatch.setattr("accounts.doors.Adapter.clean_username", lambda self, name, shallow=False: name)
    pages = at_once(lambda: sign_up("dolly"), lambda: sign_up("do1ly"))
    assert sorted(bool(page) for page in pages) == [False, True]
    assert "already exists" in "".join(pages)
    assert User.objects.filter(robot="").count() == 1


def test_a_name_that_is_given_up_can_be_taken_again(alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(name_given=True)
    naming.choose(bob, "robert")
    assert sign_up("b0b") == ""
    assert "looks like this one" in sign_up("r0bert")
    leaving.close(alice)
    assert sign_up("a1ice") == ""


def test_a_chosen_name_is_looked_at_too(client: Client, alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(name_given=True)
    client.force_login(User.objects.get(pk=bob.pk))
    answer = client.post(reverse("account_name"), {"name": "A1ICE".lower()})
    assert (answer.status_code, "looks like this one" in answer.content.decode()) == (400, True)
    assert client.post(reverse("account_name"), {"name": "Ро́берт"}).status_code == 302
    bob.refresh_from_db()
    assert (bob.username, bob.looking) == ("Ро́берт", skeleton("Ро́берт"))


def test_a_bot_s_name_stands_in_any_script_before_what_all_end_in(alice: User) -> None:
    made = bots.make(alice, "игрок")
    assert made.account.username == "игрок-bot"
    bots.make(alice, "paypal")
    with pytest.raises(bots.NoBot, match="looks like this one"):
        bots.make(alice, "раура1")
    with pytest.raises(bots.NoBot, match="one alphabet"):
        bots.make(alice, "рaypal")


def test_whoever_was_suspended_comes_back_by_no_name_that_looks_so(alice: User) -> None:
    judge = User.objects.create_superuser("judge", "judge@example.org", PASSWORD)
    moderation.decide(alice, "suspend", "Enough.", judge, timezone.now() + timedelta(days=30))
    leaving.close(alice)
    for name in ("a1ice", "ALICE", "Alice", "AL1CE", "A1ICE", "aLIce"):
        assert remembered.why_not_name(name), name
    assert "not available" in sign_up("a1ice")


def test_the_oldest_of_names_that_look_alike_keeps_others_off_and_all_are_kept() -> None:
    old = of_before("modern", "modem", "Modern2", "carla")
    assert looking.look() == 4
    looks = dict(User.objects.filter(pk__in=[one.pk for one in old]).values_list("username", "looking"))
    assert looks == {name: skeleton(name) for name in ("modern", "Modern2", "carla")} | {"modem": ""}
    modem = User.objects.get(username="modem")
    modem.save()
    assert User.objects.get(username="modem").looking == "", "it is kept when the row is saved again"
    assert "looks like this one" in sign_up("m0dern")
    assert looking.look() == 0


def test_names_that_the_release_before_gives_meanwhile_are_looked_at_by_night(alice: User) -> None:
    of_before("a1ice", "dora")
    tasks.forget_at_night()
    assert User.objects.get(username="a1ice").looking == ""
    assert User.objects.get(username="dora").looking == "dora"


def test_names_that_the_release_before_changes_meanwhile_are_looked_at_by_night(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It writes the name alone, and its player has just been here."""
    monkeypatch.setattr(looking, "AT_ONCE", 1)
    now = timezone.now()
    carla, dora = (User.objects.create_user(name) for name in ("carla", "dora"))
    User.objects.filter(pk__in=[alice.pk, bob.pk, carla.pk]).update(last_seen=now)  # all at the same moment
    User.objects.filter(pk=alice.pk).update(username="robert")
    User.objects.filter(pk=carla.pk).update(username="b0b")
    User.objects.filter(pk=dora.pk).update(username="dorothy", last_seen=now - timedelta(days=9))
    assert "looks like this one" in sign_up("a1ice")
    tasks.forget_at_night()
    kept = dict(User.objects.filter(robot="").values_list("username", "looking"))
    assert kept == {"robert": "robert", "bob": "bob", "b0b": "", "dorothy": "dora"}
    assert sign_up("a1ice") == ""
    assert looking.forget_former() == 0
    User.objects.filter(pk=dora.pk).update(last_seen=now)
    assert looking.forget_former() == 1, "whoever comes back is looked at then"


def test_where_a_name_is_taken_meanwhile_the_older_gives_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of_before("dora")
    note = looking._note
    begun: list[User] = []

    def late(players: Any, names: Any) -> None:
        if not begun:
            begun.append(User.objects.create(username="d0ra"))
            raise IntegrityError
        note(players, names)

    monkeypatch.setattr(looking, "_note", late)
    assert looking.look() == 1
    assert User.objects.get(username="dora").looking == ""


def test_the_database_itself_refuses_the_second(alice: User) -> None:
    with pytest.raises(IntegrityError, match="accounts_user_looks_alike"), transaction.atomic():
        User.objects.create(username="a1ice")


@pytest.mark.django_db(transaction=True)
def test_an_upgrade_that_was_cut_short_can_be_done_again() -> None:
    """As it was killed between the two indexes, or while it waited for somebody's transaction."""
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        MigrationExecutor(connection).migrate([("accounts", "0036_looking")])
        with connection.cursor() as cursor:
            cursor.execute("CREATE INDEX accounts_user_not_looked_at ON accounts_user (id)")
            cursor.execute("CREATE INDEX accounts_user_looks_alike ON accounts_user (looking)")
            cursor.execute("SHOW lock_timeout")
            [before] = cursor.fetchone()
    finally:
        MigrationExecutor(connection).migrate(newest)
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = 'accounts_user_looks_alike'")
        assert "UNIQUE" in cursor.fetchone()[0]
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = 'accounts_user_not_looked_at'")
        assert "WHERE" in cursor.fetchone()[0]
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone()[0] == before


@pytest.mark.django_db(transaction=True)
def test_the_names_of_before_are_looked_at_when_the_site_is_upgraded() -> None:
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        executor = MigrationExecutor(connection)
        executor.migrate(BEFORE)
        old = executor.loader.project_state(BEFORE).apps.get_model("accounts", "User")
        for name in ("dora", "d0ra", "elsa"):
            old.objects.create(username=name)
    finally:
        MigrationExecutor(connection).migrate(newest)
    looks = dict(User.objects.filter(robot="").values_list("username", "looking"))
    assert looks == {"dora": "dora", "d0ra": "", "elsa": "elsa"}


def test_players_of_any_script_are_found(alice: User) -> None:
    for name in ("Дмитрий", "Дмитрина", "李明华", "דוד-לוי"):
        User.objects.create_user(name)
    assert [one.username for one in finding.search("дми")] == ["Дмитрий", "Дмитрина"]
    assert [one.username for one in finding.search("李")] == ["李明华"]
    assert finding.search("Дмитрйи")[0].username == "Дмитрий"
    assert finding.search("דוד")[0].username == "דוד-לוי"


def test_names_are_looked_for_by_the_index(alice: User) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        plans = [
            User.objects.filter(looking=skeleton("a1ice")).explain(),
            User.objects.filter(looking__gt="", looking__in=["x"] * 500 + ["y"]).explain(),
        ]
        unlooked = User.objects.filter(looking=None).order_by("pk")[:5].explain()
    assert all("accounts_user_looks_alike" in plan for plan in plans)
    assert "accounts_user_not_looked_at" in unlooked
