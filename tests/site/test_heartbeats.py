"""Who is silent is seen, in the right time, by whoever looks; and the operators are told once."""

from __future__ import annotations

import os
import smtplib
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from django.core import mail
from django.db import OperationalError
from django.db.models.functions import Now
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from boatzee_site import alive, beat, heartbeats, tasks
from boatzee_site.celery import app
from boatzee_site.heartbeats import GONE_AFTER, LATE_AFTER, Part
from boatzee_site.models import Heartbeat, Silence
from dicepool import guard

pytestmark = pytest.mark.django_db
EVERYBODY = tuple(LATE_AFTER)
EXPECTED = tuple(part for part in LATE_AFTER if part not in heartbeats.WHERE_KNOWN)
"""Those that every site has."""


@pytest.fixture(autouse=True)
def _look_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeats, "LOOK_EVERY", 0.0)


@pytest.fixture
def _operators(settings: object) -> None:
    settings.ADMINS = [("Operator", "operator@example.org")]  # type: ignore[attr-defined]


def silence(part: str, seconds: float) -> None:
    """The part was last heard of so long ago."""
    Heartbeat.objects.filter(part=part).update(beat_at=Now() - timedelta(seconds=seconds))


def test_a_part_that_was_never_heard_of_is_late_and_in_the_end_down() -> None:
    assert heartbeats.look() == dict.fromkeys(EXPECTED, Part("late", None))
    Heartbeat.objects.update(known_at=Now() - timedelta(seconds=GONE_AFTER))
    assert heartbeats.look() == dict.fromkeys(EXPECTED, Part("down", None))


@pytest.mark.parametrize("part", EVERYBODY)
def test_a_part_is_up_then_late_then_down_then_up_again(part: str) -> None:
    heartbeats.note(*EVERYBODY)
    seen = []
    for seconds in (0, LATE_AFTER[part] - 2, LATE_AFTER[part], LATE_AFTER[part] + GONE_AFTER - 2):
        silence(part, seconds)
        seen.append(heartbeats.look()[part].status)
    silence(part, LATE_AFTER[part] + GONE_AFTER)
    found = heartbeats.look()
    assert [*seen, found[part].status] == ["up", "up", "late", "late", "down"]
    assert found[part].age == LATE_AFTER[part] + GONE_AFTER
    assert {one.status for name, one in found.items() if name != part} == {"up"}
    heartbeats.note(part)
    assert heartbeats.look()[part] == Part("up", 0)


@pytest.mark.parametrize("part", EVERYBODY)
def test_a_gap_between_two_notes_is_remembered_once_it_is_over(part: str) -> None:
    heartbeats.note(*EVERYBODY)
    silence(part, LATE_AFTER[part] - 2)
    heartbeats.note(*EVERYBODY)
    assert not Silence.objects.exists(), "it was not late"
    silence(part, LATE_AFTER[part])
    was = Heartbeat.objects.get(part=part).beat_at
    assert was
    heartbeats.note(*EVERYBODY)
    heartbeats.note(*EVERYBODY)
    found = Silence.objects.get()
    assert (found.part, found.from_at) == (part, was)
    assert was + timedelta(seconds=LATE_AFTER[part]) <= found.until_at <= timezone.now()


def test_a_gap_that_two_notice_at_once_is_remembered_once() -> None:
    heartbeats.note("play")
    silence("play", 3600)
    was = Heartbeat.objects.get().beat_at
    heartbeats.note("play")
    Heartbeat.objects.update(beat_at=was)  # as the other has read it
    heartbeats.note("play")
    assert Silence.objects.get().from_at == was


def test_who_was_never_heard_of_was_not_silent() -> None:
    heartbeats.look()
    Heartbeat.objects.update(known_at=Now() - timedelta(days=1))
    heartbeats.note(*EVERYBODY)
    assert not Silence.objects.exists()


def test_a_long_task_does_not_make_its_worker_late() -> None:
    assert LATE_AFTER["heavy"] > app.conf.task_time_limit


@pytest.mark.parametrize("queue", ["play", "told", "heavy"])
def test_a_heartbeat_stands_for_beat_and_for_its_queue_alone(queue: str) -> None:
    tasks.heartbeat(queue)
    assert {part for part, found in heartbeats.look().items() if found.status == "up"} == {"beat", queue}


@pytest.mark.usefixtures("pool")
def test_dice_are_well_where_play_finds_enough_of_them() -> None:
    with override_settings(DICE_LOW_WATER=4000):
        tasks.heartbeat("told")
        assert heartbeats.look()["dice"].status == "late"
        tasks.heartbeat("play")
        assert heartbeats.look()["dice"].status == "up"
    Heartbeat.objects.all().delete()
    with override_settings(DICE_LOW_WATER=4001):
        tasks.heartbeat("play")
        assert heartbeats.look()["dice"].status == "late"


@pytest.mark.usefixtures("pool")
def test_dice_that_stand_still_are_not_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "refusal", lambda here: "It is an old copy.")
    with override_settings(DICE_LOW_WATER=4000):
        tasks.heartbeat("play")
    assert heartbeats.look()["dice"].status == "late"


def test_beat_sends_a_heartbeat_to_each_queue_which_does_not_wait_for_ever() -> None:
    found = [one for one in app.conf.beat_schedule.values() if one["task"] == "boatzee_site.tasks.heartbeat"]
    assert sorted(one["args"][0] for one in found) == ["heavy", "play", "told"]
    for one in found:
        assert one["options"] == {"queue": one["args"][0], "expires": heartbeats.EVERY}
        assert one["schedule"] == heartbeats.EVERY
        assert one["schedule"] * 3 <= min(LATE_AFTER.values()), "one that is lost makes nobody late"


@pytest.mark.usefixtures("_operators")
def test_the_operators_are_told_once_and_again_when_it_was_back() -> None:
    heartbeats.note(*EVERYBODY)
    for part in ("beat", "stream"):
        silence(part, LATE_AFTER[part] + GONE_AFTER - 2)
    heartbeats.watch()
    assert not mail.outbox, "late for less than five minutes"
    for part in ("beat", "stream"):
        silence(part, LATE_AFTER[part] + GONE_AFTER)
    heartbeats.watch()
    heartbeats.watch()
    [told] = mail.outbox
    assert "beat, stream" in told.subject
    assert "no clocks" in str(told.body)
    heartbeats.note("beat")
    heartbeats.watch()
    assert len(mail.outbox) == 1
    silence("beat", LATE_AFTER["beat"] + GONE_AFTER)
    tasks.heartbeat("told")
    assert len(mail.outbox) == 1, "that heartbeat came from beat"
    silence("beat", LATE_AFTER["beat"] + GONE_AFTER)
    heartbeats.watch()
    assert len(mail.outbox) == 2


@pytest.mark.usefixtures("_operators")
def test_a_worker_that_takes_its_heartbeat_looks_after_the_others() -> None:
    heartbeats.note(*EVERYBODY)
    silence("heavy", LATE_AFTER["heavy"] + GONE_AFTER)
    tasks.heartbeat("told")
    assert "heavy" in mail.outbox[0].subject


@pytest.mark.usefixtures("_operators")
@pytest.mark.parametrize("fault", [OSError("no line"), smtplib.SMTPException("no")])
def test_a_mail_that_fails_is_sent_at_the_next_look(fault: Exception) -> None:
    heartbeats.look()
    Heartbeat.objects.update(known_at=Now() - timedelta(seconds=GONE_AFTER))
    with patch("boatzee_site.heartbeats.mail_admins", side_effect=fault):
        heartbeats.watch()
    heartbeats.watch()
    assert len(mail.outbox) == 1


def test_a_process_looks_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeats, "LOOK_EVERY", 60.0)
    monkeypatch.setattr(heartbeats, "_last_look", -60.0)
    heartbeats.look()
    Heartbeat.objects.update(known_at=Now() - timedelta(seconds=GONE_AFTER))
    assert sorted(heartbeats.claim()) == sorted(EXPECTED)
    Heartbeat.objects.update(told_at=None)
    assert heartbeats.claim() == []


def test_ready_tells_how_every_part_is_and_strict_makes_it_count(client: Client) -> None:
    heartbeats.note(*EVERYBODY)
    with patch("boatzee_site.health.pool.level", return_value=1):
        told = client.get("/health/ready")
        assert told.status_code == client.get("/health/ready?strict=1").status_code == 200
        assert told.json() == {
            "status": "up",
            "parts": {
                "database": {"status": "up"},
                "redis": {"status": "up"},
                **{part: {"status": "up", "age": 0} for part in EVERYBODY},
            },
        }
        silence("heavy", LATE_AFTER["heavy"])
        told, strict = client.get("/health/ready/"), client.get("/health/ready?strict=1")
        assert (told.status_code, strict.status_code) == (200, 503)
        assert told.json()["status"] == strict.json()["status"] == "late"
        assert told.json()["parts"]["heavy"] == {"status": "late", "age": LATE_AFTER["heavy"]}
        silence("beat", LATE_AFTER["beat"] + GONE_AFTER)
        assert client.get("/health/ready").json()["status"] == "down"
        assert client.get("/health/").status_code == 200, "what serves pages stays in service"


def test_ready_says_so_when_the_pool_is_empty_whatever_was_noted(client: Client) -> None:
    heartbeats.note(*EVERYBODY)
    answer = client.get("/health/ready?strict=1")
    assert answer.json()["parts"]["dice"]["status"] == "down"
    assert answer.status_code == 503


def test_ready_without_redis_still_answers_out_of_postgres(client: Client) -> None:
    heartbeats.note(*EVERYBODY)
    with override_settings(REDIS_URL="redis://127.0.0.1:1/0"):
        answer = client.get("/health/ready")
    assert answer.status_code == 200
    assert answer.json()["parts"]["redis"]["status"] == "down"
    assert answer.json()["parts"]["play"]["status"] == "up"


def test_ready_without_a_database_is_503_and_says_which(client: Client) -> None:
    with patch("boatzee_site.health.pool.level", side_effect=OperationalError("gone")):
        answer = client.get("/health/ready")
    assert answer.status_code == 503
    assert answer.json()["parts"]["database"]["status"] == "down"


@pytest.mark.usefixtures("_operators")
@pytest.mark.parametrize("address", ["/health/", "/health/ready"])
def test_a_probe_of_a_web_process_notices_when_beat_and_all_workers_are_gone(
    client: Client, address: str
) -> None:
    heartbeats.look()
    Heartbeat.objects.update(known_at=Now() - timedelta(seconds=GONE_AFTER))
    with patch("boatzee_site.health.Thread") as thread:
        assert client.get(address).status_code == 200
    thread.call_args.kwargs["target"](*thread.call_args.kwargs["args"])
    assert "beat" in mail.outbox[0].subject


def test_staff_see_every_part_in_the_admin(client: Client) -> None:
    client.force_login(User.objects.create_superuser("boss", "boss@example.org"))
    heartbeats.note("beat")
    page = client.get(reverse("admin:boatzee_site_heartbeat_changelist")).content.decode()
    for part in EXPECTED:
        assert heartbeats.MEANING[part].split("`")[0] in page
    assert page.count(">late<") == len(EXPECTED) - 1
    assert page.count(">up<") == 1
    assert "Heartbeats" in client.get(reverse("admin:index")).content.decode()


def test_beat_makes_the_folder_of_its_schedule_and_signs_every_turn(tmp_path: Path) -> None:
    file = tmp_path / "not" / "there" / "beat"
    with override_settings(CELERY_BEAT_SCHEDULE_FILENAME=str(file)):
        assert "never turned" in alive.beat()
        scheduler = beat.Scheduler(app, schedule_filename=str(file))
        try:
            with patch.object(scheduler, "apply_entry"):
                assert scheduler.tick() <= beat.TICK
            assert alive.beat() == ""
            old = beat.sign().stat().st_mtime - alive.PATIENCE - 1
            os.utime(beat.sign(), (old, old))
            assert "seconds ago" in alive.beat()
        finally:
            scheduler.close()


def test_the_site_s_scheduler_is_the_one_that_beat_runs() -> None:
    assert app.conf.beat_scheduler == "boatzee_site.beat:Scheduler"


def test_a_worker_with_a_name_of_its_own_is_asked_by_it() -> None:
    asked = []

    def inspect(destination: list[str], **_: object) -> object:
        asked.extend(destination)
        answers = {destination[0]: [{"name": "play"}]}
        return SimpleNamespace(active_queues=lambda: answers)

    with patch.object(app.control, "inspect", inspect):
        assert alive.worker("play") == alive.worker("play", "first") == ""
    assert [name.partition("@")[0] for name in asked] == ["celery", "first"]
