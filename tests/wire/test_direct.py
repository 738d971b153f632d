"""A turn is played from a direct message, whose shard is not that of the table."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Final

from tests.wire.ledger import Ledger
from tests.wire.messages import EPHEMERAL
from tests.wire.places import direct
from tests.wire.process import Bot, database
from tests.wire.server import Wire
from tests.wire.shapes import ANA, BO
from tests.wire.table import PATIENCE, Button, Table, buttons
from tests.wire.written import logs

SEED: Final = 5


async def test_a_move_made_in_a_direct_message_is_answered_there_and_posted_at_its_table(
    tmp_path: Path,
) -> None:
    ledger = Ledger()
    async with Wire(servers=2, on_post=lambda sent: ledger.posted(sent, None)) as wire:
        where = wire.places.channels_of(wire.places.guilds[1])[0]
        table = Table(wire, where, (ANA, BO), random.Random(SEED), ledger, lambda: None)
        bot = await Bot.start(wire, tmp_path)
        try:
            panel = await _playing(table)
            mover = table.called(panel.message)
            assert mover is not None
            reminder = wire.call(mover, panel.message)
            [pressed] = [each for each in buttons(reminder) if each.action == "panel"]
            shown = await table.press(mover, pressed, directly=True)
            assert shown.where.guild is None and shown.original is not None
            assert shown.original.body["flags"] & EPHEMERAL
            assert shown.original.body["channel_id"] == str(direct(mover.id))
            move = table.chosen(shown.original)
            assert move is not None
            before = len(wire.posts(where))
            await table.press(mover, move, directly=True)
            assert table.turns == 1, "they are told that it is made"
            async with asyncio.timeout(PATIENCE):
                while len(wire.posts(where)) == before:
                    await asyncio.sleep(0.02)
            assert wire.posts(direct(mover.id)) == [reminder]
        finally:
            assert await bot.end() == 0
    assert list(ledger.broken(logs(database(tmp_path)))) == []
    assert not wire.unknown and not wire.refused


async def _playing(table: Table) -> Button:
    """The button of a post that calls somebody to their turn, once a game has begun."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for each in table.newest():
                if each.action == "panel":
                    return each
            await table.step()
            await asyncio.sleep(0.02)
