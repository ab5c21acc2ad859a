"""Telling who listens, through a client that all threads of a process share."""

from __future__ import annotations

import gc
from typing import Any

import pytest
import redis

from accounts.live import channels


def test_a_client_that_is_dropped_while_it_tells_closes_nothing_under_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Two threads that tell first in a process make one each, and the later takes the place of the other."""
    read, dropped = redis.Connection.read_response, []

    def drop(line: redis.Connection, *given: Any, **named: Any) -> Any:
        channels._connection.cache_clear()
        gc.collect()
        dropped.append(line)
        return read(line, *given, **named)

    channels._connection.cache_clear()
    monkeypatch.setattr(redis.Connection, "read_response", drop)
    channels.publish("somewhere")
    assert dropped
    assert not caplog.records
