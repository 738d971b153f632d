"""Locks on the shards of a process, so that no two processes have one shard by mistake.

Advisory locks of the listening session: the server frees them however the process ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import asyncpg

from storage.shard_filter import ShardFilter

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
