"""The look of every tile of every box, as a parameter of tests."""

from typing import Final

from renderer.art.parts import art_of
from rules.variants import rulebook
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER

GAMES: Final = ("hunters", ALL_TOGETHER, "ark")
"""Games with all tiles there are."""
BOOKS: Final = [rulebook(name) for name in GAMES]
LOOKS: Final = [art_of(book).look(form.tile) for book in BOOKS for form in book.forms.values()]
_MIXED: Final = [look for first in range(4) for look in LOOKS[first::4]]

every_tile = for_each("look", _MIXED, fast=len(LOOKS) // 4, ids=lambda look: look.tile.id)
"""Run a test for every tile; the fast tests take each fourth tile of a box."""
