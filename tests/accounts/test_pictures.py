"""Pictures that are made to break us, each painted in a process that may have only so much memory."""

from __future__ import annotations

import io
import json
import random
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable

import pytest
from PIL import Image, PngImagePlugin

from accounts.limits import PICTURE_PIXELS, PICTURE_PIXELS_WHOLE
from accounts.people import pictures
from tests.long import sample

MEMORY = 256 * 2**20
"""Bytes that one picture may need at its peak, the interpreter included."""
PAINT = """
import io, json, resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
from PIL import Image
from django.conf import settings
settings.configure(USE_I18N=False)
from accounts.people import pictures
data = sys.stdin.buffer.read()
try:
    said = len(pictures.repaint(io.BytesIO(data)))
except pictures.BadPicture as error:
    said = type(error).__name__
with open("/proc/self/status") as status:
    [peak] = [line.split()[1] for line in status if line.startswith("VmHWM")]
print(json.dumps([said, int(peak) * 1024]))
"""


def paint(data: bytes) -> tuple[int | str, int]:
    """How many bytes came out, or the error; and the peak of the memory in use."""
    done = subprocess.run([sys.executable, "-c", PAINT], input=data, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    said, peak = json.loads(done.stdout)
    return said, peak


def saved(size: tuple[int, int], kind: str, mode: str = "RGB", **how: object) -> bytes:
    made = io.BytesIO()
    Image.new(mode, size).save(made, kind, **how)
    return made.getvalue()


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png_with(*chunks: bytes) -> bytes:
    """A picture of one pixel with these chunks before its data."""
    whole = saved((1, 1), "PNG")
    return whole[:33] + b"".join(chunks) + whole[33:]


def png_header(width: int, height: int) -> bytes:
    """A PNG that only says how large it is."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")


def frames(kind: str, size: int, count: int, **how: object) -> bytes:
    made = io.BytesIO()
    all_ = [Image.new("RGB", (size, size), (number % 255, 0, 0)) for number in range(count)]
    all_[0].save(made, kind, save_all=True, append_images=all_[1:], **how)
    return made.getvalue()


def texts() -> bytes:
    return png_with(*[chunk(b"zTXt", b"k%d\0\0" % n + zlib.compress(b"\0" * 50_000_000)) for n in range(20)])


def just_over(pixels: int) -> tuple[int, int]:
    return pixels // 4000 + 1, 4000


HOSTILE: dict[str, Callable[[], bytes]] = {
    "png": lambda: saved(just_over(PICTURE_PIXELS_WHOLE), "PNG", "RGBA"),
    "png of one bit": lambda: saved((7000, 7000), "PNG", "1"),
    "png header": lambda: png_header(2**31 - 1, 2**31 - 1),
    "png header of 90 million": lambda: png_header(9000, 10_000),
    "png texts": texts,
    "png profile": lambda: png_with(chunk(b"iCCP", b"x\0\0" + zlib.compress(b"\0" * 200_000_000))),
    "gif": lambda: saved((6000, 6000), "GIF", "P"),
    "webp": lambda: saved(just_over(PICTURE_PIXELS_WHOLE), "WEBP"),
    "jpeg that builds up": lambda: saved((7000, 7000), "JPEG", progressive=True),
    "jpeg strip": lambda: saved((65_000, 760), "JPEG"),
    "jpeg": lambda: saved(just_over(PICTURE_PIXELS), "JPEG"),
}
HARMLESS: dict[str, Callable[[], bytes]] = {
    "animated gif": lambda: frames("GIF", 2000, 40),
    "animated webp": lambda: frames("WEBP", 1500, 25, minimize_size=False),
    "animated png": lambda: frames("PNG", 1000, 30),
    "phone of 12 million": lambda: saved((4000, 3000), "JPEG"),
    "phone of 50 million": lambda: saved((8160, 6120), "JPEG"),
    "png just small enough": lambda: saved((4000, PICTURE_PIXELS_WHOLE // 4000), "PNG", "RGBA"),
    "webp just small enough": lambda: saved((4000, PICTURE_PIXELS_WHOLE // 4000), "WEBP", "RGBA"),
    "gif just small enough": lambda: saved((4000, PICTURE_PIXELS_WHOLE // 4000), "GIF", "P"),
    "jpeg that builds up": lambda: saved((4000, 3000), "JPEG", progressive=True),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_bomb_is_refused_before_it_goes_off(name: str) -> None:
    said, peak = paint(HOSTILE[name]())
    assert said in {"TooManyPixels", "BadPicture"}
    assert peak < MEMORY / 2


@pytest.mark.parametrize("name", sample(HARMLESS, "jpeg that builds up"))
def test_what_people_really_have_is_painted_in_bounded_memory(name: str) -> None:
    said, peak = paint(HARMLESS[name]())
    assert isinstance(said, int)
    assert 0 < said < 50_000
    assert peak < MEMORY


@pytest.mark.parametrize("side", range(1, 9))
def test_it_stands_upright(side: int) -> None:
    """The upper left quarter is red once the picture is turned as its EXIF says."""
    upright = Image.new("RGB", (400, 400), "blue")
    upright.paste("red", (0, 0, 200, 200))
    back = {6: 8, 8: 6}.get(side, side)
    turned = upright.transpose(pictures.TURNS[back]) if side > 1 else upright
    exif = Image.Exif()
    exif[pictures.UPRIGHT] = side
    made = io.BytesIO()
    turned.save(made, "PNG", exif=exif)
    with Image.open(io.BytesIO(pictures.repaint(io.BytesIO(made.getvalue())))) as shown:
        red, blue = shown.getpixel((30, 30)), shown.getpixel((160, 160))
    assert isinstance(red, tuple)
    assert isinstance(blue, tuple)
    assert red[0] > 200 > blue[0] + 100


def test_no_text_and_no_profile_comes_out() -> None:
    words = PngImagePlugin.PngInfo()
    words.add_text("where", "at home")
    made = io.BytesIO()
    Image.new("RGB", (50, 50)).save(made, "PNG", pnginfo=words, icc_profile=b"x" * 200)
    assert b"at home" not in pictures.repaint(io.BytesIO(made.getvalue()))


def test_whatever_is_sent_is_painted_or_refused() -> None:
    choose = random.Random(7)
    whole = [saved((40, 30), kind) for kind in pictures.FORMATS]
    painted = refused = 0
    for _ in range(400):
        data = bytearray(choose.choice(whole))
        for _ in range(choose.randint(0, 6)):
            data[choose.randrange(len(data))] = choose.randrange(256)
        try:
            painted += bool(pictures.repaint(io.BytesIO(bytes(data))))
        except pictures.BadPicture:
            refused += 1
    assert painted
    assert refused


def test_one_is_painted_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "PATIENCE", 0.05)
    with pictures._one, pytest.raises(pictures.BadPicture, match="just now"):
        pictures.repaint(io.BytesIO(saved((10, 10), "PNG")))
    assert pictures.repaint(io.BytesIO(saved((10, 10), "PNG")))
