"""Every task has its queue and its limit, and what nobody works off does not pile up."""

from __future__ import annotations

import pytest

from boatzee_site.celery import HEAVY, LIMITS, PLAY, QUEUES, TOLD, app

WANTED = {
    "games.tasks.keep_time": PLAY,
    "games.tasks.close_due": PLAY,
    "games.tasks.match_up": PLAY,
    "games.tasks.move_robots": PLAY,
    "games.tasks.seat": PLAY,
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
    "dicepool.tasks.throw_away_forgotten": HEAVY,
    "dicepool.tasks.top_up": PLAY,
    "dicepool.tasks.count_days": HEAVY,
    "dicepool.tasks.count_on": HEAVY,
    "dicepool.tasks.fold": HEAVY,
    "dicepool.tasks.keep_up": PLAY,
    "dicepool.tasks.seal_log": PLAY,
    "accounts.tasks.deliver": TOLD,
    "accounts.tasks.follow_up": PLAY,
    "accounts.tasks.forget_at_night": HEAVY,
    "boatzee_site.tasks.clear_expired": HEAVY,
    "boatzee_site.tasks.heartbeat": PLAY,
    "ladders.tasks.keep_house": HEAVY,
    "ladders.tasks.look_after": HEAVY,
    "ladders.tasks.look_after_event": HEAVY,
    "ladders.tasks.every_night": HEAVY,
    "ladders.tasks.every_week": HEAVY,
}


@pytest.mark.parametrize(("task", "queue"), WANTED.items())
def test_a_task_goes_to_its_queue(task: str, queue: str) -> None:
    assert app.amqp.router.route({}, task)["queue"].name == queue


def test_what_is_named_nowhere_is_for_play() -> None:
    assert app.amqp.router.route({}, "games.tasks.of_tomorrow")["queue"].name == PLAY


@pytest.mark.parametrize("name", app.conf.beat_schedule)
def test_what_beat_asks_for_expires_and_ends(name: str) -> None:
    app.loader.import_default_modules()
    entry = app.conf.beat_schedule[name]
    schedule = entry["schedule"]
    assert entry["options"]["expires"] > 0
    if isinstance(schedule, float):
        assert entry["options"]["expires"] <= schedule, "one call of it waits at most"
    task = app.tasks[entry["task"]]
    assert task.time_limit is not None
    assert 0 < task.time_limit <= max(LIMITS.values())
    assert entry["task"] in WANTED


def test_every_task_that_is_routed_is_there() -> None:
    app.loader.import_default_modules()
    assert set(QUEUES) <= set(app.tasks)
    ours = {"accounts", "boatzee_site", "dicepool", "games", "ladders"}
    own = {name for name in app.tasks if name.split(".")[0] in ours}
    assert own == set(WANTED), "a new task needs a line here: whose wait may it be?"


def test_results_are_followed_among_what_may_take_long() -> None:
    entry = app.conf.beat_schedule["follow results"]
    assert entry["options"]["queue"] == HEAVY
    assert app.conf.beat_schedule["tell what happens in matches"]["options"].get("queue", PLAY) == PLAY


def test_a_worker_that_is_told_no_queue_works_off_all() -> None:
    assert set(app.amqp.queues) >= {PLAY, TOLD, HEAVY}
