"""Call the worker to look after an event. A broker that is down delays nobody: the next pass does it."""

from __future__ import annotations

from games.match import wake


def event(event_id: int) -> None:
    """Let an event be looked after, in a task of its own."""
    wake.call("ladders.tasks.look_after_event", event_id, queue="heavy", expires=wake.SECONDS)
