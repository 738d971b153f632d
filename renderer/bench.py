"""Measure the time and size of pictures on this machine: medians of five runs."""

import random
import statistics
from collections.abc import Callable
from time import perf_counter
from typing import Final

import renderer
from renderer import brushes, palette
from renderer.layout import MAX_BOARD_PIXELS, largest_tile_size
from renderer.players import Players
from renderer.view import whole_view
from rules.game import Game, play, start
from rules.random_play import deal, random_move
from rules.variants import games, rulebook

RUNS: Final = 5
KIB: Final = 1024
PLAYERS: Final = Players(("Ana", "Bo", "Cyd", "Dan", "Eve", "Fay"))


def full_board(name: str, seats: int = 3, seed: int = 1) -> Game:
    """A random game with the last tile of the main bag in hand."""
    chance = random.Random(seed)
    header = deal(name, seats, chance)
    game = start(header.book, header.seats, header.bags)
    while not game.over:
        before = game
        game = play(game, random_move(game, chance))
        if game.over or (not game.bags[game.book.main_bag] and game.hand is not None):
            return before if game.over else game
    return game


def measure(name: str, seats: int = 3) -> dict[str, float]:
    """Measured milliseconds, pixels and sizes by name."""
    game = full_board(name, seats)
    figures: dict[str, float] = {}
    started = perf_counter()
    picture = renderer.board(game, PLAYERS)
    figures["board cold, sprites and all (ms)"] = _ms(started)
    figures["tiles on it"] = len(game.board.tiles)
    figures["the size of each (px)"] = largest_tile_size(whole_view(game), MAX_BOARD_PIXELS)
    figures["its width (px)"] = picture.width
    figures["its height (px)"] = picture.height
    figures["its size (KiB)"] = len(picture.png) / KIB
    figures["board, sprites drawn, palette cold (ms)"] = _median(lambda: _cold(game))
    figures["board warm (ms)"] = _median(lambda: renderer.board(game, PLAYERS))
    crop = renderer.crop(game, PLAYERS)
    figures["crop warm (ms)"] = _median(lambda: renderer.crop(game, PLAYERS))
    figures["its size (KiB) "] = len(crop.png) / KIB
    renderer.turn(game, PLAYERS)
    figures["turn warm (ms)"] = _median(lambda: renderer.turn(game, PLAYERS))
    return figures


def main() -> None:
    """Print a line for each measured value."""
    for name in (games()[0], max(games(), key=_tiles)):
        seats = rulebook(name).ruleset.seats.stop - 1
        print(f"{name}, {seats} seats")
        for figure, value in measure(name, seats).items():
            print(f"{figure.strip():42}{value:10.1f}")


def _tiles(name: str) -> int:
    """The number of tiles of a game."""
    return sum(sum(box.counts.values()) for box in rulebook(name).ruleset.bags.values())


def _cold(game: Game) -> None:
    brushes.clear_caches()
    palette.clear_caches()
    renderer.board(game, PLAYERS)


def _median(work: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        started = perf_counter()
        work()
        times.append(_ms(started))
    return statistics.median(times)


def _ms(started: float) -> float:
    return 1000 * (perf_counter() - started)


if __name__ == "__main__":
    main()
