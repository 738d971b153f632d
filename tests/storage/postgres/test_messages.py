"""Messages for the operator of a server, tested with connections whose answers are given."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, cast

import asyncpg
import pytest

from storage import (
    DatabaseUnreachable,
    ForeignFile,
    NewerSchema,
    ReadOnlyFile,
    ShardFilter,
    ShardsTaken,
    StorageError,
)
from storage.errors import IncompleteCopy, OlderSchema
from storage.postgres import connections, schema, transactions
from storage.postgres.connections import MessageListener
from storage.postgres.diagnostics import _state
from storage.postgres.shard_locks import ShardLocks
from storage.postgres.transactions import CommitUnknown
from storage.postgres.write_tokens import WriteTokens
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
    """A connection that answers each query with a given value."""

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


@pytest.mark.parametrize(
    ("kind", "message", "major", "changed"),
    [
        (StorageError, "PostgreSQL 13 is too old: 14 is needed", 13, {}),
        (
            StorageError,
            "its encoding is LATIN1; make a database of UTF8",
            *(14, {"SHOW server_encoding": "LATIN1"}),
        ),
        (
            ReadOnlyFile,
            "this server only follows another; use that one",
            *(14, {"SELECT pg_is_in_recovery()": True}),
        ),
        (
            ForeignFile,
            "this is a database of another program",
            14,
            {
                "SELECT to_regclass('schema_versions') IS NULL": True,
                "SELECT count(*) FROM pg_class": 1,
            },
        ),
        (
            NewerSchema,
            f"the database has schema version 99, this program knows {newest_version()};"
            " use the newer program",
            *(14, {"SELECT max(version) FROM schema_versions": 99}),
        ),
        (
            IncompleteCopy,
            IncompleteCopy.words,
            *(14, {"SELECT 1 FROM settings WHERE key = $1": 1}),
        ),
    ],
)
async def test_refused_server_is_named_with_the_reason(
    kind: type[StorageError], message: str, major: int, changed: dict[str, object]
) -> None:
    connection: Any = Answering(major, **changed)
    with pytest.raises(kind) as refused:
        await schema.prepare(connection, "games")
    assert str(refused.value) == f"games: {message}"


async def test_server_of_the_oldest_version_is_prepared_under_a_lock() -> None:
    connection: Any = Answering(schema.OLDEST_POSTGRES)
    await schema.prepare(connection, "games")
    assert connection.locked


async def test_older_schema_and_a_read_only_server_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    older, read_only = Answering(), Answering(**{"SHOW transaction_read_only": "on"})
    newest = newest_version()
    with monkeypatch.context() as later, pytest.raises(OlderSchema) as refused:
        later.setattr("storage.schema.newest_version", lambda: newest + 1)
        await schema.require_schema(cast(Any, older), "games")
    assert str(refused.value) == (
        f"games: the database has schema version {newest}, older than {newest + 1};"
        " start the bot once to bring it up to date"
    )
    with pytest.raises(ReadOnlyFile) as locked:
        await _state(cast(Any, read_only), "games")
    assert str(locked.value) == (
        "games: it takes no writes; let this user write to the database, on a server that takes"
        " writes"
    )


class Locked:
    """A connection on which shard 2 belongs to another process."""

    def __init__(self, holder: tuple[object, ...] | None) -> None:
        self.holder = holder
        self.executed: list[str] = []

    async def execute(self, sql: str) -> None:
        self.executed.append(sql)

    async def fetch(self, sql: str, numbers: list[int], count: int) -> list[tuple[int]]:
        assert (numbers, count) == ([1, 2], 4)
        return [(2,)]

    async def fetchrow(self, sql: str, taken: list[int], count: int) -> tuple[object, ...] | None:
        assert (taken, count) == ([2], 4)
        return self.holder


@pytest.mark.parametrize(
    ("holder", "words"),
    [
        (None, "a process connected from another machine has shard 2 of 4"),
        (
            (2, "10.0.0.7", datetime(2026, 11, 24, 18, 5, tzinfo=UTC)),
            "a process connected from 10.0.0.7 since 2026-11-24 18:05 UTC has shard 2 of 4",
        ),
    ],
)
async def test_holder_of_a_taken_shard_is_described(
    holder: tuple[object, ...] | None, words: str
) -> None:
    locks, connection = ShardLocks(ShardFilter(frozenset({2, 1}), 4)), Locked(holder)
    assert not await locks.take(cast(asyncpg.Connection, connection))
    assert locks.holder == words
    assert connection.executed == ["SELECT pg_advisory_unlock_all()"] * 2


class Taken:
    """Locks that another process has."""

    holder = "a process has shard 0 of 1"


@pytest.fixture
def claim(monkeypatch: pytest.MonkeyPatch) -> Callable[..., MessageListener]:
    """A function that makes a listener which never gets its shards."""
    monkeypatch.setattr(connections, "CLAIM_SECONDS", 0.05)
    monkeypatch.setattr(connections, "CLAIM_RETRY_SECONDS", 0.01)

    async def refuse(_listener: MessageListener) -> bool:
        return False

    monkeypatch.setattr(MessageListener, "_take_shards", refuse)
    return lambda: MessageListener("", "games", lambda message: None)


async def test_claim_of_taken_shards_logs_once_and_says_what_to_do(
    claim: Callable[..., MessageListener], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "storage")
    with pytest.raises(ShardsTaken) as refused:
        await claim().claim(cast(ShardLocks, Taken()), take_over=False)
    assert str(refused.value) == (
        "games: a process has shard 0 of 1, and two processes must not have the same. End it, or"
        " give this one others by CARCASSONNE_SHARDS; CARCASSONNE_TAKEOVER=YES is for an upgrade"
    )
    assert caplog.messages == ["games: waiting for it to end: a process has shard 0 of 1"]
    caplog.clear()
    await claim().claim(cast(ShardLocks, Taken()), take_over=True)
    assert caplog.messages == ["games: these shards are taken over: a process has shard 0 of 1"]


async def test_claim_without_a_connection_names_the_remedy(
    claim: Callable[..., MessageListener],
) -> None:
    with pytest.raises(DatabaseUnreachable) as refused:
        await claim().claim(ShardLocks(ShardFilter()), take_over=True)
    assert str(refused.value) == f"games: no connection; {DatabaseUnreachable.remedy}"


async def test_lost_listening_connection_is_logged_once_until_it_is_back(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    outcomes = iter([OSError("gone"), OSError("gone"), None, OSError("gone again")])

    async def listen(_listener: MessageListener) -> None:
        outcome = next(outcomes, asyncio.CancelledError())
        if outcome is not None:
            raise outcome

    monkeypatch.setattr(MessageListener, "_listen", listen)
    monkeypatch.setattr(connections, "RECONNECT_SECONDS", 0.0)
    listener = MessageListener("", "games", lambda message: None)
    with pytest.raises(asyncio.CancelledError):
        await listener._run()
    words = "games: the connection for messages of other processes is lost: "
    assert caplog.messages == [f"{words}gone", f"{words}gone again"]


class Away:
    """A pool whose server does not answer."""

    async def fetchval(self, *_: object) -> object:
        raise ConnectionRefusedError


async def test_unknown_commit_names_the_write_and_the_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "RETRY_FOR_SECONDS", 0.0)
    tokens = WriteTokens()
    unknown = CommitUnknown(tokens.take(), None)
    with pytest.raises(DatabaseUnreachable) as lost:
        await transactions._was_kept(cast(Any, Away()), tokens, unknown, "game 7")
    assert str(lost.value) == (
        "game 7: whether it was written is not known, as the server is away;"
        f" {DatabaseUnreachable.remedy}"
    )


def test_free_writer_is_used_again_with_a_new_number() -> None:
    tokens = WriteTokens()
    first, second = tokens.take(), tokens.take()
    tokens.give_back(first)
    third = tokens.take()
    assert [(token.writer, token.number) for token in (first, second, third)] == [
        (0, 0),
        (1, 1),
        (0, 2),
    ]
