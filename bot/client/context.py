"""The few things a command needs, and how it gets them: by the interaction it is about."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

import discord

from bot.client.cluster.guilds import Guilds
from bot.client.discord_io.call import Call
from bot.client.interactions.home import HomeTables
from bot.client.interactions.pending_moves import PendingMoves
from bot.client.interactions.privacy import Privacy
from bot.client.interactions.replies import Replies
from bot.client.interactions.runner import Changing, Personal, Runner, Telling
from bot.client.jobs.scheduler import Scheduler
from bot.client.jobs.threads import ThreadKeeper
from bot.client.notifications.direct_messages import DirectMessages
from bot.client.notifications.followers import Followers
from bot.client.notifications.nudges import Nudges
from bot.client.notifications.reminders import Reminders
from bot.client.opponents.hints import Hints
from bot.client.opponents.pool import WorkerPool
from bot.client.people.absences import AbsenceCalendar
from bot.client.people.names import NameDirectory
from bot.client.people.notes import Notes
from bot.client.people.preferences import PlayerPreferences
from bot.client.people.server_settings import ServerSettings
from bot.client.posting.outbox import Outbox
from bot.client.posting.poster import Poster
from bot.client.posting.replays import Replays
from bot.client.posting.status_cards import StatusCards
from bot.table.rate_limits import RateLimits
from bot.table.refusals import Refusal
from bot.table.seat_service import SeatService
from bot.table.service import Service
from bot.table.store import Seen, Tables
from storage import Invitations


@dataclass(frozen=True, slots=True)
class Context:
    """What commands work with: the tables, and the ways to answer.

    ``requests`` carries a command through; within it ``tables`` are looked at, ``service`` and
    ``council`` change them, ``outbox`` tells the channel, ``names`` tells who is who, ``sender``,
    ``films`` and ``replies`` answer, ``drafts`` holds what players have not confirmed,
    ``preferences`` how they like to play, ``notebook`` what they keep for themselves; ``homes``
    finds a person's tables, ``reach`` the servers they are in, ``direct_messages`` writes to them,
    ``followers`` are
    written to about a game; ``absences`` knows who is away, ``scheduler`` looks after what is due,
    ``reminders`` and ``nudges`` call players to their turns, ``clock`` gives the present in Unix
    seconds, ``servers`` knows how each runs its tables, ``limits`` how much may be asked for,
    ``minds`` think in processes of their own, ``advice`` is what they think of turns and games,
    ``cards`` keeps the standing card of each table, ``threads`` those of them that are one;
    ``invitations`` are those to a seat; ``privacy`` knows what is stored about a person,
    ``operator`` is who runs the bot, if that is said.
    """

    requests: Runner
    tables: Tables
    service: Service
    council: SeatService
    names: NameDirectory
    sender: Poster
    outbox: Outbox
    films: Replays
    replies: Replies
    drafts: PendingMoves
    preferences: PlayerPreferences
    notebook: Notes
    servers: ServerSettings
    limits: RateLimits
    advice: Hints
    minds: WorkerPool
    cards: StatusCards
    threads: ThreadKeeper
    direct_messages: DirectMessages
    followers: Followers
    absences: AbsenceCalendar
    scheduler: Scheduler
    homes: HomeTables
    reach: Guilds
    clock: Callable[[], float]
    reminders: Reminders
    nudges: Nudges
    invitations: Invitations
    privacy: Privacy
    operator: str


class HasContext(Protocol):
    """A client with the context of its commands."""

    context: Context


def context_of(call: discord.Interaction[Any] | Call) -> Context:
    """The context of the client that received an interaction."""
    client: HasContext = call.client
    return client.context


async def seen_here(interaction: discord.Interaction[Any]) -> Seen | None:
    """The table of the channel, for autocomplete. None where there is none that can be read."""
    if interaction.channel_id is None:
        return None
    with suppress(Refusal):
        return await context_of(interaction).tables.seen(interaction.channel_id)
    return None


def change(interaction: discord.Interaction[Any], handler: Changing) -> Awaitable[None]:
    """Run a command that changes a table; the outcome is posted."""
    return context_of(interaction).requests.run(interaction, handler, posts=True)


def tell(interaction: discord.Interaction[Any], handler: Telling) -> Awaitable[None]:
    """Run a command that only answers, privately."""
    return context_of(interaction).requests.run(interaction, handler)


def personal(interaction: discord.Interaction[Any], handler: Personal) -> Awaitable[None]:
    """Run a command about its user, wherever it is given."""
    return context_of(interaction).requests.run_personal(interaction, handler)
