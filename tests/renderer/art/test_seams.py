"""Connected drawing of each area, checked on the pixels of drawn tiles."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from PIL import Image

from renderer.art.look import Look
from renderer.art.parts import art_of
from renderer.sprites import tile_sprite
from rules.game import Game
from rules.geometry import CROSS, Cell, cell_of, xy
from rules.random_play import deal, random_game
from rules.record import replay
from rules.tiles import Zone
from tests.renderer.art.flood import Drawn, Point, inner, terrain_of
from tests.support.for_each import for_each
from tests.support.tile_looks import GAMES, every_tile

KINDS = {"forest", "city", "road", "river"}
NOTHING = (40, 30, 24)


def joined(look: Look, rotation: int, size: int) -> Iterator[str]:
    """The zones of a tile of which one can be reached from the other over its own terrain."""
    kinds = Counter(terrain_of(look, zone) for zone in look.tile.zones)
    if max(kinds.values()) < 2:
        return
    drawn = Drawn.of(tile_sprite(look, rotation, size), look.land)
    borders = {}
    for zone in look.tile.zones:
        kind = terrain_of(look, zone)
        if kinds[kind] > 1:
            borders[zone.letter] = (
                kind,
                drawn.pieces(kind, inner(look, zone.letter, rotation, size)),
            )
    for (a, (kind, one)), (b, (other, two)) in combinations(borders.items(), 2):
        if kind == other and one & two:
            yield f"turned {rotation}: {kind} {a} runs into {b}"


@every_tile
def test_no_zone_is_drawn_into_another_of_its_tile(look: Look) -> None:
    assert [one for rotation in range(4) for one in joined(look, rotation, 32)] == []


class Table:
    """A board drawn tile by tile, and what is seen of its zones."""

    def __init__(self, game: Game, size: int) -> None:
        self.art, self.board, self.size = art_of(game.book), game.board, size
        places = [xy(cell) for cell in self.board.tiles]
        self.west, self.north = min(x for x, _ in places), max(y for _, y in places)
        width = max(x for x, _ in places) - self.west + 1
        height = self.north - min(y for _, y in places) + 1
        picture = Image.new("RGB", (width * size, height * size), NOTHING)
        for cell, form in self.board.tiles.items():
            sprite = tile_sprite(self.art.look(form.tile), form.rotation, size)
            picture.paste(sprite, self.pixel_of(cell))
        self.drawn = Drawn.of(picture, self.art.land)

    def pixel_of(self, cell: Cell) -> Point:
        x, y = xy(cell)
        return (x - self.west) * self.size, (self.north - y) * self.size

    def seen(self, cell: Cell, zone: Zone) -> set[int]:
        """The connected pieces of its terrain that are drawn within a zone."""
        form, (left, top) = self.board.tiles[cell], self.pixel_of(cell)
        look = self.art.look(form.tile)
        points = inner(look, zone.letter, form.rotation, self.size)
        placed = ((left + x, top + y) for x, y in points)
        return self.drawn.pieces(terrain_of(look, zone), placed)

    def areas(self) -> Iterator[tuple[str, tuple[int, ...], set[int]]]:
        """Every area that is not open land: its terrain, spots, and the pieces drawn of it."""
        for kind in KINDS & self.board.layers.keys():
            for area in self.board.areas(kind):
                pieces = set[int]()
                for spot in area.spots:
                    pieces |= self.seen(cell_of(spot), self.board.zone(spot))
                yield kind, area.spots, pieces

    def crossings(self) -> Iterator[tuple[Cell, Zone, Cell, Zone]]:
        """The zones that are not open land and go on over an edge, and what they go on in."""
        for cell, form in self.board.tiles.items():
            for side in (0, 1):
                other = cell + CROSS[side]
                if other in self.board.tiles:
                    one = form.tile.at_port((3 * side + 1 - 3 * form.rotation) % 12)
                    there = self.board.tiles[other]
                    back = (3 * side + 7 - 3 * there.rotation) % 12
                    if one.terrain in KINDS:
                        yield cell, one, other, there.tile.at_port(back)


def played(name: str, seed: int) -> Game:
    chance = random.Random(seed)
    return replay("\n".join(random_game(deal(name, 2, chance), chance))).game


@for_each("size, seed, name", product((32, 64), range(3), GAMES), fast=1)
def test_separate_areas_do_not_touch_on_the_board(size: int, seed: int, name: str) -> None:
    """Nor do they across a corner where four tiles meet."""
    of: dict[int, tuple[int, ...]] = {}
    for kind, spots, pieces in Table(played(name, seed), size).areas():
        for piece in pieces:
            assert of.setdefault(piece, spots) == spots, (kind, spots, of[piece])


@for_each("name", GAMES, fast=1)
def test_segment_continues_across_the_edge_of_its_tile(name: str) -> None:
    table = Table(played(name, 4), 64)
    crossings = list(table.crossings())
    assert len(crossings) > 20
    for cell, one, other, two in crossings:
        assert table.seen(cell, one) & table.seen(other, two), (xy(cell), one.letter, xy(other))
