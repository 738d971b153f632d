"""Encode indexed images as a WebP animation without loss, each frame only where it differs.

Pillow's encoder compares and encodes whole frames; most frames here change a few tiles. The
container is that of https://developers.google.com/speed/webp/docs.
"""

import io
import struct
import time
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageChops

HAS_ALPHA: Final = 0x10
IS_ANIMATED: Final = 0x02
"""The flags of the file's header."""

LOOPS: Final = 1
"""The times that the animation plays; then its last frame stays."""

RIFF_HEADER_BYTES: Final = 12
"""The bytes before the first chunk of a file."""

LOSSLESS_EFFORT: Final = 20
"""The effort of 100 of the encoder; more takes longer and saves little on these pictures."""

MIN_MILLISECONDS: Final = 20
"""The shortest frame; browsers show a shorter one for longer."""


class TimedImage(NamedTuple):
    """An image, and the milliseconds for which it is shown."""

    image: Image.Image
    milliseconds: int


def encode_webp_animation(frames: Sequence[TimedImage], pause: float = 0.0) -> bytes:
    """Encode images of one size and palette as an animation that plays once.

    A frame that equals the one before prolongs it. ``pause``: seconds after each frame left to
    other threads.
    """
    width, height = frames[0].image.size
    header = struct.pack("<I", IS_ANIMATED | HAS_ALPHA) + _three(width - 1) + _three(height - 1)
    body = b"".join(
        (
            _chunk(b"VP8X", header),
            _chunk(b"ANIM", struct.pack("<IH", 0, LOOPS)),
            *(_chunk(b"ANMF", frame) for frame in _frames(frames, pause)),
        )
    )
    return b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WEBP" + body


def _frames(frames: Iterable[TimedImage], pause: float) -> Iterable[bytes]:
    """The chunk contents of each frame that differs from the one before."""
    shown: Image.Image | None = None
    patch, box, milliseconds = b"", (0, 0, 0, 0), 0
    for frame in frames:
        changed = None if shown is None else _changed(shown, frame.image)
        area = (0, 0, *frame.image.size) if changed is None else changed.getbbox()
        if area is not None:
            if patch:
                yield _frame(patch, box, milliseconds)
            # A frame begins at even pixels.
            box, milliseconds = (area[0] & ~1, area[1] & ~1, area[2], area[3]), 0
            patch = _patch(frame.image, changed, box)
            time.sleep(pause)
        milliseconds += frame.milliseconds
        shown = frame.image
    yield _frame(patch, box, milliseconds)


def _changed(before: Image.Image, after: Image.Image) -> Image.Image:
    difference = ImageChops.difference(_indexes(before), _indexes(after))
    return difference.point([0, *[255] * 255])


def _indexes(image: Image.Image) -> Image.Image:
    return Image.frombytes("L", image.size, image.tobytes())


def _patch(
    image: Image.Image, changed: Image.Image | None, box: tuple[int, int, int, int]
) -> bytes:
    """A part of an image, transparent where nothing has changed."""
    part = image.crop(box).convert("RGB")
    if changed is not None:
        mask = changed.crop(box)
        part = Image.composite(part, Image.new("RGB", part.size), mask)
        part.putalpha(mask)
    out = io.BytesIO()
    part.save(out, "WEBP", lossless=True, quality=LOSSLESS_EFFORT, method=0)
    return out.getvalue()[RIFF_HEADER_BYTES:]


def _frame(patch: bytes, box: tuple[int, int, int, int], milliseconds: int) -> bytes:
    """A frame's place, size, duration and pixels, drawn over those before."""
    left, top, right, bottom = box
    numbers = (left // 2, top // 2, right - left - 1, bottom - top - 1)
    duration = max(MIN_MILLISECONDS, milliseconds)
    return b"".join((*map(_three, numbers), _three(duration), b"\0", patch))


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
