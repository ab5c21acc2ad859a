"""Buddies, and players one wants nothing of.

Having a buddy is one's own choice and asks nothing of the other. Ignoring works both ways: neither can
write to or invite the other, nor sees the other's open invitations.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.alphabets import in_order
from accounts.models import User
from accounts.models.relation import Relation

MOST = 500
"""How many relations a player may have."""


class TooManyRelations(Exception):
    """The list is full."""


class NotYourself(Exception):
    """One is neither a buddy nor an enemy of one's own."""


def buddy(player: User, other: User) -> None:
    """Have the other as a buddy; whoever was ignored is no more. Raises TooManyRelations, NotYourself."""
    _relate(player, other, Relation.Kind.BUDDY)


def ignore(player: User, other: User) -> None:
    """Want nothing of the other; a buddy is none any more. Raises TooManyRelations, NotYourself."""
    _relate(player, other, Relation.Kind.IGNORED)


def _relate(player: User, other: User, kind: str) -> None:
    if player.pk == other.pk:
        raise NotYourself(_("That is you."))
    if Relation.objects.filter(player=player).exclude(other=other).count() >= MOST:
        raise TooManyRelations(
            ngettext(
                "Your lists of buddies and ignored players hold %(most)s name at most.",
                "Your lists of buddies and ignored players hold %(most)s names at most.",
                MOST,
            )
            % {"most": MOST}
        )
    Relation.objects.update_or_create(player=player, other=other, defaults={"kind": kind})


def forget(player: User, other: User) -> None:
    """Be neither."""
    Relation.objects.filter(player=player, other=other).delete()


def of(player: User, other: User) -> str:
    """`buddy`, `ignored` or nothing: what the other is to the player. One query."""
    kind = Relation.objects.filter(player=player, other=other).values_list("kind", flat=True).first()
    return kind or ""


def buddies(player: User) -> list[User]:
    """The player's buddies by name. One query."""
    mine = Relation.objects.filter(player=player, kind=Relation.Kind.BUDDY).values("other")
    return _by_name(User.objects.filter(pk__in=mine, is_active=True))


def ignored(player: User) -> list[User]:
    """Whom the player ignores, by name. One query."""
    mine = Relation.objects.filter(player=player, kind=Relation.Kind.IGNORED).values("other")
    return _by_name(User.objects.filter(pk__in=mine))


def _by_name(players: QuerySet[User]) -> list[User]:
    return sorted(players, key=lambda player: in_order(player.username))


def apart(player: User) -> set[int]:
    """Everybody whom the player ignores or who ignores the player. One query."""
    either = Relation.objects.filter(kind=Relation.Kind.IGNORED)
    mine = either.filter(player=player).values_list("other", flat=True)
    theirs = either.filter(other=player).values_list("player", flat=True)
    return set(mine.union(theirs, all=True))


def any_apart(players: Collection[User]) -> bool:
    """Whether any of these players ignores another of them. One query."""
    keys = [player.pk for player in players]
    return Relation.objects.filter(player__in=keys, other__in=keys, kind=Relation.Kind.IGNORED).exists()


def may_write(player: User, other: User) -> bool:
    """Whether neither ignores the other. One query."""
    return player.pk != other.pk and not any_apart([player, other])


def may_invite(player: User, other: User) -> bool:
    """Whether neither ignores the other. One query."""
    return may_write(player, other)
