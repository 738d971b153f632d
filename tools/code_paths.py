"""``make figures``: print sizes of the code, and trace one `/place` and one due reminder.

It plays a move by ``/place`` and waits for one due reminder, through the real discord.py client
against the simulated Discord, and counts the files of `bot` that run, the deepest stack of their
functions, and the database reads.
"""

import argparse
import ast
import asyncio
import random
import sys
import tempfile
import threading
import tokenize
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, Final
from unittest.mock import patch

import simcord

from bot.core.durations import HOUR
from bot.serve import make_app
from tests.support.clock import NOON
from tests.support.legal_turns import any_turn
from tests.support.world import config, people_meet, shuffled_header, slow_sleep

ROOT: Final = Path(__file__).parents[1]
BOT: Final = str(ROOT / "bot")
PRODUCT: Final = ("rules", "renderer", "storage", "bot", "tools")
ROWS: Final = "game_rows"
"""The table or view from which the row of a game is read."""


@dataclass
class Trace:
    """Files of `bot` of which a function ran, and database reads, while watched."""

    files: set[str] = field(default_factory=set)
    depth: int = 0
    """The most functions of `bot` that were under way in one stack."""
    reads: list[str] = field(default_factory=list)

    def print(self, title: str, *, listed: bool) -> None:
        """Print the figures, and if ``listed`` what was counted."""
        rows = sum(f"FROM {ROWS}" in read for read in self.reads)
        reads = f"{len(self.reads)} reads, {rows} of them of the game's row"
        print(f"{title}: {len(self.files)} files of bot, {self.depth} deep, {reads}")
        if listed:
            print(*sorted(self.files), *self.reads, sep="\n  ")


@contextmanager
def _watched(database: Any, trace: Trace) -> Iterator[None]:
    """Note each function of `bot` called in any thread, and each database read."""
    original = database.read

    def profile(frame: FrameType, event: str, _arg: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(BOT) or code.co_name == "<module>":
            return
        trace.files.add(str(Path(code.co_filename).relative_to(ROOT)))
        stack = (caller for caller, _ in traceback.walk_stack(frame))
        depth = sum(caller.f_code.co_filename.startswith(BOT) for caller in stack)
        trace.depth = max(trace.depth, depth)

    async def read(sql: str, parameters: Any = ()) -> Any:
        trace.reads.append(" ".join(f"{sql} {parameters or ''}".split()))
        return await original(sql, parameters)

    with patch.object(database, "read", read):
        threading.setprofile(profile)
        sys.setprofile(profile)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)


async def traced(folder: Path) -> tuple[Trace, Trace]:
    """Trace one `/place` and one due reminder, in a game of two."""
    now, move, reminder, chance = [NOON], Trace(), Trace(), random.Random(1)
    app = make_app(config(folder), random.Random(7), clock=lambda: now[0], sleep=slow_sleep)
    async with simcord.run(app, settle_timeout=30) as env:
        world = await people_meet(env, folder)
        await world.start_with(shuffled_header(2))
        for _ in range(6):
            await world.place(any_turn(await world.game(), chance))
        await env.settle()
        turn, player = any_turn(await world.game(), chance), await world.to_move()
        with _watched(app.database, move):
            await player.slash(world.channel, "place", move=turn.text)
            await env.settle()
        scheduler = app.services.scheduler
        now[0] += HOUR  # The daily jobs have their time, before the reminder.
        await scheduler.run()
        now[0] += 11 * HOUR + 60
        newest = world.post().id
        with _watched(app.database, reminder):
            await scheduler.run()
            await env.settle()
        # A reminder replaces the notice before it.
        assert world.post().id > newest, "a reminder was due"
        await world.close()
    return move, reminder


def _words(path: Path) -> int:
    texts = [
        ast.get_docstring(node) or ""
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    with path.open("rb") as file:
        tokens = tokenize.tokenize(file.readline)
        texts += [token.string for token in tokens if token.type == tokenize.COMMENT]
    return sum(len(text.split()) for text in texts)


def print_sizes() -> None:
    """Print files, lines, and words of docstrings and comments, by folder."""
    for folder in (*PRODUCT, "tests"):
        paths = sorted((ROOT / folder).rglob("*.py"))
        lines = sum(len(path.read_text("utf-8").splitlines()) for path in paths)
        print(f"{folder}: {len(paths)} files, {lines} lines, {sum(map(_words, paths))} words")


def main() -> None:
    """Print the figures; with ``--list``, what was counted too."""
    parser = argparse.ArgumentParser(prog="python -m tools.code_paths", description=__doc__)
    parser.add_argument("--list", action="store_true", help="print what was counted, too")
    listed = parser.parse_args().list
    with tempfile.TemporaryDirectory() as folder:
        move, reminder = asyncio.run(traced(Path(folder)))
    print_sizes()
    move.print("/place", listed=listed)
    reminder.print("a due reminder", listed=listed)


if __name__ == "__main__":
    main()
