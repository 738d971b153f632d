"""Failures of the simulated Discord, and moves made during them."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, InteractionResult

from bot.discord_io import sending
from bot.posting.outbox import FAILED_RETRY_SECONDS, REFUSED_RETRY_SECONDS
from bot.table.store import Request
from bot.table.table import Outcome
from tests.support.legal_turns import any_turn, turn_with_figure_choice
from tests.support.shown_messages import private
from tests.support.world import World

POST_PATH = "/channels/*/messages"
EDIT_PATH = "/channels/*/messages/*"
SAVED = "Your move is saved. I'll post it"
UNKNOWN_CHANNEL_CODE = 10003


def http_error(status: int, code: int = 0, text: str = "") -> discord.HTTPException:
    """The error that discord.py raises for a response of Discord."""
    response: Any = SimpleNamespace(status=status, reason="", headers={})
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.DiscordServerError if status >= 500 else discord.HTTPException)
    return kind(response, {"code": code, "message": text})


@contextmanager
def failing_messages(words: str, status: int, code: int = 0) -> Iterator[None]:
    send = discord.http.HTTPClient.send_message

    async def send_others(*given: Any, params: Any) -> Any:
        if words in f"{params.payload} {params.multipart}":
            raise http_error(status, code)
        return await send(*given, params=params)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.http.HTTPClient, "send_message", send_others)
        yield


async def play_with_failing_post(world: World, times: int | None = sending.MAX_TRIES) -> str:
    """Play a move whose post Discord does not accept; return the private answer."""
    world.env.inject_error("POST", POST_PATH, status=503, times=times)
    return private(await world.place(turn_with_figure_choice(await world.game())))


def clear_faults(world: World) -> None:
    """Let Discord accept every request again."""
    world.env.backend.faults.clear()


async def save_move(world: World) -> tuple[int, int, Outcome]:
    """Save a move without posting it; return its channel, its server and its outcome."""
    player, turn = await world.to_move(), turn_with_figure_choice(await world.game())
    request = Request(player.id, world.guild.id, world.channel.id)
    outcome = await world.app.services.table_service.play(request, turn.moves)
    return world.channel.id, world.guild.id, outcome


def take_discord_down(world: World) -> None:
    """Let Discord fail in all channels; interactions still arrive and are answered."""
    for method, path in (("POST", POST_PATH), ("PATCH", EDIT_PATH), ("GET", POST_PATH)):
        world.env.inject_error(method, path, status=503, times=None)


def refuse_posts(world: World, status: int = 403, code: int = 50013) -> None:
    """Let Discord refuse every post and edit of the bot."""
    for method, path in (("POST", POST_PATH), ("PATCH", EDIT_PATH)):
        world.env.inject_error(method, path, status=status, code=code, times=None)


async def pass_retry_time(world: World) -> None:
    """Pass the longest time until any failed post is retried."""
    await world.advance_outbox_time(max(FAILED_RETRY_SECONDS[-1], REFUSED_RETRY_SECONDS[-1]))


async def announce_channel_update(world: World, channel: ChannelHandle | None = None) -> None:
    world.env.backend.announce_channel_update((channel or world.channel).id)
    await world.env.settle()


async def play_next_move(world: World) -> InteractionResult:
    return await world.place(any_turn(await world.game(), random.Random(3)))
