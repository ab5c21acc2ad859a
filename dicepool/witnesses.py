"""Who watches over the public log: programs of other people, which see that it only ever grows.

A witness fetches the newest head, sees that it goes on from the one that it had seen before, signs it along
with the time, and sends that here. The site takes signatures of witnesses whose keys it knows
(DICE_WITNESSES), and shows them below its own. static/boatzee_witness.py is such a program.
"""

from __future__ import annotations

import base64
import binascii
import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db.models import Max
from django.utils import timezone

from dicepool import leaves, notes, tree
from dicepool.models import Cosignature, Head
from dicepool.notes import BadNote, Note, NotSigned, Signed, VerifierKey

logger = logging.getLogger(__name__)
SKEW = timedelta(minutes=5)
"""How far a witness's clock may be ahead."""
KEPT = timedelta(days=30)
"""How long a head is kept that is neither the newest of its tree nor the newest that a witness has signed."""
_WHOLE = re.compile("0|[1-9][0-9]{0,17}")


class AnotherHead(Exception):
    """What was signed is no head of this site, or one of long ago. The message can be shown."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What the text of a head's note says."""

    origin: str
    size: int
    root: bytes


@dataclass(frozen=True, slots=True)
class Witness:
    """One whose key the site knows, and the newest head that it has signed, if it ever did."""

    key: VerifierKey
    head: Head | None = None
    at: datetime | None = None
    line: str = ""
    lacks: int | None = None
    """How many entries were added since; None where a new tree has begun."""

    @property
    def note(self) -> str:
        """That head with this witness's signature below the site's."""
        return self.head.note + self.line if self.head else ""


def known() -> tuple[VerifierKey, ...]:
    """The keys of all witnesses."""
    return notes.parse_witnesses(tuple(settings.DICE_WITNESSES))


def read(text: str) -> Checkpoint:
    """The text of a head's note, read. Raises BadNote."""
    lines = text.split("\n")
    if len(lines) < 4 or "" in lines[:-1] or not _WHOLE.fullmatch(lines[1]):
        raise BadNote("This is no checkpoint.")
    try:
        root = base64.b64decode(lines[2], validate=True)
    except (binascii.Error, ValueError):
        root = b""
    if len(root) != leaves.HASH:
        raise BadNote("This is no checkpoint: its root is not 32 bytes in base64.")
    return Checkpoint(lines[0], int(lines[1]), root)


def take(text: str) -> Head:
    """Keep the signatures of witnesses below a head of this site; `text` is the whole note. Returns the head.

    Raises BadNote, NotSigned, AnotherHead; nothing is kept then.
    """
    note = notes.parse(text)
    said = read(note.text)
    signed = note.signed(known())
    if not signed:
        raise NotSigned("None of this site's witnesses has signed this.")
    latest = timezone.now() + SKEW
    if any(one.at > latest.timestamp() for one in signed):
        raise BadNote("The time of a signature has not come yet.")
    found = _head(said)
    if found is None or found.note.partition("\n\n")[0] + "\n" != note.text:
        _cry_out(note, said)
        raise AnotherHead("This is no head that this site has signed lately.")
    Cosignature.objects.bulk_create(
        _newer(found, signed),
        update_conflicts=True,
        unique_fields=["witness", "head"],
        update_fields=["line", "at"],
    )
    return found


def _newer(head: Head, signed: Iterable[Signed]) -> list[Cosignature]:
    """Each witness's newest signature, if it is newer than what is kept of it: anybody can send an old one
    again, or one twice.
    """
    kept = dict(head.cosignatures.values_list("witness", "at"))
    newest = {str(one.by): _row(head, one) for one in sorted(signed, key=lambda one: one.at)}
    return [row for witness, row in newest.items() if witness not in kept or row.at > kept[witness]]


def _row(head: Head, one: Signed) -> Cosignature:
    return Cosignature(head=head, witness=str(one.by), line=one.line, at=datetime.fromtimestamp(one.at, UTC))


def _head(said: Checkpoint) -> Head | None:
    heads = Head.objects.filter(size=said.size, root=said.root)
    return next((head for head in heads if tree.origin(head.tree) == said.origin), None)


def _cry_out(note: Note, said: Checkpoint) -> None:
    """Tell the operators of a head with this site's signature that this database knows nothing of."""
    try:
        ours = note.signed([notes.verifier(settings.DICE_ORIGIN)])
    except NotSigned:
        return
    if ours and not _was_ours(said):
        logger.error(
            "A head of %s entries of %s has the signature of this site, and this database has another:"
            " somebody else holds DICE_LOG_KEY, or two databases sign.",
            said.size,
            said.origin,
        )


def _was_ours(said: Checkpoint) -> bool:
    for number in range(1, leaves.newest_tree() + 1):
        if tree.origin(number) == said.origin:
            try:
                return leaves.root(number, said.size) == said.root
            except leaves.NotThere:
                return False
    return False


def checkpoint(number: int | None = None) -> str:
    """The newest head, of this tree or of all, with what its witnesses have signed; empty before one."""
    head = tree.head(number)
    if head is None:
        return ""
    keys = [str(key) for key in known()]
    lines = head.cosignatures.filter(witness__in=keys).order_by("witness").values_list("line", flat=True)
    return head.note + "".join(lines)


def told() -> list[Witness]:
    """All witnesses, and how far each has come. Two queries."""
    newest = tree.head()
    signed = (
        Cosignature.objects.filter(witness__in=[str(key) for key in known()])
        .order_by("witness", "-head__tree", "-head__size")
        .distinct("witness")
        .select_related("head")
    )
    by_key = {one.witness: one for one in signed}
    return [_told(key, by_key.get(str(key)), newest) for key in known()]


def _told(key: VerifierKey, signed: Cosignature | None, newest: Head | None) -> Witness:
    if signed is None or newest is None:
        return Witness(key)
    lacks = newest.size - signed.head.size if newest.tree == signed.head.tree else None
    return Witness(key, signed.head, signed.at, signed.line, lacks)


def forget_old_heads() -> int:
    """Drop heads that nobody needs any more: their leaves stay, and any of them could be signed again just
    so. Returns how many.
    """
    newest = Head.objects.values("tree").annotate(size=Max("size")).values_list("size", flat=True)
    kept = [*newest, *(one.head.size for one in told() if one.head)]
    old = Head.objects.filter(signed_at__lt=timezone.now() - KEPT).exclude(size__in=kept)
    return old.delete()[1].get("dicepool.Head", 0)
