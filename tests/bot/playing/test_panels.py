"""A move by the private panel: its menu, its buttons and its receipt."""

import re
from itertools import islice

from bot.playing.panel_words import MAX_FIGURE_BUTTONS, MAX_SPACE_BUTTONS, panel_message
from bot.text.message import Button, Menu, Message
from bot.text.names import Names
from bot.words.spaces import space_options
from rules.geometry import xy
from rules.moves import PlaceTile
from tests.support.legal_turns import (
    Turn,
    game_after_turn,
    legal_figures,
    legal_placements,
    placements_with_figure_choice,
    played_turns,
    scoring_turn,
)
from tests.support.move_panel import menu_of, move_text, open_panel
from tests.support.panel_choices import (
    NAMES,
    action_of,
    choices_at_gap,
    figures_or_none,
    tap_turn,
    turn_by_taps,
)
from tests.support.shown_messages import buttons_of, has_no_reply
from tests.support.world import World, shuffled_header


def choices_on(message: Message) -> dict[str, str]:
    """The labels of the buttons and of the menu of figures, by action."""
    lines = {
        line.action: line.label
        for item in message.buttons
        if isinstance(item, Menu) and item.name == "figure"
        for line in item.lines
    }
    buttons = [item for item in message.buttons if isinstance(item, Button)]
    return {button.action: button.label for button in buttons} | lines


async def test_move_takes_three_taps_on_post_place_and_figure(world: World) -> None:
    await world.start_with(shuffled_header(3))
    await world.post_state()
    game, posts, before = await world.game(), len(world.messages()), await world.log()
    ways = {option.cell: option.rotations[0] for option in space_options(game)}
    assert len(ways) <= MAX_SPACE_BUTTONS
    turn = next(
        Turn(place, legal_figures(game, place)[0])
        for place in placements_with_figure_choice(game)
        if ways.get(place.cell) == place.rotation
    )
    panel = await open_panel(world)
    assert panel.text == f"**Choose a space.** Your tile fits in {len(ways)} spaces."
    numbers = [str(number) for number in range(1, len(ways) + 1)]
    assert list(buttons_of(panel.message)) == [*numbers, "Hint"]
    panel = await panel.press(choices_at_gap(panel, turn)[0])
    assert panel.text.startswith("**Your tile at `{} {}`".format(*xy(turn.place.cell)))
    assert await world.log() == before, "nothing is in the log before a meeple is chosen"
    assert len(world.messages()) == posts, "nor has anybody else read of it"
    panel = await panel.take(move_text(*turn.moves))
    assert has_no_reply(panel.result) and list(buttons_of(panel.message)) == ["Undo", "Settings"]
    assert [entry.text for entry in (await world.log())[len(before) :]] == [
        move_text(move) for move in turn.moves
    ]
    assert await world.game() == game_after_turn(game, turn)
    assert len(world.messages()) == posts + 1
    assert "**Ana** placed a tile" in world.posts()[-1]


async def test_another_rotation_is_a_fourth_tap(world: World) -> None:
    await world.start_with(shuffled_header(3))
    await world.post_state()
    for rotated, taps in ((False, 3), (True, 4)):
        turn = turn_by_taps(await world.game(), rotated=rotated)
        assert await tap_turn(world, turn) == taps


def test_panel_without_effects_tells_none() -> None:
    for game, _turn in list(played_turns(shuffled_header(2, 6), 6))[::9]:
        first = space_options(game, effects=False)[0]
        laid = PlaceTile(first.cell, first.rotations[0])
        message = panel_message(game, [laid], NAMES, effects=False)
        assert re.match(r"\*\*Your (bonus )?tile at `", message.text) and "best" not in message.text
        assert len(message.text.split("\n")) == 1 + (not legal_figures(game, laid))
        labels = " ".join(choices_on(message).values())
        assert " now" not in labels and "leaves" not in labels


def test_panel_of_a_player_without_meeples_says_that_none_is_left() -> None:
    [(game, _turn), *_] = played_turns(shuffled_header(2, 6), 6)
    spent = game.replace(supply=tuple(dict.fromkeys(hand, 0) for hand in game.supply))
    first = space_options(spent)[0]
    message = panel_message(spent, [PlaceTile(first.cell, first.rotations[0])], NAMES)
    assert "No meeples left." in message.text and "No meeple fits" not in message.text


def test_panel_offers_exactly_the_legal_rotations_and_figures() -> None:
    for game, _turn in list(played_turns(shuffled_header(3, 1), 1))[::12]:
        for place in legal_placements(game)[:6]:
            message = panel_message(game, [place], NAMES)
            offered = choices_on(message)
            turned = [p for p in legal_placements(game) if p.cell == place.cell]
            rotations = [label for label in offered.values() if label.startswith("↻")]
            assert len(rotations) == (len(turned) if len(turned) > 1 else 0)
            figures = [action for action in offered if action.startswith("place ")]
            actions = [action_of(Turn(place, f), game) for f in figures_or_none(game, place)]
            assert sorted(figures) == sorted(actions)
            for figure in legal_figures(game, place):
                assert f"({figure.letter})" in offered[move_text(place, figure)]
            buttons = [item for item in message.buttons if isinstance(item, Button)]
            assert len(buttons) <= MAX_FIGURE_BUTTONS + 1, "beside the way to another space"


def test_shown_move_tells_the_points_that_it_scores_and_waits_for_confirmation() -> None:
    count = 0
    for game, turn in islice(played_turns(shuffled_header(3, 1), 1, scoring_turn), 40):
        after = game_after_turn(game, turn)
        gains = [now - before for before, now in zip(game.scores, after.scores, strict=True)]
        if turn.figure is None or not any(gains) or after.over:
            continue
        text = panel_message(game, turn.moves, NAMES, confirming=True).text
        assert "Nothing happens until you confirm." in text
        for name, points in zip(("Ana", "Bo", "Cleo"), gains, strict=True):
            assert not points or f"**{points}** for **{name}**" in text
        count += 1
    assert count >= 3


async def test_many_spaces_are_a_menu_in_pages_by_their_numbers(world: World) -> None:
    header = shuffled_header(2, 5)
    plan = list(played_turns(header, 5))
    wide = next(
        n for n, (game, _) in enumerate(plan) if len({p.cell for p in legal_placements(game)}) > 25
    )
    await world.start_with(header)
    await world.write_turns([turn for _, turn in plan[:wide]])
    await world.post_state()
    game = await world.game()
    options = space_options(game, Names((1, 2), {1: "Ana", 2: "Bo"}))
    panel = await open_panel(world)
    assert f"Your tile fits in {len(options)} spaces." in panel.text
    first = menu_of(panel.message)
    assert len(first) <= 25 and first[-1].label == "More spaces →"
    panel = await panel.choose("panel 2")
    second = menu_of(panel.message)
    assert second[0].label == "← Previous spaces" and "panel 3" not in panel.places
    labels = [option.label for option in (*first[:-1], *second[1:])]
    assert labels == ["{} · {} {}".format(one.number, *xy(one.cell)) for one in options]
    assert second[1].description == options[len(first) - 1].description() or None
    shown = await panel.choose(second[1].value)
    again = await shown.label("Other space")
    assert [o.to_dict() for o in menu_of(again.message)] == [o.to_dict() for o in second]
    back = await again.choose("panel 1")
    assert [o.to_dict() for o in menu_of(back.message)] == [o.to_dict() for o in first]
