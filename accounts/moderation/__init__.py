"""Reports, and what staff decide: each decision is kept, told to the player, and can be appealed once."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts import appeals, bell, spending
from accounts.models import User
from accounts.models.moderation import Report, Sanction
from accounts.moderation import notices, remembered

OPEN = 20
"""Reports of one player that may wait at once."""
LASTING = {
    Sanction.Kind.MUTE: "muted_until",
    Sanction.Kind.BAR: "barred_until",
    Sanction.Kind.SUSPEND: "suspended_until",
}


class TooManyReports(Exception):
    """The player's earlier reports have not been read yet."""


class BadDecision(ValueError):
    """Something is missing. The message can be shown."""


class NoAppeal(Exception):
    """There is nothing to appeal against, or it was done."""


def _plain(text: str) -> str:
    """What was written, without blanks around it and what no text in the database can hold."""
    return text.replace("\x00", "").strip()


def report(by: User, about: User, why: str, quote: str = "", where: str = "") -> Report:
    """Tell the staff. Raises TooManyReports, BadDecision."""
    why = _plain(why)
    if not why:
        raise BadDecision(_("Say what is wrong."))
    if by.pk == about.pk:
        raise BadDecision(_("That is you."))
    if by.reports.filter(decided_at=None).count() >= OPEN:
        raise TooManyReports(_("Your earlier reports are still being read."))
    return Report.objects.create(by=by, about=about, why=why[:1000], quote=quote, where=where)


def tell_staff(by: User, about: User, why: str, quote: str = "", where: str = "") -> Report:
    """The same as often as one may. Raises spending.TooOften, too."""
    spending.spend("report", by)
    return report(by, about, why, quote, where)


@transaction.atomic
def decide(
    player: User | None,
    kind: str,
    reason: str,
    staff: User,
    until: datetime | None = None,
    on: Report | None = None,
) -> Sanction:
    """Warn, mute, bar or suspend; all but a warning last until a day. Raises BadDecision."""
    if player is None:
        raise BadDecision(
            _("This account was closed: there is nobody to decide about. Only close the report.")
        )
    if kind not in Sanction.Kind.values:
        raise BadDecision(_("Choose what to do."))
    if not reason.strip():
        raise BadDecision(_("Say why: the player reads it."))
    if kind in LASTING and (until is None or until <= timezone.now()):
        raise BadDecision(_("Say until when, a day that is still to come."))
    _may_decide(player, staff)
    sanction = Sanction.objects.create(
        player=player,
        kind=kind,
        reason=reason.strip(),
        until=until if kind in LASTING else None,
        by=staff,
        report=on,
    )
    _apply(player)
    if kind == Sanction.Kind.SUSPEND:
        bell.ask_programs(player.pk)
        import_string(settings.ACCOUNT_SUSPENDED)(player)
    if on is not None:
        with override(None):  # it is kept, in the same words for all of the staff
            close(on, staff, f"{sanction.get_kind_display()}: {reason.strip()}")
    notices.decided(sanction)
    return sanction


def _may_decide(player: User, staff: User) -> None:
    """Raise BadDecision where somebody else has to decide about the player, or nobody may."""
    if player.pk == staff.pk:
        raise BadDecision(_("Somebody else decides about you."))
    now = User.objects.select_for_update(no_key=True).get(pk=player.pk)
    if now.is_superuser:
        raise BadDecision(_("This player runs the site."))
    if now.is_staff and not staff.is_superuser:
        raise BadDecision(_("Only administrators decide about the staff."))


def close(on: Report, staff: User, decision: str) -> None:
    """Take a report off the queue, once: of two who decide the second is told. Raises BadDecision."""
    if not decision.strip():
        raise BadDecision(_("Say what was decided."))
    if on.about_id == staff.pk:
        raise BadDecision(_("Somebody else decides about you."))
    decided = {"decided_at": timezone.now(), "decided_by": staff, "decision": decision.strip()}
    if not Report.objects.filter(pk=on.pk, decided_at=None).update(**decided):
        raise BadDecision(_("This report was decided already."))
    on.refresh_from_db(fields=list(decided))


@transaction.atomic
def lift(sanction: Sanction, staff: User, why: str) -> None:
    """Take a decision back, after an appeal or without one. Raises BadDecision."""
    if not why.strip():
        raise BadDecision(_("Say why: the player reads it."))
    found = Sanction.objects.select_for_update().get(pk=sanction.pk)
    if found.lifted_at is not None:
        raise BadDecision(_("This was taken back already."))
    _may_look_again(found, staff)
    found.lifted_at, found.lifted_by, found.lifted_why = timezone.now(), staff, why.strip()
    found.save(update_fields=["lifted_at", "lifted_by", "lifted_why"])
    _apply(found.player)
    if found.kind in LASTING:
        left = getattr(found.player, LASTING[Sanction.Kind(found.kind)])
        remembered.forget_lifted(found.player, found.kind, left)
    notices.taken_back(found)


@transaction.atomic
def uphold(sanction: Sanction, staff: User, why: str) -> None:
    """Answer an appeal, once: the decision stands. Raises BadDecision."""
    if not why.strip():
        raise BadDecision(_("Say why: the player reads it."))
    found = Sanction.objects.select_for_update().get(pk=sanction.pk)
    if found.appealed_at is None:
        raise BadDecision(_("Nobody has appealed against this."))
    if found.upheld_at is not None or found.lifted_at is not None:
        raise BadDecision(_("This appeal was answered already."))
    _may_look_again(found, staff)
    found.upheld_at, found.upheld_by, found.upheld_why = timezone.now(), staff, why.strip()
    found.save(update_fields=["upheld_at", "upheld_by", "upheld_why"])
    notices.stands(found)


def _may_look_again(found: Sanction, staff: User) -> None:
    """Raise BadDecision where somebody else has to take it back, or to answer the appeal that waits."""
    if found.player_id == staff.pk:
        raise BadDecision(_("Somebody else decides about you."))
    if found.player.is_staff and not staff.is_superuser:
        raise BadDecision(_("Only administrators decide about the staff."))
    if found.waits and not appeals.may_answer(found, staff):
        raise BadDecision(
            _("Somebody else answers this appeal: you made the decision, or reported the player.")
        )


@transaction.atomic
def appeal(player: User, sanction_id: int, text: str) -> None:
    """One message against a decision. Raises NoAppeal, BadDecision."""
    text = _plain(text)
    if not text:
        raise BadDecision(_("Write why the decision is wrong."))
    found = Sanction.objects.select_for_update().filter(pk=sanction_id, player=player).first()
    if found is None or found.lifted_at is not None:
        raise NoAppeal(_("There is nothing to appeal against."))
    if found.appealed_at is not None:
        raise NoAppeal(_("You have appealed against this already."))
    found.appeal, found.appealed_at = text[:2000], timezone.now()
    found.save(update_fields=["appeal", "appealed_at"])


def _apply(player: User) -> None:
    """Write on the account until when each kind holds, and on those of its bots, whom it concerns as well."""
    _write(player)
    for bot in User.objects.filter(as_bot__owner=player).order_by("pk"):
        _write(bot)


def _write(player: User) -> None:
    """Until when each kind holds: the latest that was not taken back, of a bot's owner, too."""
    concerned = Q(player=player) | Q(player__bots__account=player)
    standing = Sanction.objects.filter(concerned, lifted_at=None)
    for kind, name in LASTING.items():
        setattr(player, name, standing.filter(kind=kind).aggregate(Max("until"))["until__max"])
    player.save(update_fields=list(LASTING.values()))
    import_string(settings.LISTING_CHANGED)(player)


@transaction.atomic
def carry_over(player: User, address: str) -> None:
    """What held against a closed account with this address holds against this one, and can be appealed."""
    for trace in remembered.carried(address):
        known = player.sanctions.filter(kind=trace.kind, until=trace.until)
        if not known.exists():
            Sanction.objects.create(player=player, kind=trace.kind, reason=trace.reason, until=trace.until)
            _apply(player)
