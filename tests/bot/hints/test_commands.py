"""`/hint`: the best moves, shown to the player to move and taken over into the panel."""

import random
import re

import pytest

from bot.opponents.pool import QueueFull, TaskFailed
from bot.words.moves import moves_text, reason_texts
from rules import notation
from rules.analysis.placements import suggestion_numbers
from rules.opponents import best_turns
from tests.support.inline_workers import FEW_NODES, InlineWorkerPool
from tests.support.legal_turns import any_turn
from tests.support.move_panel import Panel, open_panel
from tests.support.panel_choices import NAMES
from tests.support.shown_messages import answer, buttons_of, has_no_reply, private
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("inline_workers")


async def test_hint_lists_three_moves_which_the_panel_shows_and_places(
    world: World, inline_workers: InlineWorkerPool
) -> None:
    await world.start_with(shuffled_header(3))
    player, before = await world.to_move(), await world.log()
    result = await player.slash(world.channel, "hint")
    reply = private(result)
    game = (await world.table()).running_game
    best = best_turns(game, nodes=FEW_NODES, spaces_differ=True)
    lines = [line for line in reply.splitlines() if re.match(r"\*\*\d+\*\* · ", line)]
    assert len(lines) == len(best) == len(buttons_of(answer(result))) == 3
    numbers = suggestion_numbers(game, [thought.moves for thought in best])
    assert len(set(numbers)) == 3
    for number, thought, line in zip(numbers, best, lines, strict=True):
        worth = r"(\*\*Best\*\*|about \d+ points? less)"
        assert re.search(rf"^\*\*{number}\*\* · .* · {worth}$", line)
        place = notation.write(thought.moves[0]).split(" rot")[0].removeprefix("place ")
        assert f"`{place}`" in line
    assert [label.split(" · ")[0] for label in buttons_of(answer(result))] == [*map(str, numbers)]
    [picture] = answer(result).attachments
    assert picture.description and f"{numbers[0]} · " in picture.description
    assert "`" not in picture.description and "**" not in picture.description
    assert private(await player.slash(world.channel, "hint")) == reply
    assert len(inline_workers.asked) == 1, "the same position is not computed again"
    moves, later = best[0].moves, list(buttons_of(answer(result)).values())[1]
    panel = await Panel(player, result).press("show " + " ".join(map(notation.write, moves)))
    assert "Nothing happens until you confirm" not in panel.text
    assert await world.log() == before
    panel = await panel.label("Place it here")
    assert has_no_reply(panel.result)
    written = [entry.text for entry in (await world.log())[len(before) :]]
    assert written == [notation.write(move) for move in moves]
    assert "moved on" in private(await world.press_id(player, later))


async def test_hint_waits_for_a_confirmation_of_a_player_who_confirms_moves(world: World) -> None:
    await world.start_with(shuffled_header(3))
    player = await world.to_move()
    settings = await player.slash(world.channel, "settings")
    await player.click(answer(settings), label="Confirm moves")
    hinted = Panel(player, await player.slash(world.channel, "hint"))
    shown = await hinted.press(hinted.action[0])
    assert "Nothing happens until you confirm" in shown.text
    assert "Confirm" in buttons_of(shown.message)
    assert "Place it here" not in buttons_of(shown.message)


async def test_hint_after_a_typed_space_leads_back_to_it(world: World) -> None:
    await world.start_with(shuffled_header(3))
    await world.post_state()
    player = await world.to_move()
    typed = Panel(player, await player.slash(world.channel, "place", move="#2"))
    assert "**Your tile at `" in typed.text
    back = await (await typed.label("Hint")).label("← Back")
    assert back.text == typed.text


async def test_panel_starts_with_a_suggestion_for_a_player_who_wants_it(
    world: World, inline_workers: InlineWorkerPool
) -> None:
    await world.start_with(shuffled_header(3))
    await world.post_state()
    player = await world.to_move()
    settings = await player.slash(world.channel, "settings")
    await player.click(answer(settings), label="Start with a suggestion")
    game = await world.game()
    best = best_turns(game, nodes=FEW_NODES, spaces_differ=True)[0]
    opened = await open_panel(world)
    line, title, *_others = opened.text.splitlines()
    [number] = suggestion_numbers(game, [best.moves])
    why = ", ".join(reason_texts(best.reasons, game, NAMES))
    assert line == f"💡 **Suggested: space {number}** · {why}"
    assert moves_text(game, best.moves[:1]) in title and "Gatherer in the" in title
    assert "Place it here" in buttons_of(opened.message)
    assert "**Choose a space.**" in (await opened.label("Other space")).text
    inline_workers.fails = QueueFull()
    await world.write_turns([any_turn(await world.game(), random.Random(1))], posted=False)
    await world.post_state()
    other = await world.to_move()
    settings = await other.slash(world.channel, "settings")
    await other.click(answer(settings), label="Start with a suggestion")
    assert "**Choose a space.**" in (await open_panel(world)).text, "no hint is to be had"


async def test_failed_hint_is_reported_and_can_be_requested_again(
    world: World, inline_workers: InlineWorkerPool, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_with(shuffled_header(2))
    player = await world.to_move()
    for error, said in (
        (QueueFull(), "The opponents are busy; try again in a moment."),
        (TaskFailed("x"), "I couldn't find a hint just now. Try again in a minute."),
    ):
        inline_workers.fails = error
        assert said in private(await player.slash(world.channel, "hint"))
    caplog.clear()
    inline_workers.fails = None
    assert "Your best moves" in private(await player.slash(world.channel, "hint"))
