"""Growth is found in samples of what a bot holds."""

from __future__ import annotations

from tools.steady import HOUR, MIB, Sample, growths

SAMPLES = 60


def samples(grown_mib: float, *, warm_up_mib: float = 0.0, tasks: int = 0) -> list[Sample]:
    """An hour of samples of a bot of 200 MiB that grows, and of the caches' filling before."""
    return [
        Sample(
            HOUR * n / SAMPLES,
            {
                "memory": MIB * (200 + grown_mib * n / SAMPLES)
                - MIB * warm_up_mib * max(0.0, 1 - 5 * n / SAMPLES),
                "files": 20,
                "tasks": 30 + tasks * n / SAMPLES,
                "threads": 9,
            },
            {},
            0,
        )
        for n in range(SAMPLES + 1)
    ]


def test_memory_that_grows_by_more_than_a_twentieth_an_hour_is_named() -> None:
    assert list(growths(samples(26))) == ["memory grow by 12% an hour"]


def test_memory_that_stays_or_only_fills_caches_first_is_not_named() -> None:
    assert not list(growths(samples(0)))
    assert not list(growths(samples(0, warm_up_mib=120)))


def test_each_task_left_behind_is_named() -> None:
    assert [line.split()[0] for line in growths(samples(0, tasks=12))] == ["tasks"]
