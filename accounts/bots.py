"""Bots are made by players, who answer for them: accounts that nobody can sign in to (docs/bots.md)."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import alphabets, limits, looking, spending
from accounts.models import Bot, User
from accounts.models.user import BOT, BOT_ENDS, not_of_a_bot
from accounts.moderation import remembered

TAKEN = gettext_lazy("A player of that name exists already.")


class NoBot(Exception):
    """This bot cannot be made. The sentence says why, and can be shown."""


def of(owner: User) -> QuerySet[Bot]:
    """The player's bots, the first made first."""
    return Bot.objects.filter(owner=owner).select_related("account").order_by("account")


@transaction.atomic
def make(owner: User, name: str) -> Bot:
    """A new bot of this player's, under this name with what all names of bots end in.

    Raises NoBot, spending.TooOften.
    """
    locked = User.objects.select_for_update(no_key=True).get(pk=owner.pk)  # two pages at once
    if locked.robot or locked.guest or locked.suspended:
        raise NoBot(_("Only players with an account have bots."))
    if Bot.objects.filter(owner=owner).count() >= limits.BOTS:
        raise NoBot(_("You have as many bots as one may have. Close one first."))
    stem = alphabets.tidy(name).removesuffix(BOT_ENDS)
    account = User(username=stem + BOT_ENDS, robot=BOT, spend_holiday=False)
    account.set_unusable_password()
    spending.spend("bot", owner)
    _must_be_a_name(account)
    try:
        with transaction.atomic():
            account.save()
            looking.try_on(account.pk, account.username)
    except IntegrityError as taken:  # somebody has just taken the name
        raise NoBot(TAKEN) from taken
    return Bot.objects.create(account=account, owner=owner)


def _must_be_a_name(account: User) -> None:
    """Raise NoBot where nobody may be called so."""
    field = account._meta.get_field("username")
    refused = ""
    try:
        for check in field.validators:
            if check is not not_of_a_bot:
                check(account.username)
    except ValidationError as error:
        refused = " ".join(error.messages)
    refused = refused or remembered.why_not_name(account.username)
    if not refused and User.objects.filter(username__iexact=account.username).exists():
        refused = str(TAKEN)
    if not refused and looking.alike(account.username):
        refused = str(looking.ALIKE)
    if refused:
        raise NoBot(refused)


def owner_of(player: User) -> str | None:
    """The name of the player who answers for a bot; None where it is none. One query for a bot."""
    if not player.is_bot:
        return None
    return Bot.objects.filter(account=player).values_list("owner__username", flat=True).first()
