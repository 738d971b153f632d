"""Pictures without pixels, for tests that do not check the painting.

Painting takes a quarter of a turn's time in the tests. All earlier steps are real: the scene, its
layout and its size. Two blank pictures are equal bytes if and only if their scenes are equal.
"""

from hashlib import blake2b
from typing import Any

from PIL import Image

from bot.discord_io.rendering import Rendering
from bot.page import PageRequest
from renderer.png_encoder import encode_png
from renderer.requests import Picture
from renderer.scene import Scene

BYTES = 8


class BlankRendering(Rendering):
    """Makes pictures and replays of nothing."""

    queued_replays = 0

    async def picture(self, *_: object) -> bytes:
        return b"png"

    async def replay(
        self, record: str, names: object, limit: int, progress: Any, charge: Any
    ) -> bytes:
        await charge()
        progress(20, 10**3)
        return b"webp"


def blank_sheet(scene: Scene, dots_per_inch: int | None = None) -> Picture:
    """Draw a blank picture of the right size, with a hash of its scene in the first row."""
    sheet = Image.new("P", (scene.width, scene.height))
    sheet.putpalette([0, 0, 0, 255, 255, 255])
    number = int(blake2b(scene_bytes(scene), digest_size=BYTES).hexdigest(), 16)
    for x, bit in enumerate(f"{number:0{8 * BYTES}b}"):
        sheet.putpixel((x, 0), int(bit))
    return Picture(encode_png(sheet), scene.width, scene.height)


def blank_image(scene: Scene) -> Image.Image:
    """A tiny blank frame of an animation: the hash of its scene, a bit a pixel."""
    digest = blake2b(scene_bytes(scene), digest_size=BYTES).digest()
    image = Image.frombytes(
        "P", (8, BYTES), bytes(byte >> n & 1 for byte in digest for n in range(8))
    )
    image.putpalette([0, 0, 0, 255, 255, 255])
    return image


def scene_bytes(scene: Scene) -> bytes:
    return repr((scene.book.ruleset.name, scene.width, scene.height, scene.items)).encode()


async def blank_page(request: PageRequest) -> bytes:
    """The record of a page instead of the page, which a process would make."""
    return request.record.encode()
