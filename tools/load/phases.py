"""Phases of play: how long each move took to its acknowledgement, its commit and its post."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from tools.load.people import LoadPlayers, MeasuredMove

Row: TypeAlias = Callable[[str, str], None]
"""Prints a line: what was measured, and the figures."""


@dataclass(frozen=True, slots=True)
class Phase:
    """Some seconds of play; the times are of `time.monotonic`."""

    began: float
    ended: float
    moves: Sequence[MeasuredMove]

    @property
    def seconds(self) -> float:
        """The duration in seconds."""
        return self.ended - self.began

    def commits(self, committed: Mapping[str, float]) -> list[float]:
        """The seconds from each command to its commit, whose moments are in ``committed``."""
        return [committed[move.interaction] - move.sent for move in self.moves]


async def measured_phase(people: LoadPlayers, playing: Awaitable[object]) -> Phase:
    """Wait until people have played, and return what they did."""
    made, began = len(people.moves), time.monotonic()
    await playing
    return Phase(began, time.monotonic(), people.moves[made:])


def report_phase(row: Row, title: str, phase: Phase, measured: Mapping[str, Any]) -> None:
    """Print the times of a phase, as `tools.load.stopwatch` wrote them."""
    moves = phase.moves
    row(f"{title}: command to acknowledgement", spread([m.heard - m.sent for m in moves]))
    row(f"{title}: command to commit", spread(phase.commits(measured["committed"])))
    row(f"{title}: command to post", spread([m.posted - m.sent for m in moves]))
    late = [lag for lag_at, lag in measured["late"] if phase.began <= lag_at <= phase.ended]
    row(f"{title}: lag of the loop", spread(late))


def percentile(figures: Sequence[float], part: float) -> float:
    """The figure that such a part of the figures does not exceed."""
    return sorted(figures)[min(len(figures) - 1, int(len(figures) * part))]


def spread(seconds: Sequence[float]) -> str:
    """The median and the 99th percentile in milliseconds."""
    assert seconds, "nobody has moved"
    p50, p99 = (1e3 * percentile(seconds, part) for part in (0.5, 0.99))
    return f"p50 {p50:.1f} ms, p99 {p99:.1f} ms"
