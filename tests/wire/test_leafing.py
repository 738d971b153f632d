"""Any turn of a finished game, and other moves in it, through the real program."""

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
from tests.wire.messages import EPHEMERAL, SentMessage
from tests.wire.table_players import Button, TablePlayers, buttons_of
from tests.wire.test_emoji import until

pytestmark = pytest.mark.slow

SEED: Final = 5
SECONDS: Final = 60.0


def offered(message: SentMessage, kind: str) -> list[Button]:
    return [one for one in buttons_of(message) if re.fullmatch(kind, one.action)]


async def test_other_moves_are_tried_privately_in_a_finished_game(tmp_path: Path) -> None:
    ledger = Ledger()
    async with LoopbackDiscord(on_post=lambda sent: ledger.add_post(sent, None)) as loopback:
        channel = loopback.guilds.channels_of(loopback.guilds.ids[0])[0]
        table = TablePlayers(
            loopback, channel, (ANA, BO), random.Random(SEED), ledger, lambda: None
        )
        bot = await BotProcess.start(loopback, tmp_path, settings={"CARCASSONNE_REVIEWS": "no"})
        try:
            while table.turns < 8:
                await table.step()
            asked = await loopback.command(ANA, channel, "end")
            await asked.answer(SECONDS)
            assert asked.original is not None
            [score] = offered(asked.original, "end score")
            await loopback.press(ANA, channel, asked.original, score.id)
            await until(lambda: "🏆" in loopback.posts(channel)[-1].text)
            posts, logs = len(loopback.posts(channel)), read_logs(database_path(tmp_path))
            news = await loopback.command(ANA, channel, "board", view="since")
            await news.answer(SECONDS)
            shown = await loopback.command(BO, channel, "board", turn=4)
            await shown.answer(SECONDS)
            message = shown.original
            assert message is not None and message.body["flags"] & EPHEMERAL
            assert "**Turn 4 of " in message.text and len(message.body["attachments"]) == 1

            async def press(button: Button, expected: str) -> None:
                before = str(message.body)
                # Where there are many spaces they are lines of a menu: a press names its line.
                await loopback.press(BO, channel, message, button.id, value=button.value)
                await until(lambda: str(message.body) != before)
                assert len(message.body["attachments"]) == 1
                assert message.text.startswith(expected)

            [what_if] = offered(message, r"if \d+")
            await press(what_if, "**What if** · turn 5: ")
            # A space, if there are several, then a meeple there, and what else the game asks.
            while choices := offered(message, r"if \d+ (show )?place .*"):
                choice = min(choices, key=lambda one: "show" in one.action)
                await press(choice, "**What if** · turn 5: ")
            [back] = offered(message, r"before \d+")
            await press(back, "**Turn 5 of ")
            assert len(loopback.posts(channel)) == posts, "nothing is posted"
            assert read_logs(database_path(tmp_path)) == logs, "nothing is saved"
        finally:
            assert await bot.end() == 0
    assert list(ledger.violations(read_logs(database_path(tmp_path)))) == []
    assert not loopback.unknown_requests and not loopback.refused_requests
