"""Signed notes, byte for byte as C2SP has them."""

from __future__ import annotations

import base64
import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import LazySettings

from dicepool import notes
from dicepool.notes import BadKey, BadNote, NotSigned

FOO = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
NOTE = (
    "This is an example message.\n\n— example.com/foo "
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
"""The example of the specification."""
WITNESS = Ed25519PrivateKey.from_private_bytes(b"w" * 32)
TEXT = "boatzee.example\n3\n" + base64.b64encode(bytes(32)).decode() + "\n"


def witness_key(name: str = "w.example/1", key: Ed25519PrivateKey = WITNESS) -> notes.VerifierKey:
    return notes.VerifierKey(name, notes.COSIGNATURE, key.public_key().public_bytes_raw())


def cosignature(text: str, at: int, key: Ed25519PrivateKey = WITNESS, name: str = "w.example/1") -> str:
    """A witness's line, made from the specification: id, time in 8 bytes, signature."""
    public = key.public_key().public_bytes_raw()
    own_id = hashlib.sha256(name.encode() + b"\n\x04" + public).digest()[:4]
    signature = key.sign(f"cosignature/v1\ntime {at}\n{text}".encode())
    return f"— {name} {base64.b64encode(own_id + at.to_bytes(8, 'big') + signature).decode()}\n"


def test_the_example_of_the_specification_is_read() -> None:
    assert notes.verify(NOTE, [FOO]) == "This is an example message.\n"
    assert str(notes.parse_key(FOO)) == FOO


@pytest.mark.parametrize(
    "spoilt",
    [
        NOTE.replace("example message", "example massage"),
        NOTE.replace("Uw2QOkn8", "Uw2QOkn9"),
        NOTE.replace("message.\n\n", "message.\n\n\n"),
    ],
)
def test_another_text_or_signature_is_not_signed(spoilt: str) -> None:
    with pytest.raises(NotSigned):
        notes.verify(spoilt, [FOO])


@pytest.mark.parametrize(
    "malformed",
    [
        "",
        "text\n",
        "text\n\n",
        NOTE[:-1],
        NOTE.replace("\n\n", "\n"),
        NOTE.replace("— ", "- "),
        NOTE.replace("example.com/foo", "example.com/ foo"),
        NOTE.replace("example.com/foo", "example.com+foo"),
        NOTE.replace("example.com/foo", "example.com/\u2003foo"),
        NOTE.replace("Uw2Q", "Uw2*"),
        NOTE.replace("This is", "This\tis"),
        NOTE.replace("This is", "This\ris"),
        "text\n\n— example.com/foo Uw2Q\n",
        "text\n\n" + 65 * "— example.com/foo Uw2QOkn8\n",
        NOTE + "more\n",
    ],
)
def test_what_is_no_note_is_refused(malformed: str) -> None:
    with pytest.raises(BadNote) as told:
        notes.parse(malformed)
    assert not isinstance(told.value, NotSigned)


def test_a_signature_of_somebody_else_is_passed_over() -> None:
    text, mine = notes.sign("Hello.\n").split("\n\n")
    theirs = NOTE.partition("\n\n")[2]
    assert notes.verify(f"{text}\n\n{theirs}{mine}", [notes.public_key()]) == "Hello.\n"
    with pytest.raises(NotSigned):
        notes.verify(f"{text}\n\n{theirs}{mine}", [FOO])
    with pytest.raises(NotSigned):
        notes.verify(f"{text}\n\n{mine}", [])


def test_the_site_signs_under_its_name_and_others_if_asked(settings: LazySettings) -> None:
    settings.DICE_ORIGIN = "boatzee.example"
    settings.DICE_LOG_KEY = base64.urlsafe_b64encode(b"s" * 32).decode()
    public = Ed25519PrivateKey.from_private_bytes(b"s" * 32).public_key().public_bytes_raw()
    own_id = hashlib.sha256(b"boatzee.example\n\x01" + public).digest()[:4].hex()
    assert notes.public_key() == f"boatzee.example+{own_id}+{base64.b64encode(bytes([1]) + public).decode()}"
    note = notes.sign(TEXT, "boatzee.example/2")
    assert note.startswith(TEXT + "\n— boatzee.example ")
    for key in (notes.public_key(), notes.public_key("boatzee.example/2")):
        assert notes.verify(note, [key]) == TEXT


@pytest.mark.parametrize("text", ["", "no newline", "a\ttab\n", "a\rreturn\n"])
def test_what_is_no_text_of_a_note_is_not_signed(text: str) -> None:
    with pytest.raises(ValueError, match="newline"):
        notes.sign(text)


class TestCosignatures:
    def test_one_holds_for_its_text_and_time(self) -> None:
        line = cosignature(TEXT, 1_679_315_147)
        [signed] = notes.parse(f"{TEXT}\n{line}").signed([witness_key()])
        assert (signed.by, signed.at, signed.line) == (witness_key(), 1_679_315_147, line)

    def test_not_for_another_time_or_text(self) -> None:
        name, raw = cosignature(TEXT, 7).split(" ")[1:]
        other = bytearray(base64.b64decode(raw))
        other[11] += 1
        line = f"— {name} {base64.b64encode(other).decode()}\n"
        for note in (f"{TEXT}\n{line}", f"{TEXT}more\n\n{cosignature(TEXT, 7)}"):
            with pytest.raises(NotSigned):
                notes.parse(note).signed([witness_key()])

    def test_a_plain_signature_of_the_key_is_none(self) -> None:
        line = str(notes.Signature("w.example/1", witness_key().id, WITNESS.sign(TEXT.encode())))
        with pytest.raises(NotSigned):
            notes.parse(f"{TEXT}\n{line}").signed([witness_key()])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "example.com/foo",
        FOO.replace("530d903a", "530d903b"),
        FOO.replace("example.com", "example com"),
        FOO[:-4],
        FOO.replace("AekyeRrm", "BekyeRrm"),
        FOO.replace("Aeky", "Aek*"),
    ],
)
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(BadKey):
        notes.parse_key(text)


@pytest.mark.parametrize("text", ["", "short", "*" * 44, "A" * 42])
def test_what_is_no_seed_is_refused(text: str) -> None:
    with pytest.raises(BadKey, match="DICE_LOG_KEY"):
        notes.parse_seed(text)


def test_witnesses_have_keys_for_cosignatures_and_each_its_own() -> None:
    one, two = str(witness_key()), str(witness_key("w.example/2", Ed25519PrivateKey.generate()))
    assert [key.name for key in notes.parse_witnesses((one, f" {two} "))] == ["w.example/1", "w.example/2"]
    for wrong in ((FOO,), (one, one), (one, str(witness_key("w.example/2")))):
        with pytest.raises(BadKey):
            notes.parse_witnesses(wrong)
