"""What goes over the line between the keeper of the dice keys and who asks it: JSON, its length before it.

Four bytes say how many bytes follow, big-endian. Nothing is read of what would be too long.
"""

from __future__ import annotations

import json
import socket
from typing import Any

MOST_ASKED = 1 << 20
"""Bytes of a question; an answer may be longer: whoever asks trusts the keeper."""
MOST_TOLD = 1 << 25
HEADER = 4


class Unreadable(ValueError):
    """What came is too long, or is no JSON object."""


def send(line: socket.socket, said: dict[str, Any]) -> None:
    """Send one message. Raises OSError."""
    text = json.dumps(said, separators=(",", ":")).encode()
    line.sendall(len(text).to_bytes(HEADER, "big") + text)


def receive(line: socket.socket, most: int) -> dict[str, Any]:
    """The next message. Raises EOFError where the other has hung up, OSError, Unreadable."""
    length = int.from_bytes(_exactly(line, HEADER), "big")
    if length > most:
        raise Unreadable(f"{length:,} bytes are too many.")
    try:
        said = json.loads(_exactly(line, length))
    except (ValueError, RecursionError):
        raise Unreadable("That is no JSON.") from None
    if not isinstance(said, dict):
        raise Unreadable("That is no JSON object.")
    return said


def _exactly(line: socket.socket, count: int) -> bytes:
    parts: list[bytes] = []
    while count:
        part = line.recv(min(count, 1 << 16))
        if not part:
            raise EOFError
        parts.append(part)
        count -= len(part)
    return b"".join(parts)
