"""Checks by the type checker: a changed game names existing fields."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHANGES = {
    "game.replace(agenda=())": True,
    "game.with_events(turn=1)": True,
    "game.replace(agend=())": False,
    "game.replace(turn='Ana')": False,
    "game.with_events(story=())": False,
}
"""A change, and whether it is one."""


@pytest.mark.slow
def test_a_change_of_a_game_is_checked_by_name_and_type() -> None:
    body = [f"    {change}" for change in CHANGES]
    code = "\n".join(["from rules.game import Game", "def changed(game: Game) -> None:", *body, ""])
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file=", "--strict", "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    wrong = {int(line) for line in re.findall(r"<string>:(\d+): error", done.stdout)}
    assert wrong == {n for n, right in enumerate(CHANGES.values(), 3) if not right}, done.stdout
