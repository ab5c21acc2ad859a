"""Sealed files: what is written is encrypted as it comes, what is read is believed only where it is whole.

The format is RFC 8188 (aes128gcm, "Encrypted Content-Encoding for HTTP"): records of a fixed size, each of
AES-GCM with a number of its own, the last one marked. So nothing can be changed, left out, exchanged or cut
off unnoticed, and other programs of that standard open the files, too. The name of a key stands in the
header. The first line of what is sealed says which file it is, so that none can pass for another.
"""

from __future__ import annotations

import base64
import binascii
import io
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

RECORD = (
    1 << 20
)  # bytes of a record as it lies there: its text, one byte that says whether more comes, its tag
TAG, SALT, KEY = 16, 16, 32
MORE, LAST = b"\x01", b"\x02"
HEAD = struct.Struct(f"!{SALT}sIB")


class BadKeys(ValueError):
    """BACKUP_KEYS cannot be read. The message says why, and shows no key."""


class Spoilt(Exception):
    """A sealed file is not what was written, or its key is not here. The message names the file."""


@dataclass(frozen=True)
class Keys:
    """All keys by their names; the one of the highest name seals."""

    by_name: dict[int, bytes]

    @property
    def newest(self) -> tuple[int, bytes]:
        """Name and key that seal."""
        name = max(self.by_name)
        return name, self.by_name[name]


def parse_keys(text: str) -> Keys:
    """Read `1:<urlsafe base64 of 32 bytes>,2:…`. Raises BadKeys."""
    found: dict[int, bytes] = {}
    for number, part in enumerate(text.split(","), start=1):
        name, colon, encoded = part.strip().partition(":")
        if not colon or not (name.isascii() and name.isdigit()) or int(name) in found:
            raise BadKeys(f"BACKUP_KEYS, entry {number}: expected number:key, each number once.")
        try:
            key = base64.b64decode(encoded, altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            raise BadKeys(f"BACKUP_KEYS, key {name}: not urlsafe base64.") from None
        if len(key) != KEY:
            raise BadKeys(f"BACKUP_KEYS, key {name}: {len(key)} bytes instead of {KEY}.")
        found[int(name)] = key
    return Keys(found)


class _Cipher:
    """The records of one file: key and first nonce as RFC 8188 (2.2, 2.3) makes them of key and salt."""

    def __init__(self, key: bytes, salt: bytes) -> None:
        self.box = AESGCM(HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(key))
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(key)
        self._nonce = int.from_bytes(nonce, "big")
        self._number = 0

    def nonce(self) -> bytes:
        """That of the next record."""
        found = (self._nonce ^ self._number).to_bytes(12, "big")
        self._number += 1
        return found


class _Sealing(io.RawIOBase):
    """Takes what is to be sealed. Only `finish` makes it whole: what was broken off can never be opened."""

    def __init__(self, file: BinaryIO, keys: Keys) -> None:
        name, key = keys.newest
        salt = os.urandom(SALT)
        keyid = str(name).encode()
        self._file, self._cipher, self._waiting = file, _Cipher(key, salt), bytearray()
        file.write(HEAD.pack(salt, RECORD, len(keyid)) + keyid)

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        given = bytes(data)  # type: ignore[call-overload]
        self._waiting += given
        room = RECORD - TAG - 1
        while len(self._waiting) > room:  # not at once when it is full: the last record is another
            self._record(bytes(self._waiting[:room]), MORE)
            del self._waiting[:room]
        return len(given)

    def finish(self) -> None:
        """Write the last record."""
        self._record(bytes(self._waiting), LAST)
        self._waiting.clear()

    def _record(self, text: bytes, mark: bytes) -> None:
        self._file.write(self._cipher.box.encrypt(self._cipher.nonce(), text + mark, None))


class _Opened(io.RawIOBase):
    """Gives what was sealed, each record once it is proved."""

    def __init__(self, file: BinaryIO, keys: Keys, name: str) -> None:
        self._file, self._name, self._left, self._over = file, name, memoryview(b""), False
        head = file.read(HEAD.size)
        if len(head) < HEAD.size:
            raise Spoilt(f"{name} is cut off.")
        salt, self._size, length = HEAD.unpack(head)
        keyid = file.read(length)
        key = keys.by_name.get(int(keyid)) if keyid.isascii() and keyid.isdigit() else None
        if key is None or self._size != RECORD:
            raise Spoilt(f"{name} was sealed with a key that is not in BACKUP_KEYS, or is spoilt.")
        self._cipher = _Cipher(key, salt)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        room = memoryview(buffer).cast("B")  # type: ignore[arg-type]
        while not self._left:
            if self._over:
                return 0
            self._next()
        count = min(len(room), len(self._left))
        room[:count] = self._left[:count]
        self._left = self._left[count:]
        return count

    def _next(self) -> None:
        record = self._file.read(self._size)
        try:
            text = self._cipher.box.decrypt(self._cipher.nonce(), record, None)
        except (InvalidTag, ValueError):
            raise Spoilt(f"{self._name} is spoilt or cut off, or BACKUP_KEYS has another key.") from None
        self._over = text[-1:] == LAST
        if self._over and self._file.read(1):
            raise Spoilt(f"{self._name} goes on beyond its end.")
        self._left = memoryview(text)[:-1]


@contextmanager
def sealed(place: Path, keys: Keys, what: str) -> Iterator[BinaryIO]:
    """A new file at `place`, whole and on the disk once this is left; nothing stays of one that fails.

    `what` is said within it: only under the same can it be opened.
    """
    draft = place.with_name(f".{place.name}.part")
    try:
        with draft.open("wb") as file:
            sealing = _Sealing(file, keys)
            with io.BufferedWriter(sealing, RECORD) as writer:
                writer.write(f"{what}\n".encode())
                yield writer
                writer.flush()
                sealing.finish()
                file.flush()
                os.fsync(file.fileno())
        draft.replace(place)
        settle(place.parent)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


@contextmanager
def opened(place: Path, keys: Keys, what: str) -> Iterator[BinaryIO]:
    """What was sealed there. Raises Spoilt, here and while it is read; FileNotFoundError."""
    with place.open("rb") as file:
        reader = io.BufferedReader(_Opened(file, keys, place.name), RECORD)
        if reader.readline(1000) != f"{what}\n".encode():
            raise Spoilt(f"{place.name} is not what its name says.")
        yield reader


def settle(folder: Path) -> None:
    """Have what was renamed in a folder on the disk, too."""
    line = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(line)
    finally:
        os.close(line)
