"""Lost private questions are asked again, and late presses open the current turn."""

import random

from bot.words import moves
from renderer.requests import Board
from rules import notation
from rules.moves import Move
from rules.variants.ark_walk import SetArk
from rules.variants.ferries import LayFerry, TurnFerry
from tests.support.legal_turns import any_turn
from tests.support.move_panel import Panel, pressable
from tests.support.shown_messages import answer, buttons_of, private
from tests.support.world import World, shuffled_header

LATE = "The game has moved on."
ASKED: list[tuple[str, type[Move]]] = [
    ("base+ferries", LayFerry),
    ("base+ferries", TurnFerry),
    ("ark", SetArk),
]


async def test_late_press_of_the_player_to_move_opens_the_current_turn(world: World) -> None:
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
        assert Panel(world.ana, late).places, "it is the panel itself"
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
        assert moves.words_of(kind).picture is not Board
