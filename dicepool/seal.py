"""Rolling sets of dice and sealing them: pure functions over bytes, keys and numpy arrays.

A set is five dice, or equally its index: the dice minus one read as a number in base 6, the first
die leading, so 0 is 1-1-1-1-1 and 7775 is 6-6-6-6-6. What the database stores is the sealed value
`(index + mask) mod 7776`; mask and salt of a serial come out of a keyed hash (docs/dice.md).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from dicepool.arrays import np

if TYPE_CHECKING:
    from numpy.typing import NDArray


SETS = 6**5
KEY_BYTES = 32
NONCE_BYTES = 16
SALT_BYTES = 16
MASK_BYTES = 8
SERIAL_BYTES = MASK_BYTES + SALT_BYTES
BLOCK = 16  # serials to one call of the hash: a refill is fast, a single draw hardly slower
CHECK_BYTES = 16
_INFO = b"boatzee dice batch"
_CHECK, _NAME = b"boatzee dice batch check", b"boatzee dice key"
_WEIGHTS = (1296, 216, 36, 6, 1)

Dice = tuple[int, ...]


class BadKeys(ValueError):
    """The dice keys cannot be read. The message says what is wrong, and never shows a key."""


class KeyUnfit(LookupError):
    """A batch cannot be opened with the dice keys there are. The message says why, and never shows a key."""


class KeyMissing(KeyUnfit):
    """A batch was sealed with a key that is no longer among the dice keys."""


class KeyWrong(KeyUnfit):
    """Under the id that a batch was sealed with stands another key."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The master keys by id. The highest id seals new batches; the others still open old ones."""

    by_id: Mapping[int, bytes] = field(repr=False)

    @property
    def newest(self) -> int:
        """The id of the key that seals new batches."""
        return max(self.by_id)

    def batch_key(self, key_id: int, nonce: bytes) -> bytes:
        """The 32-byte key of one batch: HKDF-SHA256 (RFC 5869) of a master key, the nonce as its salt.

        It opens this batch and no other, so it can be published when the batch is used up.
        Raises KeyMissing.
        """
        return _derive(self._master(key_id), nonce)

    def name(self, key_id: int) -> bytes:
        """16 bytes by which the key under this id is known, and which tell nothing of it.

        Raises KeyMissing.
        """
        return _name(self._master(key_id))

    @property
    def names(self) -> bytes:
        """The names of all keys there are, joined."""
        return b"".join(map(_name, self.by_id.values()))

    def _master(self, key_id: int) -> bytes:
        if key_id not in self.by_id:
            raise KeyMissing(f"The dice key {key_id} is not in DICE_KEYS, and sets were sealed with it.")
        return self.by_id[key_id]


def check_value(batch_key: bytes, first: int, last: int) -> bytes:
    """What a batch keeps of its own key: 16 bytes by which it is known again, for these serials and no
    others, and which tell nothing.
    """
    about = _CHECK + first.to_bytes(8, "big") + last.to_bytes(8, "big")
    return hmac.digest(batch_key, about, "sha256")[:CHECK_BYTES]


def unbound_check_value(batch_key: bytes) -> bytes:
    """What batches of older releases keep: whoever knows it can say other serials beside it."""
    return hmac.digest(batch_key, _CHECK, "sha256")[:CHECK_BYTES]


@lru_cache(maxsize=64)
def _name(master: bytes) -> bytes:
    return hmac.digest(master, _NAME, "sha256")[:CHECK_BYTES]


@lru_cache(maxsize=64)
def _derive(master: bytes, nonce: bytes) -> bytes:
    extracted = hmac.digest(nonce, master, "sha256")
    return hmac.digest(extracted, _INFO + b"\x01", "sha256")


@lru_cache(maxsize=8)
def parse_keys(text: str) -> Keys:
    """Read `1:<urlsafe base64 of 32 bytes>,2:...` into Keys. Raises BadKeys."""
    found: dict[int, bytes] = {}
    for number, part in enumerate(text.split(","), start=1):
        name, colon, encoded = part.strip().partition(":")
        if not colon or not name.isascii() or not name.isdigit() or not 1 <= int(name) <= 32_767:
            raise BadKeys(
                f"DICE_KEYS, entry {number}: expected id:key, the id a whole number from 1 to 32767."
            )
        try:
            key = base64.b64decode(encoded, altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            raise BadKeys(f"DICE_KEYS, key {name}: not urlsafe base64.") from None
        if len(key) != KEY_BYTES:
            raise BadKeys(f"DICE_KEYS, key {name}: {len(key)} bytes instead of {KEY_BYTES}.")
        if int(name) in found:
            raise BadKeys(f"DICE_KEYS, key {name}: given twice.")
        found[int(name)] = key
    return Keys(found)


@lru_cache(maxsize=8)
def names(text: str) -> bytes:
    """The names of the keys in such a text, joined."""
    return parse_keys(text).names


def roll(sets: int, random_bytes: Callable[[int], bytes]) -> NDArray[np.uint8]:
    """Roll `sets` sets: an array of shape (sets, 5) of faces 1-6.

    `random_bytes` gives that many bytes of true randomness (os.urandom). A byte of 252 and above is
    dropped: 0-251 holds each face exactly 42 times, so no face is favoured.
    """
    wanted = sets * 5
    parts: list[NDArray[np.uint8]] = []
    have = 0
    while have < wanted:
        missing = wanted - have
        drawn = np.frombuffer(random_bytes(missing + missing // 32 + 16), dtype=np.uint8)
        kept = drawn[drawn < 252][:missing]
        parts.append(kept)
        have += len(kept)
    faces = np.concatenate(parts) if parts else np.empty(0, dtype=np.uint8)
    return (faces % 6 + 1).reshape(sets, 5)


def index_of(dice: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """The indexes (0-7775) of an array of dice of shape (n, 5)."""
    return ((dice - 1) @ np.array(_WEIGHTS, dtype=np.uint16)).astype(np.uint16)


def dice_of(indexes: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """The dice, shape (n, 5), of an array of indexes."""
    return (indexes[:, None] // np.array(_WEIGHTS, dtype=np.uint16) % 6 + 1).astype(np.uint8)


def stream(key: bytes, first: int, count: int) -> NDArray[np.uint8]:
    """What the batch key gives each serial from `first` on: rows of 8 bytes of mask and 16 of salt.

    Row r belongs to serial `first + r`. 16 serials with the same serial div 16 share one
    SHAKE-256(key || that quotient as 8 bytes, big-endian), 24 bytes each in order.
    """
    low, high = first // BLOCK, (first + count - 1) // BLOCK
    length = BLOCK * SERIAL_BYTES
    blocks = b"".join(
        hashlib.shake_256(key + block.to_bytes(8, "big")).digest(length) for block in range(low, high + 1)
    )
    rows = np.frombuffer(blocks, dtype=np.uint8).reshape(-1, SERIAL_BYTES)
    skip = first - low * BLOCK
    return rows[skip : skip + count]


def masks(rows: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """The masks (0-7775) in rows of `stream`: 64 bits modulo 7776, even to one part in 2**51."""
    numbers = np.ascontiguousarray(rows[:, :MASK_BYTES]).view(">u8").ravel()
    return (numbers % SETS).astype(np.uint16)


def salts(rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The salts, shape (n, 16), in rows of `stream`."""
    return rows[:, MASK_BYTES:]


def seal(indexes: NDArray[np.uint16], rows: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Hide indexes under the masks of their serials. The result alone is uniform over 0-7775."""
    return (indexes + masks(rows)) % np.uint16(SETS)


def open_values(values: NDArray[np.uint16], rows: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """The indexes that `seal` hid."""
    return (values + np.uint16(SETS) - masks(rows)) % np.uint16(SETS)


def open_one(key: bytes, serial: int, value: int) -> Dice:
    """The dice of one sealed value."""
    block, place = divmod(serial, BLOCK)
    start = place * SERIAL_BYTES
    bytes_ = hashlib.shake_256(key + block.to_bytes(8, "big")).digest(start + MASK_BYTES)
    index = (value - int.from_bytes(bytes_[start:], "big")) % SETS
    # Written out, for it is done at every roll.
    return index // 1296 + 1, index // 216 % 6 + 1, index // 36 % 6 + 1, index // 6 % 6 + 1, index % 6 + 1
