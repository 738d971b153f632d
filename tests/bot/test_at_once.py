"""Two presses at the same moment, and one delivered twice: one is done, the other is answered."""

import asyncio
import random
from typing import Any

import pytest

from bot.presenters.cast import Cast
from bot.presenters.refusals import sentence
from bot.refusals import Refusal
from bot.service import Request
from bot.table import Phase
from rules.game import play_together
from tests.bot.plays import any_turn, asking
from tests.bot.world import World, buttons_of, private, silent


async def test_of_two_who_press_join_at_once_for_the_last_seat_one_gets_it(world: World) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=2)
    lobby = world.post()
    a, b = await world.at_once(
        world.bo.click(lobby, label="Join"), world.cleo.click(lobby, label="Join")
    )
    assert silent(a)
    assert "seats are taken" in private(b)
    assert await world.entries() == ["new hunters 2", "join"]
    assert (await world.table()).players == (world.ana.id, world.bo.id)


async def test_of_two_who_open_a_table_at_once_one_hosts_it(world: World) -> None:
    a, b = await world.at_once(
        world.bo.slash(world.channel, "new", game="hunters", seats=2),
        world.cleo.slash(world.channel, "new", game="hunters", seats=3),
    )
    assert silent(a)
    assert "open or running in this channel already" in private(b)
    assert await world.entries() == ["new hunters 2"]
    assert len(await world.app.log.games()) == 1


async def test_of_two_who_start_at_once_one_deals(world: World) -> None:
    await world.open(3)
    lobby = world.post()
    a, b = await world.at_once(
        world.bo.click(lobby, label="Start"), world.cleo.slash(world.channel, "start")
    )
    assert silent(a)
    assert "has begun already" in private(b)
    assert sum(text.startswith("start") for text in await world.entries()) == 1


async def test_the_same_figure_button_pressed_twice_at_once_lays_one_tile(world: World) -> None:
    await world.started()
    player = await world.to_move()
    asked = (await world.place(asking(await world.game()), ask=True)).response
    before, posts = await world.entries(), len(world.messages())
    ids = list(buttons_of(asked).values())
    a, b = await world.at_once(
        player.click(asked, custom_id=ids[0]), player.click(asked, custom_id=ids[1])
    )
    moved = (await world.entries())[len(before) :]
    assert [text.split()[0] for text in moved].count("place") == 1
    assert moved[-1] == ids[0].split(":")[-1].split(" ", 4)[-1]
    assert len(world.messages()) == posts + 1
    # Both presses stand on one private panel: what it shows in the end is the second answer.
    assert "Somebody was faster" in private(b)


async def test_the_public_button_pressed_twice_at_once_takes_one_move_back(world: World) -> None:
    await world.started()
    mover = await world.to_move()
    await world.place(any_turn(await world.game(), random.Random(1)))
    before = await world.entries()
    post = world.post()
    a, b = await world.at_once(
        mover.click(post, label="Take back"), mover.click(post, label="Take back")
    )
    assert silent(a)
    assert "Somebody was faster" in private(b)
    [undo] = (await world.entries())[len(before) :]
    assert undo.startswith("undo ")


async def test_a_move_and_taking_back_at_once_leave_one_of_both(world: World) -> None:
    await world.started()
    mover = await world.to_move()
    await world.place(any_turn(await world.game(), random.Random(1)))
    following = await world.to_move()
    turn = any_turn(await world.game(), random.Random(2))
    before = await world.table()
    a, b = await world.at_once(
        following.slash(world.channel, "place", **turn.options),
        mover.click(world.post(), label="Take back"),
    )
    assert silent(a)
    assert "Somebody was faster" in private(b)
    table = await world.table()
    assert before.game is not None
    assert table.game == play_together(before.game, turn.moves)[0]


async def test_two_commands_of_the_player_to_move_at_once_lay_one_tile(world: World) -> None:
    await world.started()
    player, before = await world.to_move(), await world.table()
    one, two = (any_turn(await world.game(), random.Random(seed)) for seed in (1, 2))
    a, b = await world.at_once(
        player.slash(world.channel, "place", **one.options),
        player.slash(world.channel, "place", **two.options),
    )
    assert silent(a)
    assert "not your turn" in private(b)
    assert before.game is not None
    assert (await world.game()) == play_together(before.game, one.moves)[0]


async def test_moves_of_two_players_in_one_breath_are_posted_in_their_order(world: World) -> None:
    """The second knew what to do before the first post was out."""
    await world.started()
    game = await world.game()
    first = any_turn(game, random.Random(1))
    second = any_turn(play_together(game, first.moves)[0], random.Random(2))
    player, (following, _) = await world.to_move(), await world.others()
    a, b = await world.at_once(
        player.slash(world.channel, "place", **first.options),
        following.slash(world.channel, "place", **second.options),
    )
    assert silent(a) and silent(b)
    one, two = world.posts()[-2:]
    assert f"**{player.user.name.capitalize()}** laid" in one
    assert f"**{following.user.name.capitalize()}** laid" in two


async def test_an_interaction_delivered_twice_is_done_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a RESUME, when the gateway replays what it has sent before."""
    await world.started()
    backend = world.env.backend
    emit = backend.emit

    def twice(event: str, payload: Any, *args: Any, **kwargs: Any) -> None:
        emit(event, payload, *args, **kwargs)
        if event == "INTERACTION_CREATE":
            emit(event, payload, *args, **kwargs)

    monkeypatch.setattr(backend, "emit", twice)
    before, posts = await world.table(), len(world.messages())
    turn = any_turn(await world.game(), random.Random(1))
    await world.place(turn)
    assert before.game is not None
    assert (await world.game()) == play_together(before.game, turn.moves)[0]
    assert len(world.messages()) == posts + 1
    await (await world.others())[-1].click(world.post(), label="Take back")
    assert (await world.game()) == before.game
    assert len(world.messages()) == posts + 2


async def test_a_request_written_before_is_refused_as_sent_twice(world: World) -> None:
    """What is left to the log where Discord accepted both answers."""
    await world.started()
    table = await world.table()
    assert table.game is not None and table.to_move is not None
    turn = any_turn(table.game, random.Random(1))
    request = Request(table.to_move, world.guild.id, world.channel.id, 4711)
    await world.app.service.play(request, turn.moves)
    before = await world.entries()
    again = Request((await world.to_move()).id, world.guild.id, world.channel.id, 4711)
    with pytest.raises(Refusal) as refused:
        await world.app.service.play(again, any_turn(await world.game(), random.Random(2)).moves)
    assert "twice" in sentence(refused.value, Cast((), {}))
    assert await world.entries() == before
    with pytest.raises(Refusal, match="duplicate"):
        await world.app.service.open(
            Request(world.dan.id, world.guild.id, world.channel.id + 1, 4711), "hunters", 2
        )


async def test_many_channels_play_at_once_without_getting_into_each_others_way(
    world: World,
) -> None:
    channels = [world.guild.create_text_channel(f"table-{n}") for n in range(4)]
    for channel in channels:
        await world.started(2, channel)
    services = world.app.service

    async def play(channel: int, seed: int) -> None:
        for number in range(10):
            seen = await services.begun(channel)
            assert seen.table.game is not None and seen.table.to_move is not None
            turn = any_turn(seen.table.game, random.Random(seed + number))
            await services.play(Request(seen.table.to_move, world.guild.id, channel), turn.moves)

    await asyncio.gather(*(play(channel.id, 100 * n) for n, channel in enumerate(channels)))
    for channel in channels:
        table = await world.table(channel)
        assert table.phase is Phase.PLAYING
        assert sum(line.text.startswith("place") for line in table.lines) == 10
