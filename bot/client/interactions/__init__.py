"""Commands and button presses: received, checked, run, and answered."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.client.cluster import ClusterServices
from bot.client.interactions.home import HomeTables
from bot.client.interactions.pending_moves import OpenPanels, PendingMoves
from bot.client.interactions.privacy import Privacy
from bot.client.interactions.remote import ChannelAccess
from bot.client.interactions.replies import PositionAnswers, Replies
from bot.client.interactions.runner import Runner
from bot.client.people import PeopleServices
from bot.client.posting import PostingServices
from bot.table.rate_limits import RateLimits
from bot.table.seat_service import SeatService
from bot.table.service import TableService
from bot.table.store import Tables
from storage import Database, Erasure


@dataclass(frozen=True, slots=True)
class InteractionServices:
    """The runner of interactions, and what their handlers answer with."""

    runner: Runner
    replies: Replies
    pending_moves: PendingMoves
    open_panels: OpenPanels
    remote: ChannelAccess
    home: HomeTables
    privacy: Privacy
    positions: PositionAnswers


def build(
    database: Database,
    tables: Tables,
    service: TableService,
    seat_service: SeatService,
    cluster: ClusterServices,
    people: PeopleServices,
    posting: PostingServices,
    limits: RateLimits,
    clock: Callable[[], float],
) -> InteractionServices:
    """Build the services; ``clock`` gives the present in Unix seconds.

    ``limits`` bound the number of private pictures.
    """
    names, outbox = people.names, posting.outbox
    replies, pending_moves, open_panels = Replies(posting.sender), PendingMoves(), OpenPanels()
    remote = ChannelAccess(cluster.guilds, tables)
    home = HomeTables(cluster.guilds, people.summary_index, names, remote, clock)
    runner = Runner(tables, posting.sender, outbox, replies, names, remote, home, people.absences)
    privacy = Privacy(
        Erasure(database),
        tables,
        service,
        seat_service,
        outbox,
        cluster.peers,
        *(names, pending_moves, open_panels, posting.retired_posts, posting.charts),
    )
    cluster.peers.on_erasure(privacy.forget_in_memory)
    positions = PositionAnswers(replies, posting.rendering, limits)
    return InteractionServices(
        runner, replies, pending_moves, open_panels, remote, home, privacy, positions
    )
