"""All operations, under their addresses (docs/api.md)."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.parser import Parser

from accounts.api import again, me, messages, notices
from boatzee_site.api import errors, openapi, pool
from games.api import (
    archive,
    beside,
    bots,
    comments,
    daily,
    hints,
    imports,
    keeping,
    laying,
    leaders,
    matches,
    over,
    players,
    puzzles,
    statistics,
    streams,
    talk,
    waiting,
    watch,
    wish,
)
from ladders.api import hooks, ladders, leading, making, playing, teams

VERSION = "1.0.0"


class Reader(Parser):
    """JSON, but for what no column of Postgres takes: the letter NUL in a text, and numbers that are none."""

    def parse_body(self, request: HttpRequest) -> Any:
        """The values that were sent. Raises ValueError."""
        if b"\\u0000" in request.body:
            raise ValueError("There is a NUL in it.")
        return json.loads(request.body, parse_constant=_refuse)


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is no JSON.")


class Api(NinjaAPI):
    """django-ninja's, with the site's own errors, and a description that tells scopes and refusals."""

    def on_exception(self, request: HttpRequest, exc: Any) -> HttpResponse:
        """Leave it to boatzee_site.api.answering, where all errors end."""
        problem = errors.problem_of(exc)
        if problem is None or problem.status >= 500:
            raise exc
        return problem.response()

    def get_openapi_schema(self, **given: Any) -> Any:
        """The whole description."""
        return openapi.completed(self, super().get_openapi_schema(path_prefix=openapi.WHERE))


api = Api(
    title="Boatzee",
    version=VERSION,
    description=openapi.ABOUT,
    openapi_url=None,
    docs_url=None,
    urls_namespace="v1",
    parser=Reader(),
)
api.add_decorator(again.once)
api.add_router("me", me.router)
api.add_router("players", players.router)
api.add_router("matches", matches.router)
api.add_router("matches", laying.router)
api.add_router("matches", beside.router)
api.add_router("matches", talk.router)
api.add_router("matches", over.router)
api.add_router("matches", hints.router)
api.add_router("matches", comments.router)
api.add_router("matches", streams.tables)
api.add_router("players", statistics.router)
api.add_router("players", comments.of_players)
api.add_router("notes", keeping.notes)
api.add_router("collections", keeping.collections)
api.add_router("collections", comments.of_collections)
api.add_router("imports", imports.router)
api.add_router("leaders", leaders.router)
api.add_router("waiting", waiting.router)
api.add_router("wish", wish.router)
api.add_router("archive", archive.router)
api.add_router("daily", daily.router)
api.add_router("puzzles", puzzles.router)
api.add_router("bots", bots.router)
api.add_router("watch", watch.router)
api.add_router("events", making.router)
api.add_router("events", playing.router)
api.add_router("events", leading.router)
api.add_router("events", teams.of_events)
api.add_router("teams", teams.router)
api.add_router("events", hooks.events)
api.add_router("clubs", hooks.clubs)
api.add_router("ladders", ladders.router)
api.add_router("pool", pool.router)
api.add_router("messages", messages.router)
api.add_router("notices", notices.router)
api.add_router("stream", streams.router)
