"""Both verifiers, the script and the browser's module, on the same true and tampered files."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from playwright._impl._driver import compute_driver_executable

from dicepool import archive, merkle, pool, refill, retire
from dicepool.models import Batch

pytestmark = pytest.mark.django_db

SCRIPT = Path(settings.BASE_DIR) / "static" / "verify_roll.py"
MODULE = Path(settings.BASE_DIR) / "static" / "js" / "verify.js"
FOREIGN = "ab" * 32

Bundle = dict[str, Any]
Tamper = Callable[[Bundle], None]


def _die(bundle: Bundle) -> None:
    dice = bundle["proofs"][1]["dice"]
    dice[2] = dice[2] % 6 + 1


def _dice_in_another_order(bundle: Bundle) -> None:
    proof = next(p for p in bundle["proofs"] if p["dice"] != p["dice"][::-1])
    proof["dice"].reverse()


def _salt(bundle: Bundle) -> None:
    salt = bundle["proofs"][0]["salt"]
    bundle["proofs"][0]["salt"] = ("1" if salt[0] == "0" else "0") + salt[1:]


def _path(bundle: Bundle) -> None:
    bundle["proofs"][0]["path"][3] = FOREIGN


def _path_in_another_order(bundle: Bundle) -> None:
    bundle["proofs"][0]["path"].reverse()


def _path_too_short(bundle: Bundle) -> None:
    bundle["proofs"][0]["path"].pop()


def _path_too_long(bundle: Bundle) -> None:
    bundle["proofs"][0]["path"].append(FOREIGN)


def _rolls_in_another_order(bundle: Bundle) -> None:
    one, other = bundle["proofs"][:2]
    one["serial"], other["serial"] = other["serial"], one["serial"]


def _serial(bundle: Bundle) -> None:
    bundle["proofs"][0]["serial"] += 1


def _serial_outside_the_batch(bundle: Bundle) -> None:
    bundle["proofs"][0]["serial"] = bundle["batches"][0]["last"] + 1


def _root(bundle: Bundle) -> None:
    bundle["batches"][0]["root"] = FOREIGN


def _root_with_a_chain_to_match(bundle: Bundle) -> None:
    batch = bundle["batches"][0]
    batch["root"] = FOREIGN
    link = merkle.chained(
        bytes.fromhex(batch["previous"]), bytes.fromhex(FOREIGN), batch["first"], batch["last"]
    )
    batch["chain"] = link.hex()


def _link_before(bundle: Bundle) -> None:
    bundle["batches"][0]["previous"] = FOREIGN


def _bounds(bundle: Bundle) -> None:
    bundle["batches"][0]["last"] += 1


def _seven(bundle: Bundle) -> None:
    bundle["proofs"][0]["dice"][0] = 7


def _batch_left_out(bundle: Bundle) -> None:
    bundle["batches"].pop()


TAMPERED: list[Tamper] = [
    _die,
    _dice_in_another_order,
    _salt,
    _path,
    _path_in_another_order,
    _path_too_short,
    _path_too_long,
    _rolls_in_another_order,
    _serial,
    _serial_outside_the_batch,
    _root,
    _root_with_a_chain_to_match,
    _link_before,
    _bounds,
    _seven,
    _batch_left_out,
]


@pytest.fixture
def drawn(batch: Batch) -> list[pool.Drawn]:
    """The first 300 sets of a batch, handed out."""
    with transaction.atomic():
        return pool.draw(300)


@pytest.fixture
def bundle(drawn: list[pool.Drawn]) -> Bundle:
    """Their proofs for three of them."""
    return archive.proofs([drawn[0].serial, drawn[1].serial, drawn[299].serial])


def by_script(folder: Path, *contents: Bundle | str) -> tuple[int, str]:
    """The script's status and what it printed, for files of these contents."""
    names = []
    for number, content in enumerate(contents):
        file = folder / f"file-{number}"
        file.write_text(content if isinstance(content, str) else json.dumps(content))
        names.append(str(file))
    command = [sys.executable, "-I", "-S", "-X", "utf8", str(SCRIPT), *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout


def by_browser(*bundles: Bundle) -> list[str]:
    """What the module says to each: `holds`, or the complaint."""
    node = compute_driver_executable()[0]
    run = f"""
        const {{ verify, Wrong }} = await import({json.dumps(MODULE.as_uri())});
        const chunks = [];
        for await (const chunk of process.stdin) chunks.push(chunk);
        const answers = [];
        for (const bundle of JSON.parse(Buffer.concat(chunks).toString())) {{
          try {{
            await verify(bundle);
            answers.push("holds");
          }} catch (error) {{
            if (!(error instanceof Wrong)) throw error;
            answers.push(error.message);
          }}
        }}
        console.log(JSON.stringify(answers));
    """
    done = subprocess.run(
        [node, "--no-warnings", "--input-type=module", "-e", run],
        input=json.dumps(bundles),
        capture_output=True,
        text=True,
        check=True,
    )
    answers: list[str] = json.loads(done.stdout)
    return answers


def tampered(bundle: Bundle, tamper: Tamper) -> Bundle:
    changed = copy.deepcopy(bundle)
    tamper(changed)
    assert changed != bundle
    return changed


def test_the_true_file_holds_in_both(bundle: Bundle, tmp_path: Path) -> None:
    status, printed = by_script(tmp_path, bundle)
    assert (status, "3 rolls lead to the roots" in printed) == (0, True)
    assert by_browser(bundle) == ["holds"]


def test_every_tampered_file_fails_in_both(bundle: Bundle, tmp_path: Path) -> None:
    changed = [tampered(bundle, tamper) for tamper in TAMPERED]
    in_browser = by_browser(*changed)
    for tamper, content, answer in zip(TAMPERED, changed, in_browser, strict=True):
        status, printed = by_script(tmp_path, content)
        assert (tamper.__name__, status) == (tamper.__name__, 1)
        assert printed.startswith("WRONG ")
        assert (tamper.__name__, answer != "holds") == (tamper.__name__, True)


def test_a_forged_batch_that_agrees_with_itself_is_found_by_the_list(
    drawn: list[pool.Drawn], batch: Batch, tmp_path: Path
) -> None:
    listed = archive.commitments()
    refill.add_sets(1000, "test")
    other = Batch.objects.latest("number")
    serial = drawn[0].serial
    forged = archive.proofs([serial])
    [claim] = forged["batches"]
    claim["root"] = merkle.leaf(serial, (6, 6, 6, 6, 6), b"s" * 16).hex()
    claim["first"] = claim["last"] = serial
    claim["chain"] = merkle.chained(
        bytes.fromhex(claim["previous"]), bytes.fromhex(claim["root"]), serial, serial
    ).hex()
    forged["proofs"][0].update(dice=[6] * 5, salt=(b"s" * 16).hex(), path=[])
    assert other.number == batch.number + 1
    assert by_script(tmp_path, forged)[0] == 0
    assert by_browser(forged) == ["holds"]
    status, printed = by_script(tmp_path, forged, listed)
    assert (status, f"batch {batch.number} is not the one in the list" in printed) == (1, True)


@pytest.mark.django_db(transaction=True)
class TestTheList:
    """In a database of its own, so that the list begins with batch 1."""

    @pytest.fixture
    def listed(self, batch: Batch) -> Bundle:
        refill.add_sets(2000, "test")
        return archive.commitments()

    def test_it_holds(self, listed: Bundle, tmp_path: Path) -> None:
        status, printed = by_script(tmp_path, listed)
        assert (status, "3 batches, each linked" in printed) == (0, True)

    @pytest.mark.parametrize("which", [0, 1, 2])
    @pytest.mark.parametrize("what", ["root", "previous", "chain"])
    def test_a_changed_link_is_found(self, listed: Bundle, tmp_path: Path, which: int, what: str) -> None:
        listed["batches"][which][what] = FOREIGN
        assert by_script(tmp_path, listed)[0] == 1

    def test_batches_in_another_order_are_found(self, listed: Bundle, tmp_path: Path) -> None:
        listed["batches"].reverse()
        assert by_script(tmp_path, listed)[0] == 1

    def test_a_batch_rolled_anew_is_found_by_the_one_after_it(self, listed: Bundle, tmp_path: Path) -> None:
        second = listed["batches"][1]
        second["root"] = FOREIGN
        second["chain"] = merkle.chained(
            bytes.fromhex(second["previous"]), bytes.fromhex(FOREIGN), second["first"], second["last"]
        ).hex()
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
        assert (status, "all 1000 sets give its root" in printed) == (0, True)

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
            '[Site "Boatzee"]\n[Seat1 "rolls 6 (#1)"]\n[Seat2 "(1 1 1 1 1 #1)"]\n\n'
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
        assert (status, "all 5 rolls are as proven" in printed) == (0, True)

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


def test_the_script_says_how_it_is_used(tmp_path: Path) -> None:
    status, printed = by_script(tmp_path)
    assert status == 2
    assert "python verify_roll.py FILE" in printed


@pytest.mark.parametrize("text", ["", "{}", "{", '{"format": "boatzee-proofs-1"}', "[1]"])
def test_the_script_refuses_what_it_cannot_read(text: str, tmp_path: Path) -> None:
    status, printed = by_script(tmp_path, text)
    assert (status, printed[:5]) == (1, "WRONG")
