"""The files of the log: immutable, each named for what is in it.

A name holds the beginning of the content's SHA-256. So whatever happens, an old copy of the database beside
newer files or a run that was killed, no file is ever written over by another content: what a database does
not know of simply stays.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import secrets
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from django.conf import settings
from django.core.files import File
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, storages

ALIAS = "dice_log"
LEVEL = 6
WHOLE, LEAN = "gz", "lean.gz"
"""How names of files end: of one that is read as it is, and of one that is filled as it is read."""
FOLDER = 1000
"""Files of one kind in a folder."""
UNREADABLE = (OSError, EOFError, KeyError, ValueError, RuntimeError, zlib.error, zipfile.BadZipFile)
"""What reading a file raises that is gone or spoilt; a single bit of a zip may say that it is encrypted."""


class Lost(RuntimeError):
    """A file of the log is not there, or spoilt. The message says which."""


class Folder(FileSystemStorage):
    """The folder DICE_LOG. A file is whole at every moment, and on the disk before `save` returns."""

    @property
    def location(self) -> str:
        """As it is set now."""
        return os.path.abspath(settings.DICE_LOG)

    def get_available_name(self, name: str, max_length: int | None = None) -> str:
        """The name itself, for it says what is in the file."""
        return name

    def _save(self, name: str, content: File[bytes]) -> str:
        """Beside the place, and moved there."""
        path = Path(self.path(name))
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")  # containers have the same ids
        try:
            with draft.open("wb") as file:
                file.write(content.read())
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
        for folder in (path.parent, path.parent.parent):
            _sync(folder)
        return name


def _sync(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def digest(content: bytes) -> bytes:
    """What a file is known by: the SHA-256 of its content, unpacked."""
    return hashlib.sha256(content).digest()


def save(kind: str, number: int, content: bytes) -> bytes:
    """Keep it, on the disk before this returns. Returns its digest. Raises OSError."""
    known = digest(content)
    _keep(_name(kind, number, known, WHOLE), gzip.compress(content, LEVEL, mtime=0))
    return known


def load(kind: str, number: int, known: bytes) -> bytes:
    """The content that has this digest. Raises Lost."""
    where = _name(kind, number, known, WHOLE)
    with _reading(where) as file:
        content = gzip.decompress(file.read())
    return _checked(where, content, known)


def save_lean(kind: str, number: int, known: bytes, content: bytes) -> None:
    """Keep less, out of which the content that has this digest is made again. Raises OSError."""
    _keep(_name(kind, number, known, LEAN), gzip.compress(content, LEVEL, mtime=0))


def load_lean(kind: str, number: int, known: bytes, filled: Callable[[bytes], bytes]) -> bytes:
    """The content that has this digest, which `filled` makes out of what is kept. Raises Lost."""
    where = _name(kind, number, known, LEAN)
    with _reading(where) as file:
        content = filled(gzip.decompress(file.read()))
    return _checked(where, content, known)


def is_lean(kind: str, number: int, known: bytes) -> bool:
    """Whether there is a lean file of it."""
    return storages[ALIAS].exists(_name(kind, number, known, LEAN))


def drop(kind: str, number: int, known: bytes, form: str) -> None:
    """Delete the file in that form, WHOLE or LEAN, where the other is there."""
    storages[ALIAS].delete(_name(kind, number, known, form))


def save_parts(kind: str, number: int, parts: Sequence[bytes]) -> bytes:
    """Keep a content of which a part can be read alone. Returns the digest of all of it. Raises OSError."""
    known = digest(b"".join(parts))
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for place, part in enumerate(parts):
            entry = zipfile.ZipInfo(str(place))  # of no time, so that the same content is the same file
            archive.writestr(entry, part, zipfile.ZIP_DEFLATED, LEVEL)
    _keep(_name(kind, number, known, "zip"), packed.getvalue())
    return known


def load_part(kind: str, number: int, known: bytes, place: int) -> bytes:
    """One part, guarded by its checksum in the file. Raises Lost."""
    with _reading(_name(kind, number, known, "zip")) as file, zipfile.ZipFile(file) as archive:
        return archive.read(str(place))


def load_parts(kind: str, number: int, known: bytes) -> bytes:
    """All of it, joined, which has this digest. Raises Lost."""
    where = _name(kind, number, known, "zip")
    with _reading(where) as file, zipfile.ZipFile(file) as archive:
        content = b"".join(archive.read(entry) for entry in archive.infolist())
    return _checked(where, content, known)


def _name(kind: str, number: int, known: bytes, form: str) -> str:
    return f"{kind}/{number // FOLDER:04d}/{number:07d}-{known.hex()[:16]}.{form}"


def _keep(where: str, packed: bytes) -> None:
    storages[ALIAS].save(where, ContentFile(packed))


@contextmanager
def _reading(where: str) -> Iterator[File[bytes]]:
    try:
        with storages[ALIAS].open(where) as file:
            yield file
    except UNREADABLE as error:
        raise Lost(f"The file {where} of the log cannot be read: {error!r}.") from None


def _checked(where: str, content: bytes, known: bytes) -> bytes:
    if digest(content) != known:
        raise Lost(f"The file {where} of the log is not the one that was written.")
    return content
