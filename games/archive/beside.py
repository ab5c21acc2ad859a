"""What stands beside a replay, asked at once: whoever looks at one step looks at the next."""

from __future__ import annotations

from typing import NamedTuple

from accounts.models import User
from games.models import Match
from statements import Statement

BESIDE = Statement(
    "what stands beside a replay",
    """
SELECT
  ARRAY(SELECT player_id FROM games_agreement WHERE match_id = $1::bigint),
  EXISTS(SELECT FROM games_comment WHERE match_id = $1),
  (SELECT text FROM games_note WHERE writer_id = $2::bigint AND match = $1),
  ARRAY(SELECT id FROM games_collection WHERE owner_id = $2 ORDER BY name, id),
  ARRAY(SELECT name FROM games_collection WHERE owner_id = $2 ORDER BY name, id),
  ARRAY(
    SELECT collection_id FROM games_collected WHERE match = $1
    AND collection_id IN (SELECT id FROM games_collection WHERE owner_id = $2)
  )
""",
    reads=True,
)


class Choice(NamedTuple):
    """One of the viewer's collections, and whether the match is in it."""

    pk: int
    name: str
    holds: bool


class Beside(NamedTuple):
    """Who agrees that others read the comments, whether there are any, and the viewer's own note and
    collections.
    """

    agreed: set[int]
    commented: bool
    note: str
    collections: list[Choice]


def beside(match: Match, viewer: User | None) -> Beside:
    """For this viewer. One query."""
    row = BESIDE.row(match.pk, viewer.pk if viewer else None)
    assert row is not None
    agreed, commented, note, keys, names, held = row
    collections = [Choice(key, name, key in held) for key, name in zip(keys, names, strict=True)]
    return Beside(set(agreed), commented, note or "", collections)
