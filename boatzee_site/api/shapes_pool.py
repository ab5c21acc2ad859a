"""The dice as programs read them: docs/dice.md says what each thing proves."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, Field

from accounts.api.pages import Page

LINK = "3f" * 32


class Commitment(BaseModel):
    """What was published of a batch before any of it could fall."""

    version: int | None = Field(None, description="Of its link; only where that binds number and time.")
    at: int | None = Field(None, description="When it was made, in seconds since 1970, as its link has it.")
    number: int = Field(description="The batch's number.", examples=[1])
    first: int = Field(description="Its first serial.", examples=[1])
    last: int = Field(description="Its last serial.", examples=[1000])
    root: str = Field(description="The root of the Merkle tree over its sets, in hex.", examples=[LINK])
    previous: str = Field(description="The link that it follows, in hex.", examples=[LINK])
    chain: str = Field(description="Its own link, in hex.", examples=[LINK])


class BatchShown(Commitment):
    """A batch in the list."""

    made: datetime = Field(description="When it was made.")
    published: bool = Field(description="Whether it is laid open, with its key and all of its sets.")


class Batches(Page[BatchShown]):
    """A page of batches."""


class BatchFile(Commitment):
    """A batch laid open: the file that verifiers read."""

    format: str = Field(description="The format of the file.", examples=["boatzee-batch-2"])
    key: str = Field(description="The batch's key, in hex.", examples=[LINK])
    dice: str = Field(description="Five digits to each set, in order.", examples=["1634221566"])


class TreePlace(BaseModel):
    """Where an entry stands in the tree of the public log."""

    index: int = Field(description="From 0.", examples=[4])
    path: list[str] = Field(description="The path to the root, in hex.")
    origin: str | None = Field(None, description="Of which tree, where that is not the newest.")
    at: int | None = Field(None, description="When it was made, where the commitment does not say so.")


class ProvedBatch(Commitment):
    """The commitment of a batch, and where it stands in the tree."""

    tree: TreePlace | None = Field(None, description="Its place, once a head was signed over it.")


class LinePlace(BaseModel):
    """Where a set's line stands in the log."""

    number: int = Field(description="The segment.", examples=[2])
    index: int = Field(description="The line in it, from 0.", examples=[17])
    path: list[str] = Field(description="The path to the segment's root, in hex.")


class Proof(BaseModel):
    """A set that fell, and how it is shown to be the one that was committed to."""

    serial: int = Field(description="The set's serial.", examples=[81])
    batch: int = Field(description="The number of its batch.", examples=[1])
    dice: list[int] = Field(description="Its five dice.", examples=[[4, 1, 1, 6, 2]])
    salt: str = Field(description="16 bytes, in hex.", examples=["ab" * 16])
    path: list[str] = Field(description="The path to the root of its batch, in hex.")
    line: str | None = Field(None, description="Its line in the log, once it is sealed.")
    segment: LinePlace | None = Field(None, description="Where that line stands.")
    number: str | None = Field(None, description="The player's own number that turned it, in hex.")
    thrown: list[int] | None = Field(None, description="The five dice as that number turned them.")


class ProvedSegment(BaseModel):
    """A sealed part of the log, and where it stands in the tree."""

    number: int = Field(description="Its number.", examples=[2])
    first: int = Field(description="The first serial that it tells of.", examples=[1])
    last: int = Field(description="The last one.", examples=[2048])
    lines: int = Field(description="How many lines it has.", examples=[2048])
    root: str = Field(description="The root of the Merkle tree over its lines, in hex.", examples=[LINK])
    at: int = Field(description="When it was sealed, in seconds since 1970.", examples=[1770000000])
    tree: TreePlace | None = Field(None, description="Its place, once a head was signed over it.")


class Proofs(BaseModel):
    """Proofs of rolls: the file that verifiers read."""

    format: str = Field(description="The format of the file.", examples=["boatzee-proofs-3"])
    batches: list[ProvedBatch] = Field(description="The commitments of their batches.")
    proofs: list[Proof] = Field(description="The proofs, by serial.")
    segments: list[ProvedSegment] | None = Field(None, description="The parts of the log that tell of them.")
    checkpoint: str | None = Field(None, description="The signed head that the paths lead to, as a note.")


class SegmentLine(BaseModel):
    """A sealed part of the log of everything that was taken."""

    number: int = Field(description="Its number, from 1, without gaps.", examples=[2])
    first: int = Field(description="The first serial that it tells of.", examples=[1])
    last: int = Field(description="The last one; below the first where it tells of none.", examples=[2048])
    lines: int = Field(description="How many lines it has.", examples=[2048])
    root: str = Field(description="The root of the Merkle tree over its lines, in hex.", examples=[LINK])
    digest: str = Field(description="The SHA-256 of its text, in hex.", examples=[LINK])
    sealed_at: datetime = Field(description="When it was sealed.")


class Segments(Page[SegmentLine]):
    """A page of the log's parts."""


class SegmentShown(SegmentLine):
    """A part of the log with its lines."""

    text: str = Field(description="Its lines, as docs/dice.md describes them.")


class CheckpointLine(BaseModel):
    """A signed head of the public log."""

    origin: str = Field(description="What the tree is called in its notes.", examples=["site/dice"])
    tree: int = Field(description="The tree, from 1: a new epoch begins a new one.", examples=[1])
    size: int = Field(description="How many entries it covers.", examples=[12])
    root: str = Field(description="The root over them, in hex.", examples=[LINK])
    signed_at: datetime = Field(description="When the site signed it.")


class Checkpoint(CheckpointLine):
    """The newest head as a note."""

    note: str = Field(description="The signed note, with the signatures of its witnesses.")
    key: str = Field(description="The key by which the site's signature is checked.")


class Checkpoints(Page[CheckpointLine]):
    """A page of checkpoints."""
