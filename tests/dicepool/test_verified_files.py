"""The script on what the site offers: lists, batches, proofs and records, true and tampered."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import transaction

from dicepool import archive, audit, fates, merkle, pool, refill, retire
from dicepool.models import Batch, Handout
from tests.dicepool import vectors
from tests.dicepool.verifying import SCRIPT, Bundle, by_browser, by_script

pytestmark = pytest.mark.django_db

FOREIGN = "ab" * 32


@pytest.fixture
def drawn(batch: Batch) -> list[pool.Drawn]:
    """The first 300 sets of a batch, handed out."""
    with transaction.atomic():
        return pool.draw(300)


@pytest.fixture
def bundle(drawn: list[pool.Drawn]) -> Bundle:
    """Their proofs for three of them."""
    return archive.proofs([drawn[0].serial, drawn[1].serial, drawn[299].serial])


def test_what_the_site_offers_holds_in_both(bundle: Bundle, tmp_path: Path) -> None:
    listed = archive.commitments()
    status, printed = by_script(tmp_path, bundle, listed)
    assert (status, "3 rolls lead to the roots" in printed) == (0, True)
    [said] = by_browser([("proofs", json.dumps(bundle), False), ("list", json.dumps(listed), True)])
    assert any("was published before" in line for line in said)


def _handed_out(batch: Batch) -> int:
    """A serial of a batch, as if it had been drawn."""
    Handout.objects.create(serial=batch.first + 1)
    fates.show([fates.Shown(batch.first + 1)])
    return batch.first + 1


@pytest.mark.django_db(transaction=True)
class TestTheList:
    """In a database of its own, so that the list begins with batch 1."""

    @pytest.fixture
    def listed(self, batch: Batch) -> Bundle:
        refill.add_sets(2000, "test")
        return archive.commitments()

    def test_it_holds(self, listed: Bundle, tmp_path: Path) -> None:
        status, printed = by_script(tmp_path, listed)
        assert (status, "a list of 3 batches, each linked" in printed) == (0, True)

    @pytest.mark.parametrize("which", [0, 1, 2])
    @pytest.mark.parametrize("what", ["root", "previous", "chain"])
    def test_a_changed_link_is_found(self, listed: Bundle, tmp_path: Path, which: int, what: str) -> None:
        listed["batches"][which][what] = FOREIGN
        assert by_script(tmp_path, listed)[0] == 1

    def test_another_time_than_the_one_that_is_bound_is_found(self, listed: Bundle, tmp_path: Path) -> None:
        listed["batches"][1]["made"] = "2020-01-01T00:00:00+00:00"
        status, printed = by_script(tmp_path, listed)
        assert (status, "the time of batch 2" in printed) == (1, True)

    def test_batches_of_older_releases_hold_and_newer_ones_follow_them(
        self, listed: Bundle, tmp_path: Path
    ) -> None:
        first, second, third = Batch.objects.order_by("number")
        first.version = second.version = 1
        first.chain = first.link(merkle.GENESIS, bytes(first.root))
        second.chain = second.link(first.chain, bytes(second.root))
        third.chain = third.link(second.chain, bytes(third.root))
        for batch in (first, second, third):
            batch.save()
            assert audit.holds(batch)
        proofs = [archive.proofs([_handed_out(batch)]) for batch in (first, third)]
        assert [bundle["format"] for bundle in proofs] == ["boatzee-proofs-1", "boatzee-proofs-2"]
        assert "version" not in proofs[0]["batches"][0]
        given = [archive.commitments(), *proofs]
        assert by_script(tmp_path, *given)[0] == 0
        [said] = by_browser([(str(place), json.dumps(file), False) for place, file in enumerate(given)])
        assert isinstance(said, list)
        third.delete()
        assert archive.commitments()["format"] == "boatzee-batches-1"
        Batch.objects.filter(number=2).update(version=2)
        assert not audit.holds(Batch.objects.get(number=2))

    def test_batches_in_another_order_are_found(self, listed: Bundle, tmp_path: Path) -> None:
        listed["batches"].reverse()
        assert by_script(tmp_path, listed)[0] == 1

    def test_a_batch_rolled_anew_is_found_by_the_one_after_it(self, listed: Bundle, tmp_path: Path) -> None:
        second = listed["batches"][1]
        vectors.rechained(second, root=FOREIGN)
        status, printed = by_script(tmp_path, listed)
        assert (status, "batch 3 does not link" in printed) == (1, True)


@pytest.mark.django_db(transaction=True)
class TestAPublishedBatch:
    @pytest.fixture
    def published(self, batch: Batch) -> Bundle:
        with transaction.atomic():
            pool.draw(batch.size)
        retire.retire()
        return archive.laid_open(batch.number)

    def test_it_holds(self, published: Bundle, tmp_path: Path) -> None:
        status, printed = by_script(tmp_path, published, archive.commitments())
        assert (status, "all 1000 sets of batch" in printed) == (0, True)

    def test_a_changed_die_a_changed_key_and_sets_in_another_order_are_found(
        self, published: Bundle, tmp_path: Path
    ) -> None:
        digits, key = published["dice"], published["key"]
        last = str(int(digits[-1]) % 6 + 1)
        assert digits[:5] != digits[5:10]
        for changed in (
            {"dice": digits[:-1] + last},
            {"dice": digits[5:10] + digits[:5] + digits[10:]},
            {"dice": digits[:-5]},
            {"key": key[::-1]},
            {"root": FOREIGN},
        ):
            assert by_script(tmp_path, {**published, **changed})[0] == 1

    def test_it_proves_a_record(self, published: Bundle, tmp_path: Path) -> None:
        dice = " ".join(published["dice"][:5])
        record = f'[Code "BZ"]\n\n1. Seat 1: roll ({dice} #{published["first"]}), score chance (1)\n'
        assert by_script(tmp_path, published, record)[0] == 0


class TestARecord:
    """As games/record.py writes it."""

    @pytest.fixture
    def record(self, drawn: list[pool.Drawn]) -> str:
        a, b, c, d, e, f = drawn[:6]
        kept = " ".join(map(str, c.dice[:2]))
        return (
            '[Site "Boatzee"]\n[Seat1 "rolls 6 (#0)"]\n[Seat2 "(1 1 1 1 1 #0)"]\n\n'
            f"Roll-off: seat 1 rolls {a.dice[0]} (#{a.serial}), seat 2 rolls {b.dice[0]} (#{b.serial})\n"
            f"1. Seat 1: roll ({' '.join(map(str, c.dice))} #{c.serial}), keep {kept}"
            f" roll ({' '.join(map(str, d.dice[:3]))} #{d.serial}), score threes (9)\n"
            f"1. Seat 2: roll ({' '.join(map(str, [*e.dice, f.dice[0]]))} #{e.serial} #{f.serial}),"
            " bank (300)\n"
        )

    @pytest.fixture
    def proven(self, drawn: list[pool.Drawn]) -> Bundle:
        return archive.proofs(d.serial for d in drawn[:6])

    def test_it_holds(self, record: str, proven: Bundle, tmp_path: Path) -> None:
        status, printed = by_script(tmp_path, record, proven)
        assert (status, "all 5 rolls as proven" in printed) == (0, True)

    def test_a_changed_die_is_found(
        self, record: str, proven: Bundle, drawn: list[pool.Drawn], tmp_path: Path
    ) -> None:
        for die, serial in ((drawn[0].dice[0], drawn[0].serial), (drawn[3].dice[2], drawn[3].serial)):
            for closing in (f"{die} (#{serial})", f"{die} #{serial})"):
                changed = record.replace(closing, closing.replace(str(die), str(die % 6 + 1), 1))
                if changed != record:
                    assert by_script(tmp_path, changed, proven)[0] == 1

    def test_a_roll_without_proof_is_found(self, record: str, proven: Bundle, tmp_path: Path) -> None:
        proven["proofs"].pop()
        status, printed = by_script(tmp_path, record, proven)
        assert (status, "no proof was given" in printed) == (1, True)

    def test_a_set_used_twice_is_found(
        self, record: str, proven: Bundle, drawn: list[pool.Drawn], tmp_path: Path
    ) -> None:
        again = f"2. Seat 1: roll ({' '.join(map(str, drawn[2].dice))} #{drawn[2].serial})\n"
        status, printed = by_script(tmp_path, record + again, proven)
        assert (status, "used twice" in printed) == (1, True)

    def test_a_record_without_rolls_proves_nothing(self, proven: Bundle, tmp_path: Path) -> None:
        assert by_script(tmp_path, '[Site "Boatzee"]\n', proven)[0] == 1


class TestTheCommand:
    @pytest.mark.parametrize(
        ("arguments", "status"),
        [
            (["--help"], 0),
            (["-h"], 0),
            (["proofs.json", "--help"], 0),
            ([], 2),
            (["--kept"], 2),
            (["--keep", "list.json"], 2),
            (["--key", "key"], 2),
            (["--witness"], 2),
            (["--key", "--kept", "list.json"], 2),
        ],
    )
    def test_it_says_how_it_is_used(self, arguments: list[str], status: int) -> None:
        command = [sys.executable, "-I", "-S", str(SCRIPT), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, "python verify_roll.py [--kept FILE]" in done.stdout) == (status, True)
        assert "--witness VKEY" in done.stdout

    def test_it_takes_a_kept_file(self, bundle: Bundle, tmp_path: Path) -> None:
        proofs, kept = tmp_path / "proofs", tmp_path / "kept"
        proofs.write_text(json.dumps(bundle))
        kept.write_text(json.dumps(archive.commitments()))
        command = [sys.executable, "-I", "-S", str(SCRIPT), str(proofs)]
        alone = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        beside = subprocess.run([*command, str(kept)], capture_output=True, text=True, check=True).stdout
        held = subprocess.run([*command, "--kept", str(kept)], capture_output=True, text=True, check=True)
        assert "published before" in held.stdout
        for printed in (alone, beside):
            assert "published before" not in printed
            assert "\nopen  batch" in printed
        assert held.stdout.endswith("Nothing here contradicts anything else.\n")

    @pytest.mark.parametrize("plainly", [True, False])
    def test_it_takes_keys_as_they_are_and_in_files(self, tmp_path: Path, *, plainly: bool) -> None:
        files = vectors.files()
        for name in ("key", "witness", "checkpoint 7"):
            (tmp_path / name).write_text(files[name])
        isolated = ["-I", "-S"] if plainly else []  # without site-packages there is no `cryptography`
        command = [sys.executable, *isolated, "-X", "utf8", str(SCRIPT)]

        def run(*options: str) -> tuple[int, str]:
            done = subprocess.run(
                [*command, *options, "checkpoint 7"],
                capture_output=True,
                text=True,
                check=False,
                cwd=tmp_path,
            )
            return done.returncode, done.stdout

        for keys in (
            ["--key", "key", "--witness", "witness"],
            ["--key", files["key"].strip(), "--witness", files["witness"]],
            ["key", "witness"],
        ):
            status, printed = run(*keys)
            assert (status, "checkpoint 7: signed by dice.example" in printed) == (0, True)
            assert "checkpoint 7: seen by witness.example/w at 2026-05-03T12:00:00+00:00" in printed
        assert run("--key", files["key of another"])[0] == 1
        assert run("--key", "witness") == (1, "WRONG witness is no key for --key\n")
        assert run("--witness", "key") == (1, "WRONG key is no key for --witness\n")
        assert run("--key", "nothing.txt") == (1, "WRONG the key in nothing.txt cannot be read\n")
        assert "seen by" not in run("--kept", "checkpoint 7")[1]

    @pytest.mark.parametrize("text", ["", "{}", "{", '{"format": "boatzee-proofs-1"}', "[1]"])
    def test_it_refuses_what_it_cannot_read(self, text: str, tmp_path: Path) -> None:
        status, printed = by_script(tmp_path, text)
        assert (status, printed[:5]) == (1, "WRONG")
