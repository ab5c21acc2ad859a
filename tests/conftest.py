"""The cast, and dice for it."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator

import pytest
import redis
from django.conf import settings
from django.core.management import call_command
from django.core.management.commands import flush
from django.db import connection
from django.db.backends.signals import connection_created
from django.test import override_settings
from django.utils import timezone
from hypothesis import settings as hypothesis_settings
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import User
from boatzee_site import asking
from dicepool import memory, refill
from tests import emptying, long, writers
from tests.dicepool.emptied import forget_head
from tests.mould import Mould, home_of_run
from tests.robots import make as make_robots

PASSWORD = "correct horse 1"
SETS = 4000
LONG = 120
OF_THE_SITE: str = connection.settings_dict["NAME"]
"""The database that the settings name, whatever it is called: Django makes another for the tests."""


def pytest_collection_finish() -> None:
    """Whatever is loaded stays to the end: the collector need not look through it a thousand times."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


def pytest_make_parametrize_id(val: object) -> str | None:
    """A long text is no name for a test: nobody can read it, nor find its line in what pytest says."""
    if isinstance(val, str | bytes) and len(val) > LONG:
        return f"{val[:20]!r}... of {len(val)}"
    return None


connection_created.connect(writers.begin)

hypothesis_settings.register_profile("boatzee", deadline=None, derandomize=True, print_blob=True)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "boatzee"))


ALONE = (
    "tests/soak/test_soak.py",
    "tests/upgrade/test_upgrade.py::test_servers",
    "tests/shape/",
    "tests/abuse/",
    "tests/site/test_make.py",
    "tests/site/test_run.py",
    "tests/site/test_mutants_sample.py",
)
"""Tests that take long and start all servers they need themselves."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is long; begin with what takes longest, so that no worker is left with it at the end.

    Next is what goes to one worker as a whole.

    What a browser does depends on how fast its machine is. A test in it that fails is tried once more, and
    where SECOND_TRY is set any test is. The run ends with a list of those: what stands there has a race, in
    the site or in the test, to be found.
    """
    long.leave_out(config, items)
    second_try = "SECOND_TRY" in os.environ
    items.sort(
        key=lambda item: (not item.nodeid.startswith(ALONE), item.get_closest_marker("xdist_group") is None)
    )
    for item in items:
        if second_try or item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why a test failed that was tried once more: of the second try alone it could not be told."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.section(f"the first try of {report.nodeid}")
        terminalreporter.line(report.longreprtext)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, request: pytest.FixtureRequest
) -> Mould | None:
    """Where there are several processes, beside servers of their own, they share one making of the tables."""
    home = home_of_run()
    if home is None or not hasattr(request.config, "workerinput"):
        return None
    found = Mould(home)
    found.turn_to()
    return found


def is_for_tests() -> bool:
    """Whether Django speaks to a database of the tests, which may be emptied."""
    name: str = connection.settings_dict["NAME"]
    return name != OF_THE_SITE


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_modify_db_settings: Mould | None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """A database of the tests is new, whatever a place outside it remembers of an earlier one of its name.

    After a test that commits it is emptied by tests/emptying.py, and before the first as well: what a test
    needs of what migrations write, it would else find only where it is the first of its worker.
    """
    mould = django_db_modify_db_settings
    if not is_for_tests():
        if mould is not None:  # Django makes none where no test needs it, whatever else would take its tables
            mould.let_go()
        yield
        return
    if mould is not None:
        with django_db_blocker.unblock():
            mould.make()
    file, shared = memory.places()
    file.path.unlink(missing_ok=True)
    with redis.Redis.from_url(settings.REDIS_URL) as line:
        line.delete(shared.key)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "sql_flush", emptying.sql)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_: None)
        with django_db_blocker.unblock():
            call_command("flush", verbosity=0, interactive=False, reset_sequences=False)
        yield


@pytest.fixture(scope="session", autouse=True)
def _own_log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What the tests log of their dice goes with them."""
    with override_settings(DICE_LOG=tmp_path_factory.mktemp("dice-log")):
        yield


@pytest.fixture(scope="session", autouse=True)
def _not_to_the_disk() -> Iterator[None]:
    """What the tests write need not outlive the machine: it goes with them, as their servers do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda file: None)
        yield


@pytest.fixture(autouse=True)
def _no_head_of_before() -> Iterator[None]:
    """What a test signed of the public log of dice went with its rows: the next test has another log.

    Before a test once more: what still answered when the one before it ended may have written it again.
    """
    forget_head()
    yield
    forget_head()


@pytest.fixture(scope="session", autouse=True)
def _asked_at_once() -> Iterator[None]:
    """What is asked beside (boatzee_site/asking.py) sees what a test has not committed, and may take long."""

    def begin(question: asking.Question[object]) -> asking.Asked[object]:
        asked: asking.Asked[object] = asking.Asked(os.getpid(), time.monotonic() + 60.0)
        question._find_out(asked)
        return asked

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asking.Question, "begin", begin)
        yield


@pytest.fixture(autouse=True)
def _quick_passwords() -> Iterator[None]:
    """Passwords are hashed in no time; nothing else differs from the real site."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture
def alice(db: None) -> User:
    """The player."""
    return User.objects.create_user("alice", "alice@example.org", PASSWORD, last_seen=timezone.now())


@pytest.fixture
def bob(db: None) -> User:
    """The opponent."""
    return User.objects.create_user("bob", "bob@example.org", PASSWORD, last_seen=timezone.now())


@pytest.fixture
def carol(db: None) -> User:
    """The stranger."""
    return User.objects.create_user("carol", "carol@example.org", PASSWORD, last_seen=timezone.now())


@pytest.fixture
def robots(db: None) -> None:
    """One of each level, as a site has them."""
    make_robots()


@pytest.fixture
def pool(db: None) -> None:
    """Dice enough for one test."""
    refill.add_sets(SETS, "tests")
