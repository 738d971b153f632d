"""The bot's application: synchronised commands, intents and allowed mentions."""

from typing import Final

import discord
import pytest

from bot.app import App
from tests.support.world import World

pytestmark = pytest.mark.usefixtures("no_retry_pauses")


async def test_commands_are_registered_only_after_a_change(world: World) -> None:
    def synced() -> int:
        return sum(
            r.method == "PUT" and r.path.endswith("/commands") for r in world.env.http_requests
        )

    assert synced() == 1
    await world.restart()
    await world.restart()
    assert synced() == 1
    await world.app.game_log.set_setting("commands synced", "of an older version")
    await world.restart()
    assert synced() == 2


ANYWHERE: Final = ("games", "away", "help", "rules", "settings", "stats", "privacy")
"""Commands about who gives them: they work in direct messages and where the bot is not."""


def test_bot_requests_no_privileged_intent_and_allows_no_mentions(simcord_bot: App) -> None:
    assert simcord_bot.intents == discord.Intents(guilds=True, guild_typing=True)
    mentions = simcord_bot.allowed_mentions
    assert mentions is not None and mentions.to_dict() == discord.AllowedMentions.none().to_dict()
    for command in simcord_bot.tree.get_commands():
        said = command.to_dict(simcord_bot.tree)
        if command.name in ANYWHERE:
            assert said["contexts"] == [0, 1, 2] and said["integration_types"] == [0, 1]
        else:
            assert said["contexts"] == [0], "in servers only"
            assert said["integration_types"] == [0], "where the bot itself is"
