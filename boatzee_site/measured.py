"""Figures of the whole site for Prometheus, told with those of the dice at `/dice/metrics`.

What requests cost is counted where they are answered, in files that the processes of one web server share
(prometheus_client's own way, for which gunicorn.conf.py names a folder): whichever answers tells of all. The
rest is read from the database and from Redis, and is the same wherever it is asked for.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator

import redis
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from prometheus_client import CollectorRegistry, Counter, Histogram, values
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from accounts.live import places
from boatzee_site import heartbeats
from boatzee_site.celery import LIMITS
from games.match import move_log

logger = logging.getLogger(__name__)


def _counted_as() -> str:
    """The number under which this process counts in the files that it shares with others."""
    return os.environ.get("COUNTED_AS") or str(os.getpid())


if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
    values.ValueClass = values.MultiProcessValue(_counted_as)  # type: ignore[no-untyped-call]
HERE = CollectorRegistry(auto_describe=False)
ANSWERED = Counter(
    "boatzee_requests",
    "Requests by the name of their view and their status.",
    ["view", "status"],
    registry=HERE,
)
TOOK = Histogram(
    "boatzee_request_seconds",
    "How long they took.",
    ["view"],
    buckets=(0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
    registry=HERE,
)
NO_VIEW = "none"
"""Of files, redirects to HTTPS, and addresses at which there is nothing."""
FIGURES = (
    (
        "boatzee_outbox_waiting",
        "What the worker has still to do.",
        "accounts_errand WHERE given_up_at IS NULL",
    ),
    ("boatzee_outbox_given_up", "What it gave up.", "accounts_errand WHERE given_up_at IS NOT NULL"),
    ("boatzee_deliveries_waiting", "What is on its way.", "accounts_delivery WHERE given_up_at IS NULL"),
    ("boatzee_events_in_trouble", "Events that wait for staff.", "ladders_event WHERE trouble <> ''"),
)
"""Counts: name, help, and of which rows."""
OLDEST = {
    "outbox": "SELECT min(created_at) FROM accounts_errand WHERE given_up_at IS NULL",
    "deliveries": "SELECT min(due) FROM accounts_delivery WHERE given_up_at IS NULL AND due < now()",
}
"""Since when the oldest waits that could have gone."""


class Requests:
    """Middleware: counts what is answered and how long it took. Who asked for what is nowhere in it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on and count it."""
        began = time.perf_counter()
        response = self.get_response(request)
        match = request.resolver_match
        view = match.view_name if match else NO_VIEW
        ANSWERED.labels(view or NO_VIEW, str(response.status_code)).inc()
        TOOK.labels(view or NO_VIEW).observe(time.perf_counter() - began)
        return response


class SiteCollector(Collector):
    """All but the dice. What cannot be asked for is left out, and the rest is told."""

    def collect(self) -> Iterator[Metric]:
        """The figures as they stand."""
        yield from _requests()
        yield from _work()
        yield from _parts()
        yield from _server()
        try:
            yield from _redis()
        except redis.RedisError as error:
            logger.warning("Redis cannot be asked for figures: %s", error)


def _requests() -> Iterator[Metric]:
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        yield from HERE.collect()
        return
    shared = CollectorRegistry(auto_describe=False)
    MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
    yield from shared.collect()


def _work() -> Iterator[Metric]:
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(f"SELECT count(*) FROM {rows}" for _, _, rows in FIGURES))  # noqa: S608
        counts = [count for (count,) in cursor.fetchall()]
        ages = ", ".join(f"coalesce(extract(epoch FROM now() - ({sql})), 0)" for sql in OLDEST.values())
        cursor.execute(f"SELECT {ages}")
        waited = cursor.fetchone()
    for (name, meaning, _), count in zip(FIGURES, counts, strict=True):
        yield GaugeMetricFamily(name, meaning, count)
    oldest = GaugeMetricFamily("boatzee_oldest_seconds", "How long the oldest waits.", labels=["where"])
    for where, age in zip(OLDEST, waited, strict=True):
        oldest.add_metric([where], max(float(age), 0))
    yield oldest
    meaning = "Moves made, since Postgres last forgot its statistics."
    yield CounterMetricFamily("boatzee_moves", meaning, move_log.made())


def _parts() -> Iterator[Metric]:
    up = GaugeMetricFamily("boatzee_part_up", "Whether a part is at work: 1, or 0.", labels=["part"])
    silent = GaugeMetricFamily(
        "boatzee_part_silent_seconds", "How long ago a part was heard of.", labels=["part"]
    )
    for name, part in heartbeats.look().items():
        up.add_metric([name], float(part.status == "up"))
        if part.age is not None:
            silent.add_metric([name], part.age)
    yield up
    yield silent


def _server() -> Iterator[Metric]:
    """Postgres: who follows it, and what it lays aside of its log. Nothing where nobody does."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(application_name, ''), pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn),"
            " extract(epoch FROM coalesce(replay_lag, '0')) FROM pg_stat_replication"
            " WHERE state = 'streaming'"
        )
        followers = cursor.fetchall()
        cursor.execute(
            "SELECT current_setting('archive_mode') <> 'off', failed_count,"
            " extract(epoch FROM now() - last_archived_time) FROM pg_stat_archiver"
        )
        archives, failed, age = cursor.fetchone()
    behind = GaugeMetricFamily(
        "boatzee_replication_lag_bytes", "How far a standby is behind.", labels=["standby"]
    )
    late = GaugeMetricFamily("boatzee_replication_lag_seconds", "The same in time.", labels=["standby"])
    for name, distance, seconds in followers:
        behind.add_metric([name], float(distance or 0))
        late.add_metric([name], float(seconds))
    yield behind
    yield late
    if archives:
        yield CounterMetricFamily("boatzee_log_failures", "Segments not laid aside at the first try.", failed)
        if age is not None:
            yield GaugeMetricFamily("boatzee_log_laid_aside_seconds", "How long ago one was.", float(age))


def _redis() -> Iterator[Metric]:
    with redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1, retry=None
    ) as line:
        waiting = GaugeMetricFamily("boatzee_queue_length", "Tasks that wait in a queue.", labels=["queue"])
        for queue in LIMITS:
            waiting.add_metric([queue], float(line.llen(queue)))
        yield waiting
        yield GaugeMetricFamily("boatzee_streams_open", "Streams that pages hear.", places.open_now(line))
