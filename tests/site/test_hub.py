"""Fan-out in memory: who is too slow is sent away, nobody hears what is not for them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from boatzee_site.hub import WAITING_MAX, Event, Hub, Listener


def read_all(listener: Listener) -> list[Event | None]:
    async def read() -> list[Event | None]:
        found: list[Event | None] = []
        while not found or found[-1] is not None:
            found.append(await asyncio.wait_for(listener.next(), 1))
        return found

    # In a thread of its own: a browser test before this one leaves its loop running in the main one.
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, read()).result()


def test_events_come_in_order_and_only_from_ones_own_channels() -> None:
    hub = Hub("redis://nowhere", "boatzee:")
    events = [Event("match-7", "1"), Event("match-8", "2"), Event("match-9", "3")]
    with hub.listen(["match-7", "match-9"]) as listener, hub.listen(["match-8"]) as other:
        for event in events:
            hub._fan_out(event)
        hub.close()
        assert read_all(listener) == [events[0], events[2], None]
        assert read_all(other) == [events[1], None]
    assert hub.listeners == set()


def test_a_listener_that_reads_nothing_holds_a_bounded_number_of_events_and_is_sent_away() -> None:
    hub = Hub("redis://nowhere", "boatzee:")
    with hub.listen(["match-7"]) as listener:
        for number in range(10 * WAITING_MAX):
            hub._fan_out(Event("match-7", str(number)))
        found = read_all(listener)
    assert found == [*(Event("match-7", str(number)) for number in range(WAITING_MAX)), None]


def test_who_comes_after_the_end_is_sent_away_at_once() -> None:
    hub = Hub("redis://nowhere", "boatzee:")
    hub.close()
    with hub.listen(["match-7"]) as listener:
        assert read_all(listener) == [None]
