"""Further decisions of a turn on the panel: laying a ferry, setting and walking the Ark."""

import random

import pytest

from bot.presenters.private.places import place_options
from rules.analysis.deployment_choices import deployment_choices
from rules.analysis.drafts import play_draft
from rules.game import play
from rules.moves import Move, Pass, PlaceTile
from rules.random_play import deal, random_move
from rules.variants.ark_walk import SetArk, Walk
from rules.variants.ferries import LayFerry
from tests.support.legal_turns import Turn, legal_placements
from tests.support.move_panel import Panel, menu_of, move_text, open_panel
from tests.support.panel_choices import action_of, choose_turn
from tests.support.shown_messages import buttons_of, has_no_reply, private
from tests.support.slow_cases import rest_slow
from tests.support.world import World


async def test_panel_asks_for_the_ferry_after_a_lake_tile(world: World) -> None:
    kinds: set[type[Move]] = set()
    panel, options = await _until(world, "base+ferries", LayFerry)
    assert "Now place the ferry of this lake between two roads." in panel.text
    posts = len(world.messages())
    for option in options:
        assert move_text(option) in panel.action
    panel = await panel.press(move_text(options[-1]))
    while "Done" in buttons_of(panel.message):
        kinds.add(type((await world.game()).legal_moves()[0]))
        panel = await panel.label("Done")
    assert len(world.messages()) == posts + 1
    assert "placed the ferry at" in world.posts()[-1]


async def test_panel_asks_for_the_ark_after_the_first_city(
    world: World,
) -> None:
    panel, options = await _until(world, "ark", SetArk)
    assert "Now place the Ark on a tile of the city you finished." in panel.text
    assert (await panel.picture()).startswith(b"\x89PNG")
    await panel.press(move_text(options[0]))
    assert "placed the Ark at" in world.posts()[-1]


async def _until(world: World, name: str, kind: type[Move]) -> tuple[Panel, list[Move]]:
    """The panel confirmed of the first tile of a game after which such a move is to be made."""
    for seed in range(40):
        chance = random.Random(seed)
        game = (await world.start_with(deal(name, 2, chance))).running_game
        for _ in range(30):
            for place in legal_placements(game):
                after_it = play_draft(game, (place, Pass()))
                if not after_it.over and after_it.drawn is None and after_it.agenda:
                    options = [m for m in after_it.legal_moves() if isinstance(m, kind)]
                    if options:
                        await world.post_state()
                        turn = Turn(place, None)
                        panel = await choose_turn(world, turn)
                        return await panel.take(action_of(turn, game)), options
            game = (await world.play_random_tiles(chance, 1)).running_game
            if game.over:
                break
        await world.end_game()
    raise AssertionError("no such position found")


async def test_panel_offers_whole_ark_walks_and_single_steps_with_a_back_button(
    world: World,
) -> None:
    chance = random.Random(3)
    await world.start_with(deal("ark", 2, chance))
    await world.play_random_tiles(chance, 25)
    game = await world.game()
    panel = await (await open_panel(world)).label("Move the Ark …")
    assert "Where does it go first?" in panel.text
    before = await world.log()
    assert "Your tile at" in (await panel.label("Back")).text
    panel = await (await open_panel(world)).label("Move the Ark …")
    panel = await panel.press(next(a for a in panel.action if a.startswith("plan ")))
    assert "The Ark's path" in panel.text
    panel = await panel.label("Back")
    assert "Where does it go first?" in panel.text
    assert await world.log() == before
    # The button of the post, the walk, where to: three taps, and four at another place.
    wholes = menu_of(panel.message, "whole")
    ends = [option.label.partition(":")[0] for option in wholes]
    assert len(set(ends)) == len(ends)
    assert has_no_reply((await panel.choose(wholes[0].value)).result)
    now = await world.game()
    assert len(now.board.tiles) == len(game.board.tiles) + 1
    assert "moved the Ark" in world.posts()[-1]
    laid = PlaceTile(now.placed, now.board.tiles[now.placed].rotation)
    walks = [
        play(play_draft(game, [laid]), move)
        for move in play_draft(game, [laid]).legal_moves()
        if isinstance(move, Walk)
    ]
    best = max(2 * w.scores[game.turn] - sum(w.scores) for w in walks)
    assert 2 * now.scores[game.turn] - sum(now.scores) == best


async def test_public_button_shows_the_remaining_decision_of_a_half_done_turn(
    world: World,
) -> None:
    """The bot goes down after the tile of a lake and before its ferry."""
    panel, options = await _until(world, "base+ferries", LayFerry)
    player = panel.player
    await world.restart()
    assert "place the ferry of your lake" in world.posts()[-1]
    again = await open_panel(world, player)
    assert "Now place the ferry of this lake between two roads." in again.text
    assert "It's not your turn." in private(
        await (world.bo if player is world.ana else world.ana).click(
            world.post(), label="Place my tile"
        )
    )
    await again.press(move_text(options[0]))
    assert "placed the ferry at" in world.posts()[-1]


@pytest.mark.parametrize(
    ("name", "kind"), rest_slow([("base+ferries", LayFerry), ("ark", SetArk), ("ark", Walk)])
)
async def test_ferry_ark_and_walk_take_at_most_four_taps_at_the_best_place(
    world: World, name: str, kind: type[Move]
) -> None:
    """From the button of the post to the next post; a choice in a menu counts one."""
    met = 0
    for seed in range(40):
        await world.start_with(deal(name, 2, random.Random(seed)))
        if not await _where_best_asks(world, random.Random(seed), kind):
            await world.end_game()
            continue
        posts, before = len(world.messages()), len(await world.log())
        panel, taps = await open_panel(world), 1
        plan = [action for action in panel.figures if action.startswith("plan ")]
        if kind is Walk:
            panel = await panel.take(plan[0])
            panel, taps = await panel.choose(menu_of(panel.message, "whole")[0].value), taps + 2
        else:
            panel, taps = await panel.take(next(a for a in panel.figures if a not in plan)), 2
        while len(world.messages()) == posts:
            panel, taps = await panel.press(panel.action[0 if taps == 2 else -1]), taps + 1
        assert taps <= 4
        moves = [entry.text.split()[0] for entry in (await world.log())[before:]]
        assert {LayFerry: "ferry", SetArk: "ark", Walk: "walk"}[kind] in moves
        met += 1
        if met == 3:
            return
        await world.end_game()
    raise AssertionError("hardly any such position found")


async def _where_best_asks(world: World, chance: random.Random, kind: type[Move]) -> bool:
    """On by chance to where the best place of the panel leads to such a move; whether there is."""
    table = await world.table()
    game, lines = table.running_game, list[tuple[int, str]]()
    while not game.over:
        if game.drawn is not None:
            option = place_options(game)[0]
            laid = PlaceTile(option.cell, option.rotations[0])
            asked: list[Move] = [choice.move for choice in deployment_choices(game, laid)]
            if asked and kind is not Walk:
                bare = play_draft(game, [laid, next(m for m in asked if not isinstance(m, Walk))])
                asked = [] if bare.over or bare.drawn is not None else [*bare.legal_moves()]
            if any(isinstance(move, kind) for move in asked):
                await world.write(lines)
                await world.post_state()
                return True
        user = table.players[game.turn]
        assert user is not None
        move = random_move(game, chance)
        lines.append((user, move_text(move)))
        game = play(game, move)
    return False


async def test_panel_with_confirmation_shows_a_whole_walk_before_it_is_made(
    world: World,
) -> None:
    await world.start_with(deal("ark", 2, random.Random(3)))
    await world.play_random_tiles(random.Random(3), 25)
    player = await world.to_move()
    await world.app.context.people.preferences.set_confirms_moves(player.id, wanted=True)
    await world.restart()
    panel, before = await open_panel(world, player), await world.log()
    assert "Confirm without a meeple" in buttons_of(panel.message)
    panel = await panel.label("Move the Ark …")
    panel = await panel.choose(menu_of(panel.message, "whole")[0].value)
    assert "The Ark's path" in panel.text and await world.log() == before
    assert has_no_reply((await panel.label("Go")).result)
    assert (await world.entries())[-1].startswith("walk ")
