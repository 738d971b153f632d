"""Tiles still in the bags and their order stay hidden until the game is over (COM-04)."""

import logging
import random

import pytest

from bot.table.table import Phase
from tests.support.hidden_tiles import TILE, hidden_tiles, png_chunks
from tests.support.legal_turns import (
    any_turn,
    placements_with_figure_choice,
    played_turns,
    turn_with_figure_choice,
)
from tests.support.shown_messages import answer, private
from tests.support.slow_cases import rest_slow
from tests.support.world import World, shuffled_header


@pytest.mark.parametrize("turns", rest_slow([3, 10]))
async def test_COM_04_tiles_still_in_the_bags_appear_nowhere(
    world: World, caplog: pytest.LogCaptureFixture, turns: int
) -> None:
    caplog.set_level(logging.INFO)
    table = await world.start_game(3)
    assert table.header is not None
    chance = random.Random(4)
    checked = 0
    for number in range(turns):
        game = await world.game()
        known = len(world.env.http_requests)
        player = await world.to_move()
        results = [
            await world.look(who, what)
            for who in (player, world.dan)
            for what in (
                *("board", "scores", "tiles", "record", "undo", "help"),
                *("places", "log", "seal"),
            )
        ]
        results += [
            await who.slash(world.channel, "place", move=move)
            for who in (player, world.dan)
            for move in ("pass", "50 50 rot0")
        ]
        results += [
            await player.slash(world.channel, "board", view=view)
            for view in ("owners", "mine", "stuck", "text")
        ]
        offered = [
            await player.autocomplete(world.channel, "place", "move", typed)
            for typed in ("", "0", "1 0 rot0", "9 9", "hunter")
        ]
        assert offered[0]
        if placements_with_figure_choice(game):
            results.append(await world.place(turn_with_figure_choice(game, number), ask=True))
        secret = hidden_tiles(game)
        assert len(secret) > 30
        for result in results:
            if result.response is None:
                continue  # an undo that asks all: its post is among the requests
            for file in result.response.attachments:
                data = await file.read()
                if file.filename.endswith(".record"):
                    tiles = set(TILE.findall(data.decode()))
                    assert tiles and not tiles & secret
                    checked += 1
                else:
                    assert set(png_chunks(data)) <= {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}
        texts = [str(request.json) for request in world.env.http_requests[known:]]
        for text in (*texts, str(offered)):
            assert not set(TILE.findall(text)) & secret
        await world.place(any_turn(game, chance))
    # Every text so far, of the whole game, against what was seen at its end.
    secret = hidden_tiles(await world.game())
    for request in world.env.http_requests:
        assert not set(TILE.findall(str(request.json))) & secret
    for record in caplog.records:
        assert not set(TILE.findall(record.getMessage())) & secret
    assert checked == 2 * turns


async def test_COM_04_order_is_shown_only_after_the_end_even_of_a_game_ended_early(
    world: World,
) -> None:
    header = shuffled_header(2)
    await world.start_with(header)
    plan = [turn for _, turn in played_turns(header, 1)]
    await world.write_turns(plan[:5])
    undrawn = " ".join((await world.game()).bags["bag"])
    running = await exported(world)
    assert undrawn not in running and "…" in running
    assert not any(" ".join(undrawn.split()[n : n + 3]) in running for n in range(40))
    ended = await world.ana.slash(world.channel, "end")
    await world.ana.click(answer(ended), label="End without scoring")
    assert undrawn in await exported(world)
    assert (await world.table()).phase is Phase.STOPPED
    await world.start_with(header)
    await world.write_turns(plan)
    over = await exported(world)
    assert f"bag: {' '.join(header.bags['bag'])}\n" in over
    assert f"bonus: {' '.join(header.bags['bonus'])}\n" in over


async def exported(world: World) -> str:
    result = await world.look(world.dan, "record")
    private(result)
    assert result.response is not None
    return (await result.response.attachments[0].read()).decode()
