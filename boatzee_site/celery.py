"""The Celery application, and the one place where the beat schedule and the queues stand.

Three queues, so that no player waits for what others are slow at: `play` has what a match needs (clocks,
robots, finding opponents, dice, and whatever is not named here), `told` has what goes to others' servers
(mail, push, webhooks), `heavy` has what may take long (rounds of events, counting, clearing up). Each has
workers of its own: `told` and `heavy` can stand still for an hour, and play goes on.
"""

import os
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from celery import Celery
from celery.schedules import crontab
from celery.signals import worker_init
from kombu import Queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boatzee_site.settings")

app = Celery("boatzee_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

PLAY, TOLD, HEAVY = "play", "told", "heavy"
MINUTE = 60.0
LIMITS = {PLAY: 5 * MINUTE, TOLD: 3 * MINUTE, HEAVY: 15 * MINUTE}
"""Seconds after which a task of a queue is ended, whatever it does."""
QUEUES = {
    "accounts.tasks.deliver": TOLD,
    "accounts.tasks.forget_at_night": HEAVY,
    "boatzee_site.tasks.clear_expired": HEAVY,
    "dicepool.tasks.count_days": HEAVY,
    "dicepool.tasks.count_on": HEAVY,
    "dicepool.tasks.fold": HEAVY,
    "dicepool.tasks.throw_away_forgotten": HEAVY,
    "games.tasks.build_tables": HEAVY,
    "games.tasks.dump_matches": HEAVY,
    "games.tasks.fold_matches": HEAVY,
    "games.tasks.forget_guests": HEAVY,
    "games.tasks.keep_daily": HEAVY,
    "games.tasks.lapse_standings": HEAVY,
    "games.tasks.make_puzzles": HEAVY,
    "games.tasks.make_reviews": HEAVY,
    "games.tasks.open_proofs": HEAVY,
    "games.tasks.remake_reviews": HEAVY,
    "ladders.tasks.keep_house": HEAVY,
    "ladders.tasks.look_after": HEAVY,
    "ladders.tasks.look_after_event": HEAVY,
    "ladders.tasks.every_night": HEAVY,
    "ladders.tasks.every_week": HEAVY,
}
"""Where tasks go that are not for `play`."""
LONG = {"dicepool.tasks.top_up": 15 * MINUTE}
"""Tasks of a limit of their own: a pool that is empty is filled in one go."""

app.conf.task_queues = [Queue(name, routing_key=name) for name in LIMITS]  # of a worker that is told none
app.conf.task_default_queue = PLAY
app.conf.task_routes = {task: {"queue": queue} for task, queue in QUEUES.items()}
app.conf.task_annotations = {
    "*": {"time_limit": LIMITS[PLAY]},
    **{task: {"time_limit": LIMITS[queue]} for task, queue in QUEUES.items()},
    **{task: {"time_limit": limit} for task, limit in LONG.items()},
}


def _every(
    task: str, schedule: float | crontab, expires: float, args: Sequence[str] = (), queue: str = ""
) -> dict[str, Any]:
    """An entry whose call is void after so many seconds: what nobody works off does not pile up.

    `queue` is where it goes, if not where its task does.
    """
    options = {"expires": expires, **({"queue": queue} if queue else {})}
    return {"task": task, "schedule": schedule, "args": list(args), "options": options}


@worker_init.connect
def _look_at_the_books(**_: Any) -> None:
    """A worker, which rolls, starts only with the tables of its release and the dice keys of the pool."""
    from boatzee_site import schema  # noqa: PLC0415  (it asks the database)
    from dicepool import checks  # noqa: PLC0415  (it reads models, which are loaded by now)

    schema.at_start()
    checks.at_start()


HOUR, DAY = timedelta(hours=1).total_seconds(), timedelta(days=1).total_seconds()
app.conf.beat_schedule = {
    "keep the time of matches": _every("games.tasks.keep_time", 30.0, 30.0),
    "tell what happens in matches": _every("accounts.tasks.follow_up", 5.0, 5.0, args=["match"]),
    "ask clubs for their line-ups": _every("accounts.tasks.follow_up", 60.0, 60.0, args=["club line-ups"]),
    "settle matches of clubs": _every("accounts.tasks.follow_up", 60.0, 60.0, args=["club match"]),
    "let go on ladders of clubs": _every("accounts.tasks.follow_up", 10.0, 10.0, args=["club ladders"]),
    "tell what is new in the forum": _every("accounts.tasks.follow_up", 30.0, 30.0, args=["forum"]),
    "count deeds": _every("accounts.tasks.follow_up", 10.0, 10.0, args=["deed"]),
    "list players": _every("accounts.tasks.follow_up", 10.0, 10.0, args=["standing"]),
    "show matches of open deals": _every("accounts.tasks.follow_up", 10.0, 10.0, args=["deal"]),
    "give titles": _every("accounts.tasks.follow_up", 60.0, 60.0, args=["title"]),
    "follow results": _every("accounts.tasks.follow_up", 5.0, 5.0, args=["result"], queue=HEAVY),
    "find opponents": _every("games.tasks.match_up", 15.0, 15.0),
    "send what is to be told": _every("accounts.tasks.deliver", 10.0, 10.0),
    "look after events": _every("ladders.tasks.look_after", 60.0, 60.0),
    "open the events of the house": _every("ladders.tasks.keep_house", MINUTE, MINUTE),
    "look over events at night": _every("ladders.tasks.every_night", crontab(hour=4, minute=40), 12 * HOUR),
    "begin a week on ladders": _every(
        "ladders.tasks.every_week", crontab(day_of_week="mon", hour=0, minute=5), 5 * DAY
    ),
    "forget what holds no more": _every(
        "accounts.tasks.forget_at_night", crontab(hour=3, minute=30), 12 * HOUR
    ),
    "clear what expired": _every("boatzee_site.tasks.clear_expired", crontab(hour=3, minute=40), 12 * HOUR),
    "forget guests": _every("games.tasks.forget_guests", crontab(hour=3, minute=20), 12 * HOUR),
    "open proofs that were forgotten": _every("games.tasks.open_proofs", crontab(minute=50), HOUR),
    "take ratings out of lists that lapse": _every("games.tasks.lapse_standings", crontab(minute=25), HOUR),
    "throw away dice that were forgotten": _every(
        "dicepool.tasks.throw_away_forgotten", crontab(minute=55), HOUR
    ),
    "begin and end the daily": _every("games.tasks.keep_daily", crontab(), MINUTE),
    "review matches that are over": _every("games.tasks.make_reviews", MINUTE, MINUTE),
    "look for puzzles": _every("games.tasks.make_puzzles", 5 * MINUTE, 5 * MINUTE),
    "review anew what another version reviewed": _every("games.tasks.remake_reviews", MINUTE, MINUTE),
    "fold matches that are long over": _every("games.tasks.fold_matches", crontab(minute=5), HOUR),
    "lay out the matches of a month": _every("games.tasks.dump_matches", crontab(minute=15), HOUR),
    "top up the dice pool": _every("dicepool.tasks.top_up", 60.0, 60.0),
    "seal the log of the dice": _every("dicepool.tasks.seal_log", 60.0, 60.0),
    "count the dice of today": _every("dicepool.tasks.count_on", 60.0, 60.0),
    "remember how far the dice are": _every("dicepool.tasks.keep_up", 5.0, 5.0),
    "count the dice of yesterday": _every("dicepool.tasks.count_days", crontab(minute=20), HOUR),
    "fold the books of used-up dice": _every("dicepool.tasks.fold", crontab(minute=35), HOUR),
}
# A heartbeat goes the way of real work: over Redis to a worker of each queue. One that still lies there
# when the next is sent is thrown away: a queue that stands still must not fill up with them.
app.conf.beat_schedule |= {
    f"heartbeat of {queue}": {
        "task": "boatzee_site.tasks.heartbeat",
        "schedule": 15.0,
        "args": [queue],
        "options": {"queue": queue, "expires": 15.0},
    }
    for queue in LIMITS
}
