"""Notes that players keep for themselves, one on a match and one on a player.

Nobody but the writer is ever shown one: no page asks for a note without asking whose, and the admin does not
know them. They go with the writer's account; one on a player goes with that player's account, too, for who
asks to be forgotten is not to live on in what others wrote down.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import holding, limits, spending
from accounts.figures import figure
from accounts.models import User
from accounts.talk.words import BadText, clean
from games.models import Match, Note


class TooManyNotes(Exception):
    """The player keeps as many as one may. The sentence can be shown."""


def on_match(writer: User, match: Match) -> Note | None:
    """The writer's note on a match. One query."""
    return Note.objects.filter(writer=writer, match=match.pk).first()


def on_player(writer: User, about: User) -> Note | None:
    """The writer's note on a player. One query."""
    return Note.objects.filter(writer=writer, about=about).first()


def of(writer: User) -> QuerySet[Note]:
    """All of the writer's, the newest first, with whom they are on."""
    return Note.objects.filter(writer=writer).select_related("about").order_by("-pk")


def note_match(writer: User, match: Match, text: str) -> None:
    """Write a note on a match anew; an empty one is none. Raises BadText, TooManyNotes, spending.TooOften."""
    _note(writer, text, match=match.pk)


def note_player(writer: User, about: User, text: str) -> None:
    """Write a note on another player anew, likewise."""
    if about.pk == writer.pk:
        raise BadText(_("That is you: a note is on somebody else."))
    _note(writer, text, about_id=about.pk)


@transaction.atomic
def _note(writer: User, text: str, **on: Any) -> None:
    text = clean(text) if text.strip() else ""
    spending.spend("keep", writer)
    if not text:
        Note.objects.filter(writer=writer, **on).delete()
        return
    # The writer's account alone: two tabs may write at once, and the number of notes is no secret of others.
    if User.objects.select_for_update(no_key=True).filter(pk=writer.pk).first() is None:
        raise BadText(_("This account has just been closed."))
    if "about_id" in on and not holding.hold([on["about_id"]]):
        raise BadText(_("This account was closed."))
    known = Note.objects.filter(writer=writer, **on)
    if not known.exists() and Note.objects.filter(writer=writer).count() >= limits.NOTES:
        sentence = _("You keep %(most)s notes, and that is the most. Delete some first.")
        raise TooManyNotes(sentence % {"most": figure(limits.NOTES)})
    Note.objects.update_or_create(writer=writer, **on, defaults={"text": text})


def everything(writer: User) -> list[Any]:
    """All the writer's notes, for the writer's own archive. One query."""
    found = Note.objects.filter(writer=writer).order_by("pk")
    return list(found.values("match", "about__username", "text", "at"))
