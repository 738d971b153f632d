"""Further decisions of a turn on the panel: laying a ferry, setting and walking the Ark."""

import random
from functools import cache

from bot.table.settings import CONFIRMS, YES
from rules.analysis.drafts import is_turn_complete, play_draft
from rules.game import play, start
from rules.header import Header
from rules.moves import Move, PlaceTile
from rules.random_play import deal, random_move
from rules.variants.ferries import LayFerry
from tests.support.legal_turns import Turn
from tests.support.move_panel import Panel, menu_of, move_text, open_first_space, open_panel
from tests.support.shown_messages import buttons_of, has_no_reply, private
from tests.support.world import World


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
