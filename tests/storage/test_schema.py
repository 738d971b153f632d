"""The schema, which both kinds of database get from one source."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg

from storage.schema import migrations
from tests.support.postgres_server import Server
from tests.support.schema_text import postgres_schema, sqlite_schema

GOLDEN = Path(__file__).with_name("goldens") / "schemas.txt"


def digest(lines: list[str]) -> str:
    return hashlib.blake2b("\n".join(lines).encode(), digest_size=8).hexdigest()


def recorded(kind: str) -> list[str]:
    lines = (line.split() for line in GOLDEN.read_text().splitlines())
    return [text for name, _version, text in lines if name == kind]


def test_a_file_gets_the_schema_of_each_version_as_it_was_released() -> None:
    found = []
    with closing(sqlite3.connect(":memory:")) as connection:
        for script in migrations("sqlite"):
            connection.executescript(script)
            found.append(digest(sqlite_schema(connection)))
    assert found == recorded("sqlite")


async def test_a_server_gets_the_schema_of_each_version_as_it_was_released(server: Server) -> None:
    address = await server.create("template1")
    connection = await asyncpg.connect(address)
    found = []
    for script in migrations("postgres"):
        await connection.execute(script)
        found.append(digest(await postgres_schema(connection)))
    await connection.close()
    await server.drop(address)
    assert found == recorded("postgres")
