"""Draws static/img/felt.png and paper.png, the tiles of felt and of paper: short fibres, endless at the edge.

    python docs/textures.py FOLDER

Four tones of two bits each, so that a tile is some two kilobytes; the colour below shines through.
"""

from __future__ import annotations

import math
import random
import struct
import sys
import zlib
from pathlib import Path

Tone = tuple[int, int]
"""How bright, and how dense: 0-255 each."""


def fibres(side: int, count: int, length: int, bend: float, seed: int) -> list[bytearray]:
    """A square of tones: 0 where nothing lies, 1 to 3 by whatever fibre was laid last."""
    chance = random.Random(seed)  # noqa: S311 (always the same tile)
    tile = [bytearray(side) for _ in range(side)]
    for _ in range(count):
        x, y = chance.uniform(0, side), chance.uniform(0, side)
        way, tone = chance.uniform(0, math.tau), chance.choice((1, 1, 2, 2, 3))
        for _step in range(chance.randint(length // 2, length)):
            tile[int(y) % side][int(x) % side] = tone
            way += chance.gauss(0, bend)
            x, y = x + math.cos(way), y + math.sin(way)
    return tile


def png(tile: list[bytearray], tones: tuple[Tone, Tone, Tone]) -> bytes:
    """The tile as a PNG of two bits a point, with the three tones and a clear ground."""
    rows = b"".join(
        b"\0"
        + bytes(row[x] << 6 | row[x + 1] << 4 | row[x + 2] << 2 | row[x + 3] for x in range(0, len(row), 4))
        for row in tile
    )
    palette = b"".join(bytes([bright] * 3) for bright, _dense in ((0, 0), *tones))
    parts = {
        b"IHDR": struct.pack(">IIBBBBB", len(tile), len(tile), 2, 3, 0, 0, 0),
        b"PLTE": palette,
        b"tRNS": bytes(dense for _bright, dense in ((0, 0), *tones)),
        b"IDAT": zlib.compress(rows, 9),
        b"IEND": b"",
    }
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts.items()
    )


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    (folder / "felt.png").write_bytes(png(fibres(128, 1500, 9, 0.5, seed=5), ((255, 11), (0, 20), (0, 34))))
    (folder / "paper.png").write_bytes(png(fibres(128, 200, 9, 0.3, seed=6), ((120, 6), (90, 8), (255, 7))))
