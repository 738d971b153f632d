"""Servers that the tests cannot run, by connections whose answers are given."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from storage import StorageError
from storage.postgres import schema
from storage.schema import newest_version

GOOD: dict[str, object] = {
    "SHOW server_encoding": "UTF8",
    "SELECT pg_is_in_recovery()": False,
    "SELECT to_regclass('schema_versions') IS NULL": False,
    "SELECT max(version) FROM schema_versions": newest_version(),
    "SELECT 1 FROM settings WHERE key = $1": None,
    "SHOW transaction_read_only": "off",
}


class Answering:
    def __init__(self, major: int = 16, **changed: object) -> None:
        self.major = major
        self.answers = GOOD | changed
        self.locked = False

    def get_server_version(self) -> Answering:
        return self

    def transaction(self) -> asyncio.Lock:
        return asyncio.Lock()

    async def execute(self, sql: str, *parameters: object) -> None:
        self.locked |= parameters == (schema.SCHEMA_LOCK,)

    async def fetchval(self, sql: str, *parameters: object) -> object:
        known = (answer for query, answer in self.answers.items() if sql.startswith(query))
        return next(known)


async def test_server_of_the_oldest_version_is_prepared_under_a_lock() -> None:
    connection: Any = Answering(schema.OLDEST_POSTGRES)
    await schema.prepare(connection, "games")
    assert connection.locked


@pytest.mark.parametrize(
    ("connection", "message"),
    [
        (Answering(13), "PostgreSQL 13 is too old: 14 is needed"),
        (
            Answering(14, **{"SELECT pg_is_in_recovery()": True}),
            "this server only follows another; use that one",
        ),
    ],
)
async def test_server_that_the_tests_do_not_run_is_refused(connection: Any, message: str) -> None:
    with pytest.raises(StorageError, match=f"^games: {message}$"):
        await schema.prepare(connection, "games")
