"""Image to the bytes of a file."""

import io
from typing import Final

from PIL import Image

LEVEL: Final = 2
"""How hard to compress: higher takes longer and saves little on such pictures."""


def png(image: Image.Image) -> bytes:
    """An indexed picture as PNG; the same image always gives the same bytes."""
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=LEVEL, optimize=False)
    return out.getvalue()
