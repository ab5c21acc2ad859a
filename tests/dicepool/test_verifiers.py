"""Both verifiers, the script and the browser's module, on the same true and tampered files."""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
import random
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.dicepool import vectors
from tests.dicepool.verifying import MODULE, PYTHON, Bundle, Trial, by_browser, by_node, by_python

pytestmark = pytest.mark.django_db


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
