"""``/games``: all tables of a user, the longest waiting first, with links."""

import random
import re
from dataclasses import dataclass

import discord
from simcord import ChannelHandle, MemberActor, UserHandle

from bot.table.store import Request
from tests.support.legal_turns import any_turn
from tests.support.shown_messages import (
    RECEIPT,
    action_ids_of,
    answer,
    buttons_of,
    choices_of,
    private,
    text_of,
)
from tests.support.world import World


@dataclass
class Far:
    """A second server, with Ana, Bo and Cleo in it."""

    channel: ChannelHandle
    ana: MemberActor
    bo: MemberActor


async def far_away(world: World) -> Far:
    guild = world.env.create_guild("Far away")
    channel = guild.create_text_channel("pub")
    ana, bo, _cleo = (guild.add_member(player.user) for player in world.players)
    await world.env.settle()
    return Far(channel, ana, bo)


async def turn_of(world: World, player: MemberActor, name: str) -> ChannelHandle:
    """A channel with a running table of two players."""
    channel = world.guild.create_text_channel(name)
    await world.start_game(2, channel)
    seed = 0
    while (table := await world.table(channel)).to_move != player.id:
        turn = any_turn(table.running_game, random.Random(seed := seed + 1))
        other = next(player for player in world.players if player.id == table.to_move)
        await other.slash(channel, "place", move=turn.text)
    return channel


async def home(who: UserHandle) -> discord.Message:
    return answer(await who.slash("games")).message


async def test_home_lists_each_table_with_the_player_to_move_and_a_link(world: World) -> None:
    mine = await turn_of(world, world.ana, "meadow")
    await turn_of(world, world.bo, "river")
    far = await far_away(world)
    await far.bo.slash(far.channel, "new", game="base", seats=4)
    await far.ana.click(far.channel.history()[-1], label="Join")
    text = text_of(await home(world.ana.user))
    assert text.startswith("**It's your turn in 1 game.**")
    newest = world.post(mine)
    way = f"https://discord.com/channels/{world.guild.id}/{mine.id}/{newest.id}"
    assert re.search(rf"🟢 \*\*\[\\#meadow, Meadow\]\({way}\)\*\* · your turn · <t:\d+:R>", text)
    assert re.search(
        r"⏳ \*\*\[\\#river, Meadow\]\(\S+\)\*\* · \*\*Bo\*\*'s turn · <t:\d+:R>", text
    )
    assert re.search(
        r"🪑 \*\*\[\\#pub, Far away\]\(\S+\)\*\* · 2 of 4 seats empty\n"
        r"-# Carcassonne · \*\*Bo\*\* and \*\*Ana\*\*",
        text,
    )
    assert text.index("meadow") < text.index("river")
    here = private(await world.ana.slash(world.channel, "games"))
    assert "[\\#meadow](" in here, "the server where one asks is not named"


async def test_play_button_at_home_opens_the_panel_and_the_receipt_offers_the_next_table(
    world: World,
) -> None:
    first = await turn_of(world, world.ana, "meadow")
    second = await turn_of(world, world.ana, "river")
    posts = {channel.id: len(world.posts(channel)) for channel in (first, second)}
    message = await home(world.ana.user)
    for channel, label in ((first, "Play #meadow, Meadow"), (second, "Next: #river, Meadow")):
        [full] = [label_text for label_text in buttons_of(message) if label_text.startswith(label)]
        panel = answer(await world.ana.user.click(message, label=full))
        assert text_of(panel).startswith("-# [\\#" + label.split("#")[1].split(",")[0])
        assert choices_of(panel) or buttons_of(panel)
        panel = answer(await world.ana.user.click(panel, label="1"))
        ids = action_ids_of(panel)
        action = next(action for action in ids if action.startswith("place "))
        message = answer(await world.ana.user.click(panel, custom_id=ids[action])).message
        assert RECEIPT in text_of(message)
        assert len(world.posts(channel)) == posts[channel.id] + 1
    assert list(buttons_of(message)) == ["Your games", "Undo", "Settings"]


async def test_open_seat_of_a_running_game_is_offered_and_taken_from_elsewhere(
    world: World,
) -> None:
    await world.start_game(3)
    mover = await world.to_move()
    seat = (await world.table()).seat_of(mover.id)
    await world.write([(mover.id, f"open {seat}")])
    await world.post_state()
    waiting = text_of(await home((await world.others())[0].user))
    assert "Former player" not in waiting
    reply = answer(await world.dan.user.click(await home(world.dan.user), label="Join a game"))
    assert list(buttons_of(reply)) == ["Take a seat: #carcassonne, Meadow", "Your games"]
    await world.dan.user.click(reply, label="Take a seat: #carcassonne, Meadow")
    assert (await world.table()).to_move == world.dan.id
    assert "took over the empty seat" in world.posts()[-1]
    again = answer(await world.cleo.user.click(await home(world.cleo.user), label="Join a game"))
    assert text_of(again).startswith("There's no game to join right now.")


async def test_open_tables_are_listed_only_in_visible_channels(world: World) -> None:
    far = await far_away(world)
    await far.bo.slash(far.channel, "new", game="base", seats=2)
    await world.cleo.slash(world.channel, "new", game="hunters", seats=3)
    hidden = discord.PermissionOverwrite(view_channel=False)
    everyone = world.guild.roles["@everyone"]
    secret = world.guild.create_text_channel("secret", overwrites={everyone: hidden})
    request = Request(world.cleo.id, world.guild.id, secret.id)
    await world.app.services.table_service.open(request, "hunters", 2)
    message = answer(await world.ana.user.click(await home(world.ana.user), label="Join a game"))
    assert "Join #pub, Far away" in buttons_of(message)
    assert "Join #carcassonne, Meadow" in buttons_of(message)
    assert "secret" not in text_of(message)
    dans = answer(await world.dan.user.click(await home(world.dan.user), label="Join a game"))
    assert "Far away" not in text_of(dans), "Dan is not in that server"
    own = answer(await world.cleo.user.click(await home(world.cleo.user), label="Join a game"))
    assert "carcassonne" not in text_of(own), "Cleo sits there already"


async def test_seat_taken_from_elsewhere_is_posted_in_the_channel(world: World) -> None:
    await world.cleo.slash(world.channel, "new", game="hunters", seats=2)
    message = answer(await world.dan.user.click(await home(world.dan.user), label="Join a game"))
    joined = await world.dan.user.click(message, label="Join #carcassonne, Meadow")
    assert private(joined).endswith("✔️ Done. The post in the channel shows the game.")
    assert "2. 🔵 **Dan**" in world.posts()[-1]
    none = answer(await world.ana.user.click(await home(world.ana.user), label="Join a game"))
    assert text_of(none).startswith("There's no game to join right now.")
    back = await world.dan.user.click(answer(joined), label="Your games")
    assert "full, ready to start" in private(back)
