"""The player whose token it is, and the player's settings."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from ninja import Router
from pydantic import BaseModel, Field

from accounts import bots, spending
from accounts.api.auth import needs, player_of
from accounts.api.problems import Problem
from accounts.api.schemas import Sent
from accounts.forms import SettingsForm
from accounts.models import User
from accounts.scopes import READ, SETTINGS

router = Router(tags=["me"])


class Me(BaseModel):
    """Who the token acts for, and what it may do."""

    id: int = Field(description="The player's number.", examples=[7])
    name: str = Field(description="The player's name.", examples=["alice"])
    owner: str | None = Field(
        description="The player who answers for it, where it is a bot.", examples=[None]
    )
    scopes: list[str] = Field(description="What this token may do.", examples=[["play", "read"]])
    supporter: bool = Field(description="Whether the player supports the site today.")
    staff: bool = Field(description="Whether the player is staff.")
    muted_until: datetime | None = Field(description="Until when the player may not write, if so.")
    barred_until: datetime | None = Field(description="Until when the player may not enter events, if so.")


class Settings(BaseModel):
    """What a player may set, as on the page of settings."""

    time_zone: str = Field(description="An IANA time zone.", examples=["Europe/Berlin"])
    days_off: list[int] = Field(
        description="Days of the week on which the player's clocks stand, two at most; Monday is 0.",
        examples=[[5, 6]],
    )
    spend_holiday: bool = Field(
        description="Whether holiday is spent on deadlines that would otherwise pass."
    )
    hide_rating: bool = Field(description="Whether the player's ratings are hidden.")
    unwatched: bool = Field(description="Whether nobody may watch the player's running matches.")


class SettingsChange(Sent):
    """The settings that are to change; what is left out stays."""

    time_zone: str | None = Field(
        None, max_length=64, description="An IANA time zone.", examples=["Europe/Berlin"]
    )
    days_off: list[int] | None = Field(
        None, max_length=7, description="Two days of the week at most; Monday is 0.", examples=[[5, 6]]
    )
    spend_holiday: bool | None = Field(None, description="Whether holiday is spent on deadlines.")
    hide_rating: bool | None = Field(None, description="Whether the ratings are hidden.")
    unwatched: bool | None = Field(None, description="Whether nobody may watch the running matches.")


@router.get("", auth=needs(READ), response=Me, summary="Who I am", operation_id="get_me")
def me(request: HttpRequest) -> Me:
    """The player whose token it is, and what the token may do."""
    player, asks = player_of(request), _as_any(request)
    return Me(
        id=player.pk,
        name=player.username,
        owner=bots.owner_of(player),
        scopes=sorted(asks.scopes),
        supporter=player.supporter,
        staff=player.is_staff,
        muted_until=player.muted_until if player.muted else None,
        barred_until=player.barred_until if player.barred else None,
    )


@router.get(
    "/settings",
    auth=needs(SETTINGS),
    response=Settings,
    summary="My settings",
    operation_id="get_settings",
)
def settings(request: HttpRequest) -> Settings:
    """What the player has set."""
    return _settings_of(player_of(request))


@router.patch(
    "/settings",
    auth=needs(SETTINGS),
    response=Settings,
    summary="Change my settings",
    operation_id="change_settings",
)
def change_settings(request: HttpRequest, change: SettingsChange) -> Settings:
    """Change some of them, as the page of settings does. Returns all as they are now."""
    player = player_of(request)
    given = change.model_dump(exclude_none=True)
    if given:
        spending.spend("preferences", player)
        form = SettingsForm({**_settings_of(player).model_dump(), **given}, instance=player)
        if not form.is_valid():
            raise invalid(form)
        form.save()
    return _settings_of(player)


def invalid(form: Any) -> Problem:
    """What the form of a page refuses."""
    errors = [
        {"where": f"body.{name}", "detail": str(text)}
        for name, texts in form.errors.items()
        for text in texts
    ]
    return Problem(422, "invalid", " ".join(one["detail"] for one in errors), errors=errors)


def _settings_of(player: User) -> Settings:
    return Settings(
        time_zone=player.time_zone,
        days_off=list(player.days_off),
        spend_holiday=player.spend_holiday,
        hide_rating=player.hide_rating,
        unwatched=player.unwatched,
    )


def _as_any(request: HttpRequest) -> Any:
    return request
