"""What names look like: nobody takes one that could be taken for another's (accounts.alphabets)."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from django.db import IntegrityError, connection, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts import alphabets
from accounts.models import User

ALIKE = gettext_lazy("Another player’s name looks like this one. Please choose another.")
AT_ONCE = 2_000
TRIES = 5
LATELY = timedelta(days=2)
"""Whoever was here so lately is looked at again by night."""


def alike(name: str) -> bool:
    """Whether somebody's name looks like this one, or this one like somebody's as it is written. One query.

    Of two who take such names at once the database refuses the later (`accounts_user_looks_alike`, `try_on`).
    """
    return User.objects.filter(looking__gt="", looking__in=alphabets.looks(name)).exists()


@transaction.atomic
def try_on(player: int, name: str) -> None:
    """Whoever has just taken a name, by its key, looks for a moment as it is written: that waits for whoever
    is taking a name that looks so, and is refused where there is one. Two statements, for names alone that
    look otherwise in capitals (νιρ: vip). Raises IntegrityError.
    """
    in_any_case, as_written = alphabets.looks(name)
    if in_any_case != as_written:
        for looking in (as_written, in_any_case):
            User.objects.filter(pk=player).update(looking=looking)


def look(players: type[User] = User) -> int:
    """Look at names that nobody has looked at: those from before names were compared. Returns how many.

    The oldest goes first: one that looks like another is kept all the same, and only the later of the two
    does not keep others from such a name. It can be stopped at any time, and goes on where it was.
    """
    done = 0
    while found := list(
        players.objects.filter(looking=None).order_by("pk").values_list("pk", "username")[:AT_ONCE]
    ):
        for last in (*[False] * TRIES, True):
            with suppress(*([] if last else [IntegrityError])):  # somebody has just taken such a name
                _note(players, found)
                break
        done += len(found)
    return done


def forget_former() -> int:
    """Forget what names look like that are others by now: a release of before renames without a word of it.

    Whoever was renamed is here again before it matters, so those alone are compared who were here lately,
    some thousands at once, each once. Returns how many; `look` sees to them.
    """
    now = timezone.now()
    lately = User.objects.filter(last_seen__lte=now, looking__gt="")
    at, last, done = now - LATELY, 0, 0
    while found := list(
        lately.filter(Q(last_seen__gt=at) | Q(last_seen=at, pk__gt=last), last_seen__gte=at)
        .order_by("last_seen", "pk")
        .values_list("last_seen", "pk", "username", "looking")[:AT_ONCE]
    ):
        for _at, pk, name, looking in found:
            if alphabets.skeleton(name) != looking:
                done += User.objects.filter(pk=pk, looking=looking, username=name).update(looking=None)
        at, last = found[-1][0] or at, found[-1][1]
    return done


def _note(players: type[User], names: list[tuple[int, str]]) -> None:
    looks = {pk: alphabets.skeleton(name) for pk, name in names}
    known = players.objects.filter(looking__gt="", looking__in=looks.values())  # both: by the index
    taken = set(known.values_list("looking", flat=True))
    for pk, looking in looks.items():
        looks[pk] = "" if looking in taken else looking
        taken.add(looking)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE accounts_user SET looking = found.looking"
            " FROM unnest(%s::bigint[], %s::text[], %s::text[]) AS found (id, username, looking)"
            " WHERE accounts_user.id = found.id AND accounts_user.username = found.username"
            " AND accounts_user.looking IS NULL",
            [list(looks), [name for _pk, name in names], list(looks.values())],
        )
