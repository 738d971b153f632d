"""Faster replacements of what simcord does most often in tests, and bots that are always closed.

simcord is pinned by constraints.txt.
"""

import asyncio
import copy
import time
from types import SimpleNamespace
from typing import Any, Final

import simcord
from simcord import _dpy_internals, _runtime, _settlement, components, gateway, results
from simcord.backend import serializers
from simcord.http import router

SETTLE_TIMEOUT_SECONDS: Final = 30.0
"""The longest wait for a step of the bot: the machine may be busy; simcord waits for 5 s in all."""
BUSY_FACTOR: Final = 10
FIRST_PAUSE_SECONDS: Final = 0.002
LONGEST_PAUSE_SECONDS: Final = 0.02
ATOMS: Final = frozenset({str, int, float, bool, bytes, type(None)})

_real_monotonic = time.monotonic
_real_start, _real_shutdown = simcord.Env.start, simcord.Env.shutdown


def install() -> None:
    """Replace the functions in simcord, for all tests of this process."""
    simcord.Env._settle_internal = settle  # type: ignore[method-assign]
    simcord.Env.settle.__defaults__ = (None, FIRST_PAUSE_SECONDS)
    simcord.Env.start = start  # type: ignore[method-assign]
    simcord.Env.shutdown = shutdown  # type: ignore[method-assign]
    _dpy_internals._clock_monotonic = monotonic
    for module in (results, components, serializers):
        module.deepcopy = copy_payload  # type: ignore[attr-defined]
    for module in (gateway, router):
        module.copy = SimpleNamespace(deepcopy=copy_payload)  # type: ignore[attr-defined]


async def start(self: simcord.Env) -> None:
    """Start a bot; close it if that fails, as the thread of its database would live for ever."""
    self.settle_timeout = max(self.settle_timeout, SETTLE_TIMEOUT_SECONDS)
    try:
        await _real_start(self)
    except BaseException:
        await self.bot.close()
        raise


async def shutdown(self: simcord.Env) -> None:
    """Close the bot, also if a fixture or the test has failed, and detach it."""
    await self.bot.close()
    await _real_shutdown(self)


def copy_payload(value: Any) -> Any:
    """Copy a JSON value; ``copy.deepcopy`` takes five times as long, as it looks for circles."""
    kind = type(value)
    if kind is dict:
        return {key: copy_payload(each) for key, each in value.items()}
    if kind is list:
        return [copy_payload(each) for each in value]
    return value if kind in ATOMS else copy.deepcopy(value)


def monotonic() -> float:
    """Return the virtual time inside the bot, else the real one, as simcord's own function does."""
    scope = _runtime._BOT_SCOPE.get()
    if scope is not None:
        env, generation = scope
        if env._started and env._runtime is not None and generation == env._generation:
            return float(env._virtual_time)
    return _real_monotonic()


async def settle(
    self: simcord.Env,
    *,
    timeout: float | None = None,
    idle: float = FIRST_PAUSE_SECONDS,
    dispatch: str | None = None,
    _deadline: float | None = None,
) -> None:
    """Wait until the bot has nothing to do, at less cost than simcord's own method.

    Look again when a busy task has ended, or after pauses that grow; simcord looks at all tasks
    after each pause. While a busy task stays busy, look at no other. Raise TimeoutError if no task
    makes a step for the environment's timeout, also at a start, for which simcord gives 5
    seconds: what a process draws takes as long as the machine lets it, but tells of each frame.
    A bot that makes steps without end is given BUSY_FACTOR times as long.
    """
    effective = max(self.settle_timeout, timeout or 0.0)
    first_pause = self._validate_idle(idle)
    loop = self._loop
    assert loop is not None
    self._last_dispatch = dispatch
    deadline = loop.time() + effective if _deadline is None else _deadline
    waits: list[tuple[asyncio.Task[Any], object]] = []
    has_been_empty, patient_until = False, deadline
    latest = deadline + (BUSY_FACTOR - 1) * effective
    while True:
        _settlement._run_due_virtual_callbacks(self._settlement_state(), deadline)
        await asyncio.sleep(0)
        advancing = self._real_advance_task or self._advance_task
        if advancing is not None and advancing is not asyncio.current_task():
            await _advanced(self, advancing, deadline)
            continue
        state = self._settlement_state()
        pending = _settlement._owned_tasks(state)
        if not pending and not _settlement._active_callbacks(state) and not self._work.executors:
            if has_been_empty:
                return
            has_been_empty = True
            continue
        has_been_empty = False
        busy, callbacks = _busy(self, deadline)
        if not busy and not callbacks and not self._work.executors:
            # What a task that has just ended has begun is seen after another turn of the loop.
            await asyncio.sleep(0)
            busy, callbacks = _busy(self, deadline)
            if not busy and not callbacks and not self._work.executors:
                return
            continue
        pause = first_pause
        while True:
            # What a task waits for is another object after each of its steps.
            pending = _settlement._owned_tasks(self._settlement_state())
            before, waits = waits, [(task, getattr(task, "_fut_waiter", None)) for task in pending]
            if waits != before:
                patient_until = min(max(deadline, loop.time() + effective), latest)
            remaining = patient_until - loop.time()
            if remaining <= 0:
                raise TimeoutError(
                    _settlement._settle_timeout_message(
                        self._settlement_state(),
                        busy,
                        _settlement._owned_tasks(self._settlement_state()),
                        effective,
                        callbacks,
                    )
                )
            awaited = (*busy, *self._work.executors)
            if awaited:
                done, _ = await asyncio.wait(
                    awaited, timeout=min(pause, remaining), return_when=asyncio.FIRST_COMPLETED
                )
            else:
                done = set()
                await asyncio.sleep(min(pause, remaining))
            state = self._settlement_state()
            if done or not any(not _settlement._is_parked(state, task, deadline) for task in busy):
                break
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
            _settlement._run_due_virtual_callbacks(state, deadline)
            if self._real_advance_task is not None:
                break


def _busy(
    self: simcord.Env, deadline: float
) -> tuple[list[asyncio.Task[Any]], list[_runtime._CallbackRecord]]:
    """The bot's tasks and callbacks that go on without any event from outside."""
    state = self._settlement_state()
    pending = _settlement._owned_tasks(state)
    _settlement._virtualize_recognized_waits(state, pending)
    return (
        [task for task in pending if not _settlement._is_parked(state, task, deadline)],
        [
            record
            for record in _settlement._active_callbacks(state)
            if not _settlement._callback_is_parked(state, record, deadline)
        ],
    )


async def _advanced(self: simcord.Env, advancing: asyncio.Task[Any], deadline: float) -> None:
    """Wait until another task has advanced the virtual time; raise its error."""
    assert self._loop is not None
    remaining = max(0.0, deadline - self._loop.time())
    done, _ = await asyncio.wait((advancing,), timeout=remaining)
    if not done:
        raise TimeoutError("bot did not settle while advancing time")
    if self._real_advance_task is advancing:
        self._real_advance_task = None
    advancing.result()
