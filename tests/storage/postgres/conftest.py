"""Fixtures for tests of PostgreSQL only."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING

import pytest

from storage import Database, open_database

if TYPE_CHECKING:
    from tests.support.postgres_server import Server


@pytest.fixture(scope="session")
def backend() -> str:
    return "postgres"


@pytest.fixture(scope="module")
def own(server: Server) -> Iterator[Server]:
    """A separate server that a test may stop."""
    from tests.support.postgres_server import Server

    begun = Server.start()
    yield begun
    begun.remove()


@pytest.fixture
async def empty(server: Server) -> AsyncIterator[str]:
    """A database without a schema."""
    address = await server.create("template1")
    yield address
    await server.drop(address)


@pytest.fixture
async def other(database: Database, address: str) -> AsyncIterator[Database]:
    """A second connection to the database of the test, as of another process."""
    async with await open_database(address, clock=database.clock) as opened:
        yield opened


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the time for which an unreachable server is tried again."""
    for module in ("connections", "transactions"):
        monkeypatch.setattr(f"storage.postgres.{module}.RETRY_FOR_SECONDS", 0.3)
