"""Turns of every game on an open playground in headless Chromium."""

from pathlib import Path

import pytest

from tests.browser import some_turns
from tests.browser.visitor import Visitor
from tests.support.game_choices import FOUR

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("game", FOUR)
def test_turns_are_typed_and_pressed_up_to_the_last_post(
    visitor: Visitor, game: str, tmp_path: Path
) -> None:
    some_turns.play(visitor, game, tmp_path)
