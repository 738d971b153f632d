"""``make bench`` runs and measures."""

import asyncio
import random

import pytest

from tools import bench
from tools.load.report import Size, load


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
    assert "legal moves p99" in said and "turn, warm" in said and "replay of" in said
    assert "page of a whole game" in said and "base: poster to print" in said
    assert "40 games: home's query, p99" in said


@pytest.mark.slow
async def test_load_is_measured_through_the_real_program() -> None:
    said: list[str] = []
    size = Size(games=6, tables=5, seconds=0.5, at_once=2, commits=4)
    await load(lambda what, figure: said.append(f"{what} {figure}"), size, random.Random(1))
    report = "\n".join(said)
    for figure in ("to acknowledgement", "to commit", "to post", "lag of the loop"):
        assert report.count(f"{figure} p50") == 2, figure
    assert "memory a table" in report and "growth of the file a move" in report
