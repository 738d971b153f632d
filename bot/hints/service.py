"""Hints, reviews and *What if* by the strongest opponent, computed once per version of a table."""

import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar, TypeVarTuple

from cachetools import LRUCache

from bot.cluster.shared_limits import SharedLimits
from bot.core.tasks import KeyedLocks
from bot.opponents.pool import QueueFull, TaskFailed, WorkerPool, failure_level
from bot.table.rate_limits import RequestKind
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable, Request
from bot.table.table import Table
from rules.opponents import RatedTurn, best_turns_of_record
from rules.opponents.review import (
    Review,
    TileDecision,
    look_longer,
    points_behind,
    review_record,
)
from rules.opponents.turns import Moves

log = logging.getLogger(__name__)

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
_Key = tuple[Any, ...]
"""The kind of question, the game, the version of its table, and further arguments."""

ANSWERS_KEPT: Final = 128
"""The number of newest answers kept in memory: some kilobytes each."""
HINT_SECONDS: Final = 20.0
REVIEW_SECONDS: Final = 300.0
"""Seconds that a hint and a review may take: a review much more than its processor time, so that
a busy machine finishes it, and less than an interaction can be answered."""
REVIEW_CPU_SECONDS: Final = 20.0
"""Seconds of the processor after which a review searches no further move."""
LONGER_CPU_SECONDS: Final = 2.0
"""Seconds of the processor after which a review that goes on lets others ask first."""
LONGER_TIMES: Final = 30
"""The most times that a review goes on."""


@dataclass(eq=False, repr=False)
class Hints:
    """Computed in worker processes, each only once."""

    pool: WorkerPool
    limits: SharedLimits
    """Bound the hints and reviews of a person."""
    _answers: LRUCache[_Key, Any] = field(
        init=False, default_factory=lambda: LRUCache(ANSWERS_KEPT)
    )
    _locks: KeyedLocks[_Key] = field(init=False, default_factory=KeyedLocks)

    async def hint(self, request: Request, loaded: LoadedTable) -> tuple[RatedTurn, ...]:
        """Best first."""
        charged = self.limits.charged(RequestKind.HINT, request.user, request.channel)
        key = _key(RequestKind.HINT, loaded)
        record = loaded.table.record()
        return await self._answer(key, charged, HINT_SECONDS, best_turns_of_record, record)

    async def hint_before(
        self, request: Request, loaded: LoadedTable, decision: TileDecision
    ) -> tuple[RatedTurn, ...]:
        """The best turns at an earlier decision, best first."""
        charged = self.limits.charged(RequestKind.WHAT_IF, request.user, request.channel)
        key = (*_key(RequestKind.WHAT_IF, loaded), decision.line)
        record = _record_before(loaded.table, decision)
        return await self._answer(key, charged, HINT_SECONDS, best_turns_of_record, record)

    async def points_behind(
        self,
        request: Request,
        loaded: LoadedTable,
        decision: TileDecision,
        best: Moves,
        moves: Moves,
    ) -> float:
        """Points that moves at an earlier decision lose against the best."""
        charged: AbstractAsyncContextManager[None] = nullcontext()
        if moves != decision.moves:
            charged = self.limits.charged(RequestKind.WHAT_IF, request.user, request.channel)
        key = (*_key(RequestKind.WHAT_IF, loaded), decision.line, moves)
        record = _record_before(loaded.table, decision)
        return await self._answer(key, charged, HINT_SECONDS, points_behind, record, best, moves)

    def is_reviewed(self, loaded: LoadedTable) -> bool:
        return _key(RequestKind.REVIEW, loaded) in self._answers

    def known_review(self, loaded: LoadedTable) -> Review | None:
        return self._answers.get(_key(RequestKind.REVIEW, loaded))

    async def review(self, request: Request, loaded: LoadedTable) -> Review:
        """The cost of each player's moves."""
        charged = self.limits.charged(RequestKind.REVIEW, request.user, request.channel)
        return await self._review(_key(RequestKind.REVIEW, loaded), charged, loaded.table)

    async def unasked_review(self, game: int, table: Table) -> Review:
        """A review for the poster; counts for no user's limit."""
        return await self._review((RequestKind.REVIEW, game, table.version), nullcontext(), table)

    async def longer_review(self, game: int, table: Table) -> Review | None:
        """Search further moves of a known review while nobody waits for a worker.

        More moves are searched, none more deeply: the best move of each stays that of a hint.
        """
        key = (RequestKind.REVIEW, game, table.version)
        async with self._locks["longer", *key]:
            for _time in range(LONGER_TIMES):
                review: Review | None = self._answers.get(key)
                if review is None or review.is_complete or self.pool.queued:
                    break
                try:
                    self._answers[key] = await self.pool.run(
                        look_longer,
                        table.record(),
                        review,
                        LONGER_CPU_SECONDS,
                        seconds=REVIEW_SECONDS,
                        long=True,
                        spare=True,
                    )
                except (QueueFull, TaskFailed) as error:
                    log.info("the review of game %s stays as it is: %r", game, error)
                    break
        return self._answers.get(key)

    async def _review(
        self, key: _Key, charged: AbstractAsyncContextManager[None], table: Table
    ) -> Review:
        return await self._answer(
            key, charged, REVIEW_SECONDS, review_record, table.record(), REVIEW_CPU_SECONDS
        )

    async def _answer(
        self,
        key: _Key,
        charged: AbstractAsyncContextManager[None],
        seconds: float,
        work: Callable[[*Ts], T],
        *given: *Ts,
    ) -> T:
        """Answer from the cache, or compute within ``charged``. Raise Refusal."""
        async with self._locks[key]:
            if key not in self._answers:
                async with charged:
                    self._answers[key] = await self._compute(key[0], seconds, work, *given)
            answer: T = self._answers[key]
        return answer

    async def _compute(
        self, kind: RequestKind, seconds: float, work: Callable[[*Ts], T], *given: *Ts
    ) -> T:
        long = kind is RequestKind.REVIEW
        try:
            return await self.pool.run(work, *given, seconds=seconds, long=long, kind=kind.value)
        except QueueFull:
            raise Refusal("busy-thinking") from None
        except TaskFailed as error:
            log.log(failure_level(error), "%s task failed: %s", kind.value, error)
            raise Refusal("not-thought") from error


def _record_before(table: Table, decision: TileDecision) -> str:
    return table.replace(lines=table.lines[: decision.line]).record()


def _key(kind: RequestKind, loaded: LoadedTable) -> _Key:
    return kind, loaded.row.id, loaded.table.version
