"""The few things a command needs, and how it gets them: by the interaction it is about."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

import discord

from bot.client.advice import Advice
from bot.client.cards import StandingCards
from bot.client.direct import Direct
from bot.client.drafts import Drafts
from bot.client.films import Films
from bot.client.followers import Followers
from bot.client.habits import Habits
from bot.client.holidays import Holidays
from bot.client.homes import Homes
from bot.client.minds import Minds
from bot.client.names import NameDirectory
from bot.client.notebook import Notebook
from bot.client.nudging import Nudging
from bot.client.outbox import Outbox
from bot.client.privacy import Privacy
from bot.client.reach import Reach
from bot.client.reminding import Reminding
from bot.client.replies import Replies
from bot.client.requests import Requests
from bot.client.scheduler import Scheduler
from bot.client.sender import Sender
from bot.client.servers import Servers
from bot.client.thread_life import ThreadLife
from bot.table.council import Council
from bot.table.limits import Limits
from bot.table.refusals import Refusal
from bot.table.service import Service
from bot.table.store import Request, Seen, Tables
from bot.table.table import Outcome
from storage import Invitations


@dataclass(frozen=True, slots=True)
class Context:
    """What commands work with: the tables, and the ways to answer.

    ``requests`` carries a command through; within it ``tables`` are looked at, ``service`` and
    ``council`` change them, ``outbox`` tells the channel, ``names`` tells who is who, ``sender``,
    ``films`` and ``replies`` answer, ``drafts`` holds what players have not confirmed, ``habits``
    how they like to play, ``notebook`` what they keep for themselves; ``homes`` finds a person's
    tables, ``reach`` the servers they are in, ``direct`` writes to them, ``followers`` are written
    to about a game; ``holidays`` knows who is away, ``scheduler`` looks after what is due,
    ``reminding`` and ``nudging`` call players to their turns, ``clock`` gives the present in Unix
    seconds, ``servers`` knows how each runs its tables, ``limits`` how much may be asked for,
    ``minds`` think in processes of their own, ``advice`` is what they think of turns and games,
    ``cards`` keeps the standing card of each table, ``threads`` those of them that are one;
    ``invitations`` are those to a seat; ``privacy`` knows what is stored about a person,
    ``operator`` is who runs the bot, if that is said.
    """

    requests: Requests
    tables: Tables
    service: Service
    council: Council
    names: NameDirectory
    sender: Sender
    outbox: Outbox
    films: Films
    replies: Replies
    drafts: Drafts
    habits: Habits
    notebook: Notebook
    servers: Servers
    limits: Limits
    advice: Advice
    minds: Minds
    cards: StandingCards
    threads: ThreadLife
    direct: Direct
    followers: Followers
    holidays: Holidays
    scheduler: Scheduler
    homes: Homes
    reach: Reach
    clock: Callable[[], float]
    reminding: Reminding
    nudging: Nudging
    invitations: Invitations
    privacy: Privacy
    operator: str


class Carrier(Protocol):
    """A client that carries the context of its commands."""

    context: Context


def context_of(interaction: discord.Interaction[Any]) -> Context:
    """The context of the client to which an interaction came."""
    carrier: Carrier = interaction.client
    return carrier.context


async def seen_here(interaction: discord.Interaction[Any]) -> Seen | None:
    """The table of the channel, for autocomplete: None where there is none that can be read."""
    if interaction.channel_id is None:
        return None
    with suppress(Refusal):
        return await context_of(interaction).tables.seen(interaction.channel_id)
    return None


async def change(
    interaction: discord.Interaction[Any], work: Callable[[Request], Awaitable[Outcome | None]]
) -> None:
    """Carries out a command that changes a table: a public message, or a private refusal.

    ``work`` may answer by itself and give None.
    """
    await context_of(interaction).requests.change(interaction, work)


async def tell(
    interaction: discord.Interaction[Any], work: Callable[[Request], Awaitable[None]]
) -> None:
    """Carries out a command that only answers, privately."""
    await context_of(interaction).requests.tell(interaction, work)


async def personal(
    interaction: discord.Interaction[Any], work: Callable[[int], Awaitable[None]]
) -> None:
    """Carries out a command about who gives it, wherever they are: ``work`` is given the user."""
    await context_of(interaction).requests.personal(interaction, work)
