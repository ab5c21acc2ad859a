"""The tables of the games, by subject. Import them from here."""

from __future__ import annotations

from games.models.archive import Archived, ArchivedSeat
from games.models.clocks import EventHoliday, Holiday, Pulse
from games.models.daily import Daily, DailyCount, DailyTry
from games.models.deal import Deal
from games.models.fair_play import FairPlay, PlayedBy
from games.models.feats import Deed, Earned, Spread, Standing, Tally
from games.models.folded import Folded
from games.models.imported import Imported
from games.models.keeping import Agreement, Collected, Collection, Comment, Note
from games.models.learnt import Learnt
from games.models.match import FORMER_PLAYER, GUEST, Match, Move, Seat
from games.models.outcome import Outcome
from games.models.pledge import Pledge
from games.models.puzzle import Puzzle, PuzzleDay, PuzzleRating, PuzzleSource, PuzzleTry
from games.models.ratings import CHARTED, Rating, RatingPoint
from games.models.review import Review
from games.models.seeking import Joining, Seek, Wish
from games.models.talk import Remark

__all__ = [
    "CHARTED",
    "FORMER_PLAYER",
    "GUEST",
    "Agreement",
    "Archived",
    "ArchivedSeat",
    "Collected",
    "Collection",
    "Comment",
    "Daily",
    "DailyCount",
    "DailyTry",
    "Deal",
    "Deed",
    "Earned",
    "EventHoliday",
    "FairPlay",
    "Folded",
    "Holiday",
    "Imported",
    "Joining",
    "Learnt",
    "Match",
    "Move",
    "Note",
    "Outcome",
    "PlayedBy",
    "Pledge",
    "Pulse",
    "Puzzle",
    "PuzzleDay",
    "PuzzleRating",
    "PuzzleSource",
    "PuzzleTry",
    "Rating",
    "RatingPoint",
    "Remark",
    "Review",
    "Seat",
    "Seek",
    "Spread",
    "Standing",
    "Tally",
    "Wish",
]
