"""The services of computer opponents, put together.

They are not in the package's ``__init__``: a worker process imports the package, and needs no
Discord.
"""

from dataclasses import dataclass

from bot.client.cluster.guilds import Guilds
from bot.client.cluster.shared_limits import SharedLimits
from bot.client.opponents.hints import Hints
from bot.client.opponents.player import OpponentPlayer
from bot.client.opponents.pool import WorkerPool
from bot.durations import Sleep
from bot.table.service import TableService
from bot.table.store import Tables
from storage import Database, TableSummaries


@dataclass(frozen=True, slots=True)
class OpponentServices:
    """The pool of worker processes, and its users: opponents, hints and reviews."""

    pool: WorkerPool
    hints: Hints
    player: OpponentPlayer


def build(
    database: Database,
    tables: Tables,
    service: TableService,
    guilds: Guilds,
    limits: SharedLimits,
    sleep: Sleep,
) -> OpponentServices:
    """Build the services; ``limits`` bound the hints and reviews of a person."""
    pool = WorkerPool()
    player = OpponentPlayer(
        tables, service, pool, TableSummaries(database), sleep=sleep, has_bot=guilds.has_bot
    )
    return OpponentServices(pool, Hints(pool, limits), player)
