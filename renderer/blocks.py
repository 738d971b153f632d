"""Blocks of a layout: boxes of scene items, stacked or placed side by side."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from renderer.scene import Item


@dataclass(frozen=True, slots=True)
class Block:
    """A box of items, and of smaller blocks with their positions."""

    width: int
    height: int
    items: tuple[Item, ...] = ()
    blocks: "tuple[tuple[int, int, Block], ...]" = ()

    def flat(self, x: int = 0, y: int = 0) -> Iterator[Item]:
        """All items, positioned in the outermost box."""
        for item in self.items:
            yield replace(item, x=item.x + x, y=item.y + y) if x or y else item
        for right, down, block in self.blocks:
            yield from block.flat(x + right, y + down)


def stack(blocks: Iterable[Block], between: int) -> Block:
    placed = tuple(blocks)
    width = max((block.width for block in placed), default=0)
    parts = []
    y = 0
    for block in placed:
        parts.append(((width - block.width) // 2, y, block))
        y += block.height + between
    return Block(width, max(0, y - between), blocks=tuple(parts))


def in_a_row(blocks: Iterable[Block], between: int) -> Block:
    placed = tuple(blocks)
    height = max((block.height for block in placed), default=0)
    parts = []
    x = 0
    for block in placed:
        parts.append((x, (height - block.height) // 2, block))
        x += block.width + between
    return Block(max(0, x - between), height, blocks=tuple(parts))
