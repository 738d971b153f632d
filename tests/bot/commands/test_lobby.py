"""The card of a table that has not started, in public and as a private copy; and its end."""

import pytest
import simcord
from simcord import InteractionResult, MemberActor

from bot.presenters.private.boards import view_title_and_picture
from bot.presenters.public.turns import stopped_post
from bot.table.table import Phase
from bot.text.names import Names
from renderer.requests import ClosedBoard
from tests.support.legal_turns import turn_with_figure_choice
from tests.support.shown_messages import (
    action_ids_of,
    answer,
    buttons_of,
    choices_of,
    has_no_reply,
    private,
)
from tests.support.world import World, shuffled_header

OPEN_CARD, READY_CARD = ["Join", "Leave", "Colour"], ["Start", "Join", "Leave", "Colour"]
"""The buttons of a lobby with one player, and with enough players to start."""


async def test_board_in_a_lobby_shows_its_card_and_a_press_posts_the_card_again(
    world: World,
) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    copy = await world.bo.slash(world.channel, "board")
    assert "1. 🔴 **Ana** (host)\n2. *free*" in private(copy)
    assert list(buttons_of(answer(copy))) == OPEN_CARD
    assert has_no_reply(await world.bo.click(answer(copy), label="Join"))
    assert len(world.messages()) == 2
    assert "2. 🔵 **Bo**" in world.posts()[-1] and list(buttons_of(world.post())) == READY_CARD
    copy = await world.ana.slash(world.channel, "board")
    assert has_no_reply(await world.ana.click(answer(copy), label="Start"))
    assert (await world.table()).phase is Phase.PLAYING


async def test_free_colours_are_offered_privately_and_the_card_is_updated(
    world: World,
) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    await world.press(world.bo, "join")
    card = world.post()
    asked = await world.cleo.click(card, label="Colour")
    assert "Which colour do you want to join with?" in private(asked)
    assert [value.split()[1] for value in choices_of(answer(asked))] == ["2", "3", "4", "5"]
    assert has_no_reply(await world.cleo.select(answer(asked), [choices_of(answer(asked))[2]]))
    assert len(world.messages()) == 1, "it is the same post"
    assert "3. 🟣 **Cleo**" in world.posts()[-1]
    asked = await world.ana.click(world.post(), label="Colour")
    assert "Which colour do you want?" in private(asked)
    await world.restart()
    assert has_no_reply(await world.ana.select(answer(asked), [choices_of(answer(asked))[0]]))
    assert "1. ⚪ **Ana** (host)" in world.posts()[-1] and len(world.messages()) == 1
    refused = private(await world.dan.click(world.post(), label="Colour"))
    assert "All 3 seats are taken" in refused


async def test_colour_chosen_after_the_card_was_deleted_posts_the_card_again(world: World) -> None:
    await world.open(2)
    asked = await world.bo.click(world.post(), label="Colour")
    channel = world.app.get_partial_messageable(world.channel.id)
    await channel.get_partial_message(world.post().id).delete()
    assert world.messages() == []
    assert has_no_reply(await world.bo.select(answer(asked), [choices_of(answer(asked))[0]]))
    assert "2. ⚪ **Bo**" in world.posts()[-1]


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


async def test_seats_out_of_range_are_refused_by_discord_itself(world: World) -> None:
    for seats in (0, 1, 7):
        with pytest.raises(simcord.OptionError):
            await world.ana.slash(world.channel, "new", game="hunters", seats=seats)
    with pytest.raises(simcord.OptionError):
        await world.ana.slash(world.channel, "new", game="chess", seats=2)


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
    assert picture.request == board.request == ClosedBoard(), (
        "no place is marked, nobody is to move"
    )
    assert has_no_reply(await world.bo.slash(world.channel, "new", game="hunters", seats=2))
