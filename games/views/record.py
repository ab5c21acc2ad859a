"""The record of a match, to download and keep."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe

from games.match import play, queries, records, seen, watching
from games.models import Match, Seat
from games.views import refusals, watch
from games.views.kept import for_everybody
from games.views.table import match_address, seat_of


@require_safe
def record(request: HttpRequest, match_id: int) -> HttpResponse:
    """The match as text; refused while any of it is hidden from the visitor."""
    try:
        match, seats = queries.table(match_id)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    if not match.begun:
        raise Http404
    if match.over and not match.closed:
        return for_everybody(request, match, seats, lambda: _written(match, seats))
    try:
        watching.must_be_watched(match, seats, request.user)
    except watching.NotWatched as error:
        return watch.refused(request, error)
    try:
        seen.must_lie_open(match, seat_of(request, seats))
    except play.StillHidden as secret:
        return refusals.page(request, secret, match_address(match_id))
    answer = _written(match, seats)
    add_never_cache_headers(answer)
    return answer


def _written(match: Match, seats: list[Seat]) -> HttpResponse:
    name = f"boatzee-{match.code.lower()}-{match.pk}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(records.text(match, seats), content_type="text/plain; charset=utf-8", headers=headers)
