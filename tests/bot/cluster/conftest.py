"""Fixture: two processes of the bot on one PostgreSQL."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.postgres_server import Server
from tests.support.two_processes import Cluster, two_processes


@pytest.fixture
async def cluster(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Cluster]:
    async with two_processes(server, tmp_path, monkeypatch) as running:
        yield running
