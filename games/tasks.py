"""What Celery runs for the games."""

from __future__ import annotations

from celery import shared_task

from games import automatch, practice, robot_play, timeouts, unseen, waiting


@shared_task
def keep_time() -> None:
    """Note that the site is alive; close what is due, remind, clear what expired, move waiting robots."""
    timeouts.keep_time()
    timeouts.remind()
    waiting.clear_expired()
    robot_play.move_waiting()


@shared_task
def forget_guests() -> None:
    """Delete guests who have not been here for long."""
    practice.forget_old()


@shared_task
def open_proofs() -> None:
    """Open the proofs of matches that are over, where their end has not."""
    unseen.open_forgotten()


@shared_task
def move_robots(match_id: int) -> None:
    """Let the robots of a match move until somebody else is to."""
    robot_play.move_all(match_id)


@shared_task
def match_up() -> None:
    """Start matches for players who asked for an opponent."""
    automatch.run()
