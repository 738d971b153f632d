"""Decisions on the panel after the tile, and panels that another turn has overtaken."""

import random
from functools import cache

from bot.table.settings import CONFIRMS, YES
from rules.analysis.drafts import is_turn_complete, play_draft
from rules.game import Game, play, start
from rules.header import Header
from rules.moves import Move, PlaceTile
from rules.random_play import deal, random_move
from rules.variants.ferries import LayFerry
from tests.support.legal_turns import (
    Turn,
    any_turn,
    game_after_turn,
    legal_figures,
    placements_with_figure_choice,
    turn_with_figure_choice,
)
from tests.support.move_panel import Panel, menu_of, move_text, open_first_space, open_panel
from tests.support.panel_choices import choose_turn
from tests.support.shown_messages import buttons_of, has_no_reply, private
from tests.support.world import World, shuffled_header


@cache
def without_a_figure(name: str, kind: type[Move]) -> tuple[Header, list[Move], PlaceTile]:
    """A game by chance in which a tile can be laid that takes no meeple but asks for a move."""
    for seed in range(200):
        chance = random.Random(seed)
        header = deal(name, 2, chance)
        game, lines = start(header.book, 2, header.bags), list[Move]()
        while not game.over and len(lines) < 90:
            for move in game.legal_moves() if game.drawn else ():
                draft = play_draft(game, [move])
                if not is_turn_complete(draft) and isinstance(draft.legal_moves()[0], kind):
                    assert isinstance(move, PlaceTile)
                    return header, lines, move
            lines.append(random_move(game, chance))
            game = play(game, lines[-1])
    raise AssertionError("there is no such position")


async def asking(world: World, name: str, kind: type[Move]) -> Turn:
    """A game that waits for a tile which takes no meeple and asks for a move; that tile."""
    header, lines, place = without_a_figure(name, kind)
    table = await world.start_with(header)
    game, said = table.running_game, list[tuple[int, str]]()
    for move in lines:
        user = table.players[game.turn]
        assert user is not None
        said.append((user, move_text(move)))
        game = play(game, move)
    await world.write(said)
    await world.post_state()
    return Turn(place, None)


async def test_F12_half_done_lake_turn_survives_a_restart_and_shows_on_the_board(
    world: World,
) -> None:
    """The tile alone is what autocomplete offers: it is laid, and the ferry is asked for."""
    turn, player = await asking(world, "base+ferries", LayFerry), await world.to_move()
    posts = len(world.messages())
    offered = await player.autocomplete(world.channel, "place", "move", turn.place_text)
    assert [choice["value"] for choice in offered] == [turn.place_text]
    asked = await player.slash(world.channel, "place", move=turn.text)
    assert "Now place the ferry of this lake between two roads." in private(asked)
    assert len(world.messages()) == posts, "a turn left half way is not posted yet"
    await world.restart()
    assert "place the ferry" in world.posts()[-1], "the channel is told what the bot waits for"
    again = await open_panel(world, player)
    options = (await world.game()).legal_moves()
    assert "Now place the ferry of this lake between two roads." in again.text
    assert {move_text(option) for option in options} <= set(again.action)
    [other] = await world.others()
    late = await other.click(world.post(), label="Place my tile")
    assert "It's not your turn." in private(late)
    board = Panel(player, await player.slash(world.channel, "board"))
    assert "place the ferry" in board.text
    panel = await board.press(move_text(options[-1]))
    while "Done" in buttons_of(panel.message):
        panel = await panel.label("Done")
    assert move_text(options[-1]) in await world.entries()
    assert "placed the ferry at" in world.posts()[-1]


async def test_panel_offers_whole_ark_walks_and_single_steps_with_a_back_button(
    world: World,
) -> None:
    chance = random.Random(3)
    await world.start_with(deal("ark", 2, chance))
    await world.play_random_tiles(chance, 25)
    game, before = await world.game(), await world.log()
    panel = await (await open_first_space(world)).label("Move the Ark …")
    assert "Where does it go first?" in panel.text
    assert "Your tile at" in (await panel.label("Back")).text
    panel = await (await open_first_space(world)).label("Move the Ark …")
    panel = await panel.press(next(a for a in panel.action if a.startswith("plan ")))
    assert "The Ark's path" in panel.text
    panel = await panel.label("Back")
    assert "Where does it go first?" in panel.text
    assert await world.log() == before
    # The button of the post, a space, the walk, where to: four taps.
    wholes = menu_of(panel.message, "whole")
    ends = [option.label.partition(":")[0] for option in wholes]
    assert len(set(ends)) == len(ends)
    assert has_no_reply((await panel.choose(wholes[0].value)).result)
    now = await world.game()
    assert len(now.board.tiles) == len(game.board.tiles) + 1
    assert "moved the Ark" in world.posts()[-1]


async def test_panel_with_confirmation_shows_a_whole_walk_before_it_is_made(world: World) -> None:
    await world.start_with(deal("ark", 2, random.Random(3)))
    await world.play_random_tiles(random.Random(3), 25)
    player = await world.to_move()
    await world.app.services.preferences.set(player.id, CONFIRMS, YES)
    panel, before = await open_first_space(world, player), await world.log()
    assert "Confirm without a meeple" in buttons_of(panel.message)
    panel = await panel.label("Move the Ark …")
    panel = await panel.choose(menu_of(panel.message, "whole")[0].value)
    assert "The Ark's path" in panel.text and await world.log() == before
    assert has_no_reply((await panel.label("Go")).result)
    assert (await world.entries())[-1].startswith("walk ")


async def begun(world: World, seats: int = 3) -> None:
    """A posted game whose first tile can take several figures."""
    await world.start_with(shuffled_header(seats))
    await world.post_state()


def turns(game: Game) -> list[Turn]:
    return [
        Turn(place, figure)
        for place in placements_with_figure_choice(game)
        for figure in legal_figures(game, place)
    ]


async def test_typed_pass_plays_the_tile_shown_on_the_panel_of_that_turn_alone(
    world: World,
) -> None:
    await begun(world, 2)
    game, turn = await world.game(), turn_with_figure_choice(await world.game())
    await choose_turn(world, turn)
    assert has_no_reply(await world.ana.slash(world.channel, "place", move="pass"))
    after = game_after_turn(game, Turn(turn.place, None))
    assert await world.game() == after
    await world.write_turns([any_turn(after, random.Random(1))])
    assert await world.to_move() is world.ana
    reply = private(await world.ana.slash(world.channel, "place", move="pass"))
    assert "I couldn't read that move" in reply


def deletions(world: World) -> int:
    """The number of deleted private answers."""
    return sum(
        request.method == "DELETE" and request.path.endswith("/messages/@original")
        for request in world.env.http_requests
    )


async def test_panel_opened_again_is_a_new_answer_and_the_earlier_one_is_deleted(
    world: World,
) -> None:
    await begun(world, 2)
    before = deletions(world)
    first = await open_panel(world)
    first = await first.take(first.places[-1])
    assert deletions(world) == before, "a press in a panel only changes it"
    second = await open_panel(world)
    assert deletions(world) == before + 1
    assert first.result.response is None and second.text
    third = await world.place(turn_with_figure_choice(await world.game()), ask=True)
    assert deletions(world) == before + 2
    assert second.result.response is None and private(third), "a command opens it at the end"
    panel = Panel(world.ana, third)
    await panel.take(next(iter(panel.figures)))
    before = deletions(world)
    await world.place(any_turn(await world.game(), random.Random(1)))
    await open_panel(world)
    assert deletions(world) == before, "the receipt of the last turn stays"


async def test_panel_is_opened_although_the_earlier_one_cannot_be_deleted(world: World) -> None:
    await begun(world)
    await open_panel(world)
    # Two panels stand side by side.
    world.env.inject_error("DELETE", "/webhooks/*", status=404, code=10008, times=None)
    before = deletions(world)
    assert private(await world.ana.slash(world.channel, "play"))
    assert deletions(world) == before + 1
    world.app.services.open_panels.forget(world.ana.id)
    assert private(await world.ana.slash(world.channel, "play"))
    assert deletions(world) == before + 1, "a forgotten player leaves no panel in memory"
