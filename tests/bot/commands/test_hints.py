"""`/hint`: the best moves, shown to the player to move and taken over into the panel."""

from __future__ import annotations

import random
import re

import pytest

from bot.client.opponents.pool import QueueFull, TaskFailed
from rules import notation
from rules.opponents import best_turns
from rules.random_play import deal
from tests.support.inline_workers import InlineWorkerPool
from tests.support.move_panel import Panel
from tests.support.shown_messages import answer, buttons_of, has_no_reply, private
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("inline_workers")


@pytest.mark.painted
async def test_hint_lists_and_draws_three_moves_with_their_worth(world: World) -> None:
    await world.start_with(shuffled_header(3))
    result = await (await world.to_move()).slash(world.channel, "hint")
    reply = private(result)
    best = best_turns((await world.table()).running_game)
    assert [line[:3] for line in reply.splitlines() if re.match(r"\d\. ", line)] == [
        *("1. ", "2. ", "3. ")
    ]
    for number, thought in enumerate(best, 1):
        [line] = [
            text_line for text_line in reply.splitlines() if text_line.startswith(f"{number}. ")
        ]
        assert re.search(r" · (\*\*Best\*\*|about \d+ points? less)$", line)
        first = thought.moves[0]
        assert f"`{notation.write(first).split(' rot')[0].removeprefix('place ')}`" in line
    [picture] = answer(result).attachments
    assert picture.description and "1. " in picture.description
    assert "`" not in picture.description and "**" not in picture.description
    assert len(await picture.read()) > 10_000
    assert len(buttons_of(answer(result))) == 3


async def test_move_of_a_hint_is_made_only_after_confirm(world: World) -> None:
    await world.start_with(shuffled_header(3))
    player = await world.to_move()
    result = await player.slash(world.channel, "hint")
    before = await world.log()
    best = best_turns((await world.table()).running_game)[0]
    panel = await Panel(player, result).press("show " + " ".join(map(notation.write, best.moves)))
    assert "Nothing happens until you confirm" in panel.text
    assert await world.log() == before
    assert "Confirm" in " ".join(buttons_of(panel.message))
    panel = await panel.label("Confirm")
    assert has_no_reply(panel.result)
    written = [entry.text for entry in (await world.log())[len(before) :]]
    assert written == [notation.write(move) for move in best.moves]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["base+ferries", "ark", "base+ferries+inns+traders+river"])
async def test_hint_can_be_played_to_the_end_of_the_turn_in_every_game(
    world: World, name: str
) -> None:
    chance = random.Random(name)
    await world.start_with(deal(name, 2, chance))
    for _ in range(8):
        table = await world.play_random_tiles(chance, 5)
        if table.to_move is None:
            break
        player, game = await world.to_move(), table.running_game
        panel = Panel(player, await player.slash(world.channel, "hint"))
        first = panel.action[0]
        panel = await panel.press(first)
        for _ in range(5):
            if (await world.table()).version != table.version:
                break
            ending = [does for does in panel.action if does.split()[0] not in ("show", "panel")]
            go = [b for b in buttons_of(panel.message) if b in ("Confirm", "Go", "Place it here")]
            assert go, (first, ending)
            panel = await panel.label(go[0])
        after = await world.table()
        assert after.version != table.version
        assert after.running_game.board.tiles != game.board.tiles or table.is_mid_turn


async def test_second_hint_at_the_same_position_is_not_computed_again(
    world: World, inline_workers: InlineWorkerPool
) -> None:
    await world.start_with(shuffled_header(2))
    player = await world.to_move()
    first = private(await player.slash(world.channel, "hint"))
    assert private(await player.slash(world.channel, "hint")) == first
    assert len(inline_workers.asked) == 1
    await world.play_random_tiles(random.Random(1), 1)
    await (await world.to_move()).slash(world.channel, "hint")
    assert len(inline_workers.asked) == 2


async def test_hint_is_refused_without_aids_and_to_users_not_to_move(
    world: World, inline_workers: InlineWorkerPool
) -> None:
    await world.start_with(shuffled_header(2), purist="yes")
    assert "This game is played without aids" in private(
        await world.ana.slash(world.channel, "hint")
    )
    await world.end_game()
    await world.start_with(shuffled_header(2))
    other = (await world.others())[0]
    assert "It's not your turn." in private(await other.slash(world.channel, "hint"))
    assert "You're not in this game." in private(await world.dan.slash(world.channel, "hint"))
    assert inline_workers.asked == []


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (QueueFull(), "The opponents are busy; try again in a moment."),
        (TaskFailed("x"), "I couldn't find a hint just now. Try again in a minute."),
    ],
)
async def test_failed_hint_is_reported_and_can_be_requested_again(
    world: World,
    inline_workers: InlineWorkerPool,
    error: Exception,
    said: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await world.start_with(shuffled_header(2))
    inline_workers.fails = error
    player = await world.to_move()
    assert said in private(await player.slash(world.channel, "hint"))
    caplog.clear()
    inline_workers.fails = None
    assert "Your best moves" in private(await player.slash(world.channel, "hint"))


async def test_button_of_a_hint_is_late_after_the_next_move(world: World) -> None:
    await world.start_with(shuffled_header(2))
    player = await world.to_move()
    panel = Panel(player, await player.slash(world.channel, "hint"))
    await world.play_random_tiles(random.Random(1), 1)
    assert "moved on" in (await panel.press(panel.action[1])).text
