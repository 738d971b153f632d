"""Servers and processes: which process serves a server, and which servers are gone."""

from dataclasses import dataclass

import discord

from bot.client.cluster.departures import DepartureWatch
from bot.client.cluster.guilds import Guilds
from bot.client.cluster.peers import Peers
from bot.client.discord_io.backoff import Sleep
from storage import Database, Departures, Log


@dataclass(frozen=True, slots=True)
class ClusterServices:
    """The servers within reach, the other processes, and the servers that are gone."""

    guilds: Guilds
    peers: Peers
    departures: DepartureWatch


def build(client: discord.Client, database: Database, log: Log, sleep: Sleep) -> ClusterServices:
    """Build the services; ``sleep`` waits between two tries."""
    departures = Departures(database)
    return ClusterServices(
        Guilds(client, departures, database.shards),
        Peers(database, log, sleep),
        DepartureWatch(client, log, departures, sleep),
    )
