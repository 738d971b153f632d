"""Growth is found between two samples of what a bot holds."""

from __future__ import annotations

from dataclasses import replace

from tools.steady import HOUR, MIB, Sample, growths

HELD = {"memory": 200.0 * MIB, "files": 20, "tasks": 30, "threads": 9}
BEFORE = Sample(HOUR / 4, HELD, {"sprites": 0.0}, 0)


def an_hour_later(memory: float = 0.0, tasks: int = 0, cache: float = 0.0) -> Sample:
    """The sample of an hour later, with more memory and caches in MiB, and more tasks."""
    grown = {**HELD, "memory": HELD["memory"] + memory * MIB, "tasks": HELD["tasks"] + tasks}
    return replace(BEFORE, at=BEFORE.at + HOUR, held=grown, caches={"sprites": cache * MIB})


def test_memory_that_grows_by_more_than_a_twentieth_an_hour_is_named() -> None:
    assert list(growths(BEFORE, an_hour_later(memory=24))) == ["memory grow by 12% an hour"]


def test_memory_that_stays_or_only_fills_caches_is_not_named() -> None:
    assert not list(growths(BEFORE, an_hour_later()))
    assert not list(growths(BEFORE, an_hour_later(memory=26, cache=24)))


def test_each_task_left_behind_is_named() -> None:
    named = growths(BEFORE, an_hour_later(tasks=12))
    assert [line.split()[0] for line in named] == ["tasks"]
