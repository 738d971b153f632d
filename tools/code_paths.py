"""``python -m tools.code_paths``: how long the ways through the code are.

It plays a move by ``/place`` and waits for one due reminder, through the real discord.py client
against the simulated Discord, and counts the files of `bot` that run, the database reads, and the
loads of the table. From the sources it counts the modules with a single importer, apart from those
that are registered or built by their own package, and the class names defined twice.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import random
import sys
import tempfile
import threading
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("rules", "renderer", "storage", "bot")
PARSER: Final = ("moves.py", "read_placement")
"""The function a `/place` command calls first: the frames above it led to the command's body."""
LOADER: Final = ("store.py", "_load")
"""The function that loads a table, from memory or from its log."""
ROWS: Final = "game_rows"
"""The table or view from which the row of a game is read."""
NAMES: Final = ("ana", "bo", "cleo", "dan")
HOUR: Final = 3600.0
SAME_MEANING: Final = {
    "Entry": "an entry of the log, for each kind of database",
}
"""Class names that may be defined several times, with the reason."""


@dataclass
class Trace:
    """The calls of functions below a folder while it was watched."""

    functions: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """By file, the functions of it that ran."""
    depth: int = 0
    loads: int = 0
    reads: list[tuple[Any, ...]] = field(default_factory=list)

    @property
    def files(self) -> list[str]:
        """The files of which a function ran."""
        return sorted(self.functions)

    @property
    def row_reads(self) -> int:
        """The reads of the game's row, by whatever condition."""
        return sum(f"FROM {ROWS}" in str(sql) for sql, *_ in self.reads)


def _bot_frames(frame: FrameType | None) -> Iterator[FrameType]:
    folder = str(ROOT / "bot")
    while frame is not None:
        if frame.f_code.co_filename.startswith(folder):
            yield frame
        frame = frame.f_back


@contextmanager
def _watched(trace: Trace) -> Iterator[None]:
    """Note every function of `bot` that is called, in whatever thread."""
    folder = str(ROOT / "bot")

    def profile(frame: FrameType, event: str, _arg: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(folder) or code.co_name == "<module>":
            return
        trace.functions[str(Path(code.co_filename).relative_to(ROOT))].add(code.co_name)
        called = (Path(code.co_filename).name, code.co_name)
        if called == PARSER and not trace.depth:
            trace.depth = sum(1 for _ in _bot_frames(frame.f_back))
        if called == LOADER and frame.f_lasti <= 4:  # A resumed coroutine is not a new call.
            trace.loads += 1

    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


@contextmanager
def _reads(database: Any, trace: Trace) -> Iterator[None]:
    """Note every read of a database."""
    original: Callable[..., Any] = database.read

    async def read(sql: str, parameters: Any = ()) -> Any:
        trace.reads.append((sql, *parameters))
        return await original(sql, parameters)

    database.read = read
    try:
        yield
    finally:
        del database.read


@asynccontextmanager
async def _table(folder: Path) -> AsyncIterator[tuple[Any, list[float]]]:
    """A running game of two, and the clock of the bot that plays it."""
    import simcord

    from bot.__main__ import make_app
    from tests.support.clock import NOON
    from tests.support.world import World, config, shuffled_header, slow_sleep

    now = [NOON]
    app = make_app(config(folder), random.Random(7), clock=lambda: now[0], sleep=slow_sleep)
    async with simcord.run(app, settle_timeout=30) as env:
        guild = env.create_guild("Meadow")
        channel = guild.create_text_channel("carcassonne")
        ana, bo, cleo, dan = (guild.add_member(env.create_user(name)) for name in NAMES)
        await env.settle()
        world = World(env, guild, channel, ana, bo, cleo, dan, folder)
        await world.start_with(shuffled_header(2))
        await env.settle()
        yield world, now
        await world.close()


async def _traced() -> tuple[Trace, Trace]:
    """The trace of one `/place`, and that of one due reminder."""
    from tests.support.legal_turns import any_turn

    move, reminder = Trace(), Trace()
    with tempfile.TemporaryDirectory() as folder:
        async with _table(Path(folder)) as (world, now):
            chance = random.Random(1)
            for _ in range(6):
                await world.place(any_turn(await world.game(), chance))
            await world.env.settle()
            turn, player = any_turn(await world.game(), chance), await world.to_move()
            database = world.app._database
            with _reads(database, move), _watched(move):
                await player.slash(world.channel, "place", move=turn.text)
                await world.env.settle()
            scheduler = world.app.context.jobs.scheduler
            now[0] += HOUR  # The daily jobs have their time, before the reminder.
            await scheduler.run()
            now[0] += 11 * HOUR + 60
            posts = len(world.posts())
            with _reads(database, reminder), _watched(reminder):
                await scheduler.run()
                await world.env.settle()
            assert len(world.posts()) == posts + 1, "one reminder was due"
    return move, reminder


def sources() -> dict[str, Path]:
    """The modules of the product by their dotted name."""
    paths = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            paths[name.removesuffix(".__init__")] = path
    return paths


def importers(modules: dict[str, Path]) -> dict[str, set[str]]:
    """The modules that import each module."""
    importing: defaultdict[str, set[str]] = defaultdict(set)
    for name, path in modules.items():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                inside = [f"{node.module}.{alias.name}" for alias in node.names]
                imported = [path if path in modules else node.module for path in inside]
            else:
                continue
            for target in imported:
                importing[target].add(name)
    return importing


def single_importers() -> dict[str, str]:
    """The modules with exactly one importer, which is named; packages are not counted."""
    modules = sources()
    by = importers(modules)
    return {
        name: next(iter(by[name]))
        for name, path in modules.items()
        if len(by[name]) == 1 and path.name != "__init__.py"
    }


def is_registered(name: str, importer: str) -> bool:
    """Return True if the only importer is the module's own package, or the entry of a program.

    A package registers its parts or commands, or builds its services; whoever uses them asks the
    package, so that one importer is the sign of a capability and not of half a one.
    """
    return importer == name.rpartition(".")[0] or importer.endswith(".__main__")


def names_twice() -> dict[str, list[str]]:
    """The class names that several modules define, with these modules."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for name, path in sources().items():
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(name)
    return {
        name: modules
        for name, modules in places.items()
        if len(modules) > 1 and name not in SAME_MEANING
    }


@dataclass(frozen=True, slots=True)
class Figures:
    """The lengths of the ways through the code."""

    place_files: int
    place_frames: int
    place_reads: int
    place_row_reads: int
    reminder_files: int
    reminder_loads: int
    single_importers: int
    registered: int
    names_twice: int


def _with_functions(trace: Trace) -> list[str]:
    named = ((file, sorted(trace.functions[file])) for file in trace.files)
    return [f"{file}: {', '.join(names)}" for file, names in named]


def measured(list_to: Callable[[str], None] | None = None) -> Figures:
    """Measure everything; ``list_to`` is given the details, a line each."""
    move, reminder = asyncio.run(_traced())
    single, twice = single_importers(), names_twice()
    registered = {name: by for name, by in single.items() if is_registered(name, by)}
    if list_to is not None:
        details = {
            "files of bot touched by /place": _with_functions(move),
            "database reads of a move": [" ".join(map(str, read)) for read in move.reads],
            "files of bot touched by a due reminder": _with_functions(reminder),
            "modules with one importer": [
                f"{name} <- {by}" for name, by in single.items() if name not in registered
            ],
            "modules that only their own package or a program's entry imports": list(registered),
            "class names defined twice": [
                f"{name}: {', '.join(places)}" for name, places in twice.items()
            ],
        }
        for title, lines in details.items():
            list_to(f"\n{title} ({len(lines)})")
            for line in lines:
                list_to(f"  {' '.join(line.split())}")
    return Figures(
        place_files=len(move.files),
        place_frames=move.depth,
        place_reads=len(move.reads),
        place_row_reads=move.row_reads,
        reminder_files=len(reminder.files),
        reminder_loads=reminder.loads,
        single_importers=len(single) - len(registered),
        registered=len(registered),
        names_twice=len(twice),
    )


def main() -> None:
    """Print the figures; with ``--list``, what was counted."""
    parser = argparse.ArgumentParser(prog="python -m tools.code_paths", description=__doc__)
    parser.add_argument("--list", action="store_true", help="print what was counted, too")
    figures = measured(print if parser.parse_args().list else None)
    print()
    for name in Figures.__slots__:
        print(f"{getattr(figures, name):5}  {name.replace('_', ' ')}")


if __name__ == "__main__":
    main()
