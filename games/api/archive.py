"""The archive: finished matches, looked for one by one or taken as records in bulk."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import reverse
from ninja import Query, Router

from accounts import spending
from accounts.api import pages
from accounts.api.auth import anybody, needs, player_of
from accounts.api.me import invalid
from accounts.api.pages import Cursor
from accounts.api.schemas import HIGHEST, Day, Moment
from accounts.models import TYPED_LENGTH
from accounts.scopes import READ
from games.api import budget, told
from games.api.shapes_keeping import Dumps, DumpShown
from games.api.shapes_laying import Game
from games.api.shapes_over import FoundMatches, RecordLine
from games.archive import bulk, dumped, finding
from games.forms.searching import FIRST, MOST, SearchForm

router = Router(tags=["archive"])
Player = Annotated[str | None, Query(max_length=TYPED_LENGTH, description="Of this player.")]
Points = Annotated[int | None, Query(ge=-MOST, le=MOST, description="So many points at the least.")]
Key = Annotated[int | None, Query(ge=1, le=HIGHEST, description="In this one, by its number.")]
AS_LINES = {
    "responses": {
        200: {
            "description": "One JSON object a line: id, game, ended_at, record, cursor",
            "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
        }
    }
}


@router.get(
    "", auth=anybody(READ), response=FoundMatches, summary="Search the archive", operation_id="search_archive"
)
def search(
    request: HttpRequest,
    response: HttpResponse,
    player: Player = None,
    against: Annotated[
        str | None, Query(max_length=TYPED_LENGTH, description="And of this one, too.")
    ] = None,
    game: Annotated[Game | None, Query(description="Of this game.")] = None,
    event: Key = None,
    ladder: Key = None,
    since: Annotated[Day | None, Query(description="Ended on this day or later.")] = None,
    until: Annotated[Day | None, Query(description="Ended on this day or before.")] = None,
    points: Annotated[
        Literal["total", "card"], Query(description="What `least` and `most` are of.")
    ] = "total",
    least: Points = None,
    most: Annotated[int | None, Query(ge=-MOST, le=MOST, description="And at the most.")] = None,
    words: Annotated[str | None, Query(max_length=100, description="Words of the record.")] = None,
    cursor: Cursor = None,
) -> FoundMatches:
    """Finished matches that I may see, thirty at most, what ended last first; of a game by points alone, the
    highest first.
    """
    budget.spend("search", request)
    asked: dict[str, Any] = {
        "player": player,
        "against": against,
        "game": game,
        "of_event": event,
        "of_ladder": ladder,
    }
    asked |= {"since": since, "until": until, "points": points, "least": least, "most": most, "words": words}
    form = SearchForm({name: value for name, value in asked.items() if value is not None})
    if not form.is_valid():
        raise invalid(form)
    place = pages.read(cursor, int, int)
    viewer = request.user if request.user.is_authenticated else None
    found = finding.find(form.wanted, viewer, finding.After(*place) if place else None)
    after = pages.written(found.after.value, found.after.match) if found.after else None
    items = [told.line(one) for one in found.lines]
    return FoundMatches(items=items, next=pages.link(request, response, after))


@router.get(
    "/records",
    auth=needs(READ),
    summary="Records in bulk",
    operation_id="stream_records",
    openapi_extra=AS_LINES,
)
def records(
    request: HttpRequest,
    since: Annotated[Moment | None, Query(description="Matches that ended then or later.")] = None,
    game: Annotated[Game | None, Query(description="Of this game alone.")] = None,
    limit: Annotated[int, Query(ge=1, le=bulk.MOST, description="How many lines at most.")] = bulk.MOST,
    cursor: Annotated[
        str | None, Query(max_length=400, description="`cursor` of the last line that was read.")
    ] = None,
) -> StreamingHttpResponse:
    """The records of all finished matches that everybody may see, oldest first, one a line (NDJSON).

    They are sent as they are read. Each line has the cursor behind it; where fewer lines come than were
    asked for, nothing is left for now. A match is among them an hour after it ended, and while the daily of a
    day is not over no match that ended since that day began: so nothing comes in before what was told.
    """
    spending.spend("records", player_of(request))
    place = pages.read(cursor, datetime, int)
    start = place or (_aware(since) if since and since.date() >= FIRST else None, 0)
    lines = _lines(bulk.records_after(start[0], start[1], game or "", limit))
    return StreamingHttpResponse(lines, content_type="application/x-ndjson; charset=utf-8")


@router.get(
    "/dumps",
    auth=anybody(READ),
    response=Dumps,
    summary="All matches, month by month",
    operation_id="list_dumps",
)
def dumps(request: HttpRequest) -> Dumps:
    """All public matches of a month, one a line (NDJSON, gzip): `id`, `game`, `ended_at`, `record`.

    They name no player. Each is downloaded by its `url`, where `.sha256` behind it gives the checksum.
    """
    return Dumps(
        items=[
            DumpShown(
                month=f"{one.month:%Y-%m}",
                name=one.name,
                size=one.size,
                sha256=one.digest,
                url=request.build_absolute_uri(reverse("games:dump_file", args=[one.name])),
            )
            for one in dumped.listed()
        ]
    )


def _aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _lines(found: Iterator[Any]) -> Iterator[str]:
    for match, text in found:
        line = RecordLine(
            id=match.pk,
            game=match.code,
            ended_at=match.ended_at,
            record=text,
            cursor=pages.written(match.ended_at, match.pk),
        )
        yield line.model_dump_json() + "\n"
