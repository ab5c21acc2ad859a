"""The way from a match to the proofs of all its rolls."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.match import move_log, queries
from games.models import Match

PART = 200
"""Serials in one address: servers take some 4,000 characters."""


@require_safe
@never_cache
def proofs(request: HttpRequest, match_id: int) -> HttpResponse:
    """Lead to the pool's proofs of every set of a match that is over and open; of any other, 404.

    The pool knows no match: it is asked for serials, as anybody may ask. Where a match has more than an
    address can carry, the page lists several files.
    """
    try:
        match, _ = queries.table(match_id)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    if not match.begun or not match.over or match.closed:
        raise Http404
    serials = sorted({serial for move in move_log.all_moves(match) for serial in move.serials})
    files = [_address(serials[at : at + PART]) for at in range(0, len(serials), PART)]
    if len(files) == 1:
        return redirect(files[0])
    return render(request, "games/proofs.html", {"match": match, "files": files})


def _address(serials: list[int]) -> str:
    return f"{reverse('dicepool:proofs_json')}?serials={','.join(map(str, serials))}"
