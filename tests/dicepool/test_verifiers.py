"""Both verifiers, the script and the browser's module, on the same true and tampered files."""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
import random
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.db import transaction
from playwright._impl._driver import compute_driver_executable

from dicepool import archive, audit, fates, merkle, pool, refill, retire
from dicepool.models import Batch, Handout
from tests.dicepool import vectors

pytestmark = pytest.mark.django_db

SCRIPT = Path(settings.BASE_DIR) / "static" / "verify_roll.py"
MODULE = Path(settings.BASE_DIR) / "static" / "js" / "verify.js"
FOREIGN = "ab" * 32
PYTHON = runpy.run_path(str(SCRIPT))

Bundle = dict[str, Any]
Trial = list[tuple[str, str, bool]]
"""Files: a name, a text, and whether it was kept."""


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


def by_browser(*trials: Trial) -> list[list[str] | str]:
    """What the module says to each, lines or what is wrong; to files that cannot be read, `unreadable`."""
    run = f"""
        const {{ check, Wrong }} = await import({json.dumps(MODULE.as_uri())});
        const chunks = [];
        for await (const chunk of process.stdin) chunks.push(chunk);
        const answers = [];
        for (const files of JSON.parse(Buffer.concat(chunks).toString())) {{
          try {{
            answers.push((await check(files)).map((said) => said.join(" ")));
          }} catch (error) {{
            answers.push(error instanceof Wrong ? error.message : "unreadable");
          }}
        }}
        console.log(JSON.stringify(answers));
    """
    given = [[{"name": name, "text": text, "kept": kept} for name, text, kept in files] for files in trials]
    answers: list[list[str] | str] = by_node(run, json.dumps(given))
    return answers


def by_node(run: str, given: str = "") -> Any:
    """What a module prints, as JSON, when it is given this on its standard input."""
    command = [compute_driver_executable()[0], "--no-warnings", "--input-type=module", "-e", run]
    return json.loads(subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout)


def by_python(files: Trial) -> list[str] | str:
    """What the script says to files of these names, without a process of its own."""
    try:
        return [" ".join(said) for said in PYTHON["check"](files)]
    except PYTHON["Wrong"] as wrong:
        return str(wrong)
    except (ValueError, LookupError, TypeError, AttributeError):
        return "unreadable"


class TestTheVectors:
    """docs/vectors/dice.json: files good and forged, and what is to be said of them."""

    @pytest.fixture
    def given(self) -> Bundle:
        found: Bundle = json.loads(vectors.PLACE.read_text())
        return found

    def trial(self, given: Bundle, case: Bundle) -> Trial:
        files = {name: given["files"][name] for name in case["given"]}
        texts = {name: file if isinstance(file, str) else json.dumps(file) for name, file in files.items()}
        return [(name, text, name in case["kept"]) for name, text in texts.items()]

    def test_they_are_what_the_pool_makes(self) -> None:
        assert vectors.PLACE.read_text() == vectors.written()

    def test_every_file_is_used(self, given: Bundle) -> None:
        assert {name for case in given["cases"] for name in case["given"]} == given["files"].keys()
        assert {name for case in given["cases"] for name in case["kept"]} <= given["files"].keys()

    def test_both_verifiers_say_what_they_should(self, given: Bundle) -> None:
        cases = given["cases"]
        trials = [self.trial(given, case) for case in cases]
        for case, files, in_browser in zip(cases, trials, by_browser(*trials), strict=True):
            for said in (by_python(files), in_browser):
                if "says" in case:
                    assert said == case["says"], case["about"]
                else:
                    assert isinstance(said, str), case["about"]
                    assert said.startswith(case["wrong"]), case["about"]

    @pytest.mark.parametrize("backwards", [False, True])
    def test_no_order_of_the_files_hides_what_is_wrong(self, given: Bundle, *, backwards: bool) -> None:
        wrong = [self.trial(given, case) for case in given["cases"] if "wrong" in case]
        trials = [files[::-1] if backwards else files for files in wrong]
        for files, in_browser in zip(trials, by_browser(*trials), strict=True):
            assert isinstance(by_python(files), str)
            assert isinstance(in_browser, str)

    def test_both_say_the_same_to_files_that_were_changed_anywhere(self, given: Bundle) -> None:
        choose = random.Random(12)
        trials = []
        for case in [case for case in given["cases"] if "says" in case] * 25:
            files = {name: copy.deepcopy(given["files"][name]) for name in case["given"]}
            spoil(files, choose.choice(case["given"]), choose)
            trials.append(self.trial({"files": files}, case))
        answers = [by_python(files) for files in trials]
        for mine, theirs in zip(answers, by_browser(*trials), strict=True):
            assert mine == theirs or (isinstance(mine, str) and isinstance(theirs, str))
        refused = sum(isinstance(answer, str) for answer in answers)
        assert len(trials) // 2 < refused < len(trials), "what changes nothing that counts is taken"


def spoil(holder: Any, name: Any, choose: random.Random) -> None:
    """Change one thing somewhere in what the holder has there."""
    found = holder[name]
    if isinstance(found, (dict, list)) and found and choose.random() < 0.95:
        spoil(found, choose.choice(list(found) if isinstance(found, dict) else range(len(found))), choose)
    elif isinstance(found, str) and found and choose.random() < 0.9:
        at = choose.randrange(len(found))
        holder[name] = found[:at] + choose.choice("0123456789abcf #()") + found[at + 1 :]
    elif type(found) is int and choose.random() < 0.9:
        holder[name] = found + choose.choice([-1, 1, 2, 40])
    else:
        holder[name] = choose.choice([None, "", [], {}, 0, -1, True, "00", holder[name]])


@pytest.mark.parametrize("text", ["", "{}", "{", '{"format": "boatzee-proofs-1"}', "[1]"])
def test_neither_takes_what_it_cannot_read(text: str) -> None:
    [in_browser] = by_browser([("file", text, False)])
    assert isinstance(in_browser, str)
    assert isinstance(by_python([("file", text, False)]), str)


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


class TestSignatures:
    """Ed25519 by `cryptography`, and by the script's own arithmetic where that is not installed."""

    @pytest.mark.parametrize(
        ("seed", "public", "message", "signature"),
        [  # RFC 8032, 7.1
            (
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
                "",
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
                "d25bf5f0595bbe24655141438e7a100b",
            ),
            (
                "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
                "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
                "af82",
                "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
                "4a7c15e9716ed28dc027beceea1ec40a",
            ),
        ],
    )
    def test_the_examples_of_the_standard_hold_in_both(
        self, seed: str, public: str, message: str, signature: str
    ) -> None:
        key, text, signed = (bytes.fromhex(part) for part in (public, message, signature))
        private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(seed))
        assert private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw) == key
        for holds in (PYTHON["signed"], PYTHON["signed_plainly"]):
            assert holds(key, signed, text)
            assert not holds(key, signed, text + b"!")
            assert not holds(key, signed[:-1], text)
            assert not holds(key[::-1], signed, text)

    def test_both_refuse_the_same(self) -> None:
        choose = random.Random(8032)
        private = Ed25519PrivateKey.from_private_bytes(choose.randbytes(32))
        key = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        signature = private.sign(b"a text")
        high = (int.from_bytes(signature[32:], "little") + PYTHON["ORDER"]).to_bytes(32, "little")
        trials = [(key, signature), (key, signature[:32] + high), (b"\xff" * 32, signature), (b"", b"")]
        for _ in range(20):
            place, bit = choose.randrange(96), 1 << choose.randrange(8)
            both = bytearray(key + signature)
            both[place] ^= bit
            trials.append((bytes(both[:32]), bytes(both[32:])))
        answers = [
            [holds(public, spoilt, b"a text") for public, spoilt in trials]
            for holds in (PYTHON["signed"], PYTHON["signed_plainly"])
        ]
        assert answers[0] == answers[1] == [True] + [False] * (len(trials) - 1)

    def test_the_browsers_hashes_are_those_of_the_standard(self) -> None:
        run = f"""
            const {{ sha256, hmac }} = await import({json.dumps(MODULE.with_name("sha256.js").as_uri())});
            const hex = (bytes) => Buffer.from(bytes).toString("hex");
            const texts = Array.from({{ length: 200 }}, (_, size) => new Uint8Array(size).fill(size));
            const key = new Uint8Array(32).fill(7);
            console.log(JSON.stringify(texts.map((text) => [hex(sha256(text)), hex(hmac(key, text))])));
        """
        texts = [bytes([size]) * size for size in range(200)]
        assert by_node(run) == [
            [hashlib.sha256(text).hexdigest(), hmac.digest(b"\7" * 32, text, "sha256").hex()]
            for text in texts
        ]

    def test_a_browser_that_knows_no_ed25519_says_that_it_did_not_check(self) -> None:
        files = vectors.files()
        given = [{"name": name, "text": files[name]} for name in ("checkpoint 7", "key", "witness")]
        run = f"""
            crypto.subtle.importKey = async () => {{ throw new DOMException("no", "NotSupportedError"); }};
            const {{ check }} = await import({json.dumps(MODULE.as_uri())});
            console.log(JSON.stringify(await check({json.dumps(given)})));
        """
        assert by_node(run) == [
            ["open", "checkpoint 7: whether dice.example signed it: this browser cannot check it"],
            ["open", "checkpoint 7: whether witness.example/w signed it: this browser cannot check it"],
            ["open", "checkpoint 7: there is nothing to hold this checkpoint against"],
        ]


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
