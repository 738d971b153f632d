"""Lost private questions are asked again, and late presses open the current turn."""

import random
from typing import Any

import pytest
from simcord import InteractionResult

from bot.games import moves
from bot.presenters.private.prompts import MAX_CHOICE_BUTTONS
from bot.text.i18n import _
from bot.text.message import Shot
from rules import notation
from rules.moves import Move
from rules.random_play import deal
from rules.variants.ark_walk import SetArk
from rules.variants.ferries import LayFerry, TurnFerry
from tests.support.legal_turns import any_turn
from tests.support.move_panel import does_of, menu_of, pressable
from tests.support.shown_messages import answer, buttons_of, private
from tests.support.world import RARE, World, shuffled_header

LATE = "The game has moved on."
ASKED: list[tuple[str, type[Move]]] = [
    ("base+ferries", LayFerry),
    ("base+ferries", TurnFerry),
    ("ark", SetArk),
]


def asks(result: InteractionResult, game: Any, kind: type[Move]) -> None:
    """A private answer puts the question of a kind of move: words, lettered picture, buttons."""
    words = moves.words_of(kind)
    assert _(words.laid) in private(result)
    shot = words.shot.value
    [picture] = [a for a in answer(result).attachments if a.filename.startswith(shot)]
    assert picture.description
    offered = game.decision.opening_moves(game)[:MAX_CHOICE_BUTTONS]
    done = [does_of(button) for button in pressable(answer(result).message)]
    assert done[: len(offered)] == [notation.write(move) for move in offered]
    assert set(done[len(offered) :]) <= {*RARE, "pause"}, "but for what is rarely wanted"
    for move in offered:
        for letter in (word for word in notation.write(move).split() if len(word) == 1):
            assert f" {letter}" in picture.description


@pytest.mark.parametrize(("name", "kind"), ASKED)
async def test_lost_question_opens_from_the_newest_post_and_the_board_after_a_restart(
    world: World, name: str, kind: type[Move]
) -> None:
    await world.start_with(deal(name, 2, random.Random(2)))
    table = await world.play_to_half_turn(random.Random(11), kind)
    player, post, posts = await world.to_move(), world.post(), len(world.messages())
    # A process that is killed has told nobody of half a turn; it tells on its return.
    await world.app.game_log.mark_posted(await world.game_id(), table.last)
    await world.kill_and_restart()
    for result in (
        await player.click(post, label="Place my tile"),
        await player.slash(world.channel, "board"),
    ):
        asks(result, table.game, kind)
        assert not private(result).startswith(LATE), "the newest post is not late"
    assert len(world.messages()) == posts
    asked = await player.click(post, label="Place my tile")
    first = pressable(answer(asked).message)[0]
    assert await player.click(answer(asked), custom_id=first.custom_id)
    assert (await world.table()).last > table.last, "and the move is made"


async def test_newest_post_names_the_player_to_move_to_other_players(world: World) -> None:
    await world.start_with(deal("base+ferries", 2, random.Random(2)))
    await world.play_to_half_turn(random.Random(11), LayFerry)
    [other] = await world.others()
    reply = private(await other.click(world.post(), label="Place my tile"))
    assert reply.startswith("The game has moved on") and "your turn" in reply


async def test_late_press_of_the_player_to_move_opens_the_current_turn(
    world: World,
) -> None:
    await world.start_with(shuffled_header(2))
    await world.post_state()
    old = world.post()
    for seed in range(2):
        await world.place(any_turn(await world.game(), random.Random(seed)))
    assert await world.to_move() is world.ana
    before, posts = await world.log(), world.posts()
    place = notation.write(any_turn(await world.game(), random.Random(1)).place)
    game = await world.game_id()
    for press in (
        world.press_old(world.ana, old, "Place my tile"),
        world.press_id(world.ana, f"carc:{game}:3:show {place}"),
        world.press_id(world.ana, f"carc:{game}:3:{place} pass"),
    ):
        late = await press
        assert private(late).startswith(f"{LATE} Here's your current turn.\n")
        assert menu_of(answer(late).message), "it is the panel itself"
    # To anybody else the same press says how things stand.
    for who in (world.bo, world.dan):
        answered = await world.press_old(who, old, "Place my tile")
        assert private(answered).startswith("The game has moved on")
        assert f"<@{world.ana.id}>, your turn" in private(answered)
        assert len(answer(answered).attachments) == 1 and not pressable(answer(answered).message)
    assert await world.log() == before and world.posts() == posts


async def test_press_on_the_card_of_a_running_game_opens_the_turn_of_the_player_to_move(
    world: World,
) -> None:
    await world.open(2)
    card = world.post()
    await world.press(world.ana, "start")
    before, posts = await world.log(), world.posts()
    [other] = await world.others()
    for label in ("Leave", "Start", "Colour"):
        old = buttons_of(card)[label]
        late = await world.press_id(await world.to_move(), old)
        assert private(late).startswith(f"{LATE} Here's your current turn.\n")
        for who in (other, world.dan):
            assert ", your turn in " in private(await world.press_id(who, old))
    assert await world.log() == before and world.posts() == posts


def test_every_part_shows_its_decision_with_its_own_picture() -> None:
    for _name, kind in ASKED:
        assert moves.words_of(kind).shot is not Shot.BOARD
