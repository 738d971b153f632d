"""The commands that draw: pictures of a recorded game, contact sheets of the boxes, the portal."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import renderer
from renderer import portal
from renderer.animations.replay import turn_ends
from renderer.contact_sheet import sheet_scene
from renderer.players import COLOURS, Players
from renderer.view import (
    View,
    cell_view,
    dead_gaps_view,
    owners_view,
    scored_feature_view,
    seat_view,
    whole_view,
)
from rules.cli import AddParser, add_record, reports_errors, run_program
from rules.errors import RulesError
from rules.game import Game
from rules.record import replay
from rules.story import Scored
from rules.text_files import read_text
from rules.variants import PARTS, games, rulebook


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command of ``python -m renderer``."""
    return run_program("python -m renderer", __doc__, add_commands, arguments)


def add_commands(add: AddParser) -> None:
    """Add the commands of this module."""
    for name, (words, draw) in PICTURES.items():
        picture = add(name, help=words)
        add_record(picture)
        add_players(picture)
        if name == "picture":
            picture.add_argument("--view", choices=VIEWS, default="whole")
            picture.add_argument("--seat", type=int, default=0, help="whose areas `mine` shows")
        _add_out(picture, partial(_draw, draw))
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
    """Add the options that `players` reads."""
    parser.add_argument("--names", nargs="*", default=(), help="the players, seat by seat")
    colours = f"the colour of each, 0 to {COLOURS - 1}"
    parser.add_argument("--colours", nargs="*", type=int, default=(), help=colours)


def players(given: Namespace) -> Players:
    """The players of `add_players`. Raise RulesError for a colour that there is not."""
    try:
        return Players.of(given.names, given.colours)
    except ValueError as error:
        raise RulesError(str(error)) from error


def _add_out(parser: ArgumentParser, draw: Callable[[Namespace], bytes]) -> None:
    """Add the argument ``out``, and have what is drawn written there."""
    parser.add_argument("out", type=Path, help="the picture to write")

    @reports_errors
    def run(given: Namespace) -> int:
        given.out.write_bytes(draw(given))
        return 0

    parser.set_defaults(run=run)


def _draw_portal(draw: Callable[[], bytes], _given: Namespace) -> bytes:
    return draw()


def _added() -> list[str]:
    """The parts that add to a game; each has its own contact sheet."""
    return [name for name, part in PARTS.items() if part.extends]


def _sheet(given: Namespace) -> bytes:
    """All tiles of a game, or those that a part adds."""
    name: str = given.game
    if name not in PARTS or not PARTS[name].extends:
        scene = sheet_scene(rulebook(name))
    else:
        plain = PARTS[name].extends
        scene = sheet_scene(rulebook(f"{plain}+{name}"), rulebook(plain).forms.keys())
    return renderer.picture_of_scene(scene).png


def _film(given: Namespace) -> bytes:
    games = list(turn_ends(read_text(given.record)))
    return renderer.animated_replay(games, players(given), progress=_progress).webp


def _draw(draw: Callable[[Game, Namespace], renderer.Picture], given: Namespace) -> bytes:
    return draw(replay(read_text(given.record)).game, given).png


def _mine(game: Game, given: Namespace) -> View:
    if given.seat not in range(game.seats):
        raise RulesError(f"seats go from 0 to {game.seats - 1}")
    return seat_view(game, given.seat, players(given))


def _numbered(game: Game, given: Namespace) -> View:
    scored = [event for event in game.story if isinstance(event, Scored) and event.points]
    if not scored:
        raise RulesError("nothing has been scored yet")
    return scored_feature_view(max(scored, key=lambda event: len(event.spots)), players(given))


def _texts(game: Game) -> renderer.PosterTexts:
    """The words of a poster: the game."""
    return renderer.PosterTexts(game.book.ruleset.name)


VIEWS: Final[dict[str, Callable[[Game, Namespace], View]]] = {
    "whole": lambda game, given: whole_view(game, players(given)),
    "near": lambda game, given: cell_view(game, players=players(given)),
    "owners": lambda game, given: owners_view(game, players(given)),
    "mine": _mine,
    "numbered": _numbered,
    "stuck": lambda game, given: dead_gaps_view(game, players(given)),
}

PICTURES: Final[dict[str, tuple[str, Callable[[Game, Namespace], renderer.Picture]]]] = {
    "picture": (
        "the whole board at the end of a record, or another view of it",
        lambda game, given: renderer.picture_of_view(game, VIEWS[given.view](game, given)),
    ),
    "crop": (
        "the cells around the last tile",
        lambda game, given: renderer.crop(game, players(given)),
    ),
    "turn": (
        "the picture of a turn",
        lambda game, given: renderer.turn(game, players(given)),
    ),
    "hand": (
        "the tile in hand in its rotations, or the one just laid",
        lambda game, given: renderer.hand(game) or renderer.preview(game),
    ),
    "preview": (
        "the tile just laid among its neighbours, lettered",
        lambda game, given: renderer.preview(game),
    ),
    "chart": (
        "points over turns, and the table of points",
        lambda game, given: renderer.chart(game, players(given)),
    ),
    "poster": (
        "the poster of a finished game: the places of the players, the map, the points",
        lambda game, given: renderer.poster(game, _texts(game), players(given)),
    ),
    "print": (
        "the same for printing on A3 at 300 dots per inch",
        lambda game, given: renderer.printed_poster(game, _texts(game), players(given)),
    ),
}

PORTAL: Final = {"icon": portal.icon, "banner": portal.banner}


def _progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {of}", end="\n" if done == of else "", file=sys.stderr, flush=True)
