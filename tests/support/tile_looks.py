"""The look of every tile of every box, as a parameter of tests."""

from __future__ import annotations

from typing import Final

import pytest

from renderer.art.parts import art_of
from rules.variants import rulebook
from tests.support.game_choices import ALL_TOGETHER
from tests.support.slow_cases import rest_slow

GAMES: Final = ("hunters", ALL_TOGETHER, "ark")
"""Games with all tiles there are."""
BOOKS: Final = [rulebook(name) for name in GAMES]
LOOKS: Final = [art_of(book).look(form.tile) for book in BOOKS for form in book.forms.values()]
_MIXED: Final = [look for first in range(4) for look in LOOKS[first::4]]

every_tile = pytest.mark.parametrize(
    "look", rest_slow(_MIXED, len(LOOKS) // 4), ids=lambda look: str(look.tile.id)
)
"""Run a test for every tile; the fast tests take each fourth tile of a box."""
