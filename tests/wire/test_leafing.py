"""Any turn of a finished game, and other moves in it, through the real program."""

import asyncio
import random
import re
from pathlib import Path
from typing import Final

import pytest

from tests.wire.api_objects import ANA, BO
from tests.wire.bot_process import BotProcess, database_path
from tests.wire.database_reader import read_logs
from tests.wire.ledger import Ledger
from tests.wire.loopback import LoopbackDiscord
from tests.wire.messages import EPHEMERAL
from tests.wire.table_players import TablePlayers, buttons_of
from tests.wire.test_shared_moments import SECONDS, play_and_end

pytestmark = pytest.mark.slow

SEED: Final = 5


async def test_other_moves_are_tried_privately_in_a_finished_game(tmp_path: Path) -> None:
    ledger = Ledger()
    async with LoopbackDiscord(on_post=lambda sent: ledger.add_post(sent, None)) as loopback:
        channel = loopback.guilds.channels_of(loopback.guilds.ids[0])[0]
        table = TablePlayers(
            loopback, channel, (ANA, BO), random.Random(SEED), ledger, lambda: None
        )
        bot = await BotProcess.start(loopback, tmp_path, settings={"CARCASSONNE_REVIEWS": "no"})
        try:
            await play_and_end(loopback, table, 8)
            posts, logs = len(loopback.posts(channel)), read_logs(database_path(tmp_path))
            news = await loopback.command(ANA, channel, "board", view="since")
            await news.answer(SECONDS)
            shown = await loopback.command(BO, channel, "board", turn=4)
            await shown.answer(SECONDS)
            message = shown.original
            assert message is not None and message.body["flags"] & EPHEMERAL
            assert "**Turn 4 of " in message.text and len(message.body["attachments"]) == 1
            for kind in (r"if \d+", r"if \d+ place .*", r"before \d+"):
                button = next(one for one in buttons_of(message) if re.fullmatch(kind, one.action))
                # Where there are many places they are lines of a menu, and a press names its line.
                pressed = await loopback.press(BO, channel, message, button.id, value=button.value)
                await pressed.answer(SECONDS)
                async with asyncio.timeout(SECONDS):
                    while button.action in [one.action for one in buttons_of(message)]:
                        await asyncio.sleep(0.05)
                assert len(message.body["attachments"]) == 1
                expected = "**What if** · turn 5: " if kind.startswith("if") else "**Turn 5 of "
                assert message.text.startswith(expected)
            assert len(loopback.posts(channel)) == posts, "nothing is posted"
            assert read_logs(database_path(tmp_path)) == logs, "nothing is saved"
        finally:
            assert await bot.end() == 0
    assert list(ledger.violations(read_logs(database_path(tmp_path)))) == []
    assert not loopback.unknown_requests and not loopback.refused_requests
