"""``make bench``: what this machine does, medians of five runs. Nothing here is asserted."""

import asyncio
import gc
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rules.game import Game, play, play_together, start
from rules.moves import Move, Pass, PlaceTile
from rules.random_play import deal, random_game
from rules.reach import triples
from rules.record import replay
from rules.variants import GAMES, rulebook

RUNS = 5
GAMES_A_RUN = 25


def listed_game(name: str, seed: int, took: list[float]) -> tuple[int, int]:
    """Plays a two-seat game uniformly over all triples; how many turns, how many triples."""
    chance = random.Random(seed)
    header = deal(name, 2, chance)
    game = start(header.book, header.seats, header.bags)
    turns = seen = 0
    while not game.over:
        began = time.perf_counter()
        found = triples(game)
        took.append(time.perf_counter() - began)
        turns, seen = turns + 1, seen + len(found)
        cell, form, figure = chance.choice(found)
        moves: list[Move] = [PlaceTile(cell, form.rotation), figure or Pass()]
        game, _ = play_together(game, moves)
    return turns, seen


def rules_bench(name: str) -> None:
    """Games a second with every triple listed, and how long one listing takes."""
    rulebook(name)
    listed_game(name, 0, [])
    speeds, took = [], list[float]()
    turns = seen = 0
    for run in range(RUNS):
        began = time.perf_counter()
        for seed in range(GAMES_A_RUN):
            more = listed_game(name, run * GAMES_A_RUN + seed, took)
            turns, seen = turns + more[0], seen + more[1]
        speeds.append(GAMES_A_RUN / (time.perf_counter() - began))
    took.sort()
    games = RUNS * GAMES_A_RUN
    row(f"{name}: random games with all triples", f"{statistics.median(speeds):.0f} games/s")
    row(f"{name}: turns a game, triples a turn", f"{turns / games:.1f}, {seen / turns:.1f}")
    row(f"{name}: legal moves p50", f"{1e3 * took[len(took) // 2]:.3f} ms")
    row(f"{name}: legal moves p99", f"{1e3 * took[int(len(took) * 0.99)]:.3f} ms")
    text = "\n".join(random_game(deal(name, 3, random.Random(1)), random.Random(1)))
    row(f"{name}: replay of a full record", f"{1e3 * median(lambda: replay(text)):.1f} ms")


def full_board(name: str) -> Game:
    """A game with every tile laid but the last, so that a tile is in hand."""
    chance = random.Random(5)
    header = deal(name, 3, chance)
    game = start(header.book, header.seats, header.bags)
    main = game.book.main_bag
    while game.bags[main] or game.drawn is None:
        found = triples(game)
        if found:
            cell, form, figure = chance.choice(found)
            game, _ = play_together(game, [PlaceTile(cell, form.rotation), figure or Pass()])
        else:
            game = play(game, game.offered()[0])
    return game


def picture_bench(name: str) -> None:
    """A whole board and the picture of a turn, cold and warm, with their bytes."""
    import renderer

    game = full_board(name)
    for title, draw in (("whole board", renderer.board), ("turn", renderer.turn)):
        began = time.perf_counter()
        picture = draw(game, names=("Ana", "Bo", "Cleo"))
        cold = time.perf_counter() - began
        warm = median(lambda draw=draw: draw(game, names=("Ana", "Bo", "Cleo")))
        size = f"{picture.width}x{picture.height}, {len(picture.png) / 1024:.0f} KiB"
        row(f"{name}: {title}, {len(game.board.tiles)} tiles, cold", f"{1e3 * cold:.0f} ms")
        row(f"{name}: {title}, warm", f"{1e3 * warm:.1f} ms ({size})")


async def command_bench() -> None:
    """From a command to its post, through the real client in a simulated Discord."""
    import simcord

    from bot.app import App
    from bot.config import Config

    simcord.Env._settle_internal.__kwdefaults__["idle"] = 0.0
    with tempfile.TemporaryDirectory() as folder:
        settings = Config.read({"CARCASSONNE_DATABASE": str(Path(folder) / "games.sqlite3")})
        client = App(settings, random.Random(3))
        env = simcord.Env(client, settle_timeout=60)
        guild = env.create_guild("Bench")
        channel = guild.create_text_channel("bench")
        people = [guild.add_member(env.create_user(name)) for name in ("ana", "bo")]
        await env.start()
        await people[0].slash(channel, "new", game="hunters", seats=2)
        await people[1].slash(channel, "join")
        await people[0].slash(channel, "start")
        took = []
        for _ in range(40):
            took.append(await one_turn(client, channel, people))
        row("command to its public post, FULL, p50", f"{1e3 * statistics.median(took):.0f} ms")
        row("command to its public post, FULL, worst of 40", f"{1e3 * max(took):.0f} ms")
        await env.shutdown()
        await client.close()


async def one_turn(client: Any, channel: Any, people: list[Any]) -> float:
    """One `/place` by whoever is to play; seconds until the post is there."""
    from rules.geometry import xy

    seen = await client.service.seen(channel.id)
    cell, form, _ = random.Random(seen.table.last).choice(triples(seen.table.game))
    x, y = xy(cell)
    player = next(p for p in people if p.id == seen.table.to_move)
    began = time.perf_counter()
    await player.slash(channel, "place", x=x, y=y, rotation=f"rot{form.degrees}", figure="none")
    return time.perf_counter() - began


def median(work: Callable[[], object]) -> float:
    """Seconds that some work takes, the median of several runs after one to warm up."""
    work()
    took = []
    for _ in range(RUNS):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return statistics.median(took)


def row(what: str, figure: str) -> None:
    """A line of the report."""
    print(f"{what:58} {figure}", flush=True)


def main() -> None:
    """Prints the report."""
    gc.freeze()
    for name in GAMES:
        rules_bench(name)
        picture_bench(name)
    asyncio.run(command_bench())


if __name__ == "__main__":
    main()
