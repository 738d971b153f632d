"""A turn played from a direct message, on another shard than the table's."""

import asyncio
import random
from pathlib import Path
from typing import Final

from tests.wire.api_objects import ANA, BO
from tests.wire.bot_process import BotProcess, database_path
from tests.wire.database_reader import read_logs
from tests.wire.guilds import direct_channel_id
from tests.wire.ledger import Ledger
from tests.wire.loopback import LoopbackDiscord
from tests.wire.messages import EPHEMERAL
from tests.wire.table_players import RESPONSE_SECONDS, Button, TablePlayers, buttons_of

SEED: Final = 5


async def test_move_in_a_direct_message_is_answered_there_and_posted_at_its_table(
    tmp_path: Path,
) -> None:
    ledger = Ledger()
    async with LoopbackDiscord(
        servers=2, on_post=lambda sent: ledger.add_post(sent, None)
    ) as loopback:
        where = loopback.guilds.channels_of(loopback.guilds.ids[1])[0]
        table = TablePlayers(loopback, where, (ANA, BO), random.Random(SEED), ledger, lambda: None)
        bot = await BotProcess.start(loopback, tmp_path)
        try:
            panel = await _playing(table)
            mover = table.player_to_move(panel.message)
            assert mover is not None
            reminder = loopback.send_reminder(mover, panel.message)
            [pressed] = [button for button in buttons_of(reminder) if button.action == "panel"]
            shown = await table.open_panel(mover, pressed, directly=True)
            assert shown.where.guild is None and shown.original is not None
            assert shown.original.body["flags"] & EPHEMERAL
            assert shown.original.body["channel_id"] == str(direct_channel_id(mover.id))
            move = table.choose_move(shown.original)
            assert move is not None
            before = len(loopback.posts(where))
            await table.press(mover, move, directly=True)
            assert table.turns == 1, "they are told that it is made"
            async with asyncio.timeout(RESPONSE_SECONDS):
                while len(loopback.posts(where)) == before:
                    await asyncio.sleep(0.02)
            assert loopback.posts(direct_channel_id(mover.id)) == [reminder]
        finally:
            assert await bot.end() == 0
    assert list(ledger.violations(read_logs(database_path(tmp_path)))) == []
    assert not loopback.unknown_requests and not loopback.refused_requests


async def _playing(table: TablePlayers) -> Button:
    """Wait for a game; return the panel button of its newest post."""
    async with asyncio.timeout(RESPONSE_SECONDS):
        while True:
            for button in table.newest_buttons():
                if button.action == "panel":
                    return button
            await table.step()
            await asyncio.sleep(0.02)
