"""Notes for oneself: on a match, on a player, and all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import leaves, spending
from accounts.alphabets import isolated
from accounts.models import User
from accounts.models.talk import LONGEST
from accounts.talk.words import BadText
from games.archive import notes as kept
from games.archive import seeing
from games.match import lists
from games.models import Match, Note

PAGE = 50
READ = ("GET", "HEAD", "POST")


@login_required
@require_http_methods(READ)
@never_cache
def match_note(request: HttpRequest, match_id: int) -> HttpResponse:
    """The player's own note on a match that is over; an empty one deletes it."""
    writer = cast("User", request.user)
    try:
        match, seats = seeing.over(match_id, writer)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    names = " – ".join(isolated(seat.name) for seat in seats)
    about = _("a match of %(game)s: %(names)s") % {"game": match.rules.name, "names": names}
    back = reverse("games:replay", args=[match.pk])
    known = kept.on_match(writer, match)
    return _note(request, about, back, known, lambda text: kept.note_match(writer, match, text))


@login_required
@require_http_methods(READ)
@never_cache
def player_note(request: HttpRequest, name: str) -> HttpResponse:
    """The player's own note on another."""
    writer = cast("User", request.user)
    about = get_object_or_404(User, username__iexact=name, is_active=True, guest=False)
    if about == writer:
        raise Http404
    back = reverse("games:player", args=[about.get_username()])
    known = kept.on_player(writer, about)
    return _note(
        request, about.get_username(), back, known, lambda text: kept.note_player(writer, about, text)
    )


def _note(
    request: HttpRequest, about: str, back: str, known: Note | None, write: Callable[[str], None]
) -> HttpResponse:
    """Show the note to be written anew, or write it."""
    text, sentence, status, wait = known.text if known else "", "", 200, 0
    if request.method == "POST":
        text = request.POST.get("text", "")
        try:
            write(text)
        except BadText as error:
            sentence, status = str(error), 400
        except kept.TooManyNotes as error:
            sentence, status = str(error), 409
        except spending.TooOften as error:
            sentence, status, wait = str(error), 429, error.retry_after
        else:
            messages.success(request, _("Your note is kept.") if text.strip() else _("Your note is deleted."))
            return redirect(back)
    context = {
        "about": about,
        "back": back,
        "known": known,
        "text": text,
        "sentence": sentence,
        "longest": LONGEST,
    }
    answer = render(request, "games/archive/note.html", context, status=status)
    return spending.told(answer, wait)


@login_required
@require_safe
@never_cache
def notes(request: HttpRequest) -> HttpResponse:
    """All of the player's own notes, the newest first."""
    writer = cast("User", request.user)
    leaf = leaves.leaf(kept.of(writer), request.GET.dict(), PAGE)
    lines = {
        line.pk: line for line in lists.named([note.match for note in leaf if note.match is not None], writer)
    }
    context = {"page": leaf, "notes": [(note, lines.get(note.match or 0)) for note in leaf]}
    return render(request, "games/archive/notes.html", context)
