"""The parts of the bot, put together around an open database."""

import logging
import random
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

import discord

import storage
from bot.client import jobs, notifications
from bot.client.cluster.guilds import Guilds
from bot.client.cluster.peers import Peers
from bot.client.context import (
    Context,
    NotificationServices,
    OpponentServices,
    PeopleServices,
    PostingServices,
    TableServices,
)
from bot.client.discord_io.backoff import Sleep, retry_until_reachable
from bot.client.discord_io.rendering import Attachments, Rendering
from bot.client.gauges import register_gauges
from bot.client.interactions.home import HomeTables
from bot.client.interactions.pending_moves import PendingMoves
from bot.client.interactions.privacy import Privacy
from bot.client.interactions.remote import RemotePresses
from bot.client.interactions.replies import Replies
from bot.client.interactions.runner import DRAIN_SECONDS, Runner
from bot.client.jobs.departures import DepartureWatch
from bot.client.notifications.direct_messages import DirectMessages
from bot.client.notifications.followers import Followers
from bot.client.opponents.hints import Hints
from bot.client.opponents.player import OpponentPlayer
from bot.client.opponents.pool import WorkerPool
from bot.client.people.absences import AbsenceCalendar
from bot.client.people.names import NameDirectory
from bot.client.people.notes import Notes
from bot.client.people.preferences import PlayerPreferences
from bot.client.people.server_settings import ServerSettings
from bot.client.people.summary_index import SummaryIndex
from bot.client.posting.outbox import Outbox
from bot.client.posting.poster import Poster
from bot.client.posting.replays import Replays
from bot.client.posting.retired_posts import RetiredPosts
from bot.client.posting.status_cards import StatusCards
from bot.config import Config
from bot.ops.metrics_page import MetricsPage
from bot.table.rate_limits import RateLimits
from bot.table.refusals import Refusal
from bot.table.seat_service import SeatService
from bot.table.service import Service
from bot.table.store import Tables
from storage import (
    Absences,
    Cards,
    Database,
    Departures,
    Erasure,
    GameRow,
    Invitations,
    Log,
    Notifications,
    PlayerNotes,
    Preferences,
    Schedule,
    TableSummaries,
)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Backstage:
    """The services that run in the background."""

    index: SummaryIndex
    outbox: Outbox
    followers: Followers
    old_posts: RetiredPosts
    cards: StatusCards
    jobs: jobs.Jobs
    company: OpponentPlayer
    minds: WorkerPool
    neighbours: Peers
    sleep: Sleep

    async def begin(self, anew: Iterable[GameRow] = ()) -> None:
        """Tell channels what they have missed, games ``anew`` too, then wait for what is due.

        Where the file is out of reach it begins as soon as it is not.
        """
        await retry_until_reachable(self.outbox.catch_up, self.sleep)
        for row in anew:
            await self.outbox.show(row)
        for catch_up in (self.company.catch_up, self.cards.catch_up):
            await retry_until_reachable(catch_up, self.sleep)
        await self.jobs.begin(self.sleep)
        self.neighbours.begin()

    async def close(self) -> None:
        """Let what is under way finish."""
        await self.neighbours.close()
        await self.jobs.close(DRAIN_SECONDS)
        await self.company.close()
        await self.index.close()
        await self.outbox.close(DRAIN_SECONDS)
        await self.followers.close(DRAIN_SECONDS)
        await self.old_posts.close(DRAIN_SECONDS)
        await self.cards.close(DRAIN_SECONDS)
        await self.minds.close()


def wired(
    client: discord.Client,
    database: Database,
    games: Log,
    config: Config,
    chance: random.Random,
    clock: Callable[[], float],
    sleep: Sleep,
    limits: RateLimits,
    metrics: MetricsPage | None = None,
) -> tuple[Context, Backstage]:
    """Build the context of the commands and the background services around a database.

    ``clock`` gives the present in Unix seconds, ``sleep`` waits until what is due is tried again,
    ``limits`` know how much may be asked for.
    """

    def has_bot(guild: int) -> bool:
        return client.get_guild(guild) is not None

    summaries = TableSummaries(database)
    index = SummaryIndex(games, summaries, sleep)
    stored, schedule = Preferences(database), Schedule(database)
    absences = AbsenceCalendar(Absences(database), stored, schedule, index.running, clock)
    departures, shards = Departures(database), database.shards
    reach, neighbours = Guilds(client, departures, shards), Peers(database, games, sleep)
    names = NameDirectory(reach, absences=absences)
    rendering, tables = Rendering(), Tables(games)
    cards = StatusCards(client, games, Cards(database), tables, names, shards, sleep)
    old_posts = RetiredPosts(client, games, tables, names, cards)
    preferences = PlayerPreferences(stored, clock)
    sender = Poster(client, games, names, Attachments(rendering), preferences.is_quiet_time, limits)
    elsewhere = RemotePresses(reach, tables)
    direct_messages = DirectMessages(client, Notifications(database), stored, clock)
    player_notes = PlayerNotes(database)
    followers = Followers(reach, player_notes, names, direct_messages, elsewhere)
    departure_watch = DepartureWatch(client, games, departures, sleep)

    behind = (old_posts.told, cards.told, followers.after_post)
    replies, drafts = Replies(sender), PendingMoves()
    service, minds = Service(tables, chance, clock), WorkerPool()
    # Who plays on posts, and what is posted has who is to play on begin.
    company = OpponentPlayer(
        *(tables, service, minds, summaries),
        post=lambda channel, guild, outcome: outbox.post(channel, guild, outcome),
        sleep=sleep,
        has_bot=has_bot,
    )
    outbox = Outbox(
        games, sender, behind, departure_watch.confirm_deleted, company, neighbours, sleep
    )
    council = SeatService(tables, clock, absences.absent)
    notifiers = notifications.build(
        *(database, tables, outbox, direct_messages, names, preferences, absences, clock)
    )
    background = jobs.build(
        *(client, database, games, config, tables, service, council, outbox, company),
        *(notifiers, departure_watch, clock, sleep),
    )
    homes = HomeTables(reach, index, names, elsewhere, clock)
    requests = Runner(tables, sender, outbox, replies, names, elsewhere, homes, absences)
    if metrics is not None:
        register_gauges(metrics, client, tables, rendering, minds, games, schedule, clock)
    privacy = Privacy(
        *(Erasure(database), tables, service, council, outbox, neighbours, names, drafts, old_posts)
    )

    async def is_missed(row: GameRow) -> bool:
        """Return True if a channel misses a post that nobody is about to send."""
        if outbox.is_due(row.channel):
            return False
        with suppress(Refusal):
            seen = await tables.game(row.id)
            # What is still to be decided in the same turn is asked privately, and not posted.
            return seen is None or not seen.table.half_way
        return True

    neighbours.attend(outbox.missing, privacy.remember_not, is_missed)
    context = Context(
        runner=requests,
        table=TableServices(tables, service, council, Invitations(database)),
        people=PeopleServices(
            names=names,
            absences=absences,
            preferences=preferences,
            notes=Notes(player_notes),
            server_settings=ServerSettings(storage.GuildSettings(database)),
            privacy=privacy,
            home=homes,
            guilds=reach,
        ),
        posting=PostingServices(
            sender, outbox, Replays(client, names, rendering, limits, clock), cards
        ),
        notifications=NotificationServices(
            notifiers.reminders, notifiers.nudges, followers, direct_messages
        ),
        opponents=OpponentServices(minds, Hints(minds, limits)),
        jobs=background,
        replies=replies,
        pending_moves=drafts,
        limits=limits,
        clock=clock,
        operator=config.operator,
    )
    backstage = Backstage(
        *(
            index,
            outbox,
            followers,
            old_posts,
            cards,
            background,
            company,
            minds,
            neighbours,
        ),
        sleep,
    )
    return context, backstage
