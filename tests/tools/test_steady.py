"""Leaks are found between two samples of what a bot holds."""

from dataclasses import replace

from tools.lab.steady import CACHES, HOUR, METRICS, MIB, Sample, growths, read_page

HELD = {"memory": 200.0 * MIB, "files": 20, "tasks": 30, "threads": 9}
BEFORE = Sample(HOUR / 4, HELD)


def leaks(memory: float = 0.0, tasks: int = 0) -> dict[str, str]:
    """The leaks of an hour, with more memory in MiB and more tasks."""
    grown = {**HELD, "memory": HELD["memory"] + memory * MIB, "tasks": HELD["tasks"] + tasks}
    after = replace(BEFORE, at=BEFORE.at + HOUR, held=grown)
    return {what: f"{share:.0%}" for what, share, holds in growths(BEFORE, after) if not holds}


def test_memory_that_grows_by_more_than_a_twentieth_an_hour_is_a_leak() -> None:
    assert leaks(memory=24) == {"memory": "12%"}


def test_what_stays_or_grows_by_a_table_more_in_a_cache_is_no_leak() -> None:
    assert not leaks() and not leaks(memory=9) and not leaks(memory=7, tasks=3)


def test_each_task_left_behind_is_a_leak() -> None:
    assert leaks(tasks=12) == {"tasks": "40%"}


def test_caches_are_not_counted_as_memory() -> None:
    page = "\n".join(
        [
            f"process_resident_memory_bytes {200 * MIB}",
            *(f"{name} 5" for name in [*METRICS.values()][1:]),
            *(f'carcassonne_cache_bytes{{cache="{name}"}} {8 * MIB}' for name in CACHES),
        ]
    )
    sample = read_page(page, 1.0)
    assert sample.held["memory"] == (200 - 8 * len(CACHES)) * MIB and sample.held["tasks"] == 5
