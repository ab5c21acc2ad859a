"""Collections: what a player gathers of finished matches, in an order, for itself or for everybody.

Whoever looks at one sees of its matches those that the replay would show; how many there are besides is told
to nobody. While staff have muted or suspended its owner nobody else sees it.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import connections, transaction
from django.db.models import Count, Max, QuerySet
from django.utils.translation import gettext as _

from accounts import limits, spending
from accounts.alphabets import in_order
from accounts.models import User
from accounts.moderation.muting import MayNotWrite, must_not_be_muted
from games.archive.seeing import SEEN
from games.match import lists
from games.match.lists import Line
from games.models import Collected, Collection, Match
from statements import reading

LOOK = f"""
SELECT one.match FROM games_collected AS one JOIN games_match AS m ON m.id = one.match
WHERE one.collection_id = %(collection)s
AND m.status IN ('{Match.Status.FINISHED}', '{Match.Status.VOID}') AND {SEEN}
ORDER BY one.place, one.id
"""  # noqa: S608  (constants)
UP, DOWN = "up", "down"


class TooMany(Exception):
    """There are as many as may be. The sentence can be shown."""


def of(owner: User, viewer: User | None) -> list[Collection]:
    """A player's collections as far as the viewer may see them, by their names. One query."""
    found = Collection.objects.filter(owner=owner).order_by("pk")
    if viewer != owner:
        if owner.muted or owner.suspended:
            return []
        found = found.filter(public=True)
    return _by_name(found)


def counted(owner: User) -> list[Collection]:
    """All of one's own, each with the number of its matches as `matches`. One query."""
    found = Collection.objects.filter(owner=owner).annotate(matches=Count("collected"))
    return _by_name(found.order_by("pk"))


def _by_name(found: QuerySet[Collection]) -> list[Collection]:
    return sorted(found, key=lambda collection: in_order(collection.name))


def seen(collection_id: int, viewer: User | None) -> Collection:
    """A collection that the viewer may see, with its owner. Raises Collection.DoesNotExist. One query."""
    found = Collection.objects.select_related("owner").get(pk=collection_id)
    if found.owner != viewer and (not found.public or found.owner.muted or found.owner.suspended):
        raise Collection.DoesNotExist
    return found


def matches(collection: Collection, viewer: User | None) -> list[Line]:
    """Its matches in their order, those that the viewer may see. Two queries."""
    given = {"collection": collection.pk, "viewer": viewer.pk if viewer else None}
    with connections[reading.source()].cursor() as cursor:
        cursor.execute(LOOK, given)
        keys = [key for (key,) in cursor.fetchall()]
    return lists.named(keys, viewer)


@transaction.atomic
def make(owner: User, name: str, about: str, *, public: bool) -> Collection:
    """Begin one. Raises TooMany, MayNotWrite, ValidationError, spending.TooOften."""
    spending.spend("keep", owner)
    _locked_owner(owner)
    if _mine(owner).count() >= limits.COLLECTIONS:
        sentence = _("You have %(most)s collections, and that is the most. Delete one first.")
        raise TooMany(sentence % {"most": limits.COLLECTIONS})
    made = Collection(owner=owner)
    _describe(made, name, about, public=public)
    return made


@transaction.atomic
def change(owner: User, collection_id: int, name: str, about: str, *, public: bool) -> None:
    """Call or describe one's own otherwise. Raises the same, and Collection.DoesNotExist."""
    spending.spend("keep", owner)
    _locked_owner(owner)
    _describe(_locked(owner, collection_id), name, about, public=public)


def _describe(collection: Collection, name: str, about: str, *, public: bool) -> None:
    """Words that others are to read nobody writes who is muted; taking them away is always free."""
    if public:
        must_not_be_muted(collection.owner)
    others = Collection.objects.filter(owner=collection.owner, name__iexact=name).exclude(pk=collection.pk)
    if others.exists():
        raise ValidationError({"name": _("You have a collection of this name already.")})
    collection.name, collection.about, collection.public = name, about, public
    collection.full_clean()
    collection.save()


@transaction.atomic
def delete(owner: User, collection_id: int) -> None:
    """Take one's own away; the matches stay where they are. Raises Collection.DoesNotExist."""
    _locked(owner, collection_id).delete()


@transaction.atomic
def add(owner: User, collection_id: int, match: Match) -> None:
    """Put a match that the owner may see at the end of one's own. Nothing happens where it is there already.

    Raises Collection.DoesNotExist, TooMany, spending.TooOften.
    """
    spending.spend("keep", owner)
    found = _locked(owner, collection_id)
    there = Collected.objects.filter(collection=found)
    if there.filter(match=match.pk).exists():
        return
    if there.count() >= limits.COLLECTED:
        sentence = _("“%(name)s” holds %(most)s matches, and that is the most. Take one out first.")
        raise TooMany(sentence % {"name": found.name, "most": limits.COLLECTED})
    last = there.aggregate(last=Max("place"))["last"] or 0
    Collected.objects.create(collection=found, match=match.pk, place=last + 1)


@transaction.atomic
def remove(owner: User, collection_id: int, match_id: int) -> None:
    """Take a match out of one's own. Raises Collection.DoesNotExist, spending.TooOften."""
    spending.spend("keep", owner)
    Collected.objects.filter(collection=_locked(owner, collection_id), match=match_id).delete()


@transaction.atomic
def move(owner: User, collection_id: int, match_id: int, where: str) -> None:
    """Move a match of one's own a place up or down. Raises as `remove`."""
    spending.spend("keep", owner)
    rows = list(_locked(owner, collection_id).collected.order_by("place", "pk"))
    at = next((index for index, row in enumerate(rows) if row.match == match_id), None)
    if at is None:
        return
    to = {UP: max(at - 1, 0), DOWN: min(at + 1, len(rows) - 1)}[where]
    rows.insert(to, rows.pop(at))
    _number(rows)


def _number(rows: Sequence[Collected]) -> None:
    """Let them stand in this order."""
    for place, row in enumerate(rows, 1):
        row.place = place
    Collected.objects.bulk_update(rows, ["place"])


def _mine(owner: User) -> QuerySet[Collection]:
    return Collection.objects.filter(owner=owner)


def _locked(owner: User, collection_id: int) -> Collection:
    """One's own, locked: two tabs change it one after the other."""
    return _mine(owner).select_for_update(no_key=True).get(pk=collection_id)


def _locked_owner(owner: User) -> None:
    """Two tabs make and name collections one after the other; nobody closes the account meanwhile.

    Raises MayNotWrite where that was done just before.
    """
    if User.objects.select_for_update(no_key=True).filter(pk=owner.pk).first() is None:
        raise MayNotWrite(_("This account has just been closed."))


def reported(collection_id: int, player: User) -> Collection:
    """A collection of another that the player reports. Raises Collection.DoesNotExist."""
    found = seen(collection_id, player)
    if found.owner == player:
        raise Collection.DoesNotExist
    return found


def quoted(found: Collection) -> tuple[str, str]:
    """What staff read of it: its words as they are now, and where they stand."""
    return f"{found.name}\n\n{found.about}".strip(), f"collection {found.pk}"


def everything(owner: User) -> list[dict[str, object]]:
    """All one's collections, for one's own archive. Two queries."""
    return [
        {
            "name": one.name,
            "about": one.about,
            "public": one.public,
            "made": one.made_at,
            "matches": [held.match for held in one.collected.all()],
        }
        for one in _mine(owner).order_by("pk").prefetch_related("collected")
    ]
