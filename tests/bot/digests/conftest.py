"""Fixtures of the tests of puzzles and digests."""

import pytest

from rules.opponents import puzzles


@pytest.fixture(autouse=True)
def few_futures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare an answer with the best turn in one future instead of twelve."""
    monkeypatch.setattr(puzzles, "COMPARED_FUTURES", 1)
