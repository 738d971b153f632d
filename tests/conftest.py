"""Fixtures and hooks of all tests."""

from __future__ import annotations

import gc
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from tests.support.postgres_server import Server

# Boards are many small values and hardly any of them in circles: at Python's own threshold of 700
# a tenth of the suite's time went into looking for these.
gc.set_threshold(20_000, 20, 20)

# What gives way to others, as a nightly copy does, would slow down all tests after it.
os.nice = lambda _: 0

MEMORY_FOLDER: Final = Path("/dev/shm")
MEMORY_BYTES: Final = 2 << 30

# Files of tests are kept in memory where Linux has room for them: each test waited for the disk.
if os.access(MEMORY_FOLDER, os.W_OK) and shutil.disk_usage(MEMORY_FOLDER).free >= MEMORY_BYTES:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY_FOLDER))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that need PostgreSQL as slow: on SQLite the same contracts are fast."""
    for item in items:
        called = getattr(item, "callspec", None)
        chosen = called.params.values() if called is not None else ()
        fixtures = getattr(item, "fixturenames", ())
        own_backend = "postgres" in item.path.parts and "backend" in fixtures
        if "server" in fixtures or "postgres" in chosen or own_backend:
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.postgres)
            item.add_marker(pytest.mark.landing)


NO_SERVER: Final = "no PostgreSQL here: "
REQUIRED: Final = "CARCASSONNE_POSTGRES_REQUIRED"
"""Variable that makes tests without a PostgreSQL server fail."""


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The PostgreSQL server of this test process, begun when the first test asks for it."""
    try:
        from tests.support.postgres_server import Server, reason_unavailable
    except ModuleNotFoundError as error:
        missing = str(error)
    else:
        missing = reason_unavailable()
    if missing:
        if os.environ.get(REQUIRED):
            pytest.fail(NO_SERVER + missing, pytrace=False)
        pytest.skip(NO_SERVER + missing)
    begun = Server.start()
    yield begun
    begun.remove()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Keep Python's own handler of Ctrl-C away, which a loop that had a handler leaves behind.

    asyncio replaces that one at each beginning of a loop, and then Python 3.11 writes out what the
    loop came to, a world or a whole table, to find that it is the name of no handler. What a shell
    runs in the background ignores Ctrl-C, as would the processes that tests interrupt.
    """
    if signal.getsignal(signal.SIGINT) in (signal.default_int_handler, signal.SIG_IGN):
        signal.signal(signal.SIGINT, lambda *said: signal.default_int_handler(*said))


SECONDS: Final = "processor seconds"
SLOWEST, MANY = 10, 40
SLOW_SECONDS: Final = 2.0
"""A test that takes more of the processor, child processes included, is to be marked as slow."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Note how long a test keeps the processor busy: on a busy machine the clock tells nothing."""
    before = sum(os.times()[:4])
    try:
        return (yield)
    finally:
        item.user_properties.append((SECONDS, sum(os.times()[:4]) - before))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the slowest tests; say loudly what was left out for want of a server."""
    took = {
        report: dict(report.user_properties)[SECONDS]
        for report in terminalreporter.stats.get("passed", [])
        if SECONDS in dict(report.user_properties)
    }
    slowest = sorted(took.items(), key=lambda each: -each[1])[:SLOWEST]
    if len(took) > MANY:
        terminalreporter.section(f"slowest of {sum(took.values()):.0f} {SECONDS}")
        for report, seconds in slowest:
            is_fast = seconds <= SLOW_SECONDS or "slow" in report.keywords
            advice = "" if is_fast else "  mark it as slow"
            terminalreporter.write_line(f"{seconds:6.1f} s  {report.nodeid}{advice}")
    skipped = [
        report.longrepr[2]
        for report in terminalreporter.stats.get("skipped", [])
        if isinstance(report.longrepr, tuple) and NO_SERVER in report.longrepr[2]
    ]
    if skipped:
        line = f"NOT TESTED WITH POSTGRESQL: {len(skipped)} tests: {skipped[0]}"
        terminalreporter.write_line(line, red=True, bold=True)


def pytest_collection_finish() -> None:
    """Leave what was imported and collected out of every later search for circles."""
    gc.freeze()
