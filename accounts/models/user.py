"""A player."""

from __future__ import annotations

import re
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Collate, Lower, Upper
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import alphabets
from accounts.models.looks import Looks
from accounts.models.named import Looking, Name

NAME_LENGTH, LEAST_NAME = 20, 3
TYPED_LENGTH = 4 * NAME_LENGTH
"""Of a name that is looked for: some browsers send each letter and its marks apart."""
SKELETON_LENGTH = 200
"""Twenty letters look like that many at most."""
FACTORS = ("totp", "webauthn")
"""Second factors that stand by themselves; recovery codes only stand in for one."""
DAYS_OFF = 2
"""How many days of the week a player may take off."""
RESERVED = frozenset(
    {
        *(
            "admin",
            "administrator",
            "boatzee",
            "buddies",
            "director",
            "dice",
            "everybody",
            "former",
            "guest",
            "help",
            "me",
            "messages",
        ),
        *(
            "moderator",
            "nobody",
            "operator",
            "owner",
            "referee",
            "robot",
            "root",
            "staff",
            "support",
            "system",
        ),
        "you",
    }
)
BOT = "bot"
"""What stands in `User.robot` of a player's program; any other word is one of the site's own robots."""
BOT_ENDS = "-bot"
"""How every bot's name ends, and no other: so it is marked wherever it stands."""
FORMER = re.compile(rf"{alphabets.skeleton('former')}[ _-]*{alphabets.skeleton('player')}")
KEPT = frozenset(map(alphabets.skeleton, RESERVED))


def like_a_name(name: str) -> None:
    """Refuse what is no name: too short, with signs in it, or in letters of which some pass for others.

    What every bot's name ends in may stand beside any script. Raises ValidationError.
    """
    if len(name) < LEAST_NAME or not alphabets.known(name):
        raise ValidationError(
            _(
                "A name has 3 to 20 letters, digits, hyphens or underscores, and begins with a letter or"
                " digit."
            )
        )
    if not alphabets.one_hand(name.removesuffix(BOT_ENDS)):
        raise ValidationError(_("Write a name in one alphabet, with digits of one kind."))


def not_reserved(name: str) -> None:
    """Refuse names that would look like the site speaking. Raises ValidationError."""
    looks = alphabets.looks(name)
    if not KEPT.isdisjoint(looks) or any(map(FORMER.fullmatch, looks)):
        raise ValidationError(_("This name is kept for the site itself. Please choose another."))


def not_of_a_bot(name: str) -> None:
    """Refuse names by which people would pass as programs. Raises ValidationError."""
    if any(looks.endswith(alphabets.skeleton(BOT_ENDS)) for looks in alphabets.looks(name)):
        raise ValidationError(_("Names that end in “-bot” are kept for bots. Please choose another."))


def known_time_zone(name: str) -> None:
    """Refuse what is no IANA time zone. Raises ValidationError."""
    if name not in available_timezones():
        raise ValidationError(_("Choose a time zone from the list."))


class User(AbstractUser):
    """A player. Names are in any script (accounts.alphabets), no two alike in any case but for old ones."""

    username = Name(
        gettext_lazy("user name"),
        max_length=NAME_LENGTH,
        unique=True,
        help_text=gettext_lazy("3 to 20 letters, digits, hyphens or underscores. Everybody sees it."),
        validators=[like_a_name, not_reserved, not_of_a_bot],
        error_messages={"unique": gettext_lazy("A player of that name exists already.")},
    )
    looking = Looking(max_length=SKELETON_LENGTH, null=True, editable=False)
    time_zone = models.CharField(max_length=64, default="UTC", validators=[known_time_zone])
    days_off = ArrayField(
        models.PositiveSmallIntegerField(),
        default=list,
        blank=True,
        help_text=gettext_lazy(
            "Days of the week on which no clock of the player runs, at most two; Monday is 0."
        ),
    )
    spend_holiday = models.BooleanField(
        gettext_lazy("spend holiday on my deadlines"),
        default=True,
        help_text=gettext_lazy(
            "Thirty days a year, spent by the hour on deadlines that would otherwise pass."
        ),
    )
    language = models.CharField(
        gettext_lazy("language"),
        max_length=10,
        blank=True,
        default="",
        db_default="",
        help_text=gettext_lazy("Empty for the one that the browser asks for."),
    )
    browser_language = models.CharField(
        max_length=10,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text=gettext_lazy("The one in which pages were read last: what is sent is written in it."),
    )
    last_seen = models.DateTimeField(null=True, editable=False, db_index=True)
    muted_until = models.DateTimeField(null=True, editable=False)
    barred_until = models.DateTimeField(
        null=True, editable=False, help_text=gettext_lazy("From entering events.")
    )
    suspended_until = models.DateTimeField(null=True, editable=False)
    supporter_until = models.DateField(
        null=True,
        blank=True,
        help_text=gettext_lazy("Supporters have wider limits; never anything that changes a match."),
    )
    hide_rating = models.BooleanField(gettext_lazy("hide my ratings"), default=False)
    unwatched = models.BooleanField(
        gettext_lazy("let nobody watch my matches"),
        default=False,
        db_default=False,
        help_text=gettext_lazy(
            "While they run, only their players see them, and whoever has to decide about them."
        ),
    )
    robot = models.CharField(
        max_length=10,
        blank=True,
        editable=False,
        help_text=gettext_lazy(
            "Empty for people; “bot” for a player’s program; else a word by which releases without"
            " levels play."
        ),
    )
    level = models.CharField(
        max_length=10,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text=gettext_lazy("How well one of the site’s robots plays; empty for all others."),
    )

    guest = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text=gettext_lazy("Practises without an account."),
    )
    name_given = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text=gettext_lazy("The site gave the name; the player may choose another, once."),
    )
    board = models.JSONField(default=dict, db_default={}, blank=True, editable=False)

    # Players go by their user name alone.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    class Meta(AbstractUser.Meta):
        indexes = [
            GinIndex(OpClass("username", "gin_trgm_ops"), name="accounts_user_name_alike"),
            # Of its own collation: in most others no index knows what a name begins with.
            models.Index(Collate(Lower("username"), "C"), name="accounts_user_name_begins"),
            models.Index(Upper("username"), name="accounts_user_name_iexact"),  # as Django asks
            models.Index(fields=["email"], name="accounts_user_email"),
            models.Index("last_seen", condition=Q(guest=True), name="accounts_user_guest_seen"),
            models.Index("id", condition=Q(looking=None), name="accounts_user_not_looked_at"),
        ]
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="accounts_user_name_any_case",
                violation_error_message=gettext_lazy("A player of that name exists already."),
            ),
            models.UniqueConstraint(
                fields=["looking"], condition=Q(looking__gt=""), name="accounts_user_looks_alike"
            ),
        ]

    @property
    def is_bot(self) -> bool:
        """Whether a player's program plays by this account: no person, and no robot of the site."""
        return self.robot == BOT

    @property
    def supporter(self) -> bool:
        """Whether the player supports the site today."""
        return self.supporter_until is not None and self.supporter_until >= timezone.localdate()

    @property
    def suspended(self) -> bool:
        """Whether staff keep the player off the site now."""
        return self.suspended_until is not None and self.suspended_until > timezone.now()

    @property
    def muted(self) -> bool:
        """Whether staff keep the player from writing now; what was written before is hidden meanwhile."""
        return self.muted_until is not None and self.muted_until > timezone.now()

    @property
    def barred(self) -> bool:
        """Whether staff keep the player from entering events, ladders and matches of clubs now."""
        return self.barred_until is not None and self.barred_until > timezone.now()

    @cached_property
    def unguarded(self) -> bool:
        """Whether the player has a right that asks for a second factor, and has none. One query for staff."""
        if not settings.STAFF_MFA or not (self.is_staff or self.is_superuser):
            return False
        factors = self.authenticator_set  # type: ignore[attr-defined]  # allauth's
        return not factors.filter(type__in=FACTORS).exists()

    @property
    def acts_as_staff(self) -> bool:
        """Whether the player may do now what staff may."""
        return self.is_staff and not self.unguarded

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        """As Django has it, but for staff without a second factor, who have no rights."""
        return not self.unguarded and super().has_perm(perm, obj)

    def has_module_perms(self, app_label: str) -> bool:
        """The same for a whole app."""
        return not self.unguarded and super().has_module_perms(app_label)

    @property
    def looks(self) -> Looks:
        """How the player wants the table."""
        return Looks.load(self.board)

    @property
    def reads(self) -> str:
        """The language in which the player reads what the site sends: the chosen one, or the browser's of the
        last time; empty where neither is known.
        """
        return self.language or self.browser_language

    @property
    def zone(self) -> ZoneInfo:
        """The player's time zone; UTC where the machine's list has lost it since it was chosen."""
        try:
            return ZoneInfo(self.time_zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            return ZoneInfo("UTC")

    def get_full_name(self) -> str:
        """The user name: there is no other."""
        return self.username

    def get_short_name(self) -> str:
        """The user name: there is no other."""
        return self.username
