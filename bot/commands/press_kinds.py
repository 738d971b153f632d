"""What a press may be: something that is told to who presses, or that changes a table."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import discord

from bot.client.discord_io.buttons import Press
from bot.table.store import Request
from bot.table.table import Outcome

Telling: TypeAlias = Callable[[discord.Interaction[Any], Request, Press], Awaitable[None]]
Changing: TypeAlias = Callable[
    [discord.Interaction[Any], Request, Press], Awaitable[Outcome | None]
]
