"""Commands that draw: recorded games, contact sheets of boxes, and the bot's icon and banner."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Collection, Sequence
from functools import partial
from math import ceil
from pathlib import Path
from typing import Final

from renderer import portal, requests
from renderer.animations.replay import animate_replay, turn_ends
from renderer.art.look import Look
from renderer.art.parts import art_of
from renderer.blocks import Block, in_a_row, stack
from renderer.draw import MAX_FILE_BYTES, draw, picture_of_scene
from renderer.players import COLOURS, Players
from renderer.requests import Request
from renderer.scene import Ink, Label, Scene
from renderer.score_strip import lettered_tile
from rules.cli import AddParser, add_record, reports_errors, run_program
from rules.errors import RulesError
from rules.game import Game
from rules.record import replay
from rules.ruleset import Rulebook
from rules.story import Scored
from rules.text_files import read_text
from rules.variants import PARTS, games, rulebook

TILE_PIXELS: Final = 112
EM_PIXELS: Final = 16


def sheet_scene(book: Rulebook, without: Collection[str] = ()) -> Scene:
    """All tiles in columns, about as high as wide in all.

    ``without``: ids of tiles to leave out.
    """
    art = art_of(book)
    rows = [_row(art.look(form.tile)) for name, form in book.forms.items() if name not in without]
    columns = max(1, round((len(rows) / 4) ** 0.5))
    length = ceil(len(rows) / columns)
    parts = [stack(rows[n : n + length], EM_PIXELS // 2) for n in range(0, len(rows), length)]
    block = in_a_row(
        [Block(part.width, parts[0].height, blocks=((0, 0, part),)) for part in parts], EM_PIXELS
    )
    items = tuple(block.flat(EM_PIXELS, EM_PIXELS))
    return Scene(book, block.width + 2 * EM_PIXELS, block.height + 2 * EM_PIXELS, items)


def _row(look: Look) -> Block:
    tile = look.tile
    letters = {zone.letter for zone in tile.zones}
    label = Label(
        0,
        0,
        5 * EM_PIXELS,
        round(1.25 * EM_PIXELS),
        tile.id,
        EM_PIXELS,
        Ink.CHALK,
        Ink.TABLE,
        bold=True,
    )
    tiles = [
        Block(
            TILE_PIXELS,
            TILE_PIXELS,
            (lettered_tile(look, rotation, TILE_PIXELS, EM_PIXELS, letters),),
        )
        for rotation in range(4)
    ]
    return in_a_row((Block(5 * EM_PIXELS, label.height, (label,)), *tiles), 4)


def main(arguments: Sequence[str] | None = None) -> int:
    return run_program("python -m renderer", __doc__, add_commands, arguments)


def add_commands(add: AddParser) -> None:
    for name, (words, request) in PICTURES.items():
        picture = add(name, help=words)
        add_record(picture)
        add_players(picture)
        if name == "picture":
            picture.add_argument("--view", choices=VIEWS, default="whole")
            picture.add_argument("--seat", type=int, default=0, help="whose areas `mine` shows")
        _add_out(picture, partial(_draw, request))
    film = add("film", help="the whole game as an animated WebP")
    add_record(film)
    add_players(film)
    _add_out(film, _film)
    sheet = add("sheet", help="every tile of a game, or of a part of one, in its four rotations")
    sheet.add_argument("game", choices=[*games(), *_added()])
    _add_out(sheet, _sheet)
    for name, draw_portal in PORTAL.items():
        _add_out(
            add(name, help=f"the {name} of the bot, for the developer portal"),
            partial(_draw_portal, draw_portal),
        )


def add_players(parser: ArgumentParser) -> None:
    parser.add_argument("--names", nargs="*", default=(), help="the players, seat by seat")
    colours = f"the colour of each, 0 to {COLOURS - 1}"
    parser.add_argument("--colours", nargs="*", type=int, default=(), help=colours)


def players(given: Namespace) -> Players:
    """Read the options of `add_players`. Raise RulesError for an unknown colour."""
    try:
        return Players.of(given.names, given.colours)
    except ValueError as error:
        raise RulesError(str(error)) from error


def _add_out(parser: ArgumentParser, draw: Callable[[Namespace], bytes]) -> None:
    """Add the argument ``out``, to which the drawing is written."""
    parser.add_argument("out", type=Path, help="the picture to write")

    @reports_errors
    def run(given: Namespace) -> int:
        given.out.write_bytes(draw(given))
        return 0

    parser.set_defaults(run=run)


def _draw_portal(draw: Callable[[], bytes], _given: Namespace) -> bytes:
    return draw()


def _added() -> list[str]:
    return [name for name, part in PARTS.items() if part.extends]


def _sheet(given: Namespace) -> bytes:
    name: str = given.game
    if name not in PARTS or not PARTS[name].extends:
        scene = sheet_scene(rulebook(name))
    else:
        plain = PARTS[name].extends
        scene = sheet_scene(rulebook(f"{plain}+{name}"), rulebook(plain).forms.keys())
    return picture_of_scene(scene).data


def _film(given: Namespace) -> bytes:
    games = list(turn_ends(read_text(given.record)))
    return animate_replay(games, players(given), MAX_FILE_BYTES, _progress).data


def _draw(request: Callable[[Game, Namespace], Request], given: Namespace) -> bytes:
    game = replay(read_text(given.record)).game
    return draw(request(game, given), game, players(given)).data


def _mine(game: Game, given: Namespace) -> Request:
    if given.seat not in range(game.seats):
        raise RulesError(f"seats go from 0 to {game.seats - 1}")
    return requests.SeatAreas(given.seat)


def _numbered(game: Game, given: Namespace) -> Request:
    scored = {
        number: event
        for number, event in enumerate(game.story)
        if isinstance(event, Scored) and event.points
    }
    if not scored:
        raise RulesError("nothing has been scored yet")
    return requests.ScoredFeature(max(scored, key=lambda number: len(scored[number].spots)))


VIEWS: Final[dict[str, Callable[[Game, Namespace], Request]]] = {
    "whole": lambda game, given: requests.PlainBoard(),
    "near": lambda game, given: requests.CellsAround(),
    "owners": lambda game, given: requests.Board(),
    "mine": _mine,
    "numbered": _numbered,
    "stuck": lambda game, given: requests.DeadGaps(),
}

PICTURES: Final[dict[str, tuple[str, Callable[[Game, Namespace], Request]]]] = {
    "picture": (
        "the whole board at the end of a record, or another view of it",
        lambda game, given: VIEWS[given.view](game, given),
    ),
    "crop": ("the cells around the last tile", lambda game, given: requests.CellsAround()),
    "turn": ("the picture of a turn", lambda game, given: requests.Turn()),
    "hand": (
        "the tile in hand in its rotations, or the one just laid",
        lambda game, given: requests.Hand() if game.hand else requests.Preview(),
    ),
    "preview": (
        "the tile just laid among its neighbours, lettered",
        lambda game, given: requests.Preview(),
    ),
    "chart": (
        "points over turns, and the table of points",
        lambda game, given: requests.PointsChart(),
    ),
    "poster": (
        "the poster of a finished game: the places of the players, the map, the points",
        lambda game, given: requests.Poster(game.book.ruleset.name),
    ),
    "print": (
        "the same for printing on A3 at 300 dots per inch",
        lambda game, given: requests.PrintedPoster(game.book.ruleset.name),
    ),
}

PORTAL: Final = {"icon": portal.icon, "banner": portal.banner}


def _progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {of}", end="\n" if done == of else "", file=sys.stderr, flush=True)
