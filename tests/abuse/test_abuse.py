"""A tenth of `make abuse`, on the real proxy."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from boatzee_site.local import ROOT
from tests.abuse.shape import NGINX
from tests.machine import lacks


def must_have_nginx() -> None:
    """What needs the real proxy begins with it."""
    if not NGINX:
        lacks("There is no nginx: install Debian's package nginx-light to try the real proxy.")


@pytest.mark.faults
@pytest.mark.usefixtures("django_db_setup")  # whose tables it takes
def test_a_tenth_of_all_abuse_is_held_off_and_no_honest_page_is_refused() -> None:
    must_have_nginx()
    apart = os.environ["REDIS_URL"].rsplit("/", 1)[0] + "/9"  # its tasks are nothing for other tests' workers
    done = subprocess.run(
        [sys.executable, "-m", "tests.abuse", "--short"],
        env={**os.environ, "REDIS_URL": apart},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    [streams] = (line for line in done.stdout.splitlines() if "streams with one token" in line)
    assert re.search(r" 10 × 200, 9[0-2] × 429$", streams), "as many as a visitor may have, and no more"
