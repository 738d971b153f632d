"""Turns of every game in headless Chromium, on a playground that is already open."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.variants import games
from tests.browser import some_turns
from tests.browser.visitor import Visitor, find_chromium, visit

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def visitor() -> Iterator[Visitor]:
    """One visitor for all the games: they are played one after the other in the same channel."""
    url = os.environ.get("PLAYGROUND_URL")
    if not url:
        pytest.skip("no playground: PLAYGROUND_URL is the address that `make play` prints")
    chromium = find_chromium()
    if chromium is None:
        pytest.skip(some_turns.NO_CHROMIUM)
    with visit(url, chromium=chromium) as found:
        yield found


@pytest.mark.parametrize("game", games())
def test_turns_are_typed_and_pressed_and_the_last_post_says_it_all(
    visitor: Visitor, game: str, tmp_path: Path
) -> None:
    some_turns.play(visitor, game, tmp_path)
