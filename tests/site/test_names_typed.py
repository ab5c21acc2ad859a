"""Wherever a name is typed the same player is found, however it was typed, and nobody else."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import limits
from accounts.limits import Rate
from accounts.models import User
from ladders.clubs import matches
from ladders.events import entries, teams
from ladders.ladder import climbing
from ladders.models import Ladder
from tests.api.asking import ask
from tests.conftest import PASSWORD
from tests.ladders import clubs
from tests.ladders.events import begun, opened, players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
NAME = "Zoë-Émilie-Ñandú-Åse"
"""As long as names are; what a Mac types of it is longer."""
Answer = Callable[[str], Any]


class Door(NamedTuple):
    """A place where names are typed: what is answered where one is found, and where nobody is called so."""

    opened: Callable[[User, User], Answer]
    found: int
    unknown: int
    says: str
    address: bool = False
    """Whether the name stands in an address, in which no spaces are typed."""


def decomposed(name: str) -> str:
    return unicodedata.normalize("NFD", name)


def client_of(player: User) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(player)
    return client


def judge() -> User:
    return User.objects.create_superuser("judge", "judge@example.org", PASSWORD)


def page(player: User, address: str, /, *args: object, **form: object) -> Any:
    """What is answered to what is sent there."""
    return client_of(player).post(reverse(address, args=args), form)


def new_match(alice: User, zoe: User) -> Answer:
    form = {"code": "BZ", "pace": "turns", "clock": "main"}
    return lambda typed: page(alice, "games:new", **form, opponents=typed)


def archive(alice: User, zoe: User) -> Answer:
    return lambda typed: client_of(alice).get(reverse("games:archive"), {"player": typed})


def addressed(name: str, rest: str = "") -> Callable[[User, User], Answer]:
    def there(alice: User, zoe: User) -> Answer:
        before = reverse(name, args=["x"]).split("x", 1)
        return lambda typed: client_of(alice).get(f"{before[0]}{quote(typed)}{before[1]}{rest}")

    return there


def relate(alice: User, zoe: User) -> Answer:
    address = reverse("relate", args=["x"])
    return lambda typed: client_of(alice).post(address.replace("x", quote(typed)), {"what": "buddy"})


def on_ladder(alice: User, zoe: User) -> Ladder:
    ladder = Ladder.objects.create(code="BO")
    for player in (zoe, alice):
        climbing.join(ladder.pk, player)
    return ladder


def challenge(alice: User, zoe: User) -> Answer:
    on_ladder(alice, zoe)
    return lambda typed: page(alice, "ladders:ladder_act", "bo", what="challenge", player=typed)


def referee(word: str, **given: object) -> Callable[[User, User], Answer]:
    def there(alice: User, zoe: User) -> Answer:
        ladder, by = on_ladder(alice, zoe), judge()
        address = ("admin:ladders_ladder_decide", ladder.pk, word)
        return lambda typed: page(by, *address, why="It must be.", player=typed, **given)

    return there


def at_desk(word: str, field: str, *, runs: bool = False, **given: object) -> Callable[[User, User], Answer]:
    def there(alice: User, zoe: User) -> Answer:
        by, form = judge(), dict(given)
        event = begun(opened("league"), [alice, *players(2)]) if runs else opened("league")
        if runs:
            form["entry"] = event.entries.get(player=alice).pk
        form["why"] = "It must be."
        return lambda typed: page(by, "ladders:decide", event.pk, word, **form, **{field: typed})

    return there


def seeds(alice: User, zoe: User) -> Answer:
    by, event = judge(), opened("swiss")
    for player in (alice, zoe):
        entries.enter(event.pk, player)
    return lambda typed: page(by, "ladders:decide", event.pk, "seed", why="As last year.", order=typed)


def in_a_club(what: str) -> Callable[[User, User], Answer]:
    def there(alice: User, zoe: User) -> Answer:
        clubs.club(alice, *([] if what == "invite" else [zoe]))
        form = {"what": what, "why": "It must be."}
        return lambda typed: page(alice, "ladders:club_decide", "red-dice", **form, player=typed)

    return there


def line_up(alice: User, zoe: User) -> Answer:
    reds, blues = clubs.club(alice, zoe), clubs.club(*players(2), name="Blue Dice")
    found = matches.challenge(reds.pk, blues.pk, alice, clubs.TERMS)
    matches.accept(found.pk, User.objects.get(username="p00"))
    matches.say_yes(found.pk, reds.pk, zoe)
    form = {"what": "order", "club": "red-dice"}
    return lambda typed: page(alice, "ladders:club_match_act", found.pk, **form, order=typed)


def new_team(alice: User, zoe: User) -> Answer:
    event = opened("team")
    return lambda typed: page(alice, "ladders:team_new", event.pk, name="The Reds", others=typed)


def team_s_order(alice: User, zoe: User) -> Answer:
    team = teams.make_team(opened("team").pk, alice, "The Reds", [zoe])
    teams.accept(team.pk, zoe)
    return lambda typed: page(alice, "ladders:team_act", team.pk, what="order", order_of=f"{typed},alice")


def sign_in(alice: User, zoe: User) -> Answer:
    zoe.set_password(PASSWORD)
    zoe.save()
    address = reverse("account_login")
    return lambda typed: Client().post(address, {"login": typed, "password": PASSWORD})


def program(method: str, path: str, sent: Any = None) -> Callable[[User, User], Answer]:
    """An operation of the API; NAME stands where the name does."""

    def there(alice: User, zoe: User) -> Answer:
        def answer(typed: str) -> Any:
            filled = json.loads(json.dumps(sent).replace(json.dumps(NAME), json.dumps(typed)))
            return ask(alice).send(method, path.replace(NAME, quote(typed)), filled)

        return answer

    return there


def challenge_by_program(alice: User, zoe: User) -> Answer:
    ladder = on_ladder(alice, zoe)
    return lambda typed: ask(alice).post(f"ladders/{ladder.pk}/challenges", {"player": typed})


def invite_by_program(alice: User, zoe: User) -> Answer:
    by, event = judge(), opened("league")
    return lambda typed: ask(by).post(f"events/{event.pk}/decisions/invite", {"players": [typed]})


def team_by_program(alice: User, zoe: User) -> Answer:
    event = opened("team")
    form = {"name": "The Reds"}
    return lambda typed: ask(alice).post(f"events/{event.pk}/teams", {**form, "others": [typed]})


NOBODY, WRONG = "There is no player called", '"errors": ['
DOORS = {
    "a new match": Door(new_match, 302, 400, NOBODY),
    "the archive": Door(archive, 200, 400, "There is no player of this name."),
    "a player's page": Door(addressed("games:player"), 200, 404, "", address=True),
    "messages": Door(addressed("talk"), 200, 404, "", address=True),
    "a report": Door(addressed("report_player"), 200, 404, "", address=True),
    "a buddy": Door(relate, 302, 404, "", address=True),
    "a challenge": Door(challenge, 302, 404, ""),
    "a place on the ladder": Door(referee("place", rung=2), 302, 400, NOBODY),
    "out of the ladder": Door(referee("remove", days=3), 302, 400, NOBODY),
    "a frozen rung": Door(referee("freeze"), 302, 400, NOBODY),
    "who is asked into an event": Door(at_desk("invite", "players"), 302, 400, NOBODY),
    "a substitute": Door(at_desk("substitute", "player", runs=True), 302, 400, "There is no such player."),
    "who leads beside one": Door(at_desk("name", "player"), 302, 400, "There is no such player."),
    "seeds": Door(seeds, 302, 400, "is not in this event."),
    "who is asked into a club": Door(in_a_club("invite"), 302, 400, "Nobody is called"),
    "who leads a club, too": Door(in_a_club("promote"), 302, 400, "Nobody is called"),
    "a line-up": Door(line_up, 302, 409, "Name only players who have said that they will play"),
    "a new team": Door(new_team, 302, 400, "cannot be asked."),
    "a team's order": Door(team_s_order, 302, 400, "Name every member once"),
    "the door": Door(sign_in, 302, 200, "not correct"),
    "a player, for programs": Door(program("GET", f"players/{NAME}"), 200, 404, "", address=True),
    "messages, for programs": Door(program("GET", f"messages/with/{NAME}"), 200, 404, "", address=True),
    "a note, for programs": Door(program("GET", f"notes/players/{NAME}"), 200, 404, "", address=True),
    "a match, for programs": Door(
        program("POST", "matches", {"game": "BZ", "opponents": [NAME]}), 201, 422, WRONG, address=True
    ),
    "the archive, for programs": Door(
        program("GET", f"archive?player={NAME}"), 200, 422, "There is no player of this name."
    ),
    "a challenge, for programs": Door(challenge_by_program, 201, 404, ""),
    "an invitation, for programs": Door(invite_by_program, 200, 422, NOBODY),
    "a team, for programs": Door(team_by_program, 201, 422, WRONG, address=True),
}


@pytest.fixture
def zoe(db: None) -> User:
    return User.objects.create_user(NAME, "zoe@example.org", last_seen=timezone.now())


@pytest.fixture(autouse=True)
def _as_often_as_one_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    often = Rate(100_000, 60)
    monkeypatch.setattr(limits, "BUDGETS", dict.fromkeys(limits.BUDGETS, limits.Budget("", (often,))))
    monkeypatch.setattr(limits, "API", dict.fromkeys(limits.API, often))


def told(answer: Callable[[str], Any], typed: str) -> tuple[int, str]:
    """What is answered; whatever it changes is undone."""
    cache.clear()
    with transaction.atomic():
        found = answer(typed)
        transaction.set_rollback(True)
    text = found.content.decode()
    return found.status_code, text


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_a_name_is_found_however_it_is_typed_and_no_other(door: Door, alice: User, zoe: User) -> None:
    answer = door.opened(alice, zoe)
    spaced = decomposed(NAME.upper()) if door.address else f"  {decomposed(NAME.upper())}\t"
    for name in (NAME, decomposed(NAME.lower()), spaced):
        status, text = told(answer, name)
        assert status == door.found, (name, status, text[-2000:])
        assert not door.says or door.says not in text, name
    others = ["Zoe-Emilie-Nandu-Ase", NAME.replace("l", "1"), NAME.replace("-", "\n", 1)]
    for name in (*others, f"{NAME}\u200f", f"{NAME[:3]}\u202e{NAME[3:]}"):
        status, text = told(answer, name)
        assert status == door.unknown, (name, status, text[-2000:])
        assert door.says in text, name


def test_people_are_searched_by_the_whole_of_what_is_typed(alice: User, zoe: User) -> None:
    address = reverse("people")
    for typed in (decomposed(NAME), f" {NAME.upper()} ", decomposed(NAME[:3])):
        found = client_of(alice).get(address, {"q": typed}).context["found"]
        assert found == [zoe], typed
    assert client_of(alice).get(address, {"q": f"{NAME[:3]}\u202e"}).context["found"] == []


def test_staff_find_players_however_they_type_a_name(zoe: User) -> None:
    address, by = reverse("admin:accounts_user_changelist"), client_of(judge())
    for typed in (decomposed(NAME), NAME.upper(), decomposed("émilie-Ñandú")):
        assert NAME in by.get(address, {"q": typed}).content.decode(), typed
    assert NAME not in by.get(address, {"q": "Emilie"}).content.decode()


def test_whoever_leads_finds_matches_however_a_name_is_typed(alice: User, zoe: User) -> None:
    event, by = begun(opened("league"), [alice, zoe]), judge()
    address = reverse("ladders:matches", args=[event.pk])
    for typed, there in ((decomposed("Ñandú"), True), ("nandu", False)):
        assert bool(client_of(by).get(address, {"q": typed}).context["desk"].games) is there
