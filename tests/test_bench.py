"""``make bench`` runs: what nobody asserts is measured all the same."""

import asyncio

import pytest

from tests import bench


def test_the_report_is_printed(
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
    assert "40 games: home's query, p99" in said
