"""The name server that an engine puts at 127.0.0.11 of every container: one process for all of them.

`python names.py PARENT ZONE NETWORK …`: ZONE is a file, read anew at each question, with a name and its
addresses on each line; each NETWORK is the file of a network namespace. Ends with its parent.
"""

from __future__ import annotations

import ctypes
import os
import selectors
import socket
import struct
import sys
from pathlib import Path

ADDRESS = ("127.0.0.11", 53)
A, IN, NO_SUCH_NAME = 1, 1, 3


def open_in(network: str) -> socket.socket:
    """A socket at 127.0.0.11:53 of that network. This process stays there until the next one."""
    with Path(network).open() as file:
        if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), 0):
            raise OSError(ctypes.get_errno(), "setns")
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.bind(ADDRESS)
    return line


def answer(question: bytes, zone: dict[str, list[str]]) -> bytes:
    """The answer to one question: the addresses of the name, in the order of the zone."""
    labels, at = [], 12
    while question[at]:
        labels.append(question[at + 1 : at + 1 + question[at]].decode())
        at += 1 + question[at]
    kind, _ = struct.unpack("!HH", question[at + 1 : at + 5])
    known = zone.get(".".join(labels).lower())
    found = (known or []) if kind == A else []
    code = NO_SUCH_NAME if known is None else 0
    head = question[:2] + struct.pack("!HHHHH", 0x8180 | code, 1, len(found), 0, 0)
    records = [struct.pack("!HHHIH", 0xC00C, A, IN, 1, 4) + socket.inet_aton(one) for one in found]
    return head + question[12 : at + 5] + b"".join(records)


def main(parent: int, zone: Path, networks: list[str]) -> None:
    """Answer until the parent is gone."""
    ready = selectors.DefaultSelector()
    for network in networks:
        ready.register(open_in(network), selectors.EVENT_READ)
    print("ready", flush=True)  # noqa: T201  (whoever started it waits for this)
    while os.getppid() == parent:
        for key, _ in ready.select(1):
            assert isinstance(key.fileobj, socket.socket)
            question, asker = key.fileobj.recvfrom(512)
            lines = (line.split() for line in zone.read_text().splitlines())
            key.fileobj.sendto(answer(question, {name: found for name, *found in lines}), asker)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
