"""Who may answer an appeal: somebody else than whoever decided, or reported it, where there is one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.models.moderation import Sanction
from accounts.models.user import FACTORS

MAY = "accounts.change_sanction"
"""The right that decides about players."""
Judges = Mapping[int, bool]
"""The keys of those of the staff who may decide now, and whether each is an administrator."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A decision as its player reads it, and whether its appeal goes to whoever made it: no other may."""

    sanction: Sanction
    alone: bool


def judges() -> Judges:
    """Who could decide today. One query."""
    let_in = Q(suspended_until=None) | Q(suspended_until__lte=timezone.now())
    found = User.objects.with_perm(MAY, backend="django.contrib.auth.backends.ModelBackend")
    found = found.filter(let_in, is_staff=True)
    if settings.STAFF_MFA:  # without a second factor nobody has a right (User.has_perm)
        found = found.filter(authenticator__type__in=FACTORS)
    return dict(found.values_list("pk", "is_superuser"))


def concerned(sanction: Sanction) -> set[int | None]:
    """Whom the appeal is not for: who is decided about, who decided, and who had reported it."""
    reported = sanction.report.by_id if sanction.report else None
    return {sanction.player_id, sanction.by_id, reported} - {None}


def is_alone(sanction: Sanction, able: Judges) -> bool:
    """Whether nobody could answer who is not concerned. About the staff only administrators decide."""
    apart = able.keys() - concerned(sanction)
    return not any(able[one] or not sanction.player.is_staff for one in apart)


def may_answer(sanction: Sanction, staff: User) -> bool:
    """Whether this member of the staff may answer an appeal against it."""
    if staff.pk not in concerned(sanction):
        return True
    return staff.pk != sanction.player_id and is_alone(sanction, judges())


def of(player: User) -> list[Shown]:
    """All that was decided about a player, the latest first, for the player to read. Two queries, or one
    where there is nothing.
    """
    found = list(Sanction.objects.filter(player=player).select_related("player", "report").order_by("-pk"))
    able = judges() if found else {}
    return [Shown(sanction, is_alone(sanction, able)) for sanction in found]
