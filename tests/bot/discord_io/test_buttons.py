"""Buttons: they survive restarts, carry their game and entry, and answer every user."""

import random
from typing import Any

from bot.discord_io.buttons import PressButton
from bot.text.message import Button
from rules import notation
from rules.geometry import MAX_COORDINATE, cell_at
from rules.moves import Deploy, PlaceTile
from tests.support.legal_turns import any_turn, turn_with_figure_choice
from tests.support.move_panel import Panel, move_text
from tests.support.shown_messages import private
from tests.support.world import World, shuffled_header

PNG = b"\x89PNG\r\n\x1a\n"


async def test_late_press_shows_the_current_state_privately_with_a_picture(world: World) -> None:
    await world.start_game()
    await world.place(any_turn(await world.game(), random.Random(1)))
    mover, old = (await world.others())[-1], world.post()
    asker, turn = await world.to_move(), turn_with_figure_choice(await world.game())
    asked = Panel(asker, await world.place(turn, ask=True))
    # Meanwhile the same player decides otherwise, by a command.
    await world.place(any_turn(await world.game(), random.Random(9)))
    before, posts = await world.log(), world.posts()
    for late in (
        await world.press_old(world.dan, old, "Place my tile"),
        await world.press_old(mover, old, "Place my tile"),
        (await asked.take(move_text(*turn.moves))).result,
    ):
        reply = private(late)
        assert reply.startswith("The game has moved on")
        assert f"<@{(await world.to_move()).id}>, your turn" in reply
        assert late.response is not None
        [picture] = late.response.attachments
        assert (await picture.read()).startswith(PNG)
        assert picture.description and "Points:" in picture.description
    assert await world.log() == before
    assert world.posts() == posts


async def test_button_of_an_older_game_shows_the_running_game_of_the_channel(world: World) -> None:
    await world.open(2)
    lobby = world.post()
    await world.press(world.ana, "start")
    dealt_post = world.post()
    await world.place(any_turn(await world.game(), random.Random(1)))
    player = (await world.others())[-1]
    played = world.post()
    await world.end_game()
    await world.start_game(2)
    before = await world.log()
    for who, message, label in (
        (world.ana, lobby, "Leave"),
        (world.ana, lobby, "Start"),
        (player, played, "Undo"),
        (world.dan, dealt_post, "Board"),
    ):
        reply = private(await world.press_old(who, message, label))
        assert reply.startswith("The game has moved on"), label
    assert await world.log() == before
    assert len(await world.app.game_log.games()) == 2


async def test_button_id_forged_into_another_channel_acts_at_its_own_table(world: World) -> None:
    """Custom ids come from the player's client: they may be anything, anywhere."""
    await world.start_game(2)
    game, player = await world.game_id(), await world.to_move()
    turn = any_turn(await world.game(), random.Random(1))
    other = world.guild.create_text_channel("elsewhere")
    last, posts = (await world.table()).last, len(world.posts())
    move = f"carc:{game}:{last}:place {turn.text}"
    answer = await forged(world, other, world.dan, move)
    assert "You're not in this game." in answer
    assert len(await world.log()) == 3
    await forged(world, other, player, move)
    assert len(await world.log()) > 3
    assert len(world.posts()) == posts + 1 and world.posts(other) == []


UNKNOWN = (
    *("dance", "place", "place 1 1", "place 999 999 rot0", "hunter", "pass", "undo 3"),
    *("walk", "plan", "plan walk n", "ferry a b", "ark 1 1", "turn 1 1 a b", "x" * 80),
    *("place 1 0 rot0 place 2 0 rot0", "end end", "end scores", "resign 0", "join join", "🐟"),
    *("show", "show pass", "show hunter b", "show place 1 1", "show place 40 40 rot0"),
    *("plan hunter b walk n", "plan place 1 0 rot0 walk n", "agree", "agree x", "refuse 99"),
    *("rules chess", "rules hunters chess", "table", "table chess 1", "table hunters x"),
    *("against chess", "against hunters god", "against chess villager", "new chess", "new"),
    *("panel x", "panel 99", "panel 0", "log x", "log 0", "log ²"),
)
COLOURS = ("wear", "wear x", "wear 6", "wear 99", "wear -1", "wear ²")


async def test_unknown_button_ids_are_refused_without_effect(world: World) -> None:
    """As one who may manage the server: only the text of the button can be what is refused."""
    await world.open(2)
    game, last = await world.game_id(), (await world.table()).last
    before = await world.log()
    for action in COLOURS:
        answer = await forged(world, world.channel, world.bo, f"carc:{game}:{last}:{action}")
        assert answer.startswith("The game has moved on") and await world.log() == before, action
    await world.write([(world.ana.id, f"start\norder: 0 1\n{shuffled_header(2).text()}")])
    last, before, posts = (await world.table()).last, await world.log(), world.posts()
    for action in UNKNOWN:
        answer = await forged(world, world.channel, world.ana, f"carc:{game}:{last}:{action}")
        assert answer and await world.log() == before and world.posts() == posts, action
        if action in ("panel x", "log x"):
            assert answer.startswith("The game has moved on"), action
    for other in ("0", "99", "9" * 30):
        for action in ("undo", "board", "join", "pass"):
            answer = await forged(world, world.channel, world.ana, f"carc:{other}:3:{action}")
            assert "That button belongs to another game" in answer, (other, action)
    assert await world.log() == before


async def forged(world: World, channel: Any, who: Any, custom_id: str) -> str:
    """Press a button with a forged custom id; return the answer."""
    return private(await world.press_id(who, custom_id, channel))


def test_longest_possible_custom_id_is_within_the_limit() -> None:
    far = PlaceTile(cell_at(-MAX_COORDINATE, -MAX_COORDINATE), 3)
    action = f"{notation.write(far)} {notation.write(Deploy('gatherer', 'z'))}"
    item = PressButton.create(Button("Gatherer z", action), 2**63 - 1, 10**6).item
    assert item.custom_id is not None and len(item.custom_id) <= 100
