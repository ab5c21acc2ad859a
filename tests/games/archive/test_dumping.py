"""All public matches of a month in one file: what is in it, what is not, and what a kill leaves."""

from __future__ import annotations

import gzip
import hashlib
import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import record
from games.archive import bulk, dumped, dumping, keeping
from games.match import staff
from games.models import Deal, Match
from games.rules.base import Pace
from games.seats import lobby
from games.tasks import dump_matches
from tests.games.tables import begin, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool", "folder")]
MONTH = date(2026, 1, 1)
INSIDE = datetime(2026, 1, 31, 23, 59, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.DUMPS_DIR = tmp_path / "dumps"
    return tmp_path / "dumps"


def ended(match: Match, at: datetime) -> Match:
    """A match that ended then."""
    Match.objects.filter(pk=match.pk).update(ended_at=at)
    keeping.keep(match.pk)
    match.refresh_from_db()
    return match


def some(*players: User, at: datetime = INSIDE, **more: Any) -> Match:
    return ended(play_out(begin("BO", *players, **more)), at)


def lines(name: str = "matches-2026-01.ndjson.gz") -> list[dict[str, Any]]:
    text = gzip.decompress(dumped.path_of(name).read_bytes()).decode()
    return [json.loads(line) for line in text.splitlines()]


def test_it_holds_the_month_and_nothing_else(alice: User, bob: User) -> None:
    inside = [some(alice, bob, at=INSIDE - timedelta(days=days)) for days in (0, 30)]
    some(alice, bob, at=datetime(2026, 2, 1, tzinfo=UTC))
    some(alice, bob, at=datetime(2025, 12, 31, 23, 59, 59, tzinfo=UTC))
    begin("BO", alice, bob)
    assert dumping.make(MONTH)
    assert [line["id"] for line in lines()] == [inside[1].pk, inside[0].pk]
    for line in lines():
        record.read(line["record"])
        assert line["game"] == "BO"


def test_it_names_nobody_and_so_stays_the_same_when_an_account_is_closed(alice: User, bob: User) -> None:
    some(alice, bob)
    dumping.make(MONTH)
    before = dumped.path_of(dumped.name_of(MONTH)).read_bytes()
    [line] = lines()
    assert "alice" not in line["record"]
    assert '[Seat1 "seat 1"]' in line["record"]
    bob.delete()
    User.objects.filter(pk=alice.pk).update(username="somebody-else")
    assert dumping.make(MONTH, anew=True)
    assert dumped.path_of(dumped.name_of(MONTH)).read_bytes() == before


@pytest.mark.usefixtures("robots")
def test_robots_keep_their_names(alice: User) -> None:
    robot = User.objects.exclude(robot="")[0]
    ended(play_out(lobby.invite(alice, [robot], "BO", {}, Pace.TURNS, "main")), INSIDE)
    dumping.make(MONTH)
    assert robot.username in lines()[0]["record"]


def test_what_staff_wrote_is_left_out(alice: User, bob: User) -> None:
    match = begin("BO", alice, bob)
    staff.adjudicate(match.pk, [1, 2], "bob was rude")
    ended(match, INSIDE)
    dumping.make(MONTH)
    assert "rude" not in lines()[0]["record"]
    record.read(lines()[0]["record"])


def test_what_may_not_be_seen_is_not_in_it(alice: User, bob: User) -> None:
    shown = some(alice, bob)
    void, closed = begin("BO", alice, bob), some(alice, bob, pace=Pace.DUPLICATE)
    staff.void(void.pk, "a mistake")
    Deal.objects.update(opened_at=None)
    ended(void, INSIDE)
    keeping.keep(closed.pk)
    dumping.make(MONTH)
    assert [line["id"] for line in lines()] == [shown.pk]


def test_the_first_month_is_that_of_the_first_match_that_may_be_seen(alice: User, bob: User) -> None:
    closed = some(alice, bob, pace=Pace.DUPLICATE)
    Deal.objects.update(opened_at=None)
    ended(closed, INSIDE - timedelta(days=60))
    some(alice, bob)
    assert next(dumping.months()) == MONTH


def test_no_month_is_laid_out_before_it_is_over_for_good(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    some(alice, bob)
    monkeypatch.setattr(bulk, "settled", lambda: datetime(2026, 1, 31, 23, 0, tzinfo=UTC))
    assert list(dumping.months()) == []
    assert dumping.make_missing() is None
    monkeypatch.setattr(bulk, "settled", lambda: datetime(2026, 3, 1, tzinfo=UTC))
    assert list(dumping.months()) == [MONTH, date(2026, 2, 1)]
    assert dumping.make_missing() == MONTH
    assert dumping.make_missing() == date(2026, 2, 1), "a month without matches has a file without lines"
    assert dumping.make_missing() is None
    assert lines("matches-2026-02.ndjson.gz") == []


def test_twice_gives_the_same_bytes_and_the_checksum_fits(alice: User, bob: User, folder: Path) -> None:
    for _ in range(3):
        some(alice, bob)
    dumping.make(MONTH)
    [dump] = dumped.listed()
    first = dumped.path_of(dump.name).read_bytes()
    assert dump.digest == hashlib.sha256(first).hexdigest()
    assert dump.size == len(first)
    assert dumping.make(MONTH)
    dumping.make(MONTH, anew=True)
    assert dumped.path_of(dump.name).read_bytes() == first
    assert {path.name for path in folder.iterdir()} == {dump.name, f"{dump.name}.sha256"}


class Killed(BaseException):
    """As a process that dies."""


@pytest.mark.parametrize("at", [1, 2, 3])
def test_one_that_was_killed_goes_on_and_is_the_same(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    monkeypatch.setattr(bulk.keys_after, "__defaults__", ("", 1))
    for minutes in range(3):
        some(alice, bob, at=INSIDE - timedelta(minutes=minutes))
    dumping.make(MONTH)
    whole = dumped.path_of(dumped.name_of(MONTH)).read_bytes()
    tries, parts = [], dumping._lines

    def dies(keys: Any) -> Any:
        tries.append(keys)
        if len(tries) == at:
            raise Killed
        return parts(keys)

    monkeypatch.setattr(dumping, "_lines", dies)
    with pytest.raises(Killed):
        dumping.make(MONTH, anew=True)
    assert dumped.listed() == [], "nobody is shown half of it"
    assert dumping.make(MONTH)
    assert dumped.path_of(dumped.name_of(MONTH)).read_bytes() == whole
    assert len(tries) == 4, "what was whole was not made again"


def test_one_that_was_killed_in_the_middle_of_a_part_loses_that_alone(
    alice: User, bob: User, folder: Path
) -> None:
    some(alice, bob)
    dumping.make(MONTH)
    whole = dumped.path_of(dumped.name_of(MONTH)).read_bytes()
    for path in folder.iterdir():
        path.unlink()
    (folder / "matches-2026-01.ndjson.gz.part").write_bytes(b"half of a part, and no note of it")
    dumping.make(MONTH)
    assert dumped.path_of(dumped.name_of(MONTH)).read_bytes() == whole


@pytest.mark.parametrize("what", ["before its name", "before its checksum"])
def test_one_that_was_killed_at_its_end_is_the_same(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    some(alice, bob)
    dumping.make(MONTH)
    whole = dumped.path_of(dumped.name_of(MONTH)).read_bytes()

    def dies(*given: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        if what == "before its name":
            patch.setattr(Path, "replace", dies)
            patch.setattr(dumped, "put", lambda path, text: path.write_text(text))
        else:
            patch.setattr(dumped, "note", dies)
        with pytest.raises(Killed):
            dumping.make(MONTH, anew=True)
    assert dumped.listed() == []
    monkeypatch.setattr(dumping, "_lines", dies)
    assert dumping.make(MONTH), "nothing of it was made again"
    [dump] = dumped.listed()
    assert dumped.path_of(dump.name).read_bytes() == whole


@pytest.mark.parametrize("lies", ["longer", "shorter", "nowhere"])
def test_a_part_is_gone_on_with_where_all_of_it_is_there(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, lies: str
) -> None:
    monkeypatch.setattr(bulk.keys_after, "__defaults__", ("", 1))
    for minutes in range(2):
        some(alice, bob, at=INSIDE - timedelta(minutes=minutes))
    dumping.make(MONTH)
    path = dumped.path_of(dumped.name_of(MONTH))
    whole, part = path.read_bytes(), dumped.beside(path, ".part")
    tries, parts = [], dumping._lines

    def dies_at_the_second(keys: Any) -> Any:
        tries.append(keys)
        if len(tries) == 2:
            raise Killed
        return parts(keys)

    monkeypatch.setattr(dumping, "_lines", dies_at_the_second)
    with pytest.raises(Killed):
        dumping.make(MONTH, anew=True)
    if lies == "longer":
        part.write_bytes(part.read_bytes() + b"half of the next" * 1000)
    elif lies == "shorter":
        part.write_bytes(part.read_bytes()[:-1])
    else:
        part.unlink()
    assert dumping.make(MONTH)
    assert path.read_bytes() == whole


def test_a_match_that_cannot_be_read_holds_back_no_other(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = some(alice, bob, at=INSIDE - timedelta(hours=1)), some(alice, bob)
    write = dumping._nameless

    def broken(match: Match) -> str:
        if match.pk == bad.pk:
            raise record.BadRecord("It is broken.")
        return write(match)

    monkeypatch.setattr(dumping, "_nameless", broken)
    dumping.make(MONTH)
    assert [line["id"] for line in lines()] == [good.pk]


def test_its_queries_do_not_hang_on_how_many_there_are(
    alice: User, bob: User, django_assert_num_queries: Any
) -> None:
    some(alice, bob)
    with django_assert_num_queries(7):  # keys, matches, seats and moves; that none is left; and the lock
        dumping.make(MONTH)
    some(alice, bob)
    with django_assert_num_queries(7):
        dumping.make(MONTH, anew=True)


def test_the_page_lists_them_and_gives_them_to_everybody(client: Client, alice: User, bob: User) -> None:
    assert "once a month with matches is over" in client.get(reverse("games:dumps")).content.decode()
    some(alice, bob)
    dump_matches()
    [dump] = [one for one in dumped.listed() if one.month == MONTH]
    assert dump.digest in client.get(reverse("games:dumps")).content.decode()
    address = reverse("games:dump_file", args=[dump.name])
    answer: Any = client.get(address)
    content = b"".join(answer.streaming_content)
    assert hashlib.sha256(content).hexdigest() == dump.digest
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert client.get(f"{address}.sha256").content.decode() == f"{dump.digest}  {dump.name}\n"


@pytest.mark.parametrize(
    "name",
    ["..%2f..%2fetc%2fpasswd", "matches-2026-01.ndjson.gz.part", "matches-2026-13.ndjson.gz", "x"],
)
def test_nothing_else_can_be_had(client: Client, alice: User, bob: User, folder: Path, name: str) -> None:
    some(alice, bob)
    dumping.make(MONTH)
    (folder / "matches-2026-01.ndjson.gz.part").write_bytes(b"x")
    assert client.get(f"/archive/dumps/{name}").status_code == 404


def test_the_command_makes_what_is_asked_for(
    alice: User, bob: User, capsys: pytest.CaptureFixture[str]
) -> None:
    some(alice, bob)
    call_command("dump_matches")
    assert "matches-2026-01.ndjson.gz" in capsys.readouterr().out
    call_command("dump_matches", "2026-01", "--anew")
    now = timezone.now()
    for wrong in (["2026-1x"], [f"{now:%Y-%m}"], ["1999-01"], ["--anew"]):
        with pytest.raises(CommandError):
            call_command("dump_matches", *wrong)
