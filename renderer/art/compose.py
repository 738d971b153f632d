"""A whole tile: its flat ground turned, what stands on it set upright, reduced to size."""

from functools import lru_cache

from PIL import Image, ImageDraw

from renderer.art import buildings, trees
from renderer.art.ground import ground
from renderer.art.kinds import World
from renderer.art.marks import mark
from renderer.art.palette import PALETTES
from renderer.art.pen import Ink
from renderer.art.plan import Plan, plan_of
from renderer.art.scatter import Standing, scatter, upright
from renderer.art.shapes import turned
from rules.tiles import Tile

# one quarter clockwise is 270 degrees in Pillow's counting
TURNS = (None, Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)

FLOWERS: tuple[Ink, ...] = ((250, 246, 236), (244, 200, 208), (250, 236, 150))


def fineness(size: int) -> int:
    """How many times larger a tile is drawn than it is shown."""
    return 3 if size <= 160 else 2


@lru_cache(maxsize=16)
def _flat(plan: Plan, n: int) -> Image.Image:
    return ground(plan, n)


@lru_cache(maxsize=512)
def _things(plan: Plan) -> tuple[Standing, ...]:
    return scatter(plan)


def draw_tile(tile: Tile, rotation: int, size: int) -> Image.Image:
    """A tile turned by quarters clockwise, ``size`` pixels wide; the work behind the cache."""
    plan = plan_of(tile)
    fine = fineness(size)
    n = size * fine
    flat = _flat(plan, n)
    turn = TURNS[rotation % 4]
    canvas = flat.copy() if turn is None else flat.transpose(turn)
    for one in upright(plan, _things(plan), rotation):
        px = max(4, round(one.width * n))
        picture = _picture(one, px, plan.world)
        left = round(one.foot[0] * n - picture.width / 2)
        canvas.paste(picture, (left, round(one.foot[1] * n) - picture.height), picture)
    for spot in plan.places:
        if spot.node.kind in ("monastery", "temple"):
            _building(canvas, plan, spot.node.kind, turned(spot.node.at, rotation), n)
    for place in sorted(plan.marks, key=lambda spot: turned(spot.at, rotation)[1]):
        px = max(6, round(place.size * n))
        picture = mark(place.mark, px, place.number + len(tile.id + place.zone) + ord(tile.id[-1]))
        x, y = turned(place.at, rotation)
        at = (round(x * n - picture.width / 2), round(y * n - picture.height / 2))
        canvas.paste(picture, at, picture)
    small = canvas.reduce(fine)
    _frame(small)
    return small


def _building(canvas: Image.Image, plan: Plan, kind: str, at: tuple[float, float], n: int) -> None:
    px = round(0.41 * n)
    picture = buildings.temple(px) if kind == "temple" else buildings.monastery(px, plan.world)
    x = round(at[0] * n - px / 2)
    canvas.paste(picture, (x, round((at[1] - 0.265) * n)), picture)


def _picture(one: Standing, px: int, world: World) -> Image.Image:
    colours = PALETTES[world]
    if one.picture == "conifer":
        return trees.conifer(px, one.variant % 4)
    if one.picture == "crown":
        return trees.crown(px, one.variant % 4)
    if one.picture == "olive":
        return trees.olive(px, one.variant % 3)
    if one.picture == "tuft":
        return trees.tuft(px, colours.blade_light if one.variant % 3 == 0 else colours.blade)
    if one.picture == "flower":
        return trees.flower(px, FLOWERS[one.variant % len(FLOWERS)], colours.blade)
    if one.picture == "tower":
        return buildings.tower(px, world)
    if one.picture == "gate":
        return buildings.gate(px, world)
    if one.picture == "well":
        return buildings.well(px)
    return buildings.house(px, one.variant, world)


def _frame(image: Image.Image) -> None:
    """A faint border, so that tiles can be counted though their joins do not show."""
    edge = Image.new("L", image.size, 0)
    ImageDraw.Draw(edge).rectangle((0, 0, image.width - 1, image.height - 1), outline=34)
    image.paste((30, 36, 20), (0, 0), edge)
