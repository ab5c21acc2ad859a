"""A line to Postgres that takes its time: `python -m tests.soak.slow_line PORT` listens there and passes on.

For the workers alone. On one machine their transactions last a few milliseconds, and hardly anybody is
ever met in the midst of one; over a network, or beside a busy disk, they last longer. Here each word
that a worker says to the database is held up a little, at random, and costs nobody any work.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
from contextlib import suppress
from urllib.parse import unquote, urlsplit

MOST = 0.05  # seconds
CHUNK = 65_536
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _to_postgres() -> Line:
    """A line to the server of DATABASE_URL, whose host may be the folder of a socket."""
    found = urlsplit(os.environ["DATABASE_URL"])
    host = unquote(found.hostname or "localhost")
    place = unquote(found.netloc.rpartition("@")[2])
    if place.startswith("/"):  # in its own case: `hostname` is in small letters
        return await asyncio.open_unix_connection(f"{place}/.s.PGSQL.5432")
    return await asyncio.open_connection(host, found.port or 5432)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, most: float) -> None:
    with suppress(OSError):
        while said := await reader.read(CHUNK):
            if most:
                await asyncio.sleep(random.uniform(0, most))
            writer.write(said)
            await writer.drain()
    writer.close()


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    answers, asks = await _to_postgres()
    await asyncio.gather(_pass_on(reader, asks, MOST), _pass_on(answers, writer, 0))


async def main(port: int) -> None:
    """Carry until the process is ended."""
    server = await asyncio.start_server(_carry, "127.0.0.1", port)
    await server.serve_forever()


def through(port: int, url: str) -> str:
    """The address of the same database by a slow line at this port."""
    found = urlsplit(url)
    who = found.netloc.rpartition("@")[0]
    return found._replace(netloc=f"{who}@127.0.0.1:{port}" if who else f"127.0.0.1:{port}").geturl()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
