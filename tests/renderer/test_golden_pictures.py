"""A few pictures compared with stored ones that a person has approved.

After a change that is meant to be seen: look at the pictures, then write them anew with
``UPDATE_GOLDENS=1 pytest tests/renderer/test_golden_pictures.py``.
"""

import io
import os
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageChops

import renderer
from renderer.contact_sheet import sheet_scene
from rules.game import Game
from rules.record import replay
from rules.variants import rulebook
from tests.support.for_each import for_each

WORN = renderer.Players.of((), (4, 3, 2))
RECORDS = Path(__file__).parents[2] / "docs"
GOLDENS = Path(__file__).parent / "goldens"
FOLDERS = (RECORDS, GOLDENS)
WIDTH = 240
BLOCK = 10
TOLERANCE = 8
"""Mean difference of a block of pixels (of 255) that two equal pictures may have."""


def some_kinds(game: Game) -> renderer.Picture:
    """The first kinds of a game's box, in two groups."""
    tiles = list(game.book.forms)
    groups = [("Still to come", [(tile, 2) for tile in tiles[:9]]), ("Gone", [(tiles[9], 0)])]
    return renderer.tile_counts(game.book, groups)


def sheet(part: str) -> Callable[[Game], renderer.Picture]:
    """The sheet of the tiles that a part adds to a game."""
    plain = rulebook("base").forms.keys()
    return lambda game: renderer.picture_of_scene(sheet_scene(rulebook(f"base+{part}"), plain))


def six(
    draw: Callable[[Game, renderer.Players], renderer.Picture],
) -> Callable[[Game], renderer.Picture]:
    names = ("Annemarie", "Bo", "Cleo", "Dan", "Eve", "Frederick")
    return lambda game: draw(game, renderer.Players(names))


PICTURES: dict[str, tuple[str, Callable[[Game], renderer.Picture]]] = {
    "turn": ("turn", renderer.turn),
    "preview": ("turn", lambda game: renderer.preview(game, WORN)),
    "kinds": ("ark", some_kinds),
    "hunters": ("hunters", renderer.board),
    "base": ("base", renderer.board),
    "base-ferries": ("base-ferries", renderer.board),
    "ark": ("ark", renderer.board),
    "sets": ("sets", six(renderer.board)),
    "sets-crop": ("sets", six(renderer.crop)),
    "sets-turn": ("sets", six(renderer.turn)),
    "sheet-inns": ("sets", sheet("inns")),
    "sheet-traders": ("sets", sheet("traders")),
    "sheet-river": ("sets", sheet("river")),
}


def small(data: bytes) -> Image.Image:
    """A picture reduced to what somebody would notice."""
    image = Image.open(io.BytesIO(data)).convert("RGB")
    height = round(image.height * WIDTH / image.width)
    return image.resize((WIDTH, height), Image.Resampling.LANCZOS)


def difference(one: Image.Image, other: Image.Image) -> int:
    """The largest mean difference of a block between two pictures of one size."""
    apart = ImageChops.difference(one, other).convert("L")
    blocks = (apart.width // BLOCK, apart.height // BLOCK)
    _, most = apart.resize(blocks, Image.Resampling.BOX).getextrema()
    assert isinstance(most, int)
    return most


@for_each("name", PICTURES, fast=3)
def test_recorded_game_matches_its_golden_picture(name: str) -> None:
    record, draw = PICTURES[name]
    [path] = (
        folder / f"{record}.record" for folder in FOLDERS if (folder / f"{record}.record").exists()
    )
    picture = small(draw(replay(path.read_text()).game).png)
    golden = GOLDENS / f"{name}.png"
    if os.environ.get("UPDATE_GOLDENS"):
        picture.save(golden, optimize=True)
    known = Image.open(golden).convert("RGB")
    assert picture.size == known.size
    assert difference(picture, known) < TOLERANCE
