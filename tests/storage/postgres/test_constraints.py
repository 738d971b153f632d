"""Constraints of the schema that only PostgreSQL has."""

import pytest

from storage import Database
from storage.table_summaries import TABLES_IN_PHASE, TABLES_OF_USER, TABLES_WITH_OPEN_SEATS
from tests.storage.test_constraints import game
from tests.support.raw_connection import Raw, Refused

__all__ = ["game"]


@pytest.mark.parametrize(
    ("statement", "law"),
    [
        *(
            (f"TRUNCATE {table} CASCADE", "never truncated")
            for table in ("entries", "games", "actors", "posts", "deletions")
        ),
        ("UPDATE games SET last = 1", "only an entry changes the last"),
        ("UPDATE games SET last = 3, posted = 3", "only an entry changes the last"),
        ("UPDATE games SET posted = 0", "never decreases"),
        ("UPDATE games SET guild = 7", "keeps its place"),
        (
            "INSERT INTO games (guild, channel, started_at, last) VALUES (9, 9, 0, 4)",
            "begins without entries",
        ),
        (
            "INSERT INTO entries VALUES (1, 1, 1, 'x', 0, 0)"
            " ON CONFLICT (game, number) DO UPDATE SET text = 'x'",
            "not the next entry",
        ),
        (
            "INSERT INTO posts VALUES (7, 1, -1, 0, TRUE)"
            " ON CONFLICT (message) DO UPDATE SET number = 0",
            "later entries",
        ),
        ("DELETE FROM entries USING games WHERE games.id = game", "never deleted"),
    ],
)
async def test_invalid_row_is_refused_by_the_schema(
    game: int, raw: Raw, statement: str, law: str
) -> None:
    before = await raw.execute("SELECT * FROM entries ORDER BY game, number")
    games = await raw.execute("SELECT * FROM games")
    with pytest.raises(Refused, match=law):
        await raw.execute(statement)
    assert await raw.execute("SELECT * FROM entries ORDER BY game, number") == before
    assert await raw.execute("SELECT * FROM games") == games


async def test_frequent_queries_use_an_index(database: Database, game: int) -> None:
    """Sequential scans are disabled, because the server prefers them for small tables."""

    async def plans(execute: object) -> list[str]:
        await execute("SET LOCAL enable_seqscan = off")  # type: ignore[operator]
        lines = []
        for sql, parameters in (
            (TABLES_OF_USER, (7, "archived", 0.0)),
            (TABLES_IN_PHASE, ("lobby", 40)),
            (TABLES_WITH_OPEN_SEATS, ("playing", 40)),
        ):
            rows = await execute(f"EXPLAIN {sql}", parameters)  # type: ignore[operator]
            lines += [row[0] for row in rows]
        return lines

    lines = await database.write(plans, "")
    assert not [line for line in lines if "Seq Scan" in line], lines
