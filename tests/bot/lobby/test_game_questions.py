"""*Start a game* and *Play an opponent*: which game, how strong, and where they are offered."""

import pytest
from simcord import InteractionResult

from bot.table.table import Phase
from bot.text.names import opponent_level
from tests.bot.cups.test_commands import set_right
from tests.support.shown_messages import answer, buttons_of, has_no_reply, private
from tests.support.world import World

START, AGAINST = "Start a game", "Play an opponent"
BASE, HUNTERS = "Carcassonne", "Carcassonne: Hunters and Gatherers"
ARK = "The Ark of the Covenant"


def games_shown(asked: InteractionResult) -> list[str]:
    """The games that the pictures of a question show."""
    pictures = answer(asked).attachments
    return [(picture.description or "").rpartition(": ")[0] for picture in pictures]


@pytest.mark.parametrize("command", ["games", "help"])
async def test_two_presses_lead_from_home_or_help_to_a_lobby(world: World, command: str) -> None:
    shown, other = [answer(await who.slash(world.channel, command)) for who in world.players[:2]]
    asked = await world.ana.click(shown, label=START)
    assert games_shown(asked) == [HUNTERS, BASE, ARK]
    assert has_no_reply(await world.ana.click(answer(asked), label=BASE))
    table = await world.table()
    assert table.phase is Phase.LOBBY and table.name == "base" and table.players == (world.ana.id,)
    assert START not in buttons_of(answer(await world.bo.slash(world.channel, command)))
    late = await world.bo.click(other, label=AGAINST)
    assert private(late).startswith("There's already a game to join in this channel.")


async def test_opponent_is_asked_for_by_game_and_strength(world: World) -> None:
    await world.ana.slash(world.channel, "setup", game="base")
    shown, other = [answer(await who.slash(world.channel, "games")) for who in world.players[:2]]
    asked = await world.ana.click(shown, label=AGAINST)
    assert games_shown(asked) == [HUNTERS, BASE, ARK]
    assert "**novice** plays fast and not always well" in private(asked)
    assert has_no_reply(await world.ana.click(answer(asked), label="Master"))
    table = await world.table()
    assert table.name == "base" and table.to_move == world.ana.id
    assert opponent_level(table.players[1] or 0) == "master"
    assert "game" in private(await world.bo.click(other, label=AGAINST))
    assert AGAINST not in buttons_of(answer(await world.bo.slash(world.channel, "games")))


async def test_games_are_not_offered_where_none_can_be_opened(world: World) -> None:
    message = answer(await world.ana.user.slash("games")).message
    assert START not in buttons_of(message), "in a direct message"
    set_right(world, "attach_files", allowed=False)
    await world.env.settle()
    assert START not in buttons_of(answer(await world.ana.slash(world.channel, "games")))


async def test_games_are_not_offered_in_a_channel_that_the_server_does_not_allow(
    world: World,
) -> None:
    other = world.guild.create_text_channel("games")
    await world.env.settle()
    await world.press_id(world.ana, f"carc:0:0:setup channels {other.id}")
    assert START not in buttons_of(answer(await world.ana.slash(world.channel, "games")))
    assert START in buttons_of(answer(await world.ana.slash(other, "games")))
