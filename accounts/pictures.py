"""Pictures of players: whatever is uploaded is decoded and painted anew, so nothing but pixels is kept."""

from __future__ import annotations

import io
import warnings
from typing import IO, Any

from PIL import Image, ImageOps

SIZE = 192
"""Pixels along each side."""
LARGEST = 8 * 1024 * 1024
"""Bytes that may be uploaded: a phone's photograph."""
MOST_PIXELS = 50_000_000
FORMATS = ("JPEG", "PNG", "WEBP", "GIF")


UNREADABLE = (
    OSError,
    ValueError,
    SyntaxError,  # so Pillow calls a broken PNG
    Image.DecompressionBombError,
    Image.DecompressionBombWarning,
)


class BadPicture(ValueError):
    """It is no picture that we can read. The message can be shown."""


def repaint(upload: IO[Any]) -> bytes:
    """A WebP of SIZE by SIZE pixels, cut square around the middle, upright. Raises BadPicture."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(upload, formats=FORMATS) as found:
                width, height = found.size
                if width * height > MOST_PIXELS:
                    raise BadPicture("This picture has too many pixels. Make it smaller first.")
                found.draft("RGB", (SIZE * 2, SIZE * 2))
                upright = ImageOps.exif_transpose(found).convert("RGBA")
    except BadPicture:
        raise
    except (
        OSError,
        ValueError,
        SyntaxError,
        Image.DecompressionBombError,
        Image.DecompressionBombWarning,
    ) as error:
        raise BadPicture("This is no picture we can read: send a JPEG, PNG, WebP or GIF.") from error
    square = ImageOps.fit(upright, (SIZE, SIZE), Image.Resampling.LANCZOS)
    ground = Image.new("RGB", (SIZE, SIZE), "white")
    ground.paste(square, mask=square.getchannel("A"))
    made = io.BytesIO()
    ground.save(made, "WEBP", quality=82)
    return made.getvalue()
