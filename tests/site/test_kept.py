"""The paper says of every table how long its rows are kept, and of every span how many days it has."""

from __future__ import annotations

import re

from django.apps import apps

from accounts import retention
from boatzee_site import clearing
from boatzee_site.local import ROOT

PAPER = (ROOT / "docs" / "operating.md").read_text()
[SECTION] = re.findall(r"^## What is kept, and how long\n(.*?)^## ", PAPER, re.MULTILINE | re.DOTALL)
LINES = [re.split(r" *\| *", line)[1:-1] for line in SECTION.splitlines() if line.startswith("| ")][2:]
WITHOUT_A_MODEL = {"cache", "django_migrations"}


def test_every_table_of_the_database_stands_in_one_line() -> None:
    named = [name for line in LINES for name in re.findall(r"`(\w+)`", line[1])]
    tables = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    assert sorted(named) == sorted(tables | WITHOUT_A_MODEL)


def test_every_span_stands_there_with_its_days() -> None:
    said = dict(re.findall(r"`(\w+)`: (\d+) days", SECTION))
    assert said == {name: str(span.days) for name, span in retention.SPANS.items()}


def test_what_is_cleared_is_not_said_to_be_kept_for_ever() -> None:
    for rule in clearing.RULES:
        [line] = [line for line in LINES if f"`{rule.table}`" in line[1]]
        assert "for ever" not in line[2], rule.table
