"""The measurement of the first suggested move."""

import pytest

from tools.arena import advice


@pytest.mark.parametrize("order", advice.ORDERS)
@pytest.mark.slow
def test_loss_of_the_first_suggested_move_is_measured(
    order: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(advice, "MASTER_NODES", 40)
    monkeypatch.setattr(advice, "COMPARED_FUTURES", 1)
    assert advice.main(["--game", "ark", "--positions", "3", "--order", order]) == 0
    output = capsys.readouterr().out
    assert "ark, 3 seats, 3 positions" in output and f"order by {order}" in output
