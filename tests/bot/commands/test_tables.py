"""Tables: joining, leaving, resigning and the end of a table."""

import random

import pytest
import simcord
from simcord import InteractionResult, MemberActor

from bot.presenters.private.boards import view_title_and_picture
from bot.presenters.public.turns import stopped_post
from bot.table.table import Phase
from bot.text.message import ClosedView
from bot.text.names import Names
from rules.game import next_seat
from rules.record import replay
from rules.story import GameEnded, Resigned, TurnBegan
from rules.variants import games
from tests.support.game_choices import opening_options
from tests.support.legal_turns import any_turn, played_turns, turn_with_figure_choice
from tests.support.shown_messages import action_ids_of, buttons_of, has_no_reply, private
from tests.support.world import World, shuffled_header


async def confirmed(
    world: World, who: MemberActor, command: str, *, scored: bool = False
) -> InteractionResult:
    """`/resign` or `/end`, and the button pressed of what is meant."""
    before, posts = await world.log(), len(world.messages())
    asked = await who.slash(world.channel, command)
    assert private(asked)
    assert await world.log() == before, "asking changes nothing"
    assert len(world.messages()) == posts
    assert asked.response is not None
    meant = "end score" if scored else command
    done = await who.click(asked.response, custom_id=action_ids_of(asked.response)[meant])
    assert done.response is None, "there is no tile of it to be told of or taken back"
    return done


async def test_any_player_starts_a_full_lobby(world: World) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    assert "Carcassonne: Hunters and Gatherers" in world.posts()[-1]
    assert "First edition" in world.posts()[-1]
    await world.press(world.bo, "join")
    assert "1. 🔴 **Ana** (host)\n2. 🔵 **Bo**\n3. *free*" in world.posts()[-1]
    await world.press(world.cleo, "join")
    assert "All seats are taken" in world.posts()[-1]
    assert has_no_reply(await world.press(world.cleo, "start"))
    table = await world.table()
    assert table.phase is Phase.PLAYING
    assert set(table.players) == {world.ana.id, world.bo.id, world.cleo.id}
    names = {p.id: f"**{p.user.global_name}**" for p in world.players}
    order = ", ".join(names[user] for user in table.players if user is not None)
    assert f"turn order: {order}" in world.posts()[-1]
    assert await world.entries() == [
        *("new hunters 3", "join 1", "join 2"),
        (await world.entries())[-1],
    ]


async def test_X03_seats_and_bags_are_shuffled_differently_each_time(world: World) -> None:
    deals = []
    for _ in range(3):
        await world.start_game(3)
        table = await world.table()
        assert table.header is not None
        deals.append((table.players, table.header.bags["bag"], table.header.bags["bonus"]))
        await confirmed(world, world.ana, "end")
    assert len({bag for _, bag, _ in deals}) == len({bonus for _, _, bonus in deals}) == 3
    assert len({tuple(sorted(bag)) for _, bag, _ in deals}) == 1


async def test_the_host_may_start_before_the_table_is_full(world: World) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=5)
    await world.press(world.bo, "join")
    assert "only the host, **Ana**" in private(await world.press(world.bo, "start"))
    assert has_no_reply(await world.press(world.ana, "start"))
    assert (await world.game()).seats == 2


async def test_next_player_becomes_host_when_the_host_leaves(world: World) -> None:
    await world.open(3)
    assert has_no_reply(await world.press(world.ana, "leave"))
    assert "1. 🔵 **Bo** (host)\n2. ⚪ **Cleo**\n3. *free*" in world.posts()[-1]
    assert (await world.table()).host == world.bo.id
    assert "only the host, **Bo**" in private(await world.press(world.cleo, "start"))
    # Who gave the seat back may take one again, as the last and not as the host.
    await world.press(world.ana, "join")
    assert (await world.table()).players == (world.bo.id, world.cleo.id, world.ana.id)
    assert (await world.table()).host == world.bo.id


async def test_table_closes_after_the_last_player_leaves_and_frees_the_channel(
    world: World,
) -> None:
    await world.open(2)
    for player in (world.ana, world.bo):
        assert has_no_reply(await player.click(world.post(), label="Leave"))
    assert "was cancelled" in world.posts()[-1]
    assert buttons_of(world.post()) == {}
    assert (await world.table()).phase is Phase.STOPPED
    assert [text.split()[0] for text in await world.entries()][-2:] == ["leave", "end"]
    assert "no game in this channel" in private(await world.bo.slash(world.channel, "board"))
    assert has_no_reply(await world.cleo.slash(world.channel, "new", game="hunters", seats=2))
    assert (await world.table()).host == world.cleo.id


async def test_the_host_ends_a_table_in_the_lobby(world: World) -> None:
    await world.open(3)
    assert has_no_reply(await confirmed(world, world.ana, "end"))
    assert "was cancelled" in world.posts()[-1]
    assert (await world.table()).phase is Phase.STOPPED
    assert has_no_reply(await world.bo.slash(world.channel, "new", game="hunters", seats=2))


async def test_host_ends_a_running_game_without_a_final_scoring(world: World) -> None:
    await world.start_with(shuffled_header(3))
    await world.place(turn_with_figure_choice(await world.game()))
    scores = (await world.game()).scores
    assert has_no_reply(await confirmed(world, world.ana, "end"))
    assert (
        "ended the game without final scoring" in world.posts()[-1]
        and "🏆" not in world.posts()[-1]
    )
    table = await world.table()
    assert table.phase is Phase.STOPPED and table.running_game.scores == scores
    names = Names(table.players, {user: "Ana" for user in table.players if user is not None})
    [picture] = stopped_post(table, names).pictures
    _words, board = view_title_and_picture(table, names, "whole", None, None)
    assert picture.about == board.about == ClosedView(), "no place is marked, nobody is to move"
    assert has_no_reply(await world.bo.slash(world.channel, "new", game="hunters", seats=2))


async def test_question_about_ending_is_late_after_the_next_move(
    world: World,
) -> None:
    await world.start_with(shuffled_header(3))
    asked, again = [await world.ana.slash(world.channel, "end") for _ in range(2)]
    leave = await world.bo.slash(world.channel, "resign")
    await world.place(any_turn(await world.game(), random.Random(1)))
    before = await world.log()
    assert asked.response is not None and again.response is not None
    assert leave.response is not None
    for who, panel, label in (
        (world.ana, asked.response, "End and score"),
        (world.ana, again.response, "End without scoring"),
        (world.bo, leave.response, "Resign"),
    ):
        assert "The game has moved on" in private(await who.click(panel, label=label))
    assert await world.log() == before


async def test_resigned_player_is_skipped_and_the_others_continue(world: World) -> None:
    await world.start_with(shuffled_header(3))
    await world.place(any_turn(await world.game(), random.Random(1)))
    assert has_no_reply(await confirmed(world, world.bo, "resign"))
    assert "**Bo** resigned" in world.posts()[-1]
    assert f"<@{world.cleo.id}>, your turn" in world.posts()[-1]
    movers = []
    for seed in range(4):
        mover = await world.to_move()
        movers.append(mover)
        turn = any_turn(await world.game(), random.Random(seed))
        assert has_no_reply(await world.place(turn))
    assert movers == [world.cleo, world.ana, world.cleo, world.ana]
    table = await world.table()
    assert replay(table.record()).game == table.game
    assert "resign 1" in table.record()


async def test_player_may_resign_during_another_players_turn(world: World) -> None:
    await world.start_with(shuffled_header(3))
    game = await world.game()
    assert has_no_reply(await confirmed(world, world.cleo, "resign"))
    after = await world.game()
    assert after.turn == game.turn == 0 and after.drawn == game.drawn
    await world.place(any_turn(after, random.Random(1)))
    assert (await world.game()).turn == 1
    assert next_seat(await world.game()) == 0


async def test_tile_of_a_resigning_player_goes_to_the_next_player(world: World) -> None:
    await world.start_with(shuffled_header(3))
    drawn = (await world.game()).drawn
    assert has_no_reply(await confirmed(world, world.ana, "resign"))
    game = await world.game()
    assert game.turn == 1 and game.drawn == drawn
    assert f"<@{world.bo.id}>, your turn" in world.posts()[-1]


async def test_last_remaining_player_wins_after_the_final_scoring(world: World) -> None:
    header = shuffled_header(3, 2)
    await world.start_with(header)
    await world.write_turns([turn for _, turn in played_turns(header, 2)][:30])
    await confirmed(world, world.bo, "resign")
    assert (await world.table()).phase is Phase.PLAYING
    await confirmed(world, world.ana, "resign")
    table = await world.table()
    assert table.phase is Phase.OVER
    assert "🏆 **Cleo** wins" in world.posts()[-1]
    story = table.running_game.story
    assert isinstance(story[-1], GameEnded) and story[-1].winners == (2,)
    assert sum(isinstance(event, Resigned) for event in story) == 2
    # After the end the order may be seen, and another table can be opened.
    assert has_no_reply(await world.bo.slash(world.channel, "new", game="hunters", seats=2))


async def test_resigned_player_may_host_and_play_elsewhere(world: World) -> None:
    await world.start_with(shuffled_header(3))
    await confirmed(world, world.bo, "resign")
    other = world.guild.create_text_channel("elsewhere")
    assert has_no_reply(await world.bo.slash(other, "new", game="hunters", seats=2))
    assert has_no_reply(await world.press(world.ana, "join", other))
    assert (await world.table(other)).players == (world.bo.id, world.ana.id)


async def test_resigned_host_may_still_end_the_game(world: World) -> None:
    await world.bo.slash(world.channel, "new", game="hunters", seats=3)
    for player in (world.ana, world.cleo):
        await world.press(player, "join")
    await world.press(world.bo, "start")
    await confirmed(world, world.bo, "resign")
    assert has_no_reply(await confirmed(world, world.bo, "end"))
    assert (await world.table()).phase is Phase.STOPPED


async def test_seats_out_of_range_are_refused_by_discord_itself(world: World) -> None:
    for seats in (0, 1, 7):
        with pytest.raises(simcord.OptionError):
            await world.ana.slash(world.channel, "new", game="hunters", seats=seats)
    with pytest.raises(simcord.OptionError):
        await world.ana.slash(world.channel, "new", game="chess", seats=2)


async def test_every_game_can_be_opened(world: World) -> None:
    for name in games():
        channel = world.guild.create_text_channel(name.replace("+", "-"))
        assert has_no_reply(await world.ana.slash(channel, "new", **opening_options(name), seats=2))
        assert (await world.table(channel)).name == name


async def test_seats_take_turns_in_order(world: World) -> None:
    header = shuffled_header(3, 4)
    await world.start_with(header)
    await world.write_turns([turn for _, turn in played_turns(header, 4)])
    began = [e.seat for e in (await world.game()).story if isinstance(e, TurnBegan)]
    assert began == [number % 3 for number in range(len(began))]
