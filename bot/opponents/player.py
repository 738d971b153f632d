"""Play for the opponents: ask the worker pool for each move, save it, and post it like others.

No state is stored: the log says where an opponent is to move, and each wake-up looks there.
"""

import asyncio
import logging
import zlib
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from bot.cluster.guilds import Guilds
from bot.core import log_context
from bot.core.durations import Sleep
from bot.core.tasks import Tasks
from bot.opponents import tasks
from bot.opponents.pool import QueueFull, TaskFailed, WorkerPool, failure_level
from bot.table.refusals import Refusal
from bot.table.service import TableService
from bot.table.store import LoadedTable, Request, Tables
from bot.table.table import Outcome, Table
from bot.text.names import GRANDMASTER, LEVELS, is_opponent, opponent_level
from rules.moves import Move
from rules.opponents import choose
from storage import StorageError, TableSummaries

log = logging.getLogger(__name__)

Post: TypeAlias = Callable[[int, int | None, Outcome], Awaitable[bool]]
"""Post an outcome in a channel of a server."""

ShowLate: TypeAlias = Callable[[LoadedTable], AbstractAsyncContextManager[None]]
"""Tell a table why its opponent takes long, for as long as the context is open."""

OPPONENT_GRACE_SECONDS: Final = 3.0
"""Seconds for which the post of a move waits for the answers of opponents."""

TURN_SECONDS: Final = 2.4
MIN_MOVE_SECONDS: Final = 0.6
"""Seconds that all opponents in a row may compute, and that each of them has in any case."""
GRANDMASTER_TURN_SECONDS: Final = 10.0
"""Seconds that grandmasters in a row may compute while no other task waits for a process."""
MOVE_RETRY_SECONDS: Final = (1.0, 5.0, 20.0)
"""Seconds before the next try after a failure or a full queue."""
MAX_FAILURES: Final = 2
"""The failures of workers after which the weakest level chooses a move in the bot's own process."""
LATE_SECONDS: Final = 20.0
"""Seconds without a move after which the players are told why they wait."""


@dataclass(slots=True)
class _Playing:
    """The task for a table's opponents, and the outcomes it saved.

    ``again``: look once more, as the table has changed; ``done`` is set at the end.
    """

    again: bool = True
    steps: list[Outcome] = field(default_factory=list)
    done: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None


@dataclass(eq=False, repr=False)
class OpponentPlayer:
    tables: Tables
    service: TableService
    pool: WorkerPool
    summaries: TableSummaries
    guilds: Guilds
    sleep: Sleep = asyncio.sleep
    _playing: dict[int, _Playing] = field(init=False, default_factory=dict)
    _closing: bool = field(init=False, default=False)
    show_late: ShowLate | None = field(init=False, default=None)
    """Tell a table why it waits, LATE_SECONDS after a turn has begun."""
    _late: Tasks = field(init=False, default_factory=Tasks)

    def begin(self, game: int, post: Post) -> None:
        """Have a game's opponents play, if one is to move, and post their moves."""
        if game in self._playing:
            self._playing[game].again = True
        elif not self._closing:
            playing = self._playing[game] = _Playing()
            playing.task = asyncio.create_task(self._play(game, playing, post), name="opponents")

    async def with_answers(self, outcome: Outcome) -> Outcome:
        """Add answers that come within OPPONENT_GRACE_SECONDS.

        A grandmaster takes longer, and is not waited for.
        """
        playing, opponent = self._playing.get(outcome.game), outcome.after.opponent_to_move
        if playing is None or opponent is None or opponent_level(opponent) == GRANDMASTER:
            return outcome
        try:
            async with asyncio.timeout(OPPONENT_GRACE_SECONDS):
                await playing.done.wait()
        except TimeoutError:
            return outcome
        for step in playing.steps:
            if step.before is not None and step.before.last == outcome.after.last:
                outcome = replace(outcome, after=step.after)
        return outcome

    async def catch_up(self, post: Post) -> None:
        """Resume games where opponents were to move when the bot stopped."""
        for game in await self.summaries.waiting_for_opponent():
            self.begin(game, post)

    async def close(self) -> None:
        """Cancel all tasks: the next start computes the moves again."""
        self._closing = True
        running = [playing.task for playing in self._playing.values() if playing.task is not None]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await asyncio.gather(*self._late, return_exceptions=True)

    async def _play(self, game: int, playing: _Playing, post: Post) -> None:
        log_context.begin(game=game)
        loaded: LoadedTable | None = None
        try:
            while playing.again:
                playing.again = False
                while (now := await self._opponent_turn(game)) is not None:
                    loaded = now
                    outcome = await self._play_turn(loaded)
                    if outcome is not None:
                        playing.steps.append(outcome)
                if not playing.steps:
                    await self._preload(game)
        except (Refusal, StorageError) as error:
            log.warning("the opponents of game %s do not play on: %r", game, error)
        except Exception:
            log.exception("the opponents of game %s do not play on", game)
        finally:
            # Callers of with_answers() take these moves into their own post; below, post the rest.
            del self._playing[game]
            playing.done.set()
        if playing.steps and loaded is not None:
            first, last = playing.steps[0], playing.steps[-1]
            await post(loaded.row.channel, loaded.row.guild, replace(last, before=first.before))

    async def _opponent_turn(self, game: int) -> LoadedTable | None:
        """None unless an opponent is to move."""
        loaded = await self.tables.unfinished_game(game)
        if (
            loaded is None
            or loaded.table.opponent_to_move is None
            or not self.guilds.has_bot(loaded.row.guild)
        ):
            return None
        return loaded

    async def _preload(self, game: int) -> None:
        """Load a game into a worker before an opponent is to move."""
        loaded = await self.tables.unfinished_game(game)
        if loaded is None or not self.guilds.has_bot(loaded.row.guild):
            return
        table = loaded.table
        if table.game is not None and any(map(is_opponent, table.players)):
            with suppress(QueueFull, TaskFailed):
                await self.pool.run(tasks.preload, table.record())

    async def _play_turn(self, loaded: LoadedTable) -> Outcome | None:
        who = loaded.table.opponent_to_move
        assert who is not None
        late = self._late.begin(self._tell_when_late(loaded), "late opponent")
        try:
            moves = await self._choose_moves(loaded, opponent_level(who))
        finally:
            late.cancel()
        try:
            by = Request(who, loaded.row.guild, loaded.row.channel)
            return await self.service.play(by, moves, version=loaded.version)
        except Refusal as refusal:
            if refusal.reason != "late":
                raise
            return None

    async def _tell_when_late(self, loaded: LoadedTable) -> None:
        """Say why the table waits, from LATE_SECONDS on until cancelled."""
        if self.show_late is None:
            return
        await self.sleep(LATE_SECONDS)
        async with self.show_late(loaded):
            await asyncio.Future()

    async def _choose_moves(self, loaded: LoadedTable, level: str) -> tuple[Move, ...]:
        """Retried until there are moves, weaker after errors.

        After MAX_FAILURES no worker is asked: on a busy machine each may be too slow.
        """
        record, tries, failures = loaded.table.record(), 0, 0
        seed = zlib.crc32(f"{loaded.row.id} {loaded.table.version}".encode())
        in_a_row = opponents_in_a_row(loaded.table)
        while True:
            is_long = level == GRANDMASTER
            most = GRANDMASTER_TURN_SECONDS if is_long and not self.pool.queued else TURN_SECONDS
            seconds = max(MIN_MOVE_SECONDS, most / in_a_row)
            try:
                return await self.pool.run(
                    tasks.choose_moves, record, level, seed, seconds, long=is_long, kind=level
                )
            except QueueFull:
                pass
            except TaskFailed as error:
                log.log(
                    failure_level(error),
                    "game %s: no move of level %s: %s",
                    *(loaded.row.id, level, error),
                )
                level, failures = next(iter(LEVELS)), failures + 1
                if failures == MAX_FAILURES:
                    return await asyncio.to_thread(choose, loaded.table.running_game, level, seed)
            await self.sleep(MOVE_RETRY_SECONDS[min(tries, len(MOVE_RETRY_SECONDS) - 1)])
            tries += 1


def opponents_in_a_row(table: Table) -> int:
    """The number of opponents that play before the next person."""
    game = table.running_game
    order = ((game.turn + n) % game.seats for n in range(game.seats))
    players = [table.players[seat] for seat in order if seat not in game.out]
    return next((n for n, user in enumerate(players) if not is_opponent(user)), len(players)) or 1
