"""The bot's own emoji through the real program."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from bot.text.emoji import split_emoji
from renderer.emoji import emoji_names
from tests.wire.api_objects import ANA, BO, Json, walk_components
from tests.wire.bot_process import BotProcess
from tests.wire.ledger import Ledger
from tests.wire.loopback import LoopbackDiscord
from tests.wire.messages import SentMessage
from tests.wire.table_players import TablePlayers, buttons_of

pytestmark = pytest.mark.slow

SEED: Final = 5
SECONDS: Final = 120.0
"""Seconds for what this machine draws and searches behind everything else."""


async def until(true: Callable[[], Any]) -> None:
    async with asyncio.timeout(SECONDS):
        while not true():
            await asyncio.sleep(0.05)


def newest_entry(table: TablePlayers) -> int:
    """The entry that the newest post with buttons shows: a move may be answered before its post."""
    return max((button.entry for button in table.newest_buttons()), default=-1)


def emoji_of(post: SentMessage) -> list[Json]:
    parts = walk_components(post.body["components"])
    return [part["emoji"] for part in parts if part.get("emoji")]


async def test_emoji_are_uploaded_once_and_stand_in_lobby_and_panel(tmp_path: Path) -> None:
    ledger = Ledger()
    async with LoopbackDiscord(on_post=ledger.add_post) as loopback:
        channel = loopback.guilds.channels_of(loopback.guilds.ids[0])[0]
        bot = await BotProcess.start(loopback, tmp_path, settings={"CARCASSONNE_EMOJI": "yes"})
        await until(lambda: len(loopback.emoji.emoji) == len(emoji_names()))
        assert set(loopback.emoji.emoji) == set(emoji_names())
        assert await bot.end() == 0
        uploads = dict(loopback.emoji.emoji)
        bot = await BotProcess.start(loopback, tmp_path, settings={"CARCASSONNE_EMOJI": "yes"})
        try:
            await until(lambda: loopback.emoji.reads == 2)
            table = TablePlayers(loopback, channel, (ANA, BO), random.Random(SEED), ledger)
            lobby: list[str] = []
            while not (table.turns and newest_entry(table) >= table.moves[-1].number):
                await table.step()
                lobby += [post.text for post in loopback.posts(channel)]
            markup = f"<:seat_1:{uploads['seat_1']['id']}>"
            assert any(markup in text for text in lobby), "the lobby shows the colours"
            last = loopback.posts(channel)[-1]
            panel = next(button for button in buttons_of(last) if button.action == "panel")
            mover = table.player_to_move(last)
            assert mover is not None and split_emoji(last.text.splitlines()[0])[0] is None
            shown = await table.open_panel(mover, panel)
            assert shown.original is not None
            named = {one["name"] for one in emoji_of(shown.original)}
            assert named and named <= set(uploads), "a meeple's button bears its picture"
        finally:
            assert await bot.end() == 0
        assert loopback.emoji.emoji == uploads, "nothing is uploaded twice"
    assert not loopback.unknown_requests and not loopback.refused_requests
