"""What is sealed opens only whole and under its own name; what is thrown away is never the newest good."""

from __future__ import annotations

import gzip
import io
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import http_ece
import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from boatzee_site.backups import keeping, restoring, sealing
from boatzee_site.backups.sealing import BadKeys, Keys, Spoilt
from boatzee_site.backups.store import SEALED, Backup, Refused, Store, at, digest_of, number_of
from boatzee_site.management.commands import back_up
from boatzee_site.models import Heartbeat

KEYS = Keys({1: b"a" * 32, 2: b"b" * 32})
ROOM = sealing.RECORD - sealing.TAG - 1
NOW = datetime(2026, 5, 31, 12, tzinfo=UTC)
SEGMENT = 1 << 24
MINUTE = timedelta(minutes=1)


def seal(place: Path, text: bytes, what: str = "a", keys: Keys = KEYS) -> Path:
    with sealing.sealed(place, keys, what) as file:
        file.write(text)
    return place


def unseal(place: Path, what: str = "a", keys: Keys = KEYS) -> bytes:
    with sealing.opened(place, keys, what) as file:
        return file.read()


class TestSealing:
    @pytest.mark.parametrize("size", [0, 1, ROOM - 3, ROOM - 2, ROOM - 1, 2 * ROOM - 2, 3 * ROOM + 5])
    def test_what_was_sealed_opens_here_and_in_another_program_of_the_standard(
        self, tmp_path: Path, size: int
    ) -> None:
        text = bytes(range(256)) * (size // 256 + 1)
        place = seal(tmp_path / "a", text[:size])
        assert unseal(place) == text[:size]
        assert http_ece.decrypt(place.read_bytes(), key=b"b" * 32) == b"a\n" + text[:size]

    @given(st.data())
    def test_no_byte_can_be_changed_unnoticed(
        self, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
    ) -> None:
        place = seal(tmp_path_factory.mktemp("sealed") / "a", b"x" * 50)
        found = bytearray(place.read_bytes())
        found[data.draw(st.integers(0, len(found) - 1))] ^= data.draw(st.integers(1, 255))
        place.write_bytes(found)
        with pytest.raises(Spoilt):
            unseal(place)

    @pytest.mark.parametrize("left", [0, 10, 21, 22, sealing.RECORD, sealing.RECORD + 22, -1])
    def test_what_is_cut_off_does_not_open(self, tmp_path: Path, left: int) -> None:
        place = seal(tmp_path / "a", b"x" * (2 * ROOM))
        place.write_bytes(place.read_bytes()[:left])
        with pytest.raises(Spoilt):
            unseal(place)

    def test_records_cannot_change_places_nor_come_after_the_end(self, tmp_path: Path) -> None:
        place = seal(tmp_path / "a", b"x" * (2 * ROOM))
        whole, head = place.read_bytes(), sealing.HEAD.size + 1
        one, two = (whole[head + at * sealing.RECORD :][: sealing.RECORD] for at in (0, 1))
        for spoilt in (whole[:head] + two + one + whole[head + 2 * sealing.RECORD :], whole + one):
            place.write_bytes(spoilt)
            with pytest.raises(Spoilt):
                unseal(place)

    def test_nothing_comes_after_a_last_record_that_is_full(self, tmp_path: Path) -> None:
        place = seal(tmp_path / "a", b"x" * (ROOM - len("a\n")))
        assert (place.stat().st_size - sealing.HEAD.size - 1) == sealing.RECORD
        assert unseal(place) == b"x" * (ROOM - len("a\n"))
        place.write_bytes(place.read_bytes() + b"x")
        with pytest.raises(Spoilt, match="beyond its end"):
            unseal(place)

    def test_none_passes_for_another(self, tmp_path: Path) -> None:
        with pytest.raises(Spoilt, match="not what its name says"):
            unseal(seal(tmp_path / "a", b"x", "b"))

    def test_old_keys_open_and_the_newest_seals(self, tmp_path: Path) -> None:
        old = seal(tmp_path / "old", b"x", keys=Keys({1: b"a" * 32}))
        assert unseal(old) == b"x"
        with pytest.raises(Spoilt, match="not in BACKUP_KEYS"):
            unseal(seal(tmp_path / "new", b"x"), keys=Keys({1: b"a" * 32}))
        with pytest.raises(Spoilt, match="another key"):
            unseal(old, keys=Keys({1: b"c" * 32}))

    def test_what_is_broken_off_leaves_nothing(self, tmp_path: Path) -> None:
        place = seal(tmp_path / "a", b"before")

        def fail() -> None:
            with sealing.sealed(place, KEYS, "a") as file:
                file.write(b"x" * 3 * sealing.RECORD)
                raise OSError(28, "No space left on device")

        with pytest.raises(OSError, match="No space"):
            fail()
        assert [one.name for one in tmp_path.iterdir()] == ["a"]
        assert unseal(place) == b"before"

    @pytest.mark.parametrize(
        "text", ["", "1", "x:" + "A" * 44, "1:AAAA", "1:!", f"1:{'A' * 43}=,1:{'A' * 43}="]
    )
    def test_keys_that_are_none_are_refused_and_not_shown(self, text: str) -> None:
        with pytest.raises(BadKeys) as told:
            sealing.parse_keys(text)
        assert "A" * 8 not in str(told.value)


class TestKeeping:
    """A whole backup a day, two upon each; the log of each day is ten segments."""

    @pytest.fixture
    def kept(self, tmp_path: Path) -> Store:
        made = Store(tmp_path / "backups", KEYS)
        made.make()
        for day in range(10, 0, -1):
            before = ""
            for number in range(3):
                before = self.take(made, day, number, before).name
        for number in range(100):
            seal(made.log / f"0000000100000000{number:08X}{SEALED}", b"", "x")
        seal(made.log / f"00000002.history{SEALED}", b"", "x")
        return made

    def take(self, kept: Store, day: int, number: int, parent: str) -> Backup:
        began = NOW - timedelta(days=day) + timedelta(hours=number)
        name = f"{began:%Y%m%dT%H%M%S}Z-{'on' if parent else 'whole'}"
        start = (100 - 10 * day + number) * SEGMENT
        folder = kept.folder / name
        folder.mkdir()
        (folder / "base").write_bytes(name.encode())
        made = Backup(name, parent, began, began, 1, 1, start, start, SEGMENT, digests={})
        made = replace(made, digests={"base": digest_of(folder / "base")})
        kept.write(made, folder)
        return made

    def test_one_can_go_back_to_any_moment_of_so_many_days(self, kept: Store) -> None:
        gone = keeping.keep(kept, NOW, 3)
        left = kept.names()
        assert len(left) == 9
        assert kept.read(left[0]).ended_at == NOW - timedelta(days=3)
        assert number_of(kept.segments()[0], SEGMENT) == 70
        assert "00000002.history" in kept.segments()
        assert len(gone) == 21 + 70
        assert keeping.keep(kept, NOW, 3) == []

    def test_the_newest_good_chain_stays_however_old(self, kept: Store) -> None:
        keeping.keep(kept, NOW + timedelta(days=1000), 0)
        assert len(kept.names()) == 3
        keeping.keep(kept, NOW + timedelta(days=1000), 0)
        assert len(kept.names()) == 3

    def test_where_the_newest_are_spoilt_the_newest_good_one_stays(self, kept: Store) -> None:
        names = kept.names()
        (kept.folder / names[-1] / "base").write_bytes(b"spoilt")
        (kept.folder / names[-6] / "base").unlink()
        keeping.keep(kept, NOW + timedelta(days=1000), 0)
        assert kept.names() == names[-9:]

    def test_none_goes_because_of_one_that_is_spoilt(self, kept: Store) -> None:
        names = kept.names()  # of 10 days, three of each
        (kept.folder / names[7 * 3] / "base").write_bytes(b"spoilt")  # three days ago: the first to stay
        keeping.keep(kept, NOW, 3)
        assert kept.names() == names[6 * 3 :]

    def test_where_none_is_good_nothing_goes(self, kept: Store) -> None:
        for name in kept.names():
            (kept.folder / name / "base").write_bytes(b"spoilt")
        assert keeping.keep(kept, NOW + timedelta(days=1000), 0) == []

    def test_what_cannot_be_read_stays_and_all_of_the_log(self, kept: Store) -> None:
        (kept.folder / kept.names()[0] / "about.sealed").write_bytes(b"spoilt")
        keeping.keep(kept, NOW, 3)
        assert len(kept.names()) == 9 + 3, "it, and what built upon it"
        assert len(kept.segments()) == 101

    def test_what_a_killed_run_left_is_cleared_up_and_never_counted(self, kept: Store) -> None:
        (kept.folder / ".20990101T000000Z-whole.part").mkdir()
        before = kept.names()
        kept.clear_up()
        assert kept.names() == before
        assert not list(kept.folder.glob(".*.part"))

    @pytest.mark.django_db
    def test_one_of_a_clock_that_ran_ahead_puts_off_none(
        self, kept: Store, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.BACKUP_WAL = ""
        monkeypatch.setattr(timezone, "now", lambda: NOW - timedelta(hours=1))
        taken: list[bool] = []
        monkeypatch.setattr(back_up, "back_up", lambda kept, *, whole: taken.append(whole))
        newest = kept.read(kept.names()[-1])
        for minutes, whole in ((-30, None), (-90, False), (30, False)):
            moment = NOW + timedelta(hours=-1, minutes=minutes)
            kept.write(replace(newest, ended_at=moment), kept.folder / newest.name)
            taken.clear()
            back_up._by_timetable(kept)
            assert taken == ([] if whole is None else [whole]), minutes

    @pytest.mark.django_db
    def test_there_is_a_sign_of_life_only_while_the_log_is_sealed(
        self, kept: Store, settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.BACKUP_WAL = str(tmp_path / "spool")
        monkeypatch.setattr(back_up, "back_up", lambda kept, *, whole: None)
        back_up._by_timetable(kept)
        assert not Heartbeat.objects.filter(part="backup", beat_at__isnull=False).exists()
        back_up._seal_log(kept)
        back_up._by_timetable(kept)
        assert Heartbeat.objects.filter(part="backup", beat_at__isnull=False).exists()

    def test_two_at_once_one_refuses(self, kept: Store) -> None:
        with kept.alone("backup"), pytest.raises(Refused):
            keeping.keep(kept, NOW, 3)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("BACKUP_KEYS", "", "BACKUP_KEYS is not set"),
        ("BACKUP_KEYS", "1:short", "not urlsafe base64"),
        ("BACKUP_DATABASE_URL", "", "BACKUP_DATABASE_URL is not set"),
    ],
)
def test_without_what_it_needs_nothing_is_backed_up(
    settings: LazySettings, tmp_path: Path, name: str, value: str, told: str
) -> None:
    settings.BACKUP_DIR = tmp_path
    settings.BACKUP_KEYS = "1:" + "QUJD" * 10 + "QUI="
    setattr(settings, name, value)
    with pytest.raises(CommandError, match=told):
        call_command("back_up", stdout=io.StringIO())


def test_the_log_of_a_timeline_that_was_left_is_not_waited_for(tmp_path: Path) -> None:
    kept = Store(tmp_path / "backups", KEYS)
    kept.make()
    for name in ("00000001" + f"{9:016X}", "00000002" + f"{5:016X}", "00000002" + f"{6:016X}"):
        seal(kept.log / f"{name}{SEALED}", gzip.compress(name.encode()), f"wal/{name}")
    backup = Backup("a", "", NOW, NOW, 1, 2, 4 * SEGMENT, 5 * SEGMENT, SEGMENT)
    (tmp_path / "wal").mkdir()
    assert restoring._lay_log(kept, tmp_path / "wal", backup, None) == range(5, 7)
    older = replace(backup, timeline=1)
    with pytest.raises(Spoilt, match="2 of 5 segments of the log are missing, from number 7 on"):
        restoring._lay_log(kept, tmp_path / "wal", older, None)


@pytest.mark.parametrize(
    ("minutes", "chosen", "after"),
    [
        *((None, "c", None), (5, "a", "b"), (59, "a", "b"), (60, "a", "c"), (75, "a", "c")),
        *((90, "b", "c"), (119, "b", "c"), (122, "b", None), (125, "c", None)),
    ],
)
def test_to_a_moment_it_is_the_one_that_was_whole_and_the_log_up_to_one_that_began_after(
    minutes: int | None, chosen: str, after: str | None
) -> None:
    """One that was being taken at that moment is neither: it was not whole, and had begun before."""
    there = {
        name: Backup(name, "", NOW + begun * MINUTE, NOW + ended * MINUTE, 1, 1, 0, 0, SEGMENT)
        for name, begun, ended in (("a", 0, 5), ("b", 60, 90), ("c", 120, 125))
    }
    to = None if minutes is None else NOW + minutes * MINUTE
    found, next_one = restoring.choose(there, to)
    assert (found.name, next_one.name if next_one else None) == (chosen, after)
    with pytest.raises(Refused, match="no backup of before"):
        restoring.choose(there, NOW + 4 * MINUTE)


def test_addresses_in_the_log_are_numbers() -> None:
    assert at("1/2000028") == (1 << 32) + 0x2000028
    assert number_of("000000010000000100000002", SEGMENT) == 258
