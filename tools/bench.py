"""``make bench``: time rules, pictures, animations and pages on this machine; medians of five runs.

Nothing here is asserted. ``python -m tools.bench --quick`` looks at little of each, ``--only base``
at one game. What one process carries, and how fast it answers, is measured by ``python -m tools.lab
load``.
"""

import argparse
import asyncio
import gc
import random
import time
import timeit
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count, islice
from statistics import median
from typing import TypeAlias

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
    Request,
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

Clock: TypeAlias = Callable[[], float]
PLAYERS = Players(("Ana", "Bo", "Cyd", "Dan", "Eve", "Fay"))
NAMES = Names((1, 2, 3), {1: "Ana", 2: "Bo", 3: "Cleo"})
RUNS = 5
GAMES_A_RUN = 25
BARS = {"base": 200, "hunters": 130, ALL_TOGETHER: 50}
"""Random games a second on one idle core that the rules are to play at least."""


def bench_rules(name: str) -> None:
    rulebook(name)
    seeds = count()

    def play_games() -> None:
        for seed in islice(seeds, GAMES_A_RUN):
            list(random_game(deal(name, 2, random.Random(seed)), random.Random(seed)))

    # Processor time: what else the machine does is not the rules' concern.
    took = timeit.repeat(play_games, gc.enable, time.process_time, RUNS, 1)
    speed = GAMES_A_RUN / median(took)
    bar = f" (bar: {BARS[name]})" if name in BARS else ""
    row(f"{name}: random games", f"{speed:.0f} games/s{bar}")
    text = "\n".join(random_game(deal(name, 3, random.Random(1)), random.Random(1)))
    bench(f"{name}: replay of a full record", partial(replay, text))
    played = [moment.game for moment in moments(text)]
    bench(f"{name}: legal moves of all its positions", lambda: [g.legal_moves() for g in played])
    checks: list[float] = []
    for earlier, now, ordered in orders_due(name, {}, 3, 1):
        order = give_order(earlier.drawn or "", [ordered], earlier)
        checks.append(timeit.timeit(partial(way_to_play, order, now), number=1))
    row(f"{name}: checking an order", spread(checks))


def bench_pictures(name: str) -> None:
    """Draw a nearly finished game, cold and warm, then a finished one and its replay."""
    game, chance = full_board(name), random.Random(1)

    def draw_cold() -> None:
        brushes.clear_caches()
        palette.clear_caches()
        draw(PlainBoard(), game, PLAYERS)

    brushes.clear_caches()
    sprites.clear_caches()
    warm = partial(brushes.warm_caches, game.book, (96,))
    bench(f"{name}: all sprites at 96 px, cold", lambda: [*warm()], once=True)
    tile = largest_tile_size(whole_view(game), MAX_BOARD_PIXELS)
    row(f"{name}: tiles on the board", f"{len(game.board.tiles)}, of {tile} px")
    bench(f"{name}: board cold", draw_cold)
    requests: dict[str, Request] = {
        "board warm": PlainBoard(),
        "crop warm": CellsAround(),
        "turn warm": Turn(),
        "picture of the news since a turn": News(index_after_last_turn(game, game.turn)),
        "picture of the news since the start": News(0),
    }
    for what, request in requests.items():
        bench(f"{name}: {what}", partial(draw, request, game, PLAYERS))
    record = "\n".join(random_game(deal(name, 3, chance), chance))
    finished = replay(record).game
    bench(f"{name}: honours of a game", partial(seat_honours, finished))
    honours = tuple(
        HonourText(honour.kind.title(), f"{honour.number} points", "", honour.seat)
        for honour in seat_honours(finished)
    )
    for title, kind in (("poster", Poster), ("poster to print", PrintedPoster)):
        poster = kind(name, "24 November 2026", "A server", honours)
        bench(f"{name}: {title}", partial(draw, poster, finished, PLAYERS))
    bench(f"{name}: picture of turn 34", partial(draw, PastTurn(record, 34), None, PLAYERS))
    turns = [turn for seed in range(5) for turn in scoring_turns(name, seed)]
    bench_animation(name, *max(turns, key=lambda turn: max(len(x.cells()) for x in turn[1])))
    page = PageRequest(record, NAMES)
    bench(f"{name}: page of a whole game", lambda: asyncio.run(make_page(page)), once=True)
    games = list(turn_ends(record))
    replayed = partial(animate_replay, games, PLAYERS, MAX_FILE_BYTES)
    bench(f"{name}: replay of {len(games)} turns", replayed, once=True)


def bench_animation(name: str, game: Game, scores: Sequence[Scored]) -> None:
    """Draw animated scores; the sprites are cached, as in a running bot."""
    draw(Turn(), game, PLAYERS)
    tiles = sum(len(event.cells()) for event in scores)
    work = partial(draw, Turn(animated=tuple(scores)), game, PLAYERS)
    bench(f"{name}: animated score, {tiles} tiles, of CPU", work, time.process_time)


def bench(
    what: str, work: Callable[[], object], clock: Clock = time.perf_counter, *, once: bool = False
) -> None:
    """Print the median of several runs after a warm-up, or of one, and the size of a picture."""
    made: list[object] = []
    repeat = 1 if once else 1 + RUNS
    # timeit stops the garbage collector, which runs in the bot.
    took = timeit.repeat(lambda: made.append(work()), gc.enable, clock, repeat, 1)
    row(what, f"{1e3 * median(took[-RUNS:]):.1f} ms{size_of(made[0])}")


def size_of(made: object) -> str:
    """The size of a picture or a page; nothing for anything else."""
    if isinstance(made, Picture):
        return f" ({made.width}x{made.height}, {len(made.data) / 1024:.0f} KiB)"
    return f" ({len(made) / 1024:.0f} KiB)" if isinstance(made, str | bytes) else ""


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
    bench_animation("a city of the base game", *large_city())
    for name in [given.only] if given.only else FIVE:
        bench_rules(name)
        bench_pictures(name)


if __name__ == "__main__":
    main()
