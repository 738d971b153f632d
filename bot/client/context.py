"""The services of commands, found by the interaction they answer."""

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
from bot.client.jobs import Jobs
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
class TableServices:
    """The tables, and what players can do with them."""

    store: Tables
    service: Service
    seats: SeatService
    invitations: Invitations


@dataclass(frozen=True, slots=True)
class PeopleServices:
    """People and servers: names, absences, settings, private notes, stored data."""

    names: NameDirectory
    absences: AbsenceCalendar
    preferences: PlayerPreferences
    notes: Notes
    server_settings: ServerSettings
    privacy: Privacy
    home: HomeTables
    guilds: Guilds


@dataclass(frozen=True, slots=True)
class PostingServices:
    """Public posts, status cards and replays."""

    poster: Poster
    outbox: Outbox
    replays: Replays
    status_cards: StatusCards


@dataclass(frozen=True, slots=True)
class NotificationServices:
    """Messages that call people: reminders, nudges, direct messages."""

    reminders: Reminders
    nudges: Nudges
    followers: Followers
    direct_messages: DirectMessages


@dataclass(frozen=True, slots=True)
class OpponentServices:
    """The pool of worker processes, and the hints it computes."""

    pool: WorkerPool
    hints: Hints


@dataclass(frozen=True, slots=True)
class Context:
    """The services of commands, in groups.

    ``clock`` gives the present in Unix seconds; ``operator`` names who runs the bot, if set.
    """

    runner: Runner
    table: TableServices
    people: PeopleServices
    posting: PostingServices
    notifications: NotificationServices
    opponents: OpponentServices
    jobs: Jobs
    replies: Replies
    pending_moves: PendingMoves
    limits: RateLimits
    clock: Callable[[], float]
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
        return await context_of(interaction).table.store.seen(interaction.channel_id)
    return None


def change(interaction: discord.Interaction[Any], handler: Changing) -> Awaitable[None]:
    """Run a command that changes a table; the outcome is posted."""
    return context_of(interaction).runner.run(interaction, handler, posts=True)


def tell(interaction: discord.Interaction[Any], handler: Telling) -> Awaitable[None]:
    """Run a command that only answers, privately."""
    return context_of(interaction).runner.run(interaction, handler)


def personal(interaction: discord.Interaction[Any], handler: Personal) -> Awaitable[None]:
    """Run a command about its user, wherever it is given."""
    return context_of(interaction).runner.run_personal(interaction, handler)
