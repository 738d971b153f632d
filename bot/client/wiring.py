"""The parts of the bot, put together around an open database."""

import logging
import random
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import discord

import storage
from bot.client.advice import Advice
from bot.client.archiving import Archiving
from bot.client.attachments import Attachments
from bot.client.backups import BACKUP, Backups
from bot.client.cards import StandingCards
from bot.client.company import Company
from bot.client.context import Context
from bot.client.direct import Direct
from bot.client.drafts import Drafts
from bot.client.elsewhere import Elsewhere
from bot.client.films import Films
from bot.client.followers import Followers
from bot.client.habits import Habits
from bot.client.holidays import KIND, Holidays
from bot.client.homes import Homes
from bot.client.housekeeping import Housekeeping
from bot.client.index import Index
from bot.client.leaving import Leaving
from bot.client.lobbies import Lobbies
from bot.client.metrics import Metrics, Watched
from bot.client.minds import Minds
from bot.client.names import NameDirectory
from bot.client.neighbours import Neighbours
from bot.client.notebook import Notebook
from bot.client.nudging import Nudging
from bot.client.old_posts import OldPosts
from bot.client.outbox import Outbox
from bot.client.pauses import Pauses
from bot.client.privacy import Privacy
from bot.client.reach import Reach
from bot.client.reminding import TURN, Reminding
from bot.client.rendering import Rendering
from bot.client.replies import Replies
from bot.client.requests import DRAIN_SECONDS, Requests
from bot.client.scheduler import Scheduler
from bot.client.sender import Sender
from bot.client.servers import Servers
from bot.client.thread_life import THREAD, ThreadLife
from bot.client.tidings import Tidings
from bot.client.waiting import Sleep, patiently
from bot.config import Config
from bot.table.council import Council
from bot.table.limits import Limits
from bot.table.refusals import Refusal
from bot.table.service import Service
from bot.table.store import Tables
from storage import (
    Absences,
    Cards,
    Database,
    Departures,
    Directs,
    Forgetting,
    GameRow,
    Invitations,
    Keepsakes,
    Log,
    Preferences,
    Schedule,
    Standings,
    Tellings,
)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Backstage:
    """What goes on without anybody asking for it."""

    index: Index
    outbox: Outbox
    followers: Followers
    old_posts: OldPosts
    cards: StandingCards
    leaving: Leaving
    lobbies: Lobbies
    housekeeping: Housekeeping
    backups: Backups
    scheduler: Scheduler
    company: Company
    minds: Minds
    neighbours: Neighbours
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
    limits: Limits,
    metrics: Metrics | None = None,
) -> tuple[Context, Backstage]:
    """What the commands work with, and what works by itself; measured, if ``metrics`` are given.

    ``clock`` gives the present in Unix seconds, ``sleep`` waits until what is due is tried again,
    ``limits`` know how much may be asked for.
    """

    def has_bot(guild: int) -> bool:
        return client.get_guild(guild) is not None

    standings = Standings(database)
    index = Index(games, standings, sleep)
    preferences, schedule = Preferences(database), Schedule(database)
    holidays = Holidays(Absences(database), preferences, schedule, index.running, clock)
    departures, part = Departures(database), database.part
    reach, neighbours = Reach(client, departures, part), Neighbours(database, games, sleep)
    names = NameDirectory(reach, holidays=holidays)
    rendering, tables = Rendering(), Tables(games)
    cards = StandingCards(client, games, Cards(database), tables, names, part, sleep)
    old_posts = OldPosts(client, games, tables, names, cards)
    habits = Habits(preferences, clock)
    sender = Sender(client, games, names, Attachments(rendering), habits.quiet, limits)
    elsewhere = Elsewhere(reach, tables)
    direct = Direct(client, Directs(database), preferences, clock)
    keepsakes = Keepsakes(database)
    followers = Followers(reach, keepsakes, names, direct, elsewhere)
    leaving = Leaving(client, games, departures, sleep)

    behind = (old_posts.told, cards.told, followers.told)
    replies, drafts = Replies(sender), Drafts()
    service, minds = Service(tables, chance, clock), Minds()
    # Who plays on posts, and what is posted has who is to play on begin.
    company = Company(
        *(tables, service, minds, standings),
        post=lambda channel, guild, outcome: outbox.post(channel, guild, outcome),
        then=lambda due: reminding.turn(due),
        clock=clock,
        sleep=sleep,
        has_bot=has_bot,
    )
    outbox = Outbox(games, sender, behind, leaving.lost, company, neighbours, sleep)
    council = Council(tables, clock, holidays.absent)
    archiving = Archiving(
        *(games, departures, tables, service, council, outbox, partial(_own_id, client))
    )
    sweeps = {
        "archive": archiving.sweep,
        "copies": database.expire_copies,
        "gone": leaving.sweep,
    }
    housekeeping = Housekeeping(schedule, sweeps, clock)
    tellings = Tellings(database)
    tidings = Tidings(holidays, tables, tellings, names, outbox, direct)
    reminding = Reminding(
        *(tables, outbox, direct, names, habits, schedule, tellings, clock),
        absences=holidays.absent,
        tidings=tidings,
        has_bot=has_bot,
    )
    pauses = Pauses(tables, council, outbox, company.turn, clock)
    lobbies = Lobbies(
        *(tables, service, outbox, schedule, standings, partial(_own_id, client)),
        then=pauses.turn,
        clock=clock,
        has_bot=has_bot,
    )
    threads = ThreadLife(client, games, schedule, clock)
    backups = Backups(schedule, config, clock)
    handlers = {
        **{TURN: lobbies.turn, KIND: tidings.look_after, THREAD: threads.look_after},
        BACKUP: backups.look_after,
        **housekeeping.handlers(),
    }
    scheduler = Scheduler(schedule, handlers, clock, sleep)
    homes = Homes(reach, index, names, elsewhere, clock)
    requests = Requests(tables, sender, outbox, replies, names, elsewhere, homes, holidays)
    if metrics is not None:
        metrics.watch(
            Watched(
                *(database, games, schedule, tables, requests, outbox, rendering, limits),
                minds=minds,
                clock=clock,
            )
        )
    privacy = Privacy(
        *(Forgetting(database), tables, service, council, outbox, neighbours, names, drafts)
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
        films=Films(client, names, rendering, limits, clock),
        limits=limits,
        minds=minds,
        advice=Advice(minds, limits),
        replies=replies,
        drafts=drafts,
        habits=habits,
        threads=threads,
        servers=Servers(storage.Servers(database)),
        cards=cards,
        notebook=Notebook(keepsakes),
        followers=followers,
        direct=direct,
        holidays=holidays,
        scheduler=scheduler,
        homes=homes,
        reach=reach,
        reminding=reminding,
        nudging=Nudging(outbox, names, habits, tellings, reminding, clock),
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
