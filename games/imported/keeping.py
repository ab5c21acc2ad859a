"""What players have imported: kept for a while, a few of each, for themselves and whom they give a link.

It is kept, for stepping through a replay needs an address for each step, and a review is made by the worker.
But it is no match: it has no row among them, so that nothing which counts, lists or searches matches can come
upon it. Whoever comes by the link sees no names and no reasons: a text that anybody may write is no place to
say something of somebody.
"""

from __future__ import annotations

import hashlib
import secrets
import zlib
from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import limits, spending
from accounts.models import User
from games.imported import reading
from games.models import Deal, Imported
from games.record import BadRecord


class TooMany(Exception):
    """There are as many as may be. The sentence can be shown."""


class StillPlayed(Exception):
    """Others still play these dice. The sentence can be shown."""


def keep(owner: User, text: str) -> Imported:
    """Read a record and keep it; one that is there already is not kept twice.

    Raises BadRecord, StillPlayed, TooMany, spending.TooOften. Each try is counted, for reading takes a while.
    """
    spending.spend("import", owner)
    text = text.replace("\r\n", "\n")
    found = reading.read(text)
    _must_not_be_played(found.stored.deal)
    return _keep(owner, text, found)


@transaction.atomic
def _keep(owner: User, text: str, found: reading.Read) -> Imported:
    if User.objects.select_for_update(no_key=True).filter(pk=owner.pk).first() is None:
        raise BadRecord(_("This account has just been closed."))
    digest = hashlib.sha256(text.encode()).digest()
    known = Imported.objects.filter(owner=owner, digest=digest).first()
    if known is not None:
        return known
    if Imported.objects.filter(owner=owner).count() >= limits.IMPORTED:
        sentence = _("You keep %(most)s imported records, and that is the most. Delete one first.")
        raise TooMany(sentence % {"most": limits.IMPORTED})
    return Imported.objects.create(
        owner=owner,
        code=found.stored.code,
        names=list(found.stored.names),
        over=found.over,
        packed=zlib.compress(text.encode(), 9),
        digest=digest,
    )


def _must_not_be_played(deal: int | None) -> None:
    """The dice of a day, or of others at the same deal, are shown here to nobody before all have played."""
    if deal is not None and Deal.objects.filter(pk=deal, opened_at=None).exists():
        raise StillPlayed(_("Others still play these dice. Import the record once all are done."))


def of(owner: User) -> Sequence[Imported]:
    """All of one's own, the newest first, without their texts. One query."""
    return list(Imported.objects.filter(owner=owner).order_by("-pk").defer("packed", "review"))


def own(owner: User, imported_id: int) -> Imported:
    """One of one's own. Raises Imported.DoesNotExist. One query."""
    return Imported.objects.select_related("owner").get(owner=owner, pk=imported_id)


def by_link(link: str) -> Imported:
    """One that its owner shows to whoever has the link. Raises Imported.DoesNotExist. One query."""
    found = Imported.objects.select_related("owner").exclude(link="").get(link=link)
    if found.owner.suspended:
        raise Imported.DoesNotExist
    return found


def share(owner: User, imported_id: int, *, to_all: bool) -> Imported:
    """Make a link to one's own, or take it back: then nobody else sees it any more, and a new one is another.

    Raises Imported.DoesNotExist, spending.TooOften.
    """
    spending.spend("keep", owner)
    with transaction.atomic():
        found = Imported.objects.select_for_update(no_key=True).get(owner=owner, pk=imported_id)
        if to_all != bool(found.link):
            found.link = secrets.token_urlsafe(16) if to_all else ""
            found.save(update_fields=["link"])
    return found


def delete(owner: User, imported_id: int) -> None:
    """Forget one of one's own. Raises Imported.DoesNotExist."""
    gone, _what = Imported.objects.filter(owner=owner, pk=imported_id).delete()
    if not gone:
        raise Imported.DoesNotExist


def names(one: Imported, *, own: bool) -> tuple[str, ...]:
    """Who sits at its table, as its owner reads it, or anybody else."""
    if own:
        return tuple(one.names)
    return tuple(_("Player %(number)d") % {"number": seat} for seat in range(1, len(one.names) + 1))


def days() -> int:
    """For how many days one is kept."""
    span: timedelta = settings.KEPT["imported"]
    return span.days


def text_of(one: Imported) -> str:
    """The record as it was brought. Raises BadRecord where what is kept of it is damaged."""
    try:
        return zlib.decompress(bytes(one.packed)).decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise BadRecord(_("What is kept of this record can no longer be read.")) from error


def read(one: Imported) -> reading.Read:
    """It, played through. Raises BadRecord where it is damaged, or its rules are not known any more."""
    return reading.again(text_of(one))


def everything(owner: User) -> list[Imported]:
    """All of one's own with their texts, for one's own archive. One query."""
    return list(Imported.objects.filter(owner=owner).order_by("pk"))
