"""What Celery runs for the games."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from celery import shared_task

from games.archive import dumping
from games.coach import advice, remaking, reviews, shortening
from games.daily import days
from games.imported import reviewing
from games.match import clocks, deals, folding, unseen
from games.puzzles import filling
from games.seats import automatch, practice, robot_play, waiting
from games.standings import keeping


@shared_task
def keep_time() -> None:
    """Note that the site is alive; close what is due, remind, clear what expired, move waiting robots."""
    clocks.keep_time()
    clocks.remind()
    waiting.clear_expired()
    robot_play.move_waiting()


@shared_task
def close_due(until: str) -> None:
    """Close more matches whose time has run out."""
    clocks.go_on(datetime.fromisoformat(until))


@shared_task
def forget_guests() -> None:
    """Delete guests who have not been here for long."""
    practice.forget_old()


@shared_task
def open_proofs() -> None:
    """Open the proofs of matches that are over, where their end has not."""
    unseen.open_forgotten()
    deals.open_forgotten()


@shared_task
def fold_matches() -> None:
    """Fold matches that have been over for long into one row each, and shorten their reviews."""
    folding.fold_ripe()
    shortening.shorten()


@shared_task
def dump_matches() -> None:
    """Lay out all public matches of a month that is over, where that has not been done or was damaged."""
    dumping.keep()


@shared_task
def move_robots(match_id: int) -> None:
    """Let the robots of a match move until somebody else is to."""
    robot_play.move_all(match_id)


@shared_task
def keep_daily() -> None:
    """Begin the daily of today, and end those of days that are over."""
    days.keep()


@shared_task
def make_reviews() -> None:
    """Make the reviews of matches that are wanted, and of imported records."""
    reviews.make_due()
    reviewing.make_due()


@shared_task
def make_puzzles() -> None:
    """Look for puzzles in matches that were reviewed, and see to a first stock of them."""
    filling.fill()


@shared_task
def remake_reviews() -> None:
    """Make some reviews anew that were made by another version."""
    remaking.remake()


@shared_task
def match_up() -> None:
    """Start matches for players who asked for an opponent."""
    automatch.run()


@shared_task
def seat(pairs: list[list[Any]], until: str) -> None:
    """Begin matches of players who were paired."""
    automatch.seat([automatch.Pair(*pair) for pair in pairs], datetime.fromisoformat(until))


@shared_task
def lapse_standings() -> None:
    """Take ratings out of the lists of the best of which too little is known again."""
    keeping.lapse()


@shared_task
def build_tables() -> None:
    """Build the tables of perfect play that are missing on this machine."""
    advice.build()
