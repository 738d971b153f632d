"""Context menus: *Challenge* on a user, *Show this turn* on a post."""

import discord
from simcord import InteractionResult, MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.support.legal_turns import played_turns, scoring_turn
from tests.support.shown_messages import answer, private
from tests.support.world import World, shuffled_header

CHALLENGE, TURN = "Challenge", "Show this turn"
HEADER = shuffled_header(3, 1)


async def challenge(world: World, user: MemberActor) -> InteractionResult:
    return await world.ana.context_menu(world.channel, CHALLENGE, user)


async def play(world: World, turns: int) -> None:
    """The first turns of a game of three, each with its post."""
    await world.start_with(HEADER)
    await world.post_state()
    for _, turn in [*played_turns(HEADER, 1, scoring_turn)][:turns]:
        await world.write_turns([turn])
        await world.post_state()


async def test_challenge_asks_for_the_game_then_opens_a_table_for_two_and_pings(
    world: World,
) -> None:
    asked = await challenge(world, world.bo)
    assert private(asked).startswith("Which game do you challenge **Bo** to?")
    assert await world.entries() == []
    await world.ana.click(answer(asked), label="Carcassonne: Hunters and Gatherers")
    assert await world.entries() == ["new hunters 2\naids: yes"]
    table = await world.table()
    assert (table.host, table.seat_count) == (world.ana.id, 2)
    post = world.post()
    assert post.content.startswith(f"⚔️ <@{world.bo.id}>, **Ana** challenges you to **")
    assert [user.id for user in post.mentions] == [world.bo.id]


async def test_nobody_is_challenged_who_cannot_answer(world: World) -> None:
    assert "You can't challenge yourself" in private(await challenge(world, world.ana))
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    assert "robot** is a bot and can't play" in private(await challenge(world, robot))
    hidden = discord.Permissions(view_channel=True).value
    world.env.backend.set_overwrite(
        world.channel.id,
        Overwrite(target_id=world.bo.id, type=OverwriteType.MEMBER, allow=0, deny=hidden),
    )
    await world.env.settle()
    assert "**Bo** can't see this channel" in private(await challenge(world, world.bo))


async def test_post_shows_its_own_turn(world: World) -> None:
    await play(world, 3)
    *_, second, third = world.messages()
    for number, post in ((2, second), (3, third)):
        shown = await world.dan.context_menu(world.channel, TURN, post)
        assert private(shown).startswith(f"**Turn {number} of 3**\n")
        assert answer(shown).attachments


async def test_post_of_an_undone_move_has_no_turn(world: World) -> None:
    await play(world, 3)
    post, line = world.post(), (await world.table()).lines[-1]
    await world.write([(line.user, f"undo {line.number}")])
    refused = private(await world.dan.context_menu(world.channel, TURN, post))
    assert refused == "That turn was undone. See the game with `/board`."


async def test_any_other_message_says_what_the_menu_is_for(world: World) -> None:
    said = await world.dan.send(world.channel, "hello")
    await world.open(2)
    card = world.post()
    for message in (said, card):
        refused = private(await world.dan.context_menu(world.channel, TURN, message))
        assert refused.startswith("*Show this turn* shows the turn of a post of mine")
    await world.press(world.ana, "start")
    for message in (said, card):
        refused = private(await world.dan.context_menu(world.channel, TURN, message))
        assert refused.startswith("*Show this turn* shows the turn of a post of mine")
