"""What players keep of finished matches and say of them, as programs read and send it."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field

from accounts.api.pages import Page
from accounts.api.schemas import HIGHEST, Sent
from accounts.models.talk import LONGEST
from games.api.shapes import MatchLine
from games.api.shapes_over import ReplayShown
from games.api.shapes_waiting import RemarkShown

MOST_NAME, MOST_WHY = 80, 1000


class NoteShown(BaseModel):
    """A note for oneself; nobody else is ever shown one."""

    match: int | None = Field(description="The match that it is on.", examples=[1])
    player: str | None = Field(description="Or the player.", examples=[None])
    text: str = Field(description="The words.", examples=["The straight on the third roll made it."])
    at: datetime = Field(description="When it was written.")


class Notes(Page[NoteShown]):
    """A page of my notes, the newest first."""


class NoteSent(Sent):
    """A note, written anew."""

    text: str = Field(max_length=LONGEST, description="The words; none deletes it.", examples=["Hm."])


class NoteKept(BaseModel):
    """My note on a match or a player."""

    text: str | None = Field(description="The words; null where there is none.", examples=["Hm."])


class CollectionLine(BaseModel):
    """A collection of matches."""

    id: int = Field(description="Its number.", examples=[3])
    name: str = Field(description="What it is called.", examples=["Close ones"])
    about: str | None = Field(description="What is in it.", examples=[None])
    public: bool = Field(description="Whether everybody may look at it.")
    made_at: datetime = Field(description="When it was made.")


class MyCollections(BaseModel):
    """All of my collections, by their names."""

    items: list[CollectionLine] = Field(description="All of them.")


class CollectionShown(CollectionLine):
    """A collection, and of its matches those that I may see."""

    owner: str = Field(description="Whose it is.", examples=["alice"])
    matches: list[MatchLine] = Field(description="In their order.")


class CollectionSent(Sent):
    """A new collection."""

    name: str = Field(min_length=1, max_length=MOST_NAME, description="What it is called.", examples=["Best"])
    about: str = Field("", max_length=LONGEST, description="What is in it.")
    public: bool = Field(default=False, description="Whether everybody may look at it.")


class CollectionChange(Sent):
    """What is to change of a collection; what is left out stays."""

    name: str | None = Field(None, min_length=1, max_length=MOST_NAME, description="What it is called.")
    about: str | None = Field(None, max_length=LONGEST, description="What is in it.")
    public: bool | None = Field(None, description="Whether everybody may look at it.")


class CollectSent(Sent):
    """What is done with a match in a collection."""

    match: int = Field(ge=1, le=HIGHEST, description="The match.", examples=[1])
    act: Literal["add", "remove", "up", "down"] = Field("add", description="Put in, taken out, or moved.")


class Comments(Page[RemarkShown]):
    """A page of comments, oldest first; `next` leads to what was said before."""

    public: bool = Field(description="Whether all players have agreed that everybody may read them.")
    agreed: bool | None = Field(description="Whether I have, if I am asked; else null.")


class AgreeSent(Sent):
    """Whether everybody may read the comments."""

    agree: bool = Field(description="Whether I agree to that.")


class ReportSent(Sent):
    """What is wrong with somebody, or with what they wrote. Only staff read it."""

    why: str = Field(min_length=1, max_length=MOST_WHY, description="What is wrong.", examples=["Rude."])


class RecordSent(Sent):
    """A record to be played through."""

    text: str = Field(min_length=1, max_length=200_000, description="The record, as docs/record.md has it.")


class ShareSent(Sent):
    """Whether there is a link to it."""

    shared: bool = Field(description="Whether whoever has the link sees the match, without its names.")


class ImportedLine(BaseModel):
    """A record that I have imported: not played here, and its dice verified by nobody here."""

    id: int = Field(description="Its number.", examples=[5])
    game: str = Field(description="The game's code.", examples=["BZ"])
    names: list[str] = Field(description="Who sat there, as the record says.", examples=[["ann", "ben"]])
    over: bool = Field(description="Whether the record says how the match ended.")
    made_at: datetime = Field(description="When it was imported.")
    link: str | None = Field(description="The address for whoever I give it to.", examples=[None])


class ImportedList(BaseModel):
    """All of my imported records, the newest first."""

    items: list[ImportedLine] = Field(description="Twenty at most.")


class ImportedShown(ImportedLine):
    """An imported record, played through."""

    verified: Literal[False] = Field(
        description="Nobody here has verified who played it, nor that its dice fell so."
    )
    replay: ReplayShown = Field(description="Move by move; `id` is the number of the imported record.")


class DumpShown(BaseModel):
    """All public matches of a month in one file."""

    month: str = Field(description="The month, in UTC.", examples=["2026-10"])
    name: str = Field(description="The file's name.", examples=["matches-2026-10.ndjson.gz"])
    size: int = Field(description="Bytes.", examples=[1234567])
    sha256: str = Field(description="Its SHA-256, in hex.", examples=["3f" * 32])
    url: str = Field(description="Where it is downloaded, by anybody.")


class Dumps(BaseModel):
    """The files, the newest month first."""

    items: list[DumpShown] = Field(description="All of them.")
