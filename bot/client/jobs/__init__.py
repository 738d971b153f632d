"""Background jobs: the scheduler, and the handlers of dues."""

from collections.abc import Callable
from dataclasses import dataclass

import discord

from bot.client import dues
from bot.client.cluster import ClusterServices
from bot.client.cluster.departures import DepartureWatch
from bot.client.jobs.archiving import Archiver
from bot.client.jobs.backups import BACKUP, Backups
from bot.client.jobs.cup_rounds import CupRounds
from bot.client.jobs.order_player import OrderPlayer
from bot.client.jobs.scheduler import DailyJobs, Scheduler
from bot.client.jobs.threads import ThreadKeeper
from bot.client.jobs.turn_watch import TurnWatch
from bot.client.notifications import NotificationServices
from bot.client.opponents.services import OpponentServices
from bot.client.people import PeopleServices
from bot.client.posting import PostingServices
from bot.client.posting.posted import Occasion
from bot.client.server_posts import ServerPostServices
from bot.client.startup_retry import retry_until_reachable
from bot.config import Config
from bot.durations import Sleep
from bot.table.cups.service import CupService
from bot.table.cups.store import CupStore
from bot.table.seat_service import SeatService
from bot.table.service import TableService
from bot.table.store import Tables
from storage import Cups, Database, Departures, Log, Schedule, TableSummaries


@dataclass(frozen=True, slots=True)
class Jobs:
    """The scheduler and the jobs it runs."""

    scheduler: Scheduler
    turn_watch: TurnWatch
    daily: DailyJobs
    backups: Backups
    departures: DepartureWatch
    threads: ThreadKeeper
    cups: CupRounds

    async def begin(self, sleep: Sleep) -> None:
        """Add the dues of a start, retrying while the database is out of reach, and start."""
        for begin in (self.turn_watch.begin, self.daily.begin, self.backups.begin, self.cups.begin):
            await retry_until_reachable(begin, sleep)
        self.scheduler.start()
        self.departures.begin()

    async def close(self, seconds: float) -> None:
        """Wait at most so many seconds for running handlers, and cancel the rest."""
        await self.departures.close()
        await self.scheduler.close(seconds)
        await self.cups.close()
        await self.backups.close()


def build(
    client: discord.Client,
    database: Database,
    game_log: Log,
    config: Config,
    tables: Tables,
    service: TableService,
    seat_service: SeatService,
    cup_store: CupStore,
    cup_service: CupService,
    posting: PostingServices,
    opponents: OpponentServices,
    people: PeopleServices,
    notifications: NotificationServices,
    cluster: ClusterServices,
    server_posts: ServerPostServices,
    clock: Callable[[], float],
    sleep: Sleep,
) -> Jobs:
    """Build the jobs; ``clock`` gives the present in Unix seconds."""
    schedule, outbox = Schedule(database), posting.outbox
    archiver = Archiver(
        game_log, Departures(database), tables, service, seat_service, outbox, client
    )
    daily = DailyJobs(
        schedule,
        {
            "archive": archiver.run,
            "copies": database.delete_migration_backups,
            "gone": cluster.departures.run,
            "limits": cluster.limits.delete_full,
            "results": people.results.run,
            "server-posts": server_posts.calendar.begin,
        },
        clock,
    )
    order_player = OrderPlayer(
        *(tables, service, people.orders, opponents.pool, outbox, cluster.guilds.has_bot, clock)
    )
    turn_watch = TurnWatch(
        tables,
        service,
        seat_service,
        outbox,
        opponents.player,
        people.orders,
        notifications.reminders,
        schedule,
        TableSummaries(database),
        people.results,
        posting.end_reviews,
        client,
        clock,
    )
    backups = Backups(schedule, config, clock)
    threads = ThreadKeeper(client, game_log, schedule, clock)
    cups = CupRounds(
        *(client, Cups(database), cup_store, cup_service, posting.cups, tables, service),
        *(outbox, posting.status_cards, threads, schedule, clock),
    )
    outbox.after_post(cups.after_post, Occasion.CUP)
    handlers = {
        dues.TURN: turn_watch.handle,
        dues.ABSENCE: notifications.absence_notices.handle,
        dues.FIRST_NOTICES: notifications.first_notices.handle,
        dues.THREAD: threads.handle,
        dues.NOTICE: notifications.nudges.handle,
        dues.ORDER: order_player.handle,
        dues.REVIEW: posting.end_reviews.handle,
        dues.CUP: cups.handle,
        dues.PUZZLE: server_posts.puzzle_posts.handle,
        dues.DIGEST: server_posts.digests.handle,
        dues.PUZZLE_SEARCH: server_posts.finder.handle,
        BACKUP: backups.handle,
        **daily.handlers(),
    }
    scheduler = Scheduler(schedule, handlers, clock, sleep)
    people.orders.on_due(scheduler.wake)
    cups.on_due(scheduler.wake)
    return Jobs(scheduler, turn_watch, daily, backups, cluster.departures, threads, cups)
