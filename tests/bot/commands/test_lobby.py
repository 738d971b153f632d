"""The card of a table that has not started, in public and as a private copy; and one more game."""

import random

import pytest

from bot.table.service import TableService
from bot.table.store import Request, Tables
from bot.table.table import JOINED, Phase
from tests.support.legal_turns import any_turn, played_turns
from tests.support.shown_messages import (
    answer,
    buttons_of,
    choices_of,
    has_no_reply,
    private,
    text_of,
)
from tests.support.world import World, shuffled_header

OPEN_CARD, READY_CARD = ["Join", "Leave", "Colour"], ["Start", "Join", "Leave", "Colour"]
"""The buttons of a lobby with one player, and with enough players to start."""


async def over(world: World, seats: int = 3) -> None:
    """A game played to its end, its last post out; players sit in the order they came."""
    header = shuffled_header(seats)
    await world.start_with(header)
    await world.write_turns([turn for _, turn in played_turns(header, 1)])
    await world.post_state()


# -- the private copy -----------------------------------------------------------------------------


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


async def test_new_command_in_a_channel_with_an_open_table_offers_a_seat_there(
    world: World,
) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    before, posts = await world.log(), world.posts()
    answered = await world.bo.slash(world.channel, "new", game="base", seats=2)
    assert "There's already a game to join in this channel." in private(answered)
    assert "Hunters and Gatherers" in private(answered)
    assert await world.log() == before and world.posts() == posts
    assert has_no_reply(await world.bo.click(answer(answered), label="Join"))
    assert (await world.table()).players == (world.ana.id, world.bo.id)


# -- colours --------------------------------------------------------------------------------------


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


async def test_colour_cannot_be_changed_when_all_colours_are_taken(world: World) -> None:
    await world.rename_and_add_players(["Ana", "Bo", "Cleo", "Dora", "Emil", "Fay"])
    await world.open(6, game="base+inns")
    reply = private(await world.bo.click(world.post(), label="Colour"))
    assert "All colours are taken." in reply


# -- one more game --------------------------------------------------------------------------------


async def test_again_seats_the_same_people_and_the_next_seat_begins(world: World) -> None:
    await over(world)
    before = await world.table()
    assert before.players == (world.ana.id, world.bo.id, world.cleo.id)
    assert has_no_reply(await world.cleo.click(world.post(), label="Again"))
    table = await world.table()
    assert table.phase is Phase.LOBBY and table.full and table.host == world.cleo.id
    assert table.players == (world.bo.id, world.cleo.id, world.ana.id)
    colours = dict(zip(before.players, before.colours, strict=True))
    assert [colours[user] for user in table.players] == list(table.colours)
    assert table.settings.seat_order == JOINED and table.name == before.name
    assert "1. 🔵 **Bo**\n2. ⚪ **Cleo** (host)\n3. 🔴 **Ana**" in world.posts()[-1]
    assert has_no_reply(await world.ana.click(world.post(), label="Start"))
    assert (await world.table()).players == (world.bo.id, world.cleo.id, world.ana.id)
    assert f"<@{world.bo.id}>, your turn" in world.posts()[-1]


async def test_game_is_still_shown_after_the_next_table_was_cancelled_in_its_lobby(
    world: World,
) -> None:
    await over(world)
    played = await world.game_id()
    await world.cleo.click(world.post(), label="Again")
    asked = await world.cleo.slash(world.channel, "end")
    await world.cleo.click(answer(asked), label="Close game")
    cancelled = await world.game_id()
    assert cancelled != played and (await world.table()).phase is Phase.OVER
    shown = await world.dan.slash(world.channel, "board")
    assert answer(shown).attachments and "There's no game" not in private(shown)


async def test_again_keeps_the_settings_and_options(world: World) -> None:
    options = {"game": "base+ferries", "language": "fr", "purist": "yes", "ferries": "C3"}
    await world.open(2, **options, colour=4)
    await world.press(world.ana, "start")
    table = await world.table()
    await world.write([(world.ana.id, "end score")])
    await world.post_state()
    await world.press(world.bo, "again")
    again = await world.table()
    assert again.options == table.options == {"ferries": "C3"}
    assert (again.settings.language, again.settings.purist) == ("fr", True)
    assert set(again.colours) == {4, 0}


async def test_host_starts_the_rematch_without_a_player_who_left(
    world: World,
) -> None:
    await over(world)
    await world.press(world.ana, "again")
    await world.press(world.cleo, "leave")
    refused = private(await world.press(world.bo, "start"))
    assert "only the host, **Ana**" in refused
    assert has_no_reply(await world.press(world.ana, "start"))
    assert (await world.table()).players == (world.bo.id, world.ana.id)


async def test_only_players_may_press_again_and_only_once(world: World) -> None:
    await over(world)
    end = world.post()
    before = await world.log()
    assert "Only players of that game can press *Again*" in private(
        await world.dan.click(end, label="Again")
    )
    assert await world.log() == before
    first, second = await world.at_once(
        world.ana.click(end, label="Again"), world.bo.click(end, label="Again")
    )
    assert [has_no_reply(first), has_no_reply(second)] == [True, False]
    assert "There's already a game in this channel" in private(second)
    assert (await world.table()).host == world.ana.id


async def test_button_again_works_after_a_game_ended_without_scoring(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await world.write([(world.ana.id, "end")])
    await world.post_state()
    assert has_no_reply(await world.bo.click(world.post(), label="Again"))
    assert (await world.table()).players == (world.bo.id, world.ana.id)


async def test_seat_of_an_erased_user_is_free_in_the_rematch(world: World) -> None:
    await over(world)
    await world.app.game_log.erase(world.bo.id)
    service = TableService(tables := Tables(world.app.game_log), random.Random(1))
    loaded = await tables.latest(world.channel.id)
    assert loaded is not None and loaded.table.players == (world.ana.id, None, world.cleo.id)
    request = Request(world.ana.id, world.guild.id, world.channel.id)
    table = (await service.open_again(request, loaded.table)).after
    assert table.players == (world.cleo.id, world.ana.id) and table.seat_count == 3
    assert table.host == world.ana.id


# -- ending ---------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_COM27_host_ends_a_game_with_a_score(world: World) -> None:
    await world.start_with(shuffled_header(3))
    for seed in range(6):
        await world.write_turns([any_turn(await world.game(), random.Random(seed))])
    asked = await world.ana.slash(world.channel, "end")
    assert list(buttons_of(answer(asked))) == ["End and score", "End without scoring"]
    assert "the board is scored now" in private(asked)
    assert has_no_reply(await world.ana.click(answer(asked), label="End and score"))
    table = await world.table()
    assert table.phase is Phase.OVER and table.running_game.over
    assert (await world.entries())[-1] == "end score"
    post = world.posts()[-1]
    assert "**Ana** ended the game early." in post and "🏆" in post
    rows = list(buttons_of(world.post()))
    assert rows[:5] == ["Again", "Details", "Whole board", "Review", "Print"]
    assert rows[5:] == ["Log", "Record", "Fair shuffle ✓", "Film"]
    record = answer(await world.dan.click(world.post(), label="Record")).attachments[0]
    assert (await record.read()).decode().splitlines()[-1] == "end"
    await world.restart()
    assert (await world.table()).running_game.scores == table.running_game.scores
    log = private(await world.dan.click(world.post(), label="Log"))
    assert "The game was ended early." in log
    await world.post_state()
    assert "ended early" in text_of(world.post())
    assert has_no_reply(await world.dan.click(world.post(), label="Film"))


@pytest.mark.parametrize("what", ["scores", "places", "text", "log", "seal", "record", "since"])
async def test_COM27_every_view_of_a_game_ended_early_works(world: World, what: str) -> None:
    await world.start_with(shuffled_header(3))
    for seed in range(4):
        await world.write_turns([any_turn(await world.game(), random.Random(seed))])
    await world.write([(world.ana.id, "end score")])
    reply = private(await world.look(world.ana, what))
    assert reply and "if the game ended now" not in reply
