"""A clock that tests set for the real bot; due jobs run as time passes."""

from dataclasses import dataclass
from typing import Final

from storage import Schedule
from tests.support.world import World

NOON: Final = 1_795_953_600.0
"""A Sunday in November 2026, twelve o'clock UTC."""


@dataclass
class Clock:
    """A clock for the bot, in Unix seconds."""

    now: float = NOON

    def __call__(self) -> float:
        return self.now


async def pass_time(world: World, clock: Clock, seconds: float) -> None:
    """Pass time; run each due job at its minute."""
    until = clock.now + seconds
    schedule = Schedule(world.database)
    while True:
        await world.app.services.scheduler.run()
        due_at = await schedule.next_at()
        if due_at is None or due_at > until:
            break
        clock.now = max(clock.now, due_at)
    clock.now = until


async def pass_time_without_bot(world: World, clock: Clock, seconds: float) -> None:
    """Pass time without the bot, then run the due jobs."""
    clock.now += seconds
    await world.app.services.scheduler.run()
