"""A few pictures compared with stored ones that a person has approved.

After a change that is meant to be seen: look at the pictures, then write them anew with
``UPDATE_GOLDENS=1 pytest tests/renderer/test_golden_pictures.py``.
"""

import io
import os
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageChops

from renderer.cli import sheet_scene
from renderer.draw import draw, picture_of_scene
from renderer.players import UNNAMED_PLAYERS, Players
from renderer.requests import CellsAround, Picture, PlainBoard, Preview, Request, TileKinds, Turn
from rules.game import Game
from rules.record import replay
from rules.variants import rulebook
from tests.support.for_each import for_each

WORN = Players.of((), (4, 3, 2))
SIX = Players(("Annemarie", "Bo", "Cleo", "Dan", "Eve", "Frederick"))
RECORDS = Path(__file__).parents[2] / "docs"
GOLDENS = Path(__file__).parent / "goldens"
FOLDERS = (RECORDS, GOLDENS)
WIDTH = 240
BLOCK = 10
TOLERANCE = 8
"""Mean difference of a block of pixels (of 255) that two equal pictures may have."""


def some_kinds(game: Game) -> Picture:
    """The first kinds of a game's box, in two groups."""
    tiles = list(game.book.forms)
    still = tuple((tile, 2) for tile in tiles[:9])
    return draw(TileKinds((("Still to come", still), ("Gone", ((tiles[9], 0),)))), game)


def sheet(part: str) -> Callable[[Game], Picture]:
    plain = rulebook("base").forms.keys()
    return lambda game: picture_of_scene(sheet_scene(rulebook(f"base+{part}"), plain))


def of(request: Request, players: Players = UNNAMED_PLAYERS) -> Callable[[Game], Picture]:
    return lambda game: draw(request, game, players)


PICTURES: dict[str, tuple[str, Callable[[Game], Picture]]] = {
    "turn": ("turn", of(Turn())),
    "preview": ("turn", of(Preview(), WORN)),
    "kinds": ("ark", some_kinds),
    "hunters": ("hunters", of(PlainBoard())),
    "base": ("base", of(PlainBoard())),
    "base-ferries": ("base-ferries", of(PlainBoard())),
    "ark": ("ark", of(PlainBoard())),
    "sets": ("sets", of(PlainBoard(), SIX)),
    "sets-crop": ("sets", of(CellsAround(), SIX)),
    "sets-turn": ("sets", of(Turn(), SIX)),
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
    record, drawn = PICTURES[name]
    [path] = (
        folder / f"{record}.record" for folder in FOLDERS if (folder / f"{record}.record").exists()
    )
    picture = small(drawn(replay(path.read_text()).game).data)
    golden = GOLDENS / f"{name}.png"
    if os.environ.get("UPDATE_GOLDENS"):
        picture.save(golden, optimize=True)
    known = Image.open(golden).convert("RGB")
    assert picture.size == known.size
    assert difference(picture, known) < TOLERANCE
