"""Headless Chromium, and a visitor of a playground that is already open."""

import os
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.browser.some_turns import NO_CHROMIUM
from tests.browser.visitor import Visitor, find_chromium, launched, visit_in

OF_VISITOR: Final[list[Browser]] = []
"""The browser of the visitor while there is one: a second cannot run in this thread."""


@pytest.fixture(scope="session")
def visitor() -> Iterator[Visitor]:
    """One visitor for everything: it happens one after the other in the same channel."""
    url = os.environ.get("PLAYGROUND_URL")
    if not url:
        pytest.skip("no playground: PLAYGROUND_URL is the address that `make play` prints")
    with launched(_chromium()) as browser, visit_in(browser, url) as opened:
        OF_VISITOR.append(browser)
        yield opened
        OF_VISITOR.clear()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a module, closed after them unless it is the visitor's."""
    if OF_VISITOR:
        yield OF_VISITOR[0]
        return
    with launched(_chromium()) as browser:
        yield browser


def _chromium() -> str:
    """The path of Chromium; skip the test where there is none."""
    chromium = find_chromium()
    if chromium is None:
        pytest.skip(NO_CHROMIUM)
    return chromium
