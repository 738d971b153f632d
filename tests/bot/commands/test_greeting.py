"""The greeting of the playground: one press deals a game, another opens the rules."""

import discord
import pytest

from bot.client.discord_io.buttons import card_of, view_of
from bot.client.discord_io.demo import Demo
from bot.games import game_texts, game_topics
from bot.presenters.private import help
from bot.presenters.public.greeting import OPPONENT_LEVEL, greeting
from bot.table.table import Phase
from bot.text.i18n import LANGUAGES, use_language
from bot.text.message import Menu
from bot.text.opponents import opponent_level
from rules.variants import games_by_part
from tests.support.game_choices import ALL_TOGETHER, FOUR
from tests.support.message_limits import check_message, payload
from tests.support.move_panel import Panel
from tests.support.shown_messages import buttons_of, has_no_reply
from tests.support.world import World

DEAL, AGAINST, LEARN = "Start a 3-player game", "Play an opponent", "Learn"
RULES = "Read rules"


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
    assert has_no_reply(await greeted.bo.click(greeted.post(), label=DEAL))
    table = await greeted.table()
    assert table.phase is Phase.PLAYING and table.name == FOUR[0]
    assert table.players == (greeted.bo.id, greeted.ana.id, greeted.cleo.id)
    assert table.to_move == greeted.bo.id
    first, *_card, turn = greeted.posts()
    assert "playground" in first and f"<@{greeted.bo.id}>" in turn
    assert "Place my tile" in buttons_of(greeted.post())
    assert await greeted.app.game_log.unposted() == ()


async def test_greeting_menu_deals_every_other_game(greeted: World) -> None:
    card = greeting([player.id for player in greeted.players])
    *_, menu = card.buttons
    assert isinstance(menu, Menu)
    titles = {game_texts.game_title(name) for name in (*FOUR[1:], ALL_TOGETHER)}
    assert titles <= {line.label for line in menu.lines}
    title = game_texts.game_title(ALL_TOGETHER)
    [line] = [line for line in menu.lines if line.label == title]
    await greeted.ana.select(greeted.post(), custom_id="pick:0:0", values=[line.action])
    table = await greeted.table()
    assert (table.name, table.phase) == (ALL_TOGETHER, Phase.PLAYING)
    assert table.to_move == greeted.ana.id


async def test_single_user_plays_against_an_opponent_at_once(greeted: World) -> None:
    assert has_no_reply(await greeted.cleo.click(greeted.post(), label=AGAINST))
    table = await greeted.table()
    person, opponent = table.players
    assert table.phase is Phase.PLAYING and table.name == FOUR[0]
    assert person == table.to_move == greeted.cleo.id
    assert opponent is not None and opponent_level(opponent) == OPPONENT_LEVEL
    shown = await greeted.cleo.click(greeted.post(), label="Place my tile")
    panel = Panel(greeted.cleo, shown)
    panel = await panel.take(panel.places[0])
    await panel.press(next(iter(panel.figures)))
    assert (await greeted.table()).to_move == greeted.cleo.id, "the opponent has answered"
    assert {line.user for line in (await greeted.table()).lines} == {person, opponent}


async def test_greeting_mentions_a_running_game(greeted: World) -> None:
    await greeted.ana.click(greeted.post(), label=DEAL)
    await greeted.app.on_ready()
    assert "playground" in greeted.posts()[-2]
    assert "Place my tile" in buttons_of(greeted.post())


async def test_greeting_uses_the_language_of_the_server(world: World) -> None:
    guild = world.app.get_guild(world.guild.id)
    assert guild is not None
    guild.preferred_locale = discord.Locale.french
    await on_stage(world)
    assert "Bienvenue" in world.posts()[0]


def test_greeting_and_every_page_of_the_rules_keep_the_limits() -> None:
    for language in LANGUAGES:
        with use_language(language):
            card = greeting([2**63 - 1] * 3)
            check_message(payload(view=card_of(card, card.text).view, nonce=f"0-{2**63 - 1}")[0])
            for name in games_by_part():
                topics = game_topics.topics_of(name)
                for key in (None, *topics):
                    page = help.rules_page(name, key)
                    assert game_topics.topic_message(topics[key or "turn"]) in page.text
                    check_message(payload(content=page.text, view=view_of(page))[0])
