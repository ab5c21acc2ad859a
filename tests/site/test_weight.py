"""What a process does not need is not loaded into it: each weighs as little as it can."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from boatzee_site.local import ROOT

HEAVY = {
    *("numpy", "networkx", "pywebpush", "aiohttp", "requests", "icalendar", "qrcode", "PIL", "scipy", "tqdm"),
    *("sentry_sdk", "ninja", "pydantic", "oauthlib", "jwt"),
}
"""What few requests or tasks need, and each imports where it does."""
THE_SITE = {
    "games",
    "ladders",
    "dicepool",
    "numpy",
    "cryptography",
    "nacl",
    "psycopg",
    "allauth",
    "prompt_toolkit",
}

LIGHT = {
    f"games.analysis.{name}"
    for name in (
        "ten_thousand",
        "base",
        "review",
        "judging",
        "review_packed",
        "review_before",
        "review_bits",
        "box_means",
        "fair_play",
    )
}
"""What pages need of the analysis: these have no numpy."""

PAGES = "import boatzee_site.wsgi"
WORKER = "from boatzee_site.celery import app; app.loader.init_worker()"
STREAM = "import boatzee_site.asgi"
BEAT = "from boatzee_site import beat; beat.Beat(app=beat.app).init_loader()"


def said(program: str, words: str) -> object:
    """What an expression is in a fresh Python after the program ran there."""
    printed = f"{program}; import json, sys; print(json.dumps({words}))"
    command = [sys.executable, "-W", "ignore", "-c", printed]
    # None is set up here, and beside one that is not migrated nothing starts.
    away = {**os.environ, "DATABASE_URL": "postgres://boatzee@127.0.0.1:1/boatzee"}
    done = subprocess.run(command, cwd=ROOT, env=away, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def loaded(program: str) -> set[str]:
    """The packages that a fresh Python has loaded after the program ran."""
    found = said(program, "sorted({name.partition('.')[0] for name in sys.modules})")
    assert isinstance(found, list)
    return set(found)


@pytest.mark.parametrize("program", [PAGES, WORKER, STREAM], ids=["pages", "worker", "stream"])
def test_what_few_need_is_loaded_when_they_do(program: str) -> None:
    found = loaded(program)
    assert {"django", "games", "ladders"} <= found
    assert not found & HEAVY


def test_every_page_is_loaded_before_the_server_forks() -> None:
    wanted = "{'games.urls', 'dicepool.urls', 'allauth.urls'}"
    assert said(PAGES, f"{wanted} <= set(sys.modules)") is True


def test_what_is_loaded_is_left_alone_so_that_processes_share_it() -> None:
    served = "import gc, runpy; runpy.run_path('gunicorn.conf.py')['when_ready'](None)"
    assert said("import django", "__import__('gc').get_freeze_count()") == 0
    assert said(served, "gc.get_freeze_count() > 1000") is True


def test_beat_loads_its_schedule_and_not_the_site() -> None:
    found = loaded(BEAT)
    assert {"boatzee_site", "celery"} <= found
    assert not found & (THE_SITE | HEAVY)


def test_beat_knows_what_to_send_by_name_alone_and_mails_its_faults() -> None:
    ours = "[one for one in beat.app.tasks if not one.startswith('celery.')]"
    assert said(BEAT, ours) == []
    due = "[entry['task'] for entry in beat.app.conf.beat_schedule.values()]"
    assert said(BEAT, f"'games.tasks.keep_time' in {due}") is True
    handlers = "[type(one).__name__ for one in __import__('logging').getLogger().handlers]"
    assert said(BEAT, handlers) == ["StreamHandler", "AdminEmailHandler"]


@pytest.mark.parametrize("program", [PAGES, WORKER], ids=["pages", "worker"])
def test_nothing_of_the_analysis_is_loaded_before_somebody_is_advised(program: str) -> None:
    """It brings numpy and its tables along, which most pages and tasks need none of."""
    of_it = "[name for name in sys.modules if name.startswith(('games.analysis.', 'games.coach.building'))]"
    found = said(program, of_it)
    assert isinstance(found, list)
    assert set(found) <= LIGHT
    assert said(f"{program}; import games.coach.advice", of_it) == found
