"""Connections to PostgreSQL: single, pooled, listening; and locks on the shards of a process."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from contextvars import Context
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import asyncpg

from storage.errors import DatabaseUnreachable, PoolerRefused, ShardsTaken
from storage.postgres.error_mapping import CLIENT_ERRORS, is_unreachable
from storage.shard_filter import ShardFilter

log = logging.getLogger(__name__)

KEEPALIVE: Final = {
    # A lost or cut-off machine keeps its locks for half a minute, not two hours.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
_KEY: Final = "hashtextextended(format('shard %s of %s', shard, $2::int), 0)"
_TAKE: Final = (
    f"SELECT shard FROM unnest($1::int[]) AS shard WHERE NOT pg_try_advisory_lock({_KEY})"
    " ORDER BY shard"
)
_HOLDERS: Final = (
    "SELECT shard, coalesce(host(client_addr), 'the machine of the database'), backend_start"
    " FROM unnest($1::int[]) AS shard"
    f" JOIN pg_locks ON ((classid::bigint << 32) | objid::bigint) = {_KEY}"
    " AND locktype = 'advisory' AND objsubid = 1 AND granted AND database ="
    " (SELECT oid FROM pg_database WHERE datname = current_database())"
    " JOIN pg_stat_activity USING (pid) WHERE pid <> pg_backend_pid() ORDER BY shard LIMIT 1"
)


@dataclass(slots=True)
class ShardLocks:
    """The locks of one process, on one connection after the other."""

    shards: ShardFilter
    holder: str = ""
    """Another process that has one of the shards, "" if none was seen in the last try."""

    async def take(self, connection: asyncpg.Connection) -> bool:
        """Lock all shards. Return False, without any lock, if one is taken."""
        numbers, count = sorted(self.shards.shards), self.shards.count
        # A lock that this session already has would be counted twice.
        await connection.execute("SELECT pg_advisory_unlock_all()")
        taken = [row[0] for row in await connection.fetch(_TAKE, numbers, count)]
        if not taken:
            self.holder = ""
            return True
        holder = await connection.fetchrow(_HOLDERS, taken, count)
        await connection.execute("SELECT pg_advisory_unlock_all()")
        shard, place, since = holder or (taken[0], "another machine", None)
        at = f" since {since:%Y-%m-%d %H:%M} UTC" if since is not None else ""
        self.holder = f"a process connected from {place}{at} has shard {shard} of {count}"
        return False


T = TypeVar("T")
RETRY_FOR_SECONDS: Final = 12.0
"""The time for which calls to an unreachable server are retried: it may be restarting."""
CONNECTION_RETRY_SECONDS: Final = 0.2
STATEMENT_TIMEOUT_SECONDS: Final = 30.0
CONNECT_TIMEOUT_SECONDS: Final = 10.0
IDLE_CONNECTION_SECONDS: Final = 300.0
SETTINGS: Final = {
    "application_name": "carcassonne",
    # Compiling some of the statements costs more than running them.
    "jit": "off",
    # A process that died during a write must not keep its game locked.
    "idle_in_transaction_session_timeout": "60s",
    "lock_timeout": "20s",
}
CHANNEL: Final = "carcassonne"
"""The NOTIFY channel of all processes."""
PROBE_SECONDS: Final = 20.0
"""The time between two tests of the listening connection."""
RECONNECT_SECONDS: Final = 1.0
CLAIM_SECONDS: Final = 30.0
"""The longest wait for another process to give up its shards: a lost one keeps them for so long."""
CLAIM_RETRY_SECONDS: Final = 0.5


async def connect(
    address: str, *, timeout_seconds: float | None = STATEMENT_TIMEOUT_SECONDS, **settings: str
) -> asyncpg.Connection:
    """A statement may take `timeout_seconds`, None for no limit."""
    return await asyncpg.connect(
        address,
        server_settings={**SETTINGS, **settings},
        timeout=CONNECT_TIMEOUT_SECONDS,
        command_timeout=timeout_seconds,
    )


async def create_pool(address: str, size: int, synchronous: str) -> asyncpg.Pool:
    """Create a pool of up to `size` connections, opened when needed."""
    return await asyncpg.create_pool(
        address,
        min_size=0,  # else the pool opens connections unasked, and logs each failure
        max_size=size,
        server_settings={**SETTINGS, "synchronous_commit": synchronous},
        timeout=CONNECT_TIMEOUT_SECONDS,
        command_timeout=STATEMENT_TIMEOUT_SECONDS,
        max_inactive_connection_lifetime=IDLE_CONNECTION_SECONDS,
        reset=_keep_as_it_is,
    )


async def _keep_as_it_is(connection: object) -> None:
    """Do nothing: no write leaves session state behind, and a reset is one more round trip."""


async def retry_while_unreachable(work: Callable[[], Awaitable[T]]) -> T:
    """Run `work`, retrying while the server is unreachable, for up to RETRY_FOR_SECONDS."""
    deadline = time.monotonic() + RETRY_FOR_SECONDS
    while True:
        try:
            return await work()
        except Exception as error:
            if not is_unreachable(error) or time.monotonic() > deadline:
                raise
        await asyncio.sleep(CONNECTION_RETRY_SECONDS)


class MessageListener:
    """A connection that receives other processes' messages, reopened when lost.

    `on_message` gets each message, and "" when messages may have been missed. The connection also
    holds the locks of claimed shards.
    """

    def __init__(self, address: str, name: str, on_message: Callable[[str], None]) -> None:
        self._address = address
        self._name = name
        self._on_message = on_message
        self._task: asyncio.Task[None] | None = None
        self._lost = asyncio.Event()
        self._connection: asyncpg.Connection | None = None
        self._query = asyncio.Lock()
        """Held during a query: a connection runs one at a time."""
        self._shards: ShardLocks | None = None
        self._has_shards = False

    def start(self) -> None:
        # An empty context, so that code that waits for the tasks of its own skips this one.
        self._task = Context().run(asyncio.create_task, self._run(), name="storage listener")

    async def claim(self, shards: ShardLocks, *, take_over: bool) -> None:
        self._shards = shards
        until, is_logged = time.monotonic() + CLAIM_SECONDS, False
        while not await self._take_shards():
            if take_over and shards.holder:
                log.info("%s: these shards are taken over: %s", self._name, shards.holder)
                return
            if time.monotonic() > until:
                break
            if not is_logged and shards.holder:
                log.info("%s: waiting for it to end: %s", self._name, shards.holder)
                is_logged = True
            await asyncio.sleep(CLAIM_RETRY_SECONDS)
        else:
            return
        if not shards.holder:
            raise DatabaseUnreachable(f"{self._name}: no connection; {DatabaseUnreachable.remedy}")
        raise ShardsTaken(
            f"{self._name}: {shards.holder}, and two processes must not have the same. End it, or"
            " give this one others by CARCASSONNE_SHARDS; CARCASSONNE_TAKEOVER=YES is for an"
            " upgrade"
        )

    async def _take_shards(self) -> bool:
        """Try to lock the claimed shards. Return True if this process has them."""
        if self._shards is None or self._has_shards:
            return True
        if self._connection is None:
            return False
        try:
            async with self._query:
                self._has_shards = await self._shards.take(self._connection)
        except CLIENT_ERRORS:
            return False  # about to be reopened
        return self._has_shards

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        is_logged = False
        while True:
            try:
                await self._listen()
            except CLIENT_ERRORS as error:
                if not is_logged:
                    log.warning(
                        "%s: the connection for messages of other processes is lost: %s",
                        self._name,
                        error,
                    )
                is_logged = True
            else:
                is_logged = False
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _listen(self) -> None:
        self._lost.clear()
        connection = await connect(
            self._address, timeout_seconds=STATEMENT_TIMEOUT_SECONDS, **KEEPALIVE
        )
        try:
            connection.add_termination_listener(self._on_lost)
            await connection.add_listener(CHANNEL, self._on_notification)
            self._on_message("")
            self._connection = connection
            missed_at = time.monotonic() if self._has_shards else None
            self._has_shards = False
            await self._take_shards()
            while not self._lost.is_set():
                try:
                    async with asyncio.timeout(PROBE_SECONDS):
                        await self._lost.wait()
                except TimeoutError:
                    async with self._query:
                        await connection.fetchval("SELECT 1")
                    # Locks of a lost connection, or of a process taken over, become free.
                    if await self._take_shards() or missed_at is None or self._shards is None:
                        missed_at = None
                    elif time.monotonic() - missed_at > CLAIM_SECONDS:
                        log.error("two processes have the same shards: %s", self._shards.holder)
                        missed_at = None
        finally:
            self._connection = None
            connection.terminate()

    def _on_lost(self, connection: Any) -> None:
        self._lost.set()

    def _on_notification(self, connection: Any, pid: int, channel: str, payload: object) -> None:
        self._on_message(str(payload))


ROUNDS: Final = 4
"""The transactions that each of two clients begins: a pool has several connections to give."""
REFUSED_SETTINGS: Final = "unsupported startup parameter"
"""The beginning of PgBouncer's error for settings that it does not know."""

LOST_STATEMENTS: Final = (
    asyncpg.DuplicatePreparedStatementError,
    asyncpg.InvalidSQLStatementNameError,
)
"""The errors of a client that meets the prepared statements of another one, or misses its own."""


async def require_own_connections(address: str, name: str) -> None:
    """Check that each client of an address keeps a server connection for itself.

    Two clients connected at once share one only behind a pooler with transaction pooling. Raise
    PoolerRefused, or the errors of asyncpg.
    """
    if not await retry_while_unreachable(lambda: _have_own_connections(address)):
        raise PoolerRefused(f"{name}: {PoolerRefused.words}")


async def _have_own_connections(address: str) -> bool:
    seen: list[set[int]] = [set(), set()]
    try:
        async with AsyncExitStack() as opened:
            clients = []
            for _ in seen:
                clients.append(await connect(address))
                opened.push_async_callback(clients[-1].close)
            for _ in range(ROUNDS):
                for client, processes in zip(clients, seen, strict=True):
                    # Outside of a transaction, a pooler may separate the two messages of a query.
                    async with client.transaction():
                        processes.add(await client.fetchval("SELECT pg_backend_pid()"))
    except LOST_STATEMENTS:
        return False
    except asyncpg.PostgresError as error:
        if str(error).startswith(REFUSED_SETTINGS):
            return False
        raise
    first, second = seen
    return len(first) == len(second) == 1 and first != second
