"""The greeting of the playground: one press deals a game, another opens the rules."""

import pytest

from bot.app import Demo
from bot.table.table import Phase
from bot.text.names import opponent_level
from tests.support.game_choices import FOUR
from tests.support.move_panel import Panel
from tests.support.shown_messages import answer, buttons_of, has_no_reply
from tests.support.world import World

DEAL, AGAINST, LEARN = "Start a 3-player game", "Play an opponent", "Learn"
RULES, HUNTERS = "Read rules", "Carcassonne: Hunters and Gatherers"


@pytest.fixture
async def greeted(world: World) -> World:
    """A channel whose first post is the greeting, with all three players in it."""
    await on_stage(world)
    return world


async def on_stage(world: World) -> None:
    """The bot comes up with the channel and its three players as its stage."""
    users = tuple(player.id for player in world.players)
    world.app.demo = Demo((world.channel.id,), world.guild.id, users)
    await world.app.on_ready()


async def test_first_post_explains_the_playground_and_offers_a_table_and_the_rules(
    greeted: World,
) -> None:
    [post] = greeted.posts()
    assert "Carcassonne" in post and "playground" in post
    assert list(buttons_of(greeted.post())) == [DEAL, AGAINST, LEARN, RULES]


async def test_greeting_button_deals_a_game_for_three_and_its_presser_begins(
    greeted: World,
) -> None:
    asked = answer(await greeted.bo.click(greeted.post(), label=DEAL))
    assert list(buttons_of(asked))[:2] == [HUNTERS, "Carcassonne"]
    assert has_no_reply(await greeted.bo.click(asked, label=HUNTERS))
    table = await greeted.table()
    assert table.phase is Phase.PLAYING and table.name == FOUR[0]
    assert table.players == (greeted.bo.id, greeted.ana.id, greeted.cleo.id)
    assert table.to_move == greeted.bo.id
    first, *_card, turn = greeted.posts()
    assert "playground" in first and f"<@{greeted.bo.id}>" in turn
    assert "Place my tile" in buttons_of(greeted.post())
    assert await greeted.app.game_log.unposted() == ()


async def test_single_user_plays_against_an_opponent_of_a_chosen_strength(greeted: World) -> None:
    asked = answer(await greeted.cleo.click(greeted.post(), label=AGAINST))
    asked = answer(await greeted.cleo.click(asked, label=HUNTERS))
    assert has_no_reply(await greeted.cleo.click(asked, label="Villager"))
    table = await greeted.table()
    person, opponent = table.players
    assert table.phase is Phase.PLAYING and table.name == FOUR[0]
    assert person == table.to_move == greeted.cleo.id
    assert opponent is not None and opponent_level(opponent) == "villager"
    shown = await greeted.cleo.click(greeted.post(), label="Place my tile")
    panel = Panel(greeted.cleo, shown)
    panel = await panel.take(panel.places[0])
    await panel.press(next(iter(panel.figures)))
    assert (await greeted.table()).to_move == greeted.cleo.id, "the opponent has answered"
    assert {line.user for line in (await greeted.table()).lines} == {person, opponent}
