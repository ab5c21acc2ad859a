"""The modules in static/js do what they say, without a browser: each *.test.js here runs in Node.

The Node is the one that Playwright brings along, so that these tests need nothing else; with a Node of one's
own: `node --test tests/js/*.test.js`.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

HERE = Path(__file__).resolve().parent
FILES = sorted(HERE.glob("*.test.js"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".test.js"))
def test_a_module_does_what_it_says(file: Path) -> None:
    command = [compute_driver_executable()[0], "--no-warnings", "--test", "--test-reporter=tap", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr
    passed = re.search(r"^# pass (\d+)$", done.stdout, re.MULTILINE)
    assert passed
    assert int(passed.group(1)) > 0
