"""A visitor of a playground that is already open, in headless Chromium."""

import os
from collections.abc import Iterator

import pytest

from tests.browser.some_turns import NO_CHROMIUM
from tests.browser.visitor import Visitor, find_chromium, visit


@pytest.fixture(scope="session")
def visitor() -> Iterator[Visitor]:
    """One visitor for everything: it happens one after the other in the same channel."""
    url = os.environ.get("PLAYGROUND_URL")
    if not url:
        pytest.skip("no playground: PLAYGROUND_URL is the address that `make play` prints")
    chromium = find_chromium()
    if chromium is None:
        pytest.skip(NO_CHROMIUM)
    with visit(url, chromium=chromium) as opened:
        yield opened
