"""``make bench``: what this machine does, medians of five runs. Nothing here is asserted.

``python -m tools.bench --quick`` looks at little of each, ``--only base`` at one game. What one
process carries, and how fast it answers, is measured by ``python -m tools.lab load``.
"""

import argparse
import asyncio
import gc
import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count, islice
from typing import TypeVar

from bot.page import PageRequest
from bot.page.process import make_page
from bot.text.names import Names
from renderer import brushes, palette, sprites
from renderer.animations.replay import animate_replay, turn_ends
from renderer.draw import MAX_FILE_BYTES, draw
from renderer.layout import MAX_BOARD_PIXELS, largest_tile_size
from renderer.players import Players
from renderer.requests import (
    CellsAround,
    HonourText,
    News,
    PastTurn,
    Picture,
    PlainBoard,
    Poster,
    PrintedPoster,
    Turn,
)
from renderer.view import whole_view
from rules.analysis.history import index_after_last_turn
from rules.analysis.honours import seat_honours
from rules.game import Game
from rules.orders import give_order, way_to_play
from rules.random_play import deal, random_game
from rules.record import moments, replay
from rules.story import Scored
from rules.variants import rulebook
from tests.support.full_board import full_board
from tests.support.game_choices import ALL_TOGETHER, FIVE
from tests.support.order_table import orders_due
from tests.support.scoring_turns import large_city, scoring_turns
from tools.lab.lab import spread

T = TypeVar("T")
PLAYERS = Players(("Ana", "Bo", "Cyd", "Dan", "Eve", "Fay"))
NAMES = Names((1, 2, 3), {1: "Ana", 2: "Bo", 3: "Cleo"})
RUNS = 5
GAMES_A_RUN = 25
BARS = {"base": 200, "hunters": 130, ALL_TOGETHER: 50}
"""Random games a second on one idle core that the rules are to play at least."""


def rules_bench(name: str) -> None:
    rulebook(name)
    seeds = count()

    def play_games() -> None:
        for seed in islice(seeds, GAMES_A_RUN):
            list(random_game(deal(name, 2, random.Random(seed)), random.Random(seed)))

    # Processor time: what else the machine does is not the rules' concern.
    speed = 1e3 * GAMES_A_RUN / median_of(play_games, time.process_time)
    bar = f" (bar: {BARS[name]})" if name in BARS else ""
    row(f"{name}: random games", f"{speed:.0f} games/s{bar}")
    text = "\n".join(random_game(deal(name, 3, random.Random(1)), random.Random(1)))
    timed_row(f"{name}: replay of a full record", partial(replay, text))
    played = [moment.game for moment in moments(text)]
    timed_row(
        f"{name}: legal moves of all its positions", lambda: [g.legal_moves() for g in played]
    )
    checks: list[float] = []
    for earlier, now, ordered in orders_due(name, {}, 3, 1):
        order = give_order(earlier.drawn or "", [ordered], earlier)
        timed(checks, partial(way_to_play, order, now))
    row(f"{name}: checking an order", spread(checks))


def picture_bench(name: str) -> None:
    """Draw a nearly finished game, cold and warm, and its replay."""
    game = full_board(name)
    brushes.clear_caches()
    sprites.clear_caches()
    took: list[float] = []
    timed(took, lambda: list(brushes.warm_caches(game.book, (96,))))
    row(f"{name}: all sprites at 96 px, cold", f"{took[-1]:.2f} s")
    board_bench(name, game)
    chance = random.Random(1)
    record = "\n".join(random_game(deal(name, 3, chance), chance))
    poster_bench(name, replay(record).game)
    timed_row(f"{name}: picture of turn 34", partial(draw, PastTurn(record, 34), None, PLAYERS))
    turns = [turn for seed in range(5) for turn in scoring_turns(name, seed)]
    most = max(turns, key=lambda turn: max(len(event.cells()) for event in turn[1]))
    animation_row(f"{name}: animated score", *most)
    for what, since in (("a turn", index_after_last_turn(game, game.turn)), ("the start", 0)):
        draw_news = partial(draw, News(since), game, PLAYERS)
        timed_row(f"{name}: picture of the news since {what}", draw_news)
    page = timed(took, lambda: asyncio.run(make_page(PageRequest(record, NAMES))))
    row(f"{name}: page of a whole game", f"{took[-1]:.1f} s, {len(page) / 1024:.0f} KiB")
    games = list(turn_ends(record))
    webp = timed(took, lambda: animate_replay(games, PLAYERS, MAX_FILE_BYTES).data)
    row(f"{name}: replay of {len(games)} turns", f"{took[-1]:.1f} s, {len(webp) / 2**20:.1f} MiB")


def board_bench(name: str, game: Game) -> None:
    """Draw a board, a crop of it and its turn."""
    tile = largest_tile_size(whole_view(game), MAX_BOARD_PIXELS)
    row(f"{name}: tiles on the board", f"{len(game.board.tiles)}, of {tile} px")
    row(f"{name}: board cold", f"{median_of(partial(cold_board, game)):.1f} ms")
    for what, request in (("board", PlainBoard()), ("crop", CellsAround()), ("turn", Turn())):
        work = partial(draw, request, game, PLAYERS)
        timed_row(f"{name}: {what} warm", work, size_of(work()))


def cold_board(game: Game) -> None:
    brushes.clear_caches()
    palette.clear_caches()
    draw(PlainBoard(), game, PLAYERS)


def median_of(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Median of several runs, in milliseconds."""
    took: list[float] = []
    for _ in range(RUNS):
        timed(took, work, clock)
    return 1e3 * statistics.median(took)


def animation_row(title: str, game: Game, scores: Sequence[Scored]) -> None:
    """Draw animated scores; the sprites are cached, as in a running bot."""
    draw(Turn(), game, PLAYERS)
    work = partial(draw, Turn(animated=tuple(scores)), game, PLAYERS)
    took, tiles = median_of(work, time.process_time), sum(len(event.cells()) for event in scores)
    row(f"{title}, {tiles} tiles", f"{took:.0f} ms of CPU{size_of(work())}")


def poster_bench(name: str, game: Game) -> None:
    """Draw a finished game's poster, for a post and for printing."""
    honours = tuple(
        HonourText(honour.kind.title(), f"{honour.number} points", "", honour.seat)
        for honour in seat_honours(game)
    )
    timed_row(f"{name}: honours of a game", partial(seat_honours, game))
    for title, kind in (("poster", Poster), ("poster to print", PrintedPoster)):
        poster = kind(name, "24 November 2026", "A server", honours)
        work = partial(draw, poster, game, PLAYERS)
        timed_row(f"{name}: {title}", work, size_of(work()))


def timed(
    took: list[float], work: Callable[[], T], clock: Callable[[], float] = time.perf_counter
) -> T:
    """Run the work, and append its seconds to ``took``."""
    began = clock()
    result = work()
    took.append(clock() - began)
    return result


def timed_row(what: str, work: Callable[[], object], size: str = "") -> None:
    """Print the median of several runs, after a warm-up."""
    work()
    row(what, f"{median_of(work):.1f} ms{size}")


def size_of(picture: Picture) -> str:
    return f" ({picture.width}x{picture.height}, {len(picture.data) / 1024:.0f} KiB)"


def row(what: str, figure: str) -> None:
    print(f"{what:58} {figure}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="look at little of each")
    parser.add_argument("--only", choices=FIVE, help="look at one game")
    given = parser.parse_args()
    if given.quick:
        global RUNS, GAMES_A_RUN
        RUNS, GAMES_A_RUN = 1, 2
    gc.freeze()
    animation_row("a city of the base game: animated score", *large_city())
    for name in [given.only] if given.only else FIVE:
        rules_bench(name)
        picture_bench(name)


if __name__ == "__main__":
    main()
