"""What is remembered outside the database: in two places, of which the one that knows most is believed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import redis
from django.conf import LazySettings

from dicepool import memory
from tests.dicepool.remembered import KEPT


class TestRemembering:
    @pytest.fixture(autouse=True)
    def _own(self, settings: LazySettings, tmp_path: Path) -> None:
        settings.DICE_MEMORY = tmp_path
        self.file, self.shared = memory.places()
        self.line = redis.Redis.from_url(settings.REDIS_URL)

    def clear(self) -> None:
        self.line.delete(self.shared.key)

    @pytest.fixture(autouse=True)
    def _as_it_was(self, _own: None, settings: LazySettings) -> Iterator[None]:
        address, before = settings.REDIS_URL, self.shared.read()
        self.clear()
        yield
        self.clear()
        settings.REDIS_URL = address
        if before:
            self.shared.write(lambda _: before)

    def test_nothing_is_known_at_first(self) -> None:
        assert memory.recall() is None

    def test_both_places_know_it_then(self) -> None:
        memory.remember(KEPT, knowing=None)
        assert self.file.read() == self.shared.read() == memory.recall() == KEPT

    def test_the_place_that_knows_most_is_believed_and_the_other_is_told(self) -> None:
        newer = replace(KEPT, mark=2000)
        memory.remember(KEPT, knowing=None)
        self.shared.write(lambda _: newer)
        assert memory.recall() == newer
        newest = replace(newer, mark=3000)
        memory.remember(newest, knowing=newer)
        assert self.file.read() == self.shared.read() == newest

    @pytest.mark.parametrize("place", ["file", "shared"])
    def test_what_is_newer_than_one_knows_is_not_overwritten(self, place: str) -> None:
        newer = replace(KEPT, mark=2000)
        getattr(self, place).write(lambda _: newer)
        for knowing in (KEPT, None):
            with pytest.raises(memory.Overtaken):
                memory.remember(replace(KEPT, mark=1500), knowing=knowing)
        assert getattr(self, place).read() == newer

    def test_one_place_is_enough(self, settings: LazySettings) -> None:
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        memory.remember(KEPT, knowing=None)
        assert memory.recall() == KEPT

    def test_none_is_not(self, settings: LazySettings, tmp_path: Path) -> None:
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        settings.DICE_MEMORY = tmp_path / "file"
        settings.DICE_MEMORY.write_text("")
        with pytest.raises(memory.OutOfReach):
            memory.remember(KEPT, knowing=None)
        with pytest.raises(memory.OutOfReach):
            memory.recall()

    def test_a_place_that_cannot_be_asked_might_know(self, settings: LazySettings) -> None:
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        with pytest.raises(memory.OutOfReach):
            memory.recall()

    def test_what_is_spoilt_is_not_believed_and_is_written_anew(self) -> None:
        memory.remember(KEPT, knowing=None)
        self.file.path.write_text('{"mark": 1}')
        assert memory.recall() == KEPT
        memory.remember(KEPT, knowing=KEPT)
        assert self.file.read() == KEPT
