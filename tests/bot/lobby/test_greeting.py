"""The greeting of the playground, and the questions that lead to a game."""

import pytest
from simcord import InteractionResult

from bot.app import Demo
from bot.table.table import Phase
from bot.text.names import opponent_level
from tests.bot.cups.test_commands import set_right
from tests.support.game_choices import FOUR
from tests.support.move_panel import Panel
from tests.support.shown_messages import answer, buttons_of, has_no_reply, private
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


async def test_greeting_of_forty_people_deals_a_game_for_three(world: World) -> None:
    await world.rename_and_add_players([f"Person {number}" for number in range(40)])
    await on_stage(world)
    last = world.more[-1]
    asked = answer(await last.click(world.post(), label=DEAL))
    assert has_no_reply(await last.click(asked, label=HUNTERS))
    assert (await world.table()).players == (last.id, world.ana.id, world.bo.id)


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


START = "Start a game"
BASE = "Carcassonne"
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
