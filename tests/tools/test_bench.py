"""``make bench`` runs and measures."""

import asyncio

import pytest

from tools import bench


@pytest.mark.slow
def test_benchmark_report_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "RUNS", 1)
    monkeypatch.setattr(bench, "GAMES_A_RUN", 1)
    bench.rules_bench("base")
    bench.picture_bench("base")
    monkeypatch.setattr(bench, "GAMES_STORED", 40)
    asyncio.run(bench.home_bench())
    said = capsys.readouterr().out
    assert "random games" in said and "turn warm" in said and "replay of" in said
    assert "page of a whole game" in said and "base: poster to print" in said
    assert "40 games: home's query" in said
