"""Signed notes, by which the site vouches for a text: C2SP's signed-note, byte for byte.

A note is a text, an empty line, and a line for each signature: a dash, the name of a key, and base64 of the
key's id and the signature. The site's own key is Ed25519 (DICE_LOG_KEY) under the name of the site
(DICE_ORIGIN). Witnesses sign with keys of the type `COSIGNATURE` (C2SP's tlog-cosignature, v1), which sign
the time along with the text. docs/dice.md has the formats.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.conf import settings
from django.views.decorators.debug import sensitive_variables
from nacl.bindings import crypto_sign, crypto_sign_seed_keypair

ED25519, COSIGNATURE = 1, 4
"""The types of keys that are known here."""
ID_BYTES, KEY_BYTES, TIME_BYTES, SIGNATURE_BYTES = 4, 32, 8, 64
MOST = 64
"""Signatures in a note: whoever sends more is not read."""
LONGEST = 400
"""Characters of a witness's key as text."""
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")
_LINE = re.compile(r"— ([^ +\s]+) ([A-Za-z0-9+/=]+)")


class BadKey(ValueError):
    """What should be a key cannot be read. The message says why."""


class BadNote(ValueError):
    """It is no note, or it is not signed as it should be. The message says why."""


class NotSigned(BadNote):
    """A signature does not fit, or none is of a key that is known. The message says which."""


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """Somebody's public key under a name, to check signatures with."""

    name: str
    kind: int
    key: bytes

    @property
    def id(self) -> bytes:
        """The first four bytes of SHA-256 of the name, a newline, the type and the key."""
        return hashlib.sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.key).digest()[:ID_BYTES]

    def __str__(self) -> str:
        """The key as text, a `vkey`: `name+id+type and key`."""
        return f"{self.name}+{self.id.hex()}+{_base64(bytes([self.kind]) + self.key)}"

    def signed_at(self, text: str, signature: bytes) -> int | None:
        """Whether this key signed the text, and when: seconds since 1970, or 0 where its type has no time.
        None where it did not.
        """
        at, message = 0, text.encode()
        if self.kind == COSIGNATURE:
            at, signature = int.from_bytes(signature[:TIME_BYTES], "big"), signature[TIME_BYTES:]
            message = cosigned(text, at)
        if len(signature) != SIGNATURE_BYTES or at >= 2**63:
            return None
        try:
            Ed25519PublicKey.from_public_bytes(self.key).verify(signature, message)
        except InvalidSignature:
            return None
        return at


@dataclass(frozen=True, slots=True)
class Signature:
    """A line below a note's text. Nothing is known of it before a key has checked it."""

    name: str
    id: bytes
    value: bytes

    def __str__(self) -> str:
        """The line, with its newline."""
        return _line(self.name, self.id + self.value)


@dataclass(frozen=True, slots=True)
class Signed:
    """A signature that was checked, whose it is, and its time (0 for a key that signs none)."""

    by: VerifierKey
    at: int
    line: str


@dataclass(frozen=True, slots=True)
class Note:
    """A text, which ends with a newline, and the signatures below it."""

    text: str
    signatures: tuple[Signature, ...]

    def signed(self, keys: Iterable[VerifierKey]) -> list[Signed]:
        """The signatures of these keys. Those of others are passed over.

        Raises NotSigned where one of these keys is said to have signed and did not.
        """
        known = {(key.name, key.id): key for key in keys}
        return list(self._checked(known))

    def _checked(self, known: dict[tuple[str, bytes], VerifierKey]) -> Iterator[Signed]:
        for signature in self.signatures:
            key = known.get((signature.name, signature.id))
            if key is None:
                continue
            at = key.signed_at(self.text, signature.value)
            if at is None:
                raise NotSigned(f"The signature of {signature.name} does not fit the text.")
            yield Signed(key, at, str(signature))


def cosigned(text: str, at: int) -> bytes:
    """What a witness signs of a checkpoint at this time, in seconds since 1970."""
    return f"cosignature/v1\ntime {at}\n{text}".encode()


def parse_key(text: str) -> VerifierKey:
    """Read a key's text, `name+id+type and key`. Raises BadKey."""
    name, _, rest = text.partition("+")
    given, _, encoded = rest.partition("+")
    try:
        raw = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        raise BadKey(f"The key {text!r} is not name+id+base64.") from None
    if not is_name(name) or len(raw) != 1 + KEY_BYTES or raw[0] not in {ED25519, COSIGNATURE}:
        raise BadKey(f"The key {text!r} is not a name, an id and an Ed25519 key.")
    found = VerifierKey(name, raw[0], raw[1:])
    if given != found.id.hex():
        raise BadKey(f"The key {text!r} has another id than follows from it: {found.id.hex()}.")
    return found


def is_name(text: str) -> bool:
    """Whether a key may be called so: something, without spaces and plus signs."""
    return bool(text) and "+" not in text and text.isprintable() and not any(map(str.isspace, text))


def parse(note: str) -> Note:
    """Read a note; nothing in it is checked yet. Raises BadNote."""
    text, gap, below = note.rpartition("\n\n")
    if not gap or not below.endswith("\n") or _CONTROL.search(note):
        raise BadNote("This is no signed note.")
    lines = below[:-1].split("\n")
    if len(lines) > MOST:
        raise BadNote(f"A note with more than {MOST} signatures is not read.")
    return Note(text + "\n", tuple(map(_signature, lines)))


def _signature(line: str) -> Signature:
    found = _LINE.fullmatch(line)
    try:
        raw = base64.b64decode(found[2], validate=True) if found else b""
    except (binascii.Error, ValueError):
        raw = b""
    if found is None or not is_name(found[1]) or len(raw) <= ID_BYTES:
        raise BadNote("A line below the note's text is no signature.")
    return Signature(found[1], raw[:ID_BYTES], raw[ID_BYTES:])


def verify(note: str, keys: Iterable[str]) -> str:
    """The text of a note that one of these keys has signed; each is given as text. Signatures of keys that
    are not among them are passed over.

    Raises BadNote, and NotSigned also where a signature of one of these keys does not fit; BadKey.
    """
    found = parse(note)
    if not found.signed([parse_key(key) for key in keys]):
        raise NotSigned("None of these keys has signed the note.")
    return found.text


def sign(text: str, *more: str) -> str:
    """The text, which ends with a newline, as a note that the site has signed: under its own name, and then
    under each of these names.

    Raises ValueError for a text that cannot be one of a note.
    """
    if not text.endswith("\n") or _CONTROL.search(text):
        raise ValueError("A note's text ends with a newline, and has no other control characters.")
    name = settings.DICE_ORIGIN
    own, own_id = _signer(settings.DICE_LOG_KEY, name)
    signature = crypto_sign(text.encode(), own)[:SIGNATURE_BYTES]
    lines = _line(name, own_id + signature)
    for name in more:
        lines += _line(name, _signer(settings.DICE_LOG_KEY, name)[1] + signature)
    return f"{text}\n{lines}"


def public_key(name: str = "") -> str:
    """The site's key as text, to check its notes with; under this name, if it is not the site's own."""
    return str(verifier(name or settings.DICE_ORIGIN))


@sensitive_variables()
def verifier(name: str) -> VerifierKey:
    """The site's key under this name."""
    return VerifierKey(name, ED25519, _pair(parse_seed(settings.DICE_LOG_KEY))[0])


@lru_cache(maxsize=16)
@sensitive_variables()
def _signer(key: str, name: str) -> tuple[bytes, bytes]:
    """What this DICE_LOG_KEY signs with, and its id under this name. To make it costs as much as to sign.

    It is for libsodium, which takes half of the time that OpenSSL does, and is called as directly as can be,
    for what PyNaCl lays over it takes a third as much again: every roll is signed.
    """
    public, secret = _pair(parse_seed(key))
    return secret, VerifierKey(name, ED25519, public).id


@lru_cache(maxsize=8)
@sensitive_variables()
def _pair(seed: bytes) -> tuple[bytes, bytes]:
    """The public key, and what libsodium signs with."""
    public, secret = crypto_sign_seed_keypair(seed)
    return public, secret


@sensitive_variables()
def parse_seed(text: str) -> bytes:
    """Read DICE_LOG_KEY: 32 bytes in URL-safe base64. Raises BadKey."""
    try:
        seed = base64.b64decode(text, altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise BadKey("DICE_LOG_KEY is not urlsafe base64.") from None
    if len(seed) != KEY_BYTES:
        raise BadKey(f"DICE_LOG_KEY has {len(seed)} bytes instead of {KEY_BYTES}.")
    return seed


@lru_cache(maxsize=8)
def parse_witnesses(texts: tuple[str, ...]) -> tuple[VerifierKey, ...]:
    """Read the keys of DICE_WITNESSES. Raises BadKey."""
    found = tuple(parse_key(text.strip()) for text in texts)
    for key in found:
        if key.kind != COSIGNATURE:
            raise BadKey(f"The key of the witness {key.name} is not one for cosignatures (type 4).")
        if len(str(key)) > LONGEST:
            raise BadKey(f"The key of a witness has at most {LONGEST} characters, its name included.")
    if len({key.name for key in found}) < len(found) or len({key.key for key in found}) < len(found):
        raise BadKey("DICE_WITNESSES has a name or a key twice.")
    return found


def _line(name: str, signed: bytes) -> str:
    return f"— {name} {_base64(signed)}\n"


def _base64(data: bytes) -> str:
    return binascii.b2a_base64(data, newline=False).decode()
