"""Webhooks of events and clubs as programs read and send them."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field

from accounts.api.schemas import Sent

Shape = Literal["plain", "discord", "slack"]


class HookSent(Sent):
    """Where to post, and in which shape."""

    url: str = Field(
        min_length=1,
        max_length=200,
        description="https:// only, on the public internet.",
        examples=["https://hooks.example/boatzee"],
    )
    shape: Shape = Field("plain", description="What the address takes.")


class EventHookSent(HookSent):
    """The same, and what else is posted than how far the event is."""

    entries: bool = Field(default=False, description="Also who enters and who leaves.")
    results: bool = Field(default=False, description="Also the result of each match.")


class PostShown(BaseModel):
    """What came of a post."""

    at: datetime = Field(description="When.")
    kind: str = Field(description="What it was about.", examples=["event-began"])
    id: int = Field(description="The `id` in it.", examples=[4711])
    tries: int = Field(description="The first time, the second …", examples=[1])
    status: int | None = Field(description="Of the answer, if there was one.", examples=[204])
    seconds: float | None = Field(description="How long that took.", examples=[0.21])
    why: str | None = Field(description="What went wrong, if anything did.")


class HookShown(BaseModel):
    """A webhook as those who lead see it: whoever knows its address can write there."""

    url: str = Field(description="Where it posts.", examples=["https://hooks.example/boatzee"])
    shape: str = Field(description="plain, discord or slack.", examples=["plain"])
    secret: str = Field(description="By which its posts are signed.")
    fails: int = Field(description="Failures in a row, up to now.")
    why: str | None = Field(description="What went wrong the last time.")
    rests_until: datetime | None = Field(description="Before that nothing is posted, for it failed.")
    off_at: datetime | None = Field(description="Since when it is off, for it failed too often.")
    posts: list[PostShown] = Field(description="What came of the last posts, the latest first.")


class EventHookShown(HookShown):
    """That of an event."""

    entries: bool = Field(description="Whether it is told who enters and leaves.")
    results: bool = Field(description="Whether it is told the result of each match.")


class TriedShown(BaseModel):
    """What came of a test."""

    arrived: bool = Field(description="Whether it was taken.")
    status: int | None = Field(description="Of the answer, if there was one.", examples=[204])
    says: str = Field(
        description="The same in a sentence.", examples=["The test arrived: the answer was 204."]
    )
