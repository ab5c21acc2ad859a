"""How Postgres answers what a page asks: which rows of large tables it reads, and by what."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from django.db import connection


def nodes(plan: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """All steps of a plan."""
    yield plan
    for below in plan.get("Plans", ()):
        yield from nodes(below)


def asked(act: Callable[[], object]) -> list[tuple[str, Mapping[str, Any]]]:
    """What is asked meanwhile, each with how it was answered."""
    found: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        found.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        act()
    answered = []
    with connection.cursor() as cursor:
        for sql, params in found:
            cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
            [answer] = cursor.fetchone()
            read = json.loads(answer) if isinstance(answer, str) else answer
            answered.append((sql, read[0]["Plan"]))
    return answered


def touched(plan: Mapping[str, Any], big: Collection[str]) -> int:
    """The rows of the large tables that were read, whether they were wanted or not."""
    return sum(
        int(
            node["Actual Loops"]
            * (
                node["Actual Rows"]
                + node.get("Rows Removed by Filter", 0)
                + node.get("Rows Removed by Index Recheck", 0)
            )
        )
        for node in nodes(plan)
        if node.get("Relation Name") in big
    )


def too_dear(act: Callable[[], object], big: Collection[str], *, queries: int, rows: int) -> Iterator[str]:
    """What is wrong with what a page asks, a sentence each: too often, a whole table, too many rows."""
    answered = asked(act)
    if len(answered) > queries:
        yield f"{len(answered)} queries"
    for sql, plan in answered:
        read = [node for node in nodes(plan) if node.get("Relation Name") in big]
        if any(node["Node Type"] == "Seq Scan" for node in read):
            yield f"it reads a whole table: {sql}"
        if touched(plan, big) > rows:
            yield f"it reads {touched(plan, big)} rows: {sql}"
