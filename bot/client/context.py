"""The services of commands, found by the interaction they answer."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

import discord

from bot.client.cluster import ClusterServices
from bot.client.cluster.shared_limits import SharedLimits
from bot.client.discord_io.call import Call
from bot.client.interactions import InteractionServices
from bot.client.interactions.runner import AnswerHandler, ChangeHandler, PersonalHandler
from bot.client.jobs import Jobs
from bot.client.notifications import NotificationServices
from bot.client.opponents.services import OpponentServices
from bot.client.people import PeopleServices
from bot.client.posting import PostingServices
from bot.client.server_posts import ServerPostServices
from bot.table.cups.service import CupService
from bot.table.cups.store import CupStore
from bot.table.refusals import Refusal
from bot.table.seat_service import SeatService
from bot.table.service import TableService
from bot.table.store import LoadedTable, Tables
from storage import Invitations


@dataclass(frozen=True, slots=True)
class TableServices:
    """The tables and the cups, and what players can do with them."""

    store: Tables
    service: TableService
    seats: SeatService
    invitations: Invitations
    cup_store: CupStore
    cups: CupService


@dataclass(frozen=True, slots=True)
class Context:
    """The services of the bot, a group for each package of the client.

    ``clock`` gives the present in Unix seconds; ``operator`` names who runs the bot, if set.
    """

    table: TableServices
    cluster: ClusterServices
    people: PeopleServices
    opponents: OpponentServices
    posting: PostingServices
    interactions: InteractionServices
    notifications: NotificationServices
    server_posts: ServerPostServices
    jobs: Jobs
    limits: SharedLimits
    clock: Callable[[], float]
    operator: str


class HasContext(Protocol):
    """A client with the context of its commands."""

    context: Context


def context_of(call: discord.Interaction[Any] | Call) -> Context:
    """The context of the client that received an interaction."""
    client: HasContext = call.client
    return client.context


async def table_here(interaction: discord.Interaction[Any]) -> LoadedTable | None:
    """The table of the channel, for autocomplete. None where there is none that can be read."""
    if interaction.channel_id is None:
        return None
    with suppress(Refusal):
        return await context_of(interaction).table.store.latest(interaction.channel_id)
    return None


def run_change(interaction: discord.Interaction[Any], handler: ChangeHandler) -> Awaitable[None]:
    """Run a command that changes a table; the runner posts the outcome that its handler returns."""
    return context_of(interaction).interactions.runner.run(interaction, handler, posts=True)


def run_answer(interaction: discord.Interaction[Any], handler: AnswerHandler) -> Awaitable[None]:
    """Run a command whose handler answers by itself; the runner posts nothing."""
    return context_of(interaction).interactions.runner.run(interaction, handler)


def run_personal(
    interaction: discord.Interaction[Any], handler: PersonalHandler
) -> Awaitable[None]:
    """Run a command about its user, wherever it is given."""
    return context_of(interaction).interactions.runner.run_personal(interaction, handler)
