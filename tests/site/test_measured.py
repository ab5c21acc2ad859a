"""Figures for whoever watches: each is told, by all processes together, and names nobody."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
import redis
import yaml
from django.conf import LazySettings
from django.db import connection
from django.db.models.functions import Now
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.live import places
from accounts.live.places import Places
from accounts.models import User
from accounts.models.outbox import Errand
from boatzee_site import heartbeats, measured
from boatzee_site.local import ROOT
from dicepool.metrics import exposition
from tests.machine import lacks
from tests.site.test_stream_budget import alone

ALERTS = ROOT / "deploy" / "prometheus" / "alerts.yml"
DASHBOARD = ROOT / "deploy" / "grafana" / "boatzee.json"
NAME = re.compile(r"boatzee_\w+")
ONLY_WHERE = {
    "boatzee_log_failures_total": "Postgres lays its log aside",
    "boatzee_log_laid_aside_seconds": "Postgres lays its log aside",
}
"""Metrics that not every site has, and where."""
pytestmark = pytest.mark.django_db


def told() -> dict[str, float]:
    """Every line of the figures by its name and labels."""
    lines = [line.rpartition(" ") for line in exposition().decode().splitlines() if line[0] != "#"]
    return {name: float(value) for name, _, value in lines}


def test_requests_are_counted_by_view_and_status_and_by_nothing_a_visitor_chooses(client: Client) -> None:
    before = told()
    client.get(reverse("help"))
    client.get("/people/somebody-who-is-not-there/")
    client.get("/nothing/here/4711/")
    now = told()
    new = {
        name
        for name, value in now.items()
        if name.startswith("boatzee_request") and before.get(name) != value
    }
    assert 'boatzee_requests_total{status="200",view="help"}' in new
    assert 'boatzee_requests_total{status="404",view="none"}' in new
    assert not [name for name in now if "4711" in name or "somebody" in name]
    assert (
        now['boatzee_request_seconds_count{view="help"}']
        == before.get('boatzee_request_seconds_count{view="help"}', 0) + 1
    )


def test_what_waits_is_counted_and_its_age_told(alice: User) -> None:
    Errand.objects.create(kind="match", subject=1)
    Errand.objects.update(created_at=Now() - timedelta(hours=1))
    Errand.objects.create(kind="match", subject=2, given_up_at=timezone.now())
    now = told()
    assert now["boatzee_outbox_waiting"] == 1
    assert now["boatzee_outbox_given_up"] == 1
    assert 3590 <= now['boatzee_oldest_seconds{where="outbox"}'] < 3700
    assert now['boatzee_oldest_seconds{where="deliveries"}'] == 0
    assert now["boatzee_events_in_trouble"] == 0


def test_a_part_that_is_silent_is_told() -> None:
    heartbeats.note("beat", "play")
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE boatzee_site_heartbeat SET beat_at = now() - interval '10 min' WHERE part = 'beat'"
        )
    now = told()
    assert now['boatzee_part_up{part="beat"}'] == 0
    assert now['boatzee_part_up{part="play"}'] == 1
    assert 600 <= now['boatzee_part_silent_seconds{part="beat"}'] < 660
    assert 'boatzee_part_up{part="backup"}' not in now


def test_queues_and_streams_are_told_and_without_redis_all_else(settings: LazySettings) -> None:
    with redis.Redis.from_url(settings.REDIS_URL) as line:
        line.hset(places.OPEN, mapping={"one": 3, "other": 4})
        try:
            now = told()
        finally:
            line.delete(places.OPEN)
    assert now["boatzee_streams_open"] == 7
    assert {f'boatzee_queue_length{{queue="{one}"}}' for one in ("play", "told", "heavy")} <= now.keys()
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    now = told()
    assert "boatzee_streams_open" not in now
    assert "boatzee_outbox_waiting" in now


def test_what_a_stream_process_said_is_forgotten_once_it_is_silent(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PREFIX", "OPEN", "OPEN_UNTIL"):
        monkeypatch.setattr(places, name, f"{uuid4()}:{name}")

    async def fall_silent() -> list[int]:
        one, other = Places(settings.REDIS_URL), Places(settings.REDIS_URL)
        for process, visitors in ((one, 2), (other, 3)):
            for visitor in range(visitors):
                assert await process.take(f"{visitors}-{visitor}", "192.0.2.1")
            await process.renew_all()
        found = [places.open_now(line)]
        line.zadd(places.OPEN_UNTIL, dict.fromkeys(line.zrange(places.OPEN_UNTIL, 0, -1), 1))
        await other.renew_all()  # the one has died
        for process in (one, other):
            await process.close()
        return [*found, places.open_now(line)]

    with redis.Redis.from_url(settings.REDIS_URL) as line:
        assert alone(fall_silent) == [5, 3]


TWO = """
import os, sys
import django
django.setup()
from boatzee_site import measured
child = os.fork()
os.environ["COUNTED_AS"] = "2" if child else "1"
for _ in range(3 if child else 4):
    measured.ANSWERED.labels("help", "200").inc()
if child == 0:
    os._exit(0)
os.waitpid(child, 0)
os.environ["COUNTED_AS"] = "1"  # one that comes after it takes up what it left
measured.ANSWERED.labels("help", "200").inc()
from prometheus_client import CollectorRegistry, generate_latest
class Only:
    def collect(self):
        return measured._requests()
here = CollectorRegistry(auto_describe=False)
here.register(Only())
print(generate_latest(here).decode())
"""


def test_processes_of_one_server_count_together(tmp_path: Path) -> None:
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    environment["DJANGO_SETTINGS_MODULE"] = "boatzee_site.settings"
    done = subprocess.run(
        [sys.executable, "-c", TWO], env=environment, capture_output=True, text=True, check=True
    )
    assert 'boatzee_requests_total{status="200",view="help"} 8.0' in done.stdout
    assert len(list(tmp_path.glob("counter_*.db"))) <= 3


@pytest.mark.parametrize("file", [ALERTS, DASHBOARD], ids=["alerts", "dashboard"])
def test_every_metric_that_is_watched_is_told(client: Client, file: Path) -> None:
    client.get(reverse("help"))
    heartbeats.note(*heartbeats.LATE_AFTER)
    names = {name.partition("{")[0] for name in told()} | ONLY_WHERE.keys()
    names |= {found.name for found in measured.SiteCollector().collect()}
    watched = set(NAME.findall(file.read_text()))
    assert len(watched) > 8
    assert watched <= names


def test_alerts_tell_of_beat_and_the_dashboard_is_read() -> None:
    [group] = yaml.safe_load(ALERTS.read_text())["groups"]
    by_name = {rule["alert"]: rule for rule in group["rules"]}
    assert 'part="beat"' in by_name["BoatzeeBeatDead"]["expr"]
    assert by_name["BoatzeeBeatDead"]["labels"]["severity"] == "page"
    assert all(rule["annotations"]["summary"] for rule in group["rules"])
    panels = json.loads(DASHBOARD.read_text())["panels"]
    assert len({panel["title"] for panel in panels}) == len(panels)
    assert all(target["expr"] for panel in panels for target in panel["targets"])


def promtool(*words: str) -> None:
    """Run it."""
    tool = shutil.which("promtool")
    if tool is None:
        lacks("There is no promtool: install Debian's package prometheus.")
    done = subprocess.run([tool, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_promtool_takes_the_alerts() -> None:
    promtool("check", "rules", str(ALERTS))


def test_alerts_sound_when_they_should_and_else_not() -> None:
    tried = ROOT / "tests" / "site" / "alerts.yml"
    promtool("test", "rules", str(tried))
    [group] = yaml.safe_load(ALERTS.read_text())["groups"]
    for world in yaml.safe_load(tried.read_text())["tests"][:2]:
        names = {one["alertname"] for one in world["alert_rule_test"]}
        assert names == {rule["alert"] for rule in group["rules"]}, world["name"]


def test_a_prometheus_asks_a_process_by_its_own_address_without_https(
    client: Client, settings: LazySettings
) -> None:
    settings.METRICS_TOKEN, settings.SECURE_SSL_REDIRECT = "right", True
    address = {"HTTP_HOST": "172.18.0.5:8000"}
    told = client.get("/dice/metrics", headers={"Authorization": "Bearer right"}, **address)  # type: ignore[arg-type]
    assert told.status_code == 200
    assert b"boatzee_outbox_waiting" in told.content
    for given in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Bearer "}):
        refused = client.get("/dice/metrics", headers=given, **address)  # type: ignore[arg-type]
        assert refused.status_code in {301, 400}
