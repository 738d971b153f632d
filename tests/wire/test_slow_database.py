"""A press while the database keeps its writers waiting."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import asyncpg
import pytest

from tests.support.postgres_server import Server
from tests.wire.api_objects import ANA, BO, Person
from tests.wire.bot_process import BotProcess
from tests.wire.database_reader import DatabaseReader
from tests.wire.ledger import Ledger
from tests.wire.loopback import LoopbackDiscord
from tests.wire.table_players import RESPONSE_SECONDS, Button, TablePlayers

SEED: Final = 5


@pytest.mark.slow
@pytest.mark.landing
async def test_player_behind_a_lock_gets_a_word_after_four_seconds_and_then_the_move(
    tmp_path: Path, server: Server
) -> None:
    ledger, address = Ledger(), await server.create()
    async with LoopbackDiscord(on_post=ledger.add_post) as loopback:
        where = loopback.guilds.channels_of(loopback.guilds.ids[0])[0]
        table = TablePlayers(loopback, where, (ANA, BO), random.Random(SEED), ledger)
        bot = await BotProcess.start(loopback, tmp_path, settings={"CARCASSONNE_DATABASE": address})
        try:
            reader = DatabaseReader(address)
            mover, panel = await _turn(table, reader)
            shown = await table.open_panel(mover, panel)
            assert shown.original is not None
            move = table.choose_move(shown.original)
            assert move is not None
            posts, entries = len(loopback.posts(where)), await _entries(reader)
            async with locked_games(address):
                began = time.monotonic()
                pressed = await loopback.press(
                    mover, where, move.message, move.id, value=move.value
                )
                answer = await pressed.answer(RESPONSE_SECONDS)
                assert time.monotonic() - began > 3.9, f"{move.action}: {answer.text}"
                assert answer.text.startswith("The database is slow to respond. Your game hasn't")
                assert len(loopback.posts(where)) == posts
            async with asyncio.timeout(RESPONSE_SECONDS):
                # A move that does not end its turn has no post.
                while await _entries(reader) == entries:
                    await asyncio.sleep(0.1)
                while answer.text.startswith("The database is slow"):
                    await asyncio.sleep(0.02)
        finally:
            assert await bot.end() == 0
        assert list(ledger.violations(await reader.logs())) == []
    await server.drop(address)


@asynccontextmanager
async def locked_games(address: str) -> AsyncIterator[None]:
    """Another program's lock on all rows of games."""
    other = await asyncpg.connect(address)
    try:
        async with other.transaction():
            await other.execute("SELECT * FROM games FOR UPDATE")
            yield
    finally:
        await other.close()


async def _entries(reader: DatabaseReader) -> int:
    return sum(map(len, (await reader.logs()).values()))


async def _turn(table: TablePlayers, reader: DatabaseReader) -> tuple[Person, Button]:
    """Wait for a game whose first turn is posted, and recorded as such.

    The record of a post changes the row of its game, so it would wait for the lock before the move.
    """
    async with asyncio.timeout(RESPONSE_SECONDS):
        while True:
            for button in table.newest_buttons():
                mover = table.player_to_move(button.message)
                if button.action == "panel" and mover is not None:
                    while await reader.unposted_games():
                        await asyncio.sleep(0.02)
                    return mover, button
            await table.step()
            await asyncio.sleep(0.02)
