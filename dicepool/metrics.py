"""The pool's figures for Prometheus, read from the database: the same whichever process answers."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.db.models import Count, Max, Q, Sum
from django.utils.module_loading import import_string
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from dicepool import openings
from dicepool.models import Batch, Publication, Refill
from dicepool.stock import stock


class PoolCollector(Collector):
    """Level, draws and refills."""

    def collect(self) -> Iterator[Metric]:
        """The figures as they stand."""
        now = stock()
        yield GaugeMetricFamily("boatzee_dice_level_sets", "Sets left to draw.", now.left)
        yield GaugeMetricFamily("boatzee_dice_low_water_sets", "The low-water mark.", settings.DICE_LOW_WATER)
        yield GaugeMetricFamily("boatzee_dice_pace_sets_per_day", "Sets handed out a day, lately.", now.pace)
        yield CounterMetricFamily("boatzee_dice_rolled_sets", "Sets ever rolled.", now.rolled)
        yield CounterMetricFamily("boatzee_dice_drawn_sets", "Sets ever handed out.", now.handed_out)
        yield GaugeMetricFamily("boatzee_dice_batches", "Batches ever made.", Batch.objects.count())
        yield GaugeMetricFamily("boatzee_dice_published", "Batches laid open.", Publication.objects.count())
        if settings.DICE_KEEPER:
            opened = openings.counted()
            yield CounterMetricFamily(
                "boatzee_dice_opened_sets", "Sets opened by the keeper of the dice keys.", opened.sets
            )
            yield CounterMetricFamily(
                "boatzee_dice_opened_and_thrown_away_sets", "Those of them never used.", opened.thrown_away
            )
            yield CounterMetricFamily(
                "boatzee_dice_opened_otherwise_sets",
                "Those of them shown with another number than they were opened with.",
                opened.otherwise,
            )
        failed = ~Q(failure="")
        runs = Refill.objects.aggregate(
            done=Count("pk", filter=Q(ended_at__isnull=False) & ~failed),
            failed=Count("pk", filter=failed),
            unfinished=Count("pk", filter=Q(ended_at__isnull=True)),
            sets=Sum("sets"),
            last=Max("ended_at", filter=~failed),
        )
        outcomes = CounterMetricFamily(
            "boatzee_dice_refills", "Refills by how they ended.", labels=["outcome"]
        )
        for outcome in ("done", "failed", "unfinished"):
            outcomes.add_metric([outcome], runs[outcome])
        yield outcomes
        yield CounterMetricFamily("boatzee_dice_refilled_sets", "Sets added by refills.", runs["sets"] or 0)
        if runs["last"]:
            yield GaugeMetricFamily(
                "boatzee_dice_last_refill_timestamp_seconds",
                "When one last succeeded.",
                runs["last"].timestamp(),
            )


def exposition() -> bytes:
    """The text that Prometheus scrapes: the dice, and what the site above tells of itself."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(PoolCollector())
    for name in settings.METRICS:
        registry.register(import_string(name)())
    return generate_latest(registry)
