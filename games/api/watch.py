"""Watching: the tables at which something happens, for everybody to look at."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router
from pydantic import BaseModel, Field

from accounts.api.auth import anybody
from accounts.scopes import READ
from games.api.shapes_laying import Game
from games.match import watching

router = Router(tags=["watching"])


class SitterShown(BaseModel):
    """A player at a table."""

    name: str = Field(description="The player's name.", examples=["alice"])
    to_move: bool = Field(description="Whether the player is to move.")
    total: int = Field(description="The points so far.", examples=[120])
    rating: float | None = Field(description="The player's rating in the game, where it is shown.")


class WatchedShown(BaseModel):
    """A table to look at."""

    match: int = Field(description="The match.", examples=[1])
    game: str = Field(description="The game's code.", examples=["BZ"])
    event: int | None = Field(description="The event it is played in.", examples=[None])
    ladder: int | None = Field(description="The ladder it is played on.", examples=[None])
    moved_at: datetime = Field(description="When somebody moved there last.")
    seats: list[SitterShown] = Field(description="Who sits there.")


class Watched(BaseModel):
    """Tables to look at."""

    items: list[WatchedShown] = Field(description="The best players first, forty at most.")


@router.get("", auth=anybody(READ), response=Watched, summary="Tables to watch", operation_id="list_watched")
def tables(
    request: HttpRequest,
    game: Annotated[Game | None, Query(description="Of this game.")] = None,
    events: Annotated[bool, Query(description="Those of events alone.")] = False,
) -> Watched:
    """Tables that run for everybody to see, their cards lying open, at which somebody moved lately."""
    return Watched(items=[_told(one) for one in watching.lately(game or "", events=events)])


def _told(line: watching.Line) -> WatchedShown:
    return WatchedShown(
        match=line.pk,
        game=line.code,
        event=line.event,
        ladder=line.ladder,
        moved_at=line.at,
        seats=[
            SitterShown(
                name=one.name,
                to_move=one.to_move,
                total=one.total,
                rating=round(one.rating.mean, 1) if one.rating else None,
            )
            for one in line.seats
        ],
    )
