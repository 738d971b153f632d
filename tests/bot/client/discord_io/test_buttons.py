"""Buttons: they survive restarts, carry their game and entry, and answer every user."""

import random
from typing import Any

import pytest

from bot.client.discord_io.buttons import PickMenu, PressButton
from bot.presenters.private import panel
from bot.text.message import (
    ID_LIMIT,
    MAX_MENU_LINES,
    MAX_ROWS,
    MENU_LINE_LIMIT,
    Button,
    Menu,
    Message,
)
from bot.text.names import Names
from rules import notation
from rules.game import Game
from rules.geometry import MAX_COORDINATE, cell_at
from rules.moves import Deploy, Pass, PlaceTile
from tests.support.legal_turns import (
    Turn,
    any_turn,
    game_after_turn,
    legal_figures,
    legal_placements,
    played_turns,
    turn_with_figure_choice,
)
from tests.support.move_panel import Panel, move_text
from tests.support.shown_messages import answer, has_no_reply, private
from tests.support.world import World, shuffled_header

PNG = b"\x89PNG\r\n\x1a\n"


async def test_buttons_work_after_a_restart(world: World) -> None:
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    lobby = world.post()
    await world.restart()
    await world.bo.click(lobby, label="Join")
    await world.restart()
    await world.cleo.click(lobby, label="Join")
    await world.restart()
    await world.ana.click(lobby, label="Start")
    player, turn = await world.to_move(), turn_with_figure_choice(await world.game())
    asked = Panel(player, await world.place(turn, ask=True))
    public = world.post()
    await world.restart()
    board = answer(await world.dan.click(public, label="Board"))
    assert "Colours show who leads each area" in board.content
    await world.restart()
    assert "**So far**" in private(await world.dan.click(board, label="Scores"))
    before = await world.game()
    assert has_no_reply((await asked.take(move_text(*turn.moves))).result)
    assert await world.game() == game_after_turn(before, turn)
    public = world.post()
    await world.restart()
    assert has_no_reply(await player.click(public, label="Undo"))
    assert await world.game() == before


async def test_late_press_shows_the_current_state_privately_with_a_picture(
    world: World,
) -> None:
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


async def test_button_of_an_older_game_shows_the_running_game_of_the_channel(
    world: World,
) -> None:
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


async def test_button_id_forged_into_another_channel_acts_at_its_own_table(
    world: World,
) -> None:
    """Custom ids come from the player's client: they may be anything, anywhere."""
    await world.start_game(2)
    game, player = await world.game_id(), await world.to_move()
    turn = any_turn(await world.game(), random.Random(1))
    other = world.guild.create_text_channel("elsewhere")
    last, posts = (await world.table()).last, len(world.posts())
    move = f"carc:{game}:{last}:{text_of_turn(turn)}"
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
    *("against", "against hunters", "against hunters god", "against chess villager"),
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
        if action.split()[0] in ("panel", "log"):
            assert "Your tile fits in 3 spaces" in answer or answer.startswith("**Log**"), action
    for other in ("0", "99", "9" * 30):
        for action in ("undo", "board", "join", "pass"):
            answer = await forged(world, world.channel, world.ana, f"carc:{other}:3:{action}")
            assert "That button belongs to another game" in answer, (other, action)
    assert await world.log() == before


async def forged(world: World, channel: Any, who: Any, custom_id: str) -> str:
    """Press a button with a forged custom id; return the answer."""
    return private(await world.press_id(who, custom_id, channel))


def text_of_turn(turn: Turn) -> str:
    return " ".join(map(notation.write, turn.moves))


@pytest.mark.slow
def test_panels_of_whole_games_offer_only_legal_figures_within_the_limits() -> None:
    """Every panel that could be opened in games of 2 to 5, with ids as long as they get."""
    seen = 0
    for seats in range(2, 6):
        names = Names(tuple(range(seats)), {seat: "@" * 32 for seat in range(seats)})
        for number, (game, _) in enumerate(played_turns(shuffled_header(seats, seats), seats)):
            if number % 4:
                continue
            for place in legal_placements(game)[::2]:
                shown = panel.panel_message(game, [place], names, aided=True)
                check_panel(game, place, shown)
                seen += bool(legal_figures(game, place))
    assert seen > 400


def check_panel(game: Game, place: PlaceTile, shown: Message) -> None:
    """A panel offers each figure and none, or where none can stand the tile, within the limits."""
    rows = shown.rows()
    assert len(rows) <= MAX_ROWS
    buttons = [item for row in rows for item in row if isinstance(item, Button)]
    menus = [item for row in rows for item in row if isinstance(item, Menu)]
    # Numbers as large as a server could come to in years.
    items = [PressButton.create(button, 10**9, 10**4).item for button in buttons]
    ids = [item.custom_id for item in items]
    ids += [PickMenu.create(menu, 10**9, 10**4).item.custom_id for menu in menus]
    assert len(set(ids)) == len(ids)
    assert all(custom_id is not None and len(custom_id) <= ID_LIMIT for custom_id in ids)
    assert all(1 <= len(item.label or "") <= 80 for item in items)
    assert len({button.label for button in buttons}) == len(buttons), "two look the same"
    lines = [line for menu in menus for line in menu.lines]
    assert all(len(menu.lines) <= MAX_MENU_LINES for menu in menus)
    assert all(1 <= len(line.label) <= MENU_LINE_LIMIT >= len(line.action) for line in lines)
    made = [item.action for item in (*buttons, *lines) if item.action.startswith("place ")]
    wanted = legal_figures(game, place)
    turns = [[place, figure] for figure in (*wanted, Pass())] if wanted else [[place]]
    assert sorted(made) == sorted(move_text(*moves) for moves in turns)


def test_longest_possible_custom_id_is_within_the_limit() -> None:
    far = PlaceTile(cell_at(-MAX_COORDINATE, -MAX_COORDINATE), 3)
    action = f"{notation.write(far)} {notation.write(Deploy('gatherer', 'z'))}"
    item = PressButton.create(Button("Gatherer z", action), 2**63 - 1, 10**6).item
    assert item.custom_id is not None and len(item.custom_id) <= 100
