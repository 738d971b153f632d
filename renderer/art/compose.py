"""Compose a tile: turn its flat ground, set the things on it upright, reduce it to size."""

from functools import lru_cache

from PIL import Image

from renderer.art import trees
from renderer.art.canvas import rotate_quarters
from renderer.art.curves import turn_point
from renderer.art.drawing import Building, Land
from renderer.art.ground import ground
from renderer.art.look import Look
from renderer.art.pen import Rgba
from renderer.art.plan.tile_plan import Plan, plan_of
from renderer.art.scatter import Thing, scatter
from renderer.art.upright_things import upright_things

FLOWERS: tuple[Rgba, ...] = ((250, 246, 236), (244, 200, 208), (250, 236, 150))


def oversampling(size: int) -> int:
    """The factor by which a tile is drawn larger, then reduced."""
    return 3 if size <= 160 else 2


@lru_cache(maxsize=16)
def _flat(plan: Plan, n: int) -> Image.Image:
    return ground(plan, n)


@lru_cache(maxsize=512)
def _things(plan: Plan) -> tuple[Thing, ...]:
    return scatter(plan)


def draw_tile(look: Look, rotation: int, size: int) -> Image.Image:
    plan, tile = plan_of(look), look.tile
    fine = oversampling(size)
    n = size * fine
    flat = _flat(plan, n)
    canvas = rotate_quarters(flat, rotation)
    canvas = flat.copy() if canvas is flat else canvas
    for one in upright_things(plan, _things(plan), rotation):
        picture = _picture(one, _aligned_width(one.width, size, fine), look.land)
        _paste_aligned(canvas, picture, one.foot[0] * n, one.foot[1] * n - picture.height / 2, fine)
    for site in plan.sites:
        building = look.building(site.node.kind)
        if building is not None:
            _paste_building(canvas, building, turn_point(site.node.at, rotation), n)
    for printed, at in plan.strip_end_drawings():
        px = _aligned_width(printed.width, size, fine)
        x, y = turn_point(at, rotation)
        _paste_aligned(canvas, printed.picture(px, 0), x * n, y * n, fine)
    for mark in sorted(plan.marks, key=lambda mark: turn_point(mark.at, rotation)[1]):
        px = _aligned_width(mark.size, size, fine)
        variant = mark.number + len(tile.id + mark.zone) + ord(tile.id[-1])
        picture = look.mark(mark.name).picture(px, variant)
        x, y = turn_point(mark.at, rotation)
        _paste_aligned(canvas, picture, x * n, y * n, fine)
    return canvas.reduce(fine)


def _aligned_width(part: float, size: int, fine: int) -> int:
    """The drawn width of a share of a tile, aligned to the final tile's pixels."""
    return fine * max(2, round(part * size))


def _paste_aligned(
    canvas: Image.Image, picture: Image.Image, x: float, y: float, fine: int
) -> None:
    """Paste a picture by its middle, aligned to the final tile's pixels.

    Repeated things then look the same, which also compresses better.
    """
    left, top = x - picture.width / 2, y - picture.height / 2
    canvas.paste(picture, (fine * round(left / fine), fine * round(top / fine)), picture)


def _paste_building(
    canvas: Image.Image, building: Building, at: tuple[float, float], n: int
) -> None:
    px = round(0.41 * n)
    picture = building.made(px)
    x = round(at[0] * n - px / 2)
    canvas.paste(picture, (x, round((at[1] - 0.265) * n)), picture)


def _picture(one: Thing, px: int, land: Land) -> Image.Image:
    tones = land.tones
    if one.name == "conifer":
        return trees.conifer(px, one.variant % 4)
    if one.name == "crown":
        return trees.crown(px, one.variant % 4)
    if one.name == "olive":
        return trees.olive(px, one.variant % 3)
    if one.name == "tuft":
        return trees.tuft(px, tones.blade_light if one.variant % 3 == 0 else tones.blade)
    if one.name == "reed":
        return trees.reed(px, one.variant % 3)
    if one.name == "flower":
        return trees.flower(px, FLOWERS[one.variant % len(FLOWERS)], tones.blade)
    return land.built[one.name](px, one.variant)
