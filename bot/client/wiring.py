"""The parts of the bot, put together around an open database."""

import logging
import random
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import discord

import storage
from bot.client.cluster.guilds import Guilds
from bot.client.cluster.peers import Peers
from bot.client.context import Context
from bot.client.discord_io.attachments import Attachments
from bot.client.discord_io.rendering import Rendering
from bot.client.interactions.home import HomeTables
from bot.client.interactions.pending_moves import PendingMoves
from bot.client.interactions.privacy import Privacy
from bot.client.interactions.remote import RemotePresses
from bot.client.interactions.replies import Replies
from bot.client.interactions.runner import DRAIN_SECONDS, Runner
from bot.client.jobs.archiving import Archiver
from bot.client.jobs.backups import BACKUP, Backups
from bot.client.jobs.daily import DailyJobs
from bot.client.jobs.departures import DepartureWatch
from bot.client.jobs.lobby_expiry import LobbyExpiry
from bot.client.jobs.pause_expiry import PauseExpiry
from bot.client.jobs.scheduler import Scheduler
from bot.client.jobs.threads import THREAD, ThreadKeeper
from bot.client.notifications.absence_notices import AbsenceNotices
from bot.client.notifications.direct_messages import DirectMessages
from bot.client.notifications.following import Followers
from bot.client.notifications.nudges import Nudges
from bot.client.notifications.reminders import TURN, Reminders
from bot.client.opponents.hints import Hints
from bot.client.opponents.player import OpponentPlayer
from bot.client.opponents.pool import WorkerPool
from bot.client.people.absences import KIND, AbsenceCalendar
from bot.client.people.names import NameDirectory
from bot.client.people.notes import Notes
from bot.client.people.preferences import PlayerPreferences
from bot.client.people.server_settings import ServerSettings
from bot.client.people.standings_index import StandingsIndex
from bot.client.posting.outbox import Outbox
from bot.client.posting.poster import Poster
from bot.client.posting.replays import Replays
from bot.client.posting.retired_posts import RetiredPosts
from bot.client.posting.retries import Sleep, patiently
from bot.client.posting.status_cards import StatusCards
from bot.config import Config
from bot.ops.metrics import Metrics, Watched
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
    Standings,
)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Backstage:
    """What goes on without anybody asking for it."""

    index: StandingsIndex
    outbox: Outbox
    followers: Followers
    old_posts: RetiredPosts
    cards: StatusCards
    leaving: DepartureWatch
    lobbies: LobbyExpiry
    housekeeping: DailyJobs
    backups: Backups
    scheduler: Scheduler
    company: OpponentPlayer
    minds: WorkerPool
    neighbours: Peers
    sleep: Sleep

    async def begin(self, anew: Iterable[GameRow] = ()) -> None:
        """Tells channels what they have missed, games ``anew`` too, then waits for what is due.

        Where the file is out of reach it begins as soon as it is not.
        """
        await patiently(self.outbox.catch_up, self.sleep)
        for row in anew:
            await self.outbox.show(row)
        for each in (
            self.company.catch_up,
            self.cards.catch_up,
            partial(self.lobbies.begin, TURN),
            self.housekeeping.begin,
            self.backups.begin,
        ):
            await patiently(each, self.sleep)
        self.scheduler.start()
        self.neighbours.begin()
        self.leaving.look_around()

    async def close(self) -> None:
        """Lets what is under way finish."""
        await self.neighbours.close()
        await self.leaving.close()
        await self.scheduler.close(DRAIN_SECONDS)
        await self.backups.close()
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
    metrics: Metrics | None = None,
) -> tuple[Context, Backstage]:
    """What the commands work with, and what works by itself; measured, if ``metrics`` are given.

    ``clock`` gives the present in Unix seconds, ``sleep`` waits until what is due is tried again,
    ``limits`` know how much may be asked for.
    """

    def has_bot(guild: int) -> bool:
        return client.get_guild(guild) is not None

    standings = Standings(database)
    index = StandingsIndex(games, standings, sleep)
    preferences, schedule = Preferences(database), Schedule(database)
    holidays = AbsenceCalendar(Absences(database), preferences, schedule, index.running, clock)
    departures, part = Departures(database), database.part
    reach, neighbours = Guilds(client, departures, part), Peers(database, games, sleep)
    names = NameDirectory(reach, holidays=holidays)
    rendering, tables = Rendering(), Tables(games)
    cards = StatusCards(client, games, Cards(database), tables, names, part, sleep)
    old_posts = RetiredPosts(client, games, tables, names, cards)
    habits = PlayerPreferences(preferences, clock)
    sender = Poster(client, games, names, Attachments(rendering), habits.quiet, limits)
    elsewhere = RemotePresses(reach, tables)
    direct = DirectMessages(client, Notifications(database), preferences, clock)
    player_notes = PlayerNotes(database)
    followers = Followers(reach, player_notes, names, direct, elsewhere)
    leaving = DepartureWatch(client, games, departures, sleep)

    behind = (old_posts.told, cards.told, followers.told)
    replies, drafts = Replies(sender), PendingMoves()
    service, minds = Service(tables, chance, clock), WorkerPool()
    # Who plays on posts, and what is posted has who is to play on begin.
    company = OpponentPlayer(
        *(tables, service, minds, standings),
        post=lambda channel, guild, outcome: outbox.post(channel, guild, outcome),
        then=lambda due: reminding.turn(due),
        clock=clock,
        sleep=sleep,
        has_bot=has_bot,
    )
    outbox = Outbox(games, sender, behind, leaving.lost, company, neighbours, sleep)
    council = SeatService(tables, clock, holidays.absent)
    archiving = Archiver(
        *(games, departures, tables, service, council, outbox, partial(_own_id, client))
    )
    sweeps = {
        "archive": archiving.sweep,
        "copies": database.expire_copies,
        "gone": leaving.sweep,
    }
    housekeeping = DailyJobs(schedule, sweeps, clock)
    notifications = Notifications(database)
    tidings = AbsenceNotices(holidays, tables, notifications, names, outbox, direct)
    reminding = Reminders(
        *(tables, outbox, direct, names, habits, schedule, notifications, clock),
        absences=holidays.absent,
        tidings=tidings,
        has_bot=has_bot,
    )
    pauses = PauseExpiry(tables, council, outbox, company.turn, clock)
    lobbies = LobbyExpiry(
        *(tables, service, outbox, schedule, standings, partial(_own_id, client)),
        then=pauses.turn,
        clock=clock,
        has_bot=has_bot,
    )
    threads = ThreadKeeper(client, games, schedule, clock)
    backups = Backups(schedule, config, clock)
    handlers = {
        **{TURN: lobbies.turn, KIND: tidings.look_after, THREAD: threads.look_after},
        BACKUP: backups.look_after,
        **housekeeping.handlers(),
    }
    scheduler = Scheduler(schedule, handlers, clock, sleep)
    homes = HomeTables(reach, index, names, elsewhere, clock)
    requests = Runner(tables, sender, outbox, replies, names, elsewhere, homes, holidays)
    if metrics is not None:
        metrics.watch(
            Watched(
                *(database, games, schedule, tables, requests, outbox, rendering, limits),
                minds=minds,
                clock=clock,
            )
        )
    privacy = Privacy(
        *(Erasure(database), tables, service, council, outbox, neighbours, names, drafts)
    )

    async def is_missed(row: GameRow) -> bool:
        """Whether a channel should have been told of a game, and nobody is about to."""
        if outbox.is_due(row.channel):
            return False
        with suppress(Refusal):
            seen = await tables.game(row.id)
            # What is still to be decided in the same turn is asked privately, and not posted.
            return seen is None or not seen.table.half_way
        return True

    neighbours.attend(outbox.missing, privacy.remember_not, is_missed)
    context = Context(
        requests=requests,
        tables=tables,
        service=service,
        council=council,
        names=names,
        sender=sender,
        outbox=outbox,
        films=Replays(client, names, rendering, limits, clock),
        limits=limits,
        minds=minds,
        advice=Hints(minds, limits),
        replies=replies,
        drafts=drafts,
        habits=habits,
        threads=threads,
        servers=ServerSettings(storage.GuildSettings(database)),
        cards=cards,
        notebook=Notes(player_notes),
        followers=followers,
        direct=direct,
        holidays=holidays,
        scheduler=scheduler,
        homes=homes,
        reach=reach,
        reminding=reminding,
        nudging=Nudges(outbox, names, habits, notifications, reminding, clock),
        clock=clock,
        invitations=Invitations(database),
        privacy=privacy,
        operator=config.operator,
    )
    backstage = Backstage(
        *(
            index,
            outbox,
            followers,
            old_posts,
            cards,
            leaving,
            lobbies,
            housekeeping,
            backups,
            scheduler,
            company,
            minds,
            neighbours,
        ),
        sleep,
    )
    return context, backstage


def _own_id(client: discord.Client) -> int:
    assert client.user is not None
    return client.user.id
