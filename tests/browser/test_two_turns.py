"""Two turns in headless Chromium, on a playground that is already open."""

import os
from pathlib import Path

import pytest

from tests.browser import two_turns
from tests.browser.visitor import find_chromium, visit


@pytest.mark.browser
def test_two_turns_are_played_on_the_page(tmp_path: Path) -> None:
    url = os.environ.get("PLAYGROUND_URL")
    if not url:
        pytest.skip("no playground: PLAYGROUND_URL is the address that `make play` prints")
    chromium = find_chromium()
    if chromium is None:
        pytest.skip(two_turns.NO_CHROMIUM)
    with visit(url, chromium=chromium) as visitor:
        two_turns.play(visitor, tmp_path)
