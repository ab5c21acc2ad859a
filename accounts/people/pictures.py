"""Pictures of players: whatever is uploaded is decoded and painted anew, so nothing but pixels is kept.

How much memory that takes is known from the header, before anything is decoded: a JPEG of a phone is made
smaller while it is read; of anything else only so many pixels are taken, and the first picture of many.
"""

from __future__ import annotations

import io
import threading
from typing import IO, Any

from django.utils.translation import gettext as _
from PIL import Image, ImageOps, PngImagePlugin

from accounts.limits import PICTURE_PIXELS, PICTURE_PIXELS_WHOLE

SIZE = 192
"""Pixels along each side."""
FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
UPRIGHT = 0x0112
"""The EXIF tag that says which side is up."""
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What is done to a picture of which side (EXIF 2.3, 4.6.4)."""
MOST_TEXT = 256 * 1024
"""Bytes of texts and of a colour profile that a PNG may hide behind compression."""

# Pillow's own bounds, which are the process's: on a picture's size, and on what a PNG inflates beside it.
Image.MAX_IMAGE_PIXELS = PICTURE_PIXELS
PngImagePlugin.MAX_TEXT_CHUNK = PngImagePlugin.MAX_TEXT_MEMORY = MOST_TEXT

UNREADABLE = (OSError, ValueError, SyntaxError, MemoryError)  # the third is what Pillow calls a broken PNG
TOO_LARGE = (Image.DecompressionBombError, Image.DecompressionBombWarning)

PATIENCE = 5.0  # seconds for which a picture waits for another to be painted
_one = threading.Lock()  # a process paints one at a time: threads that all did would need all its memory


class BadPicture(ValueError):
    """It is no picture that we can read. The message can be shown."""


class TooManyPixels(BadPicture):
    """It would need too much memory."""

    def __init__(self) -> None:
        super().__init__(_("This picture has too many pixels. Make it smaller first."))


def repaint(upload: IO[Any]) -> bytes:
    """A WebP of SIZE by SIZE pixels, cut square around the middle, upright. Raises BadPicture."""
    if not _one.acquire(timeout=PATIENCE):
        raise BadPicture(_("Many people are sending pictures just now. Try again in a minute."))
    try:
        with Image.open(upload, formats=FORMATS) as found:
            square = _square(found)
    except BadPicture:
        raise
    except TOO_LARGE as error:
        raise TooManyPixels from error
    except UNREADABLE as error:
        raise BadPicture(_("We cannot read this picture. Send a JPEG, PNG, WebP or GIF.")) from error
    finally:
        _one.release()
    ground = Image.new("RGB", (SIZE, SIZE), "white")
    ground.paste(square, mask=square.getchannel("A"))
    made = io.BytesIO()
    ground.save(made, "WEBP", quality=82)
    return made.getvalue()


def _square(found: Image.Image) -> Image.Image:
    """The picture in colours and upright, small and square: it is made small before anything else."""
    shrinks = found.format == "JPEG" and "progressive" not in found.info  # one that builds up is read whole
    if found.width * found.height > (PICTURE_PIXELS if shrinks else PICTURE_PIXELS_WHOLE):
        raise TooManyPixels
    found.draft("RGB", (SIZE * 2, SIZE * 2))
    if found.width * found.height > PICTURE_PIXELS_WHOLE:  # a long strip does not shrink
        raise TooManyPixels
    side = found.getexif().get(UPRIGHT)
    small = found if found.mode in {"L", "RGB", "RGBA"} else found.convert("RGBA")
    small.thumbnail((SIZE * 4, SIZE * 4), reducing_gap=2.0)
    turn = TURNS.get(side) if isinstance(side, int) else None
    upright = small.transpose(turn) if turn is not None else small
    return ImageOps.fit(upright.convert("RGBA"), (SIZE, SIZE), Image.Resampling.LANCZOS)
