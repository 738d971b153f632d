"""``python -m renderer``: pictures of a recorded game, and contact sheets of the boxes."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import renderer
from renderer import bench, portal
from renderer.animations.replay import turn_ends
from renderer.contact_sheet import sheet_scene
from renderer.players import COLOURS, Players
from renderer.scene import Scene
from renderer.view import (
    View,
    cell_view,
    dead_gaps_view,
    owners_view,
    scored_feature_view,
    seat_view,
    whole_view,
)
from rules.errors import RecordError, RulesError
from rules.game import Game
from rules.record import replay
from rules.story import Scored
from rules.text_files import NotUtf8, read_text
from rules.variants import PARTS, games, rulebook
from rules.version import program_version


def main(arguments: Sequence[str] | None = None, program: str = "python -m renderer") -> int:
    """Run one command.

    Return 0 on success, 1 for input or output that fails, 2 for a record in another encoding.
    """
    given = _parser(program).parse_args(arguments)
    try:
        if given.command == "bench":
            bench.main()
            return 0
        if given.command in PORTAL:
            data = PORTAL[given.command]()
        elif given.command == "sheet":
            data = renderer.picture_of_scene(_sheet(given.game)).png
        elif given.command == "replay":
            games = list(turn_ends(read_text(given.record)))
            data = renderer.animated_replay(games, _players(given), progress=_progress).webp
        else:
            game = replay(read_text(given.record)).game
            data = PICTURES[given.command](game, given).png
        given.out.write_bytes(data)
    except RecordError as error:
        print(f"{given.record}: {error}", file=sys.stderr)
        return 1
    except NotUtf8 as error:
        print(error, file=sys.stderr)
        return 2
    except (RulesError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=program, description=__doc__)
    parser.add_argument("--version", action="version", version=program_version())
    commands = parser.add_subparsers(dest="command", required=True)
    for name, words in COMMANDS.items():
        command = commands.add_parser(name, help=words)
        if name == "sheet":
            command.add_argument("game", choices=[*games(), *_added()])
        elif name != "bench" and name not in PORTAL:
            command.add_argument("record", type=Path, help="a file, or - for standard input")
            command.add_argument("--names", nargs="*", default=(), help="the players, seat by seat")
            command.add_argument(
                "--colours",
                nargs="*",
                type=int,
                default=(),
                help=f"the colour of each, 0 to {COLOURS - 1}",
            )
        if name != "bench":
            command.add_argument("out", type=Path, help="the picture to write")
        if name == "board":
            command.add_argument("--view", choices=VIEWS, default="whole")
            command.add_argument("--seat", type=int, default=0, help="whose areas `mine` shows")
    return parser


def _added() -> list[str]:
    """The parts that add to a game; each has its own contact sheet."""
    return [name for name, part in PARTS.items() if part.extends]


def _sheet(name: str) -> Scene:
    """All tiles of a game, or those that a part adds."""
    if name not in PARTS or not PARTS[name].extends:
        return sheet_scene(rulebook(name))
    plain = PARTS[name].extends
    return sheet_scene(rulebook(f"{plain}+{name}"), rulebook(plain).forms.keys())


def _players(given: argparse.Namespace) -> Players:
    return Players.of(given.names, given.colours)


def _board(game: Game, given: argparse.Namespace) -> renderer.Picture:
    return renderer.picture_of_view(game, VIEWS[given.view](game, given))


def _mine(game: Game, given: argparse.Namespace) -> View:
    if given.seat not in range(game.seats):
        raise ValueError(f"seats go from 0 to {game.seats - 1}")
    return seat_view(game, given.seat, _players(given))


def _hand(game: Game, given: argparse.Namespace) -> renderer.Picture:
    return renderer.hand(game) or renderer.preview(game)


def _texts(game: Game) -> renderer.PosterTexts:
    """The words of a poster: the game."""
    return renderer.PosterTexts(game.book.ruleset.name)


def _numbered(game: Game, given: argparse.Namespace) -> View:
    scored = [event for event in game.story if isinstance(event, Scored) and event.points]
    if not scored:
        raise ValueError("nothing has been scored yet")
    return scored_feature_view(max(scored, key=lambda event: len(event.spots)), _players(given))


VIEWS: Final[dict[str, Callable[[Game, argparse.Namespace], View]]] = {
    "whole": lambda game, given: whole_view(game, _players(given)),
    "near": lambda game, given: cell_view(game, players=_players(given)),
    "owners": lambda game, given: owners_view(game, _players(given)),
    "mine": _mine,
    "numbered": _numbered,
    "stuck": lambda game, given: dead_gaps_view(game, _players(given)),
}

PICTURES: Final[dict[str, Callable[[Game, argparse.Namespace], renderer.Picture]]] = {
    "board": _board,
    "crop": lambda game, given: renderer.crop(game, _players(given)),
    "turn": lambda game, given: renderer.turn(game, _players(given)),
    "hand": _hand,
    "preview": lambda game, given: renderer.preview(game, _players(given)),
    "chart": lambda game, given: renderer.chart(game, _players(given)),
    "poster": lambda game, given: renderer.poster(game, _texts(game), _players(given)),
    "print": lambda game, given: renderer.printed_poster(game, _texts(game), _players(given)),
}

PORTAL: Final = {"icon": portal.icon, "banner": portal.banner}
COMMANDS: Final = {
    "board": "the whole board at the end of a record, or another view of it",
    "crop": "the cells around the last tile",
    "turn": "the picture of a turn",
    "hand": "the tile in hand in its rotations, or the one just laid",
    "preview": "the tile just laid among its neighbours, lettered",
    "chart": "points over turns, and the table of points",
    "poster": "the poster of a finished game: the places of the players, the map, the points",
    "print": "the same for printing on A3 at 300 dots per inch",
    "replay": "the whole game as an animated WebP",
    "sheet": "every tile of a game, or of a part that adds to one, in its four rotations",
    "icon": "the icon of the bot, for the developer portal",
    "banner": "the banner of the bot, for the developer portal",
    "bench": "how long pictures take on this machine",
}


def _progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {of}", end="\n" if done == of else "", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
