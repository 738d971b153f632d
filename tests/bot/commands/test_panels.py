"""A move by the private panel: its menu, its buttons, its confirmation and the secret bag."""

import random
from dataclasses import replace

import renderer
from bot.presenters.private.panel import MAX_FIGURE_BUTTONS, panel_message
from bot.presenters.private.places import place_options
from bot.text.names import Names
from rules.analysis.drafts import play_draft
from rules.geometry import xy
from rules.moves import PlaceTile
from rules.opponents.move_order import move_order
from tests.support.hidden_tiles import TILE, hidden_tiles
from tests.support.legal_turns import (
    Turn,
    game_after_turn,
    legal_figures,
    legal_placements,
    placements_with_figure_choice,
    played_turns,
    scoring_turn,
    turn_with_figure_choice,
)
from tests.support.move_panel import menu_of, move_text, open_panel, shows
from tests.support.panel_choices import (
    action_of,
    choices_at_gap,
    choose_turn,
    figures_or_none,
)
from tests.support.shown_messages import buttons_of, has_no_reply
from tests.support.world import World, shuffled_header


async def test_move_takes_three_taps_on_post_place_and_figure(
    world: World,
) -> None:
    await world.start_with(shuffled_header(3))
    await world.post_state()
    game, posts, before = await world.game(), len(world.messages()), await world.log()
    turn = next(
        Turn(place, legal_figures(game, place)[0])
        for place in placements_with_figure_choice(game)
        if place.rotation
        == next(o for o in place_options(game) if o.cell == place.cell).rotations[0]
        and place.cell != place_options(game)[0].cell
    )
    panel = await open_panel(world)
    panel = await panel.choose(choices_at_gap(panel, turn)[0])
    assert await world.log() == before, "nothing is in the log before a meeple is chosen"
    assert len(world.messages()) == posts, "nor has anybody else read of it"
    panel = await panel.take(move_text(*turn.moves))
    assert (
        has_no_reply(panel.result)
        and "You can undo for 2 minutes, until another player moves." in panel.text
    )
    assert list(buttons_of(panel.message)) == ["Undo", "Settings"]
    assert [entry.text for entry in (await world.log())[len(before) :]] == [
        move_text(move) for move in turn.moves
    ]
    assert await world.game() == game_after_turn(game, turn)
    assert len(world.messages()) == posts + 1
    assert "**Ana** placed a tile" in world.posts()[-1]


async def test_panel_opens_on_the_best_place_and_a_figure_takes_one_tap(
    world: World,
) -> None:
    await world.start_with(shuffled_header(2, 6))
    for _ in range(12):
        await world.post_state()
        game = await world.game()
        best = place_options(game)[0]
        panel = await open_panel(world)
        x, y = xy(best.cell)
        assert f"`{x} {y}` ↻ {90 * best.rotations[0]}°" in panel.text.split("\n")[0]
        place = PlaceTile(best.cell, best.rotations[0])
        assert sorted(panel.figures) == sorted(
            action_of(Turn(place, f), game) for f in figures_or_none(game, place)
        )
        [_best, *choice], *_others = move_order(game).turns
        assert not choice or next(iter(panel.figures)) == move_text(place, choice[0])
        await panel.take(random.Random(x).choice(list(panel.figures)))
        assert await world.game() != game


async def test_panel_without_aids_opens_on_the_first_place_without_hints(
    world: World,
) -> None:
    await world.start_with(shuffled_header(2, 6), purist="yes")
    for _ in range(8):
        await world.post_state()
        game = await world.game()
        panel = await open_panel(world)
        first = place_options(game, aided=False)[0]
        x, y = xy(first.cell)
        assert panel.text.startswith(f"**Your tile at `{x} {y}` ↻ {90 * first.rotations[0]}°**")
        assert "best" not in panel.text and len(panel.text.split("\n")) == 1
        assert not any("at once" in label for label in panel.figures.values())
        assert not any("leaves" in label for label in panel.figures.values())
        await panel.take(next(iter(panel.figures)))


async def test_menu_lists_every_gap_with_its_words_best_first_in_pages(
    world: World,
) -> None:
    header = shuffled_header(2, 5)
    plan = list(played_turns(header, 5))
    wide = [
        n for n, (game, _) in enumerate(plan) if len({p.cell for p in legal_placements(game)}) > 25
    ]
    await world.start_with(header)
    await world.write_turns([turn for _, turn in plan[: wide[0]]])
    await world.post_state()
    game = await world.game()
    options = place_options(game, Names((1, 2), {1: "Ana", 2: "Bo"}))
    panel = await open_panel(world)
    assert f"I picked it from {len(options)} spaces" in panel.text
    first = menu_of(panel.message)
    assert len(first) <= 25 and first[-1].label == "More spaces →"
    assert [option.default for option in first] == [True] + [False] * (len(first) - 1)
    panel = await panel.choose("panel 2")
    second = menu_of(panel.message)
    assert second[0].label == "← Previous spaces" and "panel 3" not in panel.places
    lines = [(option.label, option.description) for option in (*first[:-1], *second[1:])]
    assert [label for label, _ in lines] == [f"{x} {y}" for x, y in (xy(o.cell) for o in options)]
    assert {xy(p.cell) for p in legal_placements(game)} == {
        tuple(map(int, label.split())) for label, _ in lines
    }
    back = await panel.choose("panel 1")
    assert [o.to_dict() for o in menu_of(back.message)] == [o.to_dict() for o in first]


async def test_panel_offers_exactly_the_legal_rotations_and_figures(
    world: World,
) -> None:
    for seed in range(3):
        header = shuffled_header(3, seed)
        plan = list(played_turns(header, seed))
        await world.start_with(header)
        await world.write_turns([turn for _, turn in plan[: 12 * (seed + 1)]])
        await world.post_state()
        game = await world.game()
        for place in legal_placements(game)[:6]:
            panel = await choose_turn(world, Turn(place, None))
            buttons = buttons_of(panel.message)
            turned = [p for p in legal_placements(game) if p.cell == place.cell]
            rotations = [label for label in buttons if label.startswith("↻")]
            assert len(rotations) == (len(turned) if len(turned) > 1 else 0)
            actions = [action_of(Turn(place, f), game) for f in figures_or_none(game, place)]
            assert sorted(panel.figures) == sorted(actions)
            for figure in legal_figures(game, place):
                assert f"({figure.letter})" in panel.figures[move_text(place, figure)]
            assert len(buttons) <= MAX_FIGURE_BUTTONS
        await world.end_game()


async def test_player_who_confirms_moves_sees_each_move_before_it_is_made(world: World) -> None:
    """With a meeple and without: the points, the picture and its words."""
    header = shuffled_header(3, 1)
    plan = list(played_turns(header, 1, scoring_turn))
    await world.start_with(header)
    await world.post_state()
    first = await open_panel(world)
    settings = await (await first.take(next(iter(first.figures)))).label("Settings")
    assert "makes your move at once" in settings.text
    settings = await settings.label("Confirm moves")
    assert "**Your settings.** You confirm each move on the panel." in settings.text
    await world.end_game()
    await world.start_with(header)
    count = 0
    for game, turn in plan[:60]:
        scores = game_after_turn(game, turn).scores != game.scores
        if game.turn or turn.figure is None or not scores or game_after_turn(game, turn).over:
            await world.write_turns([turn])
            continue
        await world.post_state()
        panel = await choose_turn(world, turn)
        assert "Nothing happens until you confirm." in panel.text
        before = await world.log()
        panel = await panel.take(shows(*turn.moves))
        assert await world.log() == before, "it is only shown"
        names, colours = ("Ana", "Bo", "Cleo"), (await world.table()).colours
        meant = play_draft(game, turn.moves)
        players = renderer.Players.of(names, colours)
        assert await panel.picture() == renderer.preview(meant, players).png
        gains = {n: b - a for n, a, b in zip(names, game.scores, meant.scores, strict=True)}
        for name, points in gains.items():
            assert not points or f"**{points}** for **{name}**" in panel.text
        await panel.label("Confirm")
        assert await world.game() == game_after_turn(game, turn)
        count += 1
    assert count >= 3


async def test_COM_04_next_players_tile_is_hidden_before_the_move(world: World) -> None:
    await world.start_with(shuffled_header(3, 2))
    await world.post_state()
    for number in range(4):
        game, known = await world.game(), len(world.env.http_requests)
        secret = hidden_tiles(game)
        following = game.bags["bag"][0]
        turn = (
            turn_with_figure_choice(game, number)
            if placements_with_figure_choice(game)
            else Turn(legal_placements(game)[0], None)
        )
        panel = await choose_turn(world, turn)
        said_so_far = [str(request.json) for request in world.env.http_requests[known:]]
        assert said_so_far
        for text in said_so_far:
            assert not set(TILE.findall(text)) & secret
        # Words and picture are the same whatever is in the bags.
        bags = {bag: tuple(reversed(tiles)) for bag, tiles in game.bags.items()}
        other = replace(game, bags=bags)
        names = Names((1, 2, 3), {1: "Ana", 2: "Bo", 3: "Cleo"})
        assert panel_message(game, turn.moves, names, aided=True) == panel_message(
            other, turn.moves, names, aided=True
        )
        pictures = [renderer.preview(play_draft(g, turn.moves)).png for g in (game, other)]
        assert pictures[0] == pictures[1]
        await panel.take(action_of(turn, game))
        assert (await world.game()).drawn == following
