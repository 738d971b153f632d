"""``make bench`` runs: what nobody asserts is measured all the same."""

import pytest

from tests import bench


def test_the_report_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "RUNS", 1)
    monkeypatch.setattr(bench, "GAMES_A_RUN", 1)
    bench.rules_bench("base")
    bench.picture_bench("base")
    said = capsys.readouterr().out
    assert "legal moves p99" in said and "turn, warm" in said and "replay of" in said
