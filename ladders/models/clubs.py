"""Clubs: players who have joined under a name, who is what in them, and who wants in."""

from __future__ import annotations

import re

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Collate
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.alphabets import skeleton
from accounts.models.hook import Hook
from accounts.models.user import FORMER, RESERVED
from accounts.single_line import single_line
from ladders.models.lines import Line

NAME_LENGTH = 32
LONGEST_ABOUT = 2000
KEPT = RESERVED | {"club", "clubs", "how", "matches", "new", "ranking"}
"""Words of the site, which no club may be called."""
UNRATED = 350.0
"""The deviation of a club of which nothing is known."""
ALIKE = str.maketrans("01i", "oll")
"""Letters that look like others, and those they are taken for."""
PLAIN = re.compile(r"[A-Za-z0-9]+(?:[ _-][A-Za-z0-9]+)*")


def slug_of(name: str) -> str:
    """The name as addresses have it."""
    return re.sub(r"[ _-]", "-", name.lower())


def folded(name: str) -> str:
    """What two names have in common that one could take for the other: `Red Dice`, `red-d1ce`."""
    return re.sub(r"[ _-]", "", name.lower()).translate(ALIKE)


def plain_name(name: str) -> None:
    """Refuse what is not plain, and names of the site. Raises ValidationError."""
    if not PLAIN.fullmatch(name) or not 3 <= len(name) <= NAME_LENGTH:
        raise ValidationError(
            _(
                "A name has 3 to 32 letters and digits, with single spaces, hyphens or underscores between"
                " them."
            )
        )
    kept = {skeleton(folded(word)) for word in KEPT}
    if skeleton(folded(name)) in kept or FORMER.fullmatch(skeleton(name)):
        raise ValidationError(_("This name is kept for the site itself. Please choose another."))


class Club(models.Model):
    """Players who belong together. One that is closed keeps its name, and what it has played."""

    class Way(models.TextChoices):
        OPEN = "open", gettext_lazy("open to everybody")
        ASKED = "asked", gettext_lazy("on request")
        INVITED = "invited", gettext_lazy("by invitation")

    name = models.CharField(max_length=NAME_LENGTH, validators=[plain_name])
    slug = models.SlugField(max_length=NAME_LENGTH, unique=True, editable=False)
    folded = models.CharField(max_length=NAME_LENGTH, unique=True, editable=False)
    about = models.TextField(max_length=LONGEST_ABOUT, blank=True)
    way = models.CharField(gettext_lazy("who may join"), max_length=7, choices=Way, default=Way.ASKED)
    size = models.PositiveIntegerField(default=0, editable=False)
    mean = models.FloatField(default=1500.0, db_default=1500.0, editable=False)
    deviation = models.FloatField(default=350.0, db_default=350.0, editable=False)
    volatility = models.FloatField(default=0.06, db_default=0.06, editable=False)
    won = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    level = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    lost = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    founded_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        indexes = [
            models.Index(fields=["-id"], condition=Q(closed_at=None), name="ladders_club_list"),
            models.Index(
                fields=["-mean", "id"],
                condition=Q(closed_at=None, deviation__lt=UNRATED),
                name="ladders_club_ranking",
            ),
            GinIndex(OpClass("folded", "gin_trgm_ops"), name="ladders_club_name_alike"),
            # Of its own collation: in most others no index knows what a name begins with.
            models.Index(
                Collate("folded", "C"), condition=Q(closed_at=None), name="ladders_club_name_begins"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The club's page."""
        return reverse("ladders:club", args=[self.slug])

    @property
    def number(self) -> int | None:
        """Its rating as it is shown; None until it has one."""
        return round(self.mean) if self.deviation < UNRATED else None


class ClubMember(models.Model):
    """Somebody who belongs to a club. `rank` is higher for who decides more."""

    class Role(models.IntegerChoices):
        MEMBER = 1, gettext_lazy("member")
        OFFICER = 2, gettext_lazy("officer")
        FOUNDER = 3, gettext_lazy("founder")

    club = models.ForeignKey(Club, models.CASCADE, related_name="members", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="clubs")
    role = models.PositiveSmallIntegerField(choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="ladders_clubmember_once"),
            models.UniqueConstraint(
                fields=["club"], condition=Q(role=3), name="ladders_clubmember_one_founder"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in club {self.club_id}"

    @property
    def decides(self) -> bool:
        """Whether the member leads the club, with others or alone."""
        return self.role >= self.Role.OFFICER


class ClubHook(models.Model):
    """A webhook to which it is posted who joins and leaves a club, and whom it plays against."""

    club = models.OneToOneField(Club, models.CASCADE, related_name="announces")
    hook = models.OneToOneField(Hook, models.CASCADE, related_name="of_club")

    def __str__(self) -> str:
        return f"announces club {self.club_id}"


class ClubAsking(models.Model):
    """Somebody asks to be let into a club, or is asked in."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="askings", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", help_text="Who invited."
    )
    invited = models.BooleanField()
    text = models.CharField(max_length=200, blank=True, validators=[single_line])
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="ladders_clubasking_once")]

    def __str__(self) -> str:
        return f"{self.player_id} and club {self.club_id}"


class ClubLine(Line):
    """What happened in a club, for its members and the staff. None is ever changed."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="lines", db_index=False)
    what = models.CharField(max_length=200)
    why = models.CharField(max_length=500, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["club", "-id"], name="ladders_clubline_list")]

    def __str__(self) -> str:
        return self.what
