"""Attacks by lines and bytes: streams, floods, and requests that are slow or beyond all measure."""

from __future__ import annotations

import asyncio
from urllib.parse import quote

from accounts import limits
from tests.abuse.client import Client, read_head
from tests.abuse.scene import Found, Scene


async def streams(scene: Scene) -> Found:
    """1,020 streams with one token."""
    found, visitor = Found(), scene.client(11)
    token = (await visitor.get(f"/matches/{scene.match}/")).field("data-live")
    found.check(bool(token), "the page gave no token")
    lines = []
    for _ in range(scene.times(1020)):
        try:
            reader, writer = await visitor.connect()
            writer.write(visitor.head("GET", f"/events?t={quote(token)}", {}))
            answer = await read_head(reader)
        except (OSError, asyncio.IncompleteReadError):  # refused by the proxy, at its door or behind it
            found.statuses[0] += 1
            continue
        found.statuses[answer.status] += 1
        if answer.status == 200:
            lines.append(writer)
        else:
            found.check(
                answer.status != 429 or "retry-after" in answer.headers, "429 does not say when again"
            )
            writer.close()
        await asyncio.sleep(0.005)
    await asyncio.sleep(2)
    for writer in lines:
        writer.close()
    found.at_most(200, limits.STREAMS_A_VISITOR)
    found.check(found.statuses[200] > 0, "no stream was opened at all")
    return found


async def replayed(scene: Scene) -> Found:
    """A token that was read over a shoulder, from elsewhere, claiming to be there."""
    found, here, there = Found(), scene.client(12), scene.client(13)
    token = quote((await here.get(f"/matches/{scene.match}/")).field("data-live"))
    for claim in (
        {},
        {"X_Forwarded_For": "127.0.0.12"},
        {"X_Real_IP": "127.0.0.12", "Forwarded": "for=127.0.0.12"},
    ):
        found.statuses[(await there.get(f"/events?t={token}", **claim)).status] += 1
    found.at_most(200, 0)
    found.check(found.statuses[403] == 3, "it was not refused")
    return found


async def slow(scene: Scene) -> Found:
    """Requests that come drop by drop: headers, and bodies."""
    found, drops = Found(), scene.client(14)
    headers = drops.head("POST", "/accounts/login/", {"Content-Length": "5000"})

    async def drip(sent: bytes) -> None:
        try:
            reader, writer = await drops.connect()
            writer.write(sent)
            for _ in range(25):
                await asyncio.sleep(1)
                if reader.at_eof():
                    break
                writer.write(b"x")
                await writer.drain()
        except OSError:
            found.statuses[0] += 1
            return
        found.statuses[0 if reader.at_eof() else 200] += 1
        writer.close()

    begun = headers[: len(headers) // 2]
    await asyncio.gather(*(drip(begun) for _ in range(scene.times(100))))
    held = found.statuses[200]
    found.check(held == 0, f"{held} half requests were held for 25 seconds")
    return found


async def flood(scene: Scene) -> Found:
    """One address that asks for pages as fast as it may, under other names each time."""
    found, everywhere = Found(), [scene.client(15) for _ in range(4)]

    async def ask(one: Client, number: int) -> None:
        for at in range(scene.times(150)):
            claim = f"10.{number}.{at % 250}.{at % 7}"
            found.statuses[(await one.get("/rules/", X_Forwarded_For=claim)).status] += 1
            await asyncio.sleep(0.02)

    began = asyncio.get_running_loop().time()
    await asyncio.gather(*(ask(one, number) for number, one in enumerate(everywhere)))
    seconds = asyncio.get_running_loop().time() - began
    found.at_most(200, round(60 + 10 * seconds) + 5)
    return found


async def oversized(scene: Scene) -> Found:
    """Bodies, addresses and queries beyond all measure."""
    found, asker = Found(), scene.client(24)
    await asker.get("/accounts/login/")
    many = "&".join(f"a{number}=1" for number in range(700))
    tries: list[tuple[str, bytes, set[int]]] = [
        ("/accounts/login/", b"x" * 2_000_000, {413, 0}),
        ("/people/me/picture/", b"x" * 10_000_000, {413, 0}),
        (f"/rules/?{many}", b"", {200, 400, 414}),
        (f"/rules/?{'a&' * 2500}", b"", {400, 414}),
        (f"/rules/{'x/' * 1900}", b"", {404, 400, 414}),
        (f"/{'y' * 40_000}", b"", {414, 400}),
    ]
    for path, body, right in tries:
        answer = await asker.ask("POST" if body else "GET", path, body, {})
        found.statuses[answer.status] += 1
        found.check(
            answer.status in right, f"{path[:30]} with {len(body)} bytes was answered {answer.status}"
        )
        asker.hang_up()
    return found
