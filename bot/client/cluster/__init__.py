"""Servers and processes: which process serves a server, and which servers are gone."""

from dataclasses import dataclass

import discord

from bot.client.cluster.departures import DepartureWatch
from bot.client.cluster.guilds import Guilds
from bot.client.cluster.peers import Peers
from bot.client.cluster.shared_limits import SharedLimits
from bot.durations import Sleep
from bot.table.rate_limits import RateLimits
from storage import Cups, Database, Departures, Log


@dataclass(frozen=True, slots=True)
class ClusterServices:
    """The servers within reach, the other processes, the servers that are gone, shared limits."""

    guilds: Guilds
    peers: Peers
    departures: DepartureWatch
    limits: SharedLimits


def build(
    client: discord.Client, database: Database, game_log: Log, limits: RateLimits, sleep: Sleep
) -> ClusterServices:
    """Build the services; ``limits`` are those of this process, ``sleep`` waits between tries."""
    departures = Departures(database)
    return ClusterServices(
        Guilds(client, departures, database.shards),
        Peers(database, game_log, sleep),
        DepartureWatch(client, game_log, departures, Cups(database), sleep),
        SharedLimits(database, limits),
    )
