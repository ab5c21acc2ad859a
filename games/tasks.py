"""What Celery runs for the games."""

from __future__ import annotations

from celery import shared_task

from games import lobby, robot_play, timeouts


@shared_task
def keep_time() -> None:
    """Note that the site is alive, close what is due, clear what has expired, move robots that wait."""
    timeouts.keep_time()
    lobby.clear_expired()
    robot_play.move_waiting()


@shared_task
def move_robots(match_id: int) -> None:
    """Let the robots of a match move until somebody else is to."""
    robot_play.move_all(match_id)
