"""Tables that were reckoned beforehand, in files: written whole or not at all, read by mapping them into
memory.

This is the one module of the analysis that touches files. Where they lie is said by whoever asks.

A file is a line of JSON, blanks up to a multiple of 64 bytes, and the arrays one after the other, each from a
multiple of 64 bytes on, in the byte order that the header names. The header says which format, table and
version it is, where each array begins, how many bytes follow in all, and their SHA-256.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

FORMAT = 1
ALIGNED = 64
HEADER_MOST = 65_536  # bytes
PART = ".part"
"""How the names of files end that are being written."""

Tables = Mapping[str, NDArray[Any]]
Progress = Callable[[float], None]
"""Is told how much is done, from 0 to 1."""


class Unusable(Exception):
    """There is no such table, or its file is cut short, of another version, or not what was written."""


class Built(Protocol):
    """A table that can be built: of a game, of one scoring of it, of a column.

    To add one, keep this protocol and name it for its game in `games.analysis.advisors`. Nothing that is
    built may depend on the machine but for rounding.
    """

    @property
    def name(self) -> str:
        """The name of its file without the ending: small letters, figures and hyphens."""
        ...

    @property
    def version(self) -> str:
        """Another one whenever its contents would be others: names the method's version and the rules'."""
        ...

    def build(self, progress: Progress) -> Tables:
        """The arrays by name. It takes seconds to minutes of one processor."""
        ...


def file_of(home: Path, built: Built) -> Path:
    """Where a table lies, or would."""
    return home / f"{built.name}.table"


def write(home: Path, built: Built, tables: Tables) -> None:
    """Put the tables into their file, which appears when it is whole and on the disk.

    What goes wrong (OSError: a full disk) leaves the file as it was. The folder has to be there.
    """
    file = file_of(home, built)
    part = home / f"{built.name}.{os.getpid()}{PART}"
    arrays = {name: np.asarray(array, order="C") for name, array in tables.items()}
    try:
        with part.open("wb") as out:
            out.write(_header(built, arrays))
            for array in arrays.values():
                out.write(array.tobytes())
                out.write(bytes(-array.nbytes % ALIGNED))
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def _header(built: Built, arrays: Tables) -> bytes:
    at, listed = 0, {}
    contents = hashlib.sha256()
    for name, array in arrays.items():
        listed[name] = {"dtype": array.dtype.str, "shape": list(array.shape), "at": at}
        at += array.nbytes + -array.nbytes % ALIGNED
        contents.update(array.tobytes() + bytes(-array.nbytes % ALIGNED))
    said = {
        "format": FORMAT,
        "name": built.name,
        "version": built.version,
        "arrays": listed,
        "bytes": at,
        "sha256": contents.hexdigest(),
    }
    line = json.dumps(said).encode()
    return line + b" " * (-(len(line) + 1) % ALIGNED) + b"\n"


def read(home: Path, built: Built) -> dict[str, NDArray[Any]]:
    """The arrays, read-only and mapped: nothing is read from the disk before it is looked at.

    Raises Unusable; whether the contents are what was written is for `verify` to say.
    """
    found, contents = _opened(home, built)
    arrays = {}
    for name, one in found["arrays"].items():
        dtype = np.dtype(one["dtype"])
        length = int(np.prod(one["shape"], dtype=np.int64)) * dtype.itemsize
        arrays[name] = contents[one["at"] : one["at"] + length].view(dtype).reshape(one["shape"])
    return arrays


def verify(home: Path, built: Built) -> None:
    """Read the whole file. Raises Unusable where it is not, to the last byte, what was written."""
    found, contents = _opened(home, built)
    if hashlib.sha256(contents.data).hexdigest() != found["sha256"]:
        raise Unusable(f"{file_of(home, built)} is not what was written.")


def _opened(home: Path, built: Built) -> tuple[dict[str, Any], NDArray[np.uint8]]:
    """What the header says, checked against what was asked for and the file's length, and the contents."""
    file = file_of(home, built)
    try:
        with file.open("rb") as source:
            line = source.readline(HEADER_MOST)
            found = json.loads(line)
            wanted = {"format": FORMAT, "name": built.name, "version": built.version}
            other = [key for key in wanted if found[key] != wanted[key]]
            if other:
                raise Unusable(f"{file} is of another {' and '.join(other)}.")
            if int(found["bytes"]) != os.fstat(source.fileno()).st_size - len(line):
                raise Unusable(f"{file} is cut short.")
            return found, np.asarray(np.memmap(source, np.uint8, "r", len(line)))
    except OSError as error:
        raise Unusable(f"{file} cannot be read: {error.strerror}.") from error
    except (ValueError, KeyError, TypeError) as error:
        raise Unusable(f"{file} is no table.") from error
