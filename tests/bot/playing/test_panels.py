"""A move by the private panel: its menu, its buttons, their labels and its receipt."""

import random
import re
from itertools import islice

import pytest

from bot.playing.panel_words import MAX_FIGURE_BUTTONS, MAX_SPACE_BUTTONS, panel_message
from bot.text.message import Button, Menu, Message
from bot.text.names import Names
from bot.words import nouns
from bot.words.spaces import space_options
from rules.analysis.deployment_choices import deployment_choices
from rules.analysis.drafts import play_draft
from rules.analysis.tile_faces import last_laid_face
from rules.game import play, start
from rules.geometry import Side, xy
from rules.moves import Deploy, Pass, PlaceTile
from rules.notation import write
from rules.random_play import deal, random_move
from rules.variants.ark_walk import SetArk
from rules.variants.ferries import LayFerry, TurnFerry
from rules.variants.traders import BuilderWorked, GoodsTaken
from tests.bot.playing.test_panel_decisions import asking
from tests.support.legal_turns import (
    Turn,
    game_after_turn,
    legal_figures,
    legal_placements,
    legal_turns,
    placements_with_figure_choice,
    played_turns,
    scoring_turn,
    turn_with_figure_choice,
)
from tests.support.move_panel import menu_of, move_text, open_panel, points_on_label
from tests.support.panel_choices import (
    NAMES,
    action_of,
    choices_at_gap,
    figures_or_none,
    moves_of,
    tap_turn,
    turn_by_taps,
)
from tests.support.shown_messages import answer, buttons_of, has_no_reply, private, text_of
from tests.support.slow_cases import rest_slow
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


BACK = "← Back"


async def test_panel_opened_from_a_view_of_the_board_leads_back_through_each_view(
    world: World,
) -> None:
    await world.start_game(2)
    mover = await world.to_move()
    board = answer(await mover.slash(world.channel, "board", view="text"))
    told = text_of(board)
    panel = answer(await mover.click(board, label="Place my tile"))
    assert text_of(panel).startswith("**Choose a space.**")
    panel = answer(await mover.click(panel, label="1"))
    assert text_of(panel).startswith("**Your tile at ")
    shown = answer(await mover.click(panel, label=BACK))
    assert text_of(shown) == told, "another place is no view of its own"
    log = answer(await mover.click(shown, label="Log"))
    shown = answer(await mover.click(log, label=BACK))
    assert text_of(shown) == told
    panel = answer(await mover.click(shown, label="Place my tile"))
    turn = turn_with_figure_choice(await world.game(), 1)
    done = await mover.slash(world.channel, "place", move=turn.text)
    assert BACK not in buttons_of(answer(done)), "a receipt does not lead back to the panel"
    late = await mover.click(panel, label=BACK)
    assert private(late) and BACK not in buttons_of(answer(late))


async def test_ferry_is_placed_and_turned_by_its_command(world: World) -> None:
    """After the tile, and with the tile of the open panel."""
    turn, player = await asking(world, "base+ferries", LayFerry), await world.to_move()
    refused = await player.slash(world.channel, "ferry", move="a b")
    assert "I couldn't read that move" in private(refused), "the tile comes first"
    refused = await player.slash(world.channel, "ark", move="0 1")
    assert "This game has no `/ark`" in private(refused)
    await player.slash(world.channel, "place", move=turn.place_text)
    move = (await world.game()).legal_moves()[0]
    assert isinstance(move, LayFerry)
    await player.slash(world.channel, "ferry", move=f"{move.b} {move.a}")
    assert write(move) in await world.entries()
    await world.end_game()
    chance = random.Random(4)
    await world.start_with(deal("base+ferries", 2, chance))
    await world.play_to_half_turn(chance, TurnFerry)
    move, player = (await world.game()).legal_moves()[0], await world.to_move()
    assert isinstance(move, TurnFerry)
    said = "{} {} {}{}".format(*xy(move.cell), move.a, move.b)
    await player.slash(world.channel, "ferry", move=said)
    assert write(move) in await world.entries()


async def test_ark_is_set_and_walks_by_its_command(world: World) -> None:
    turn, player = await asking(world, "ark", SetArk), await world.to_move()
    await player.slash(world.channel, "place", move=turn.place_text)
    move = (await world.game()).legal_moves()[0]
    assert isinstance(move, SetArk)
    await player.slash(world.channel, "ark", move="{} {}".format(*xy(move.cell)))
    assert write(move) in await world.entries() and "placed the Ark at" in world.posts()[-1]
    await world.end_game()
    chance = random.Random(3)
    await world.start_with(deal("ark", 2, chance))
    await world.play_random_tiles(chance, 25)
    player = await world.to_move()
    offered = await player.autocomplete(world.channel, "place", "move", "#1 ")
    place = " ".join(str(offered[0]["value"]).split()[:3])
    asked = await player.slash(world.channel, "place", move=place)
    assert private(asked).startswith("**Your tile at ")
    walks = await player.autocomplete(world.channel, "ark", "move", "")
    await player.slash(world.channel, "ark", move=str(walks[0]["value"]))
    assert (await world.entries())[-2:] == [f"place {place}", f"walk {walks[0]['value']}"]


async def test_X47_X48_chosen_options_are_shown_in_the_lobby_and_apply_to_the_game(
    world: World,
) -> None:
    refused = await world.ana.slash(world.channel, "new", game="hunters", sets="ferries", seats=2)
    assert "has no expansions. Only" in private(refused) and world.posts() == []
    await world.ana.slash(world.channel, "new", game="base", sets="ferries", seats=2)
    for option, value in (
        ("ferries", "C3"),
        ("cloister", "no"),
        ("fields", "third"),
        ("small_cities", "4"),
    ):
        await world.press(world.ana, f"change {option} {value}")
    lobby = world.posts()[-1]
    assert "lake tiles: third edition" in lobby and "fields: third edition" in lobby
    await world.press(world.bo, "join")
    await world.press(world.ana, "start")
    assert "a monastery tile extends the roads of ferries: no" in world.posts()[-1]
    assert "city of two tiles: 4 points" in world.posts()[-1]
    game = (await world.table()).running_game
    assert game.book.ruleset.options == {
        **{"ferries": "C3", "fields": "third", "small cities": "4"},
        "cloister extends ferry roads": "no",
    }
    tiles = (*game.bags["bag"], game.drawn, *(form.tile.id for form in game.board.tiles.values()))
    assert tiles.count("FER-RRRR") == 2


@pytest.mark.parametrize(
    ("name", "turns", "step"),
    rest_slow(
        [("hunters", 1, 3), *((n, 4, 1) for n in ("hunters", "base+ferries", "base", "ark"))]
    ),
)
def test_points_promised_on_a_figure_button_are_the_points_scored(
    name: str, turns: int, step: int
) -> None:
    chance, count = random.Random(name), 0
    header = deal(name, 3, chance)
    game = start(header.book, 3, header.bags)
    names = Names((1, 2, 3), {1: "Ana", 2: "Bo", 3: "Cleo"})
    while not game.over:
        if game.drawn is not None and len(game.board.tiles) % step == 0:
            for turn in chance.sample(legal := legal_turns(game), min(turns, len(legal))):
                message = panel_message(game, [turn.place], names)
                labels = {
                    button.action: button.label
                    for row in message.rows()
                    for button in (row if not hasattr(row[0], "lines") else row[0].lines)
                }
                label = labels[action_of(turn, game)]
                after = play_draft(game, moves_of(turn, game))
                bare = play_draft(game, moves_of(Turn(turn.place, None), game))
                more = after.scores[game.turn] - bare.scores[game.turn]
                if deployment_choices(game, turn.place):
                    assert points_on_label(label) == more, (turn, label)
                count += bool(more)
        game = play(game, random_move(game, chance))
    assert count


def test_finished_free_feature_is_shown_on_its_figure_and_on_no_figure() -> None:
    names, met = Names((1, 2), {1: "Ana", 2: "Bo"}), 0
    for seed in range(12):
        chance = random.Random(seed)
        header = deal("base", 2, chance)
        game = start(header.book, 2, header.bags)
        while not game.over:
            for place in legal_placements(game) if game.drawn is not None else ():
                bare, best = game_after_turn(game, Turn(place, None)), 0
                for figure in legal_figures(game, place):
                    with_it = game_after_turn(game, Turn(place, figure))
                    if not with_it.over:
                        extra = with_it.scores[game.turn] - bare.scores[game.turn]
                        best = max(best, extra)
                choices = deployment_choices(game, place)
                if not choices or bare.over:
                    continue
                [none] = (choice for choice in choices if choice.move == Pass())
                assert none.points_unclaimed == best
                if best:
                    text = str(panel_message(game, [place], names).buttons)
                    assert (
                        re.search(rf"No meeple \({best} points? unclaimed\)", text)
                        and f"+{best}" in text
                    )
                    met += 1
            game = play(game, random_move(game, chance))
        if met > 20:
            return
    raise AssertionError("hardly any such position found")


@pytest.mark.parametrize("whole", rest_slow([False, True]))
def test_TB02_TB05_panel_shows_goods_and_builders_before_a_figure_is_chosen(whole: bool) -> None:
    """They come of the tile, whatever is put on it, and a press on a meeple makes the move."""
    chance, met = random.Random(5), set[type]()
    header = deal("base+traders", 2, chance)
    game = start(header.book, 2, header.bags)
    while not game.over:
        here = legal_placements(game) if game.drawn is not None else []
        for place in chance.sample(here, min(6, len(here))):
            kinds = {
                type(event) for event in play_draft(game, [place, Pass()]).story[len(game.story) :]
            }
            message = panel_message(game, [place], NAMES)
            assert ("📦 " in message.text) == (GoodsTaken in kinds)
            assert ("📦 You take " in message.text) == (GoodsTaken in kinds)
            if deployment_choices(game, place):
                for told in (message.text, message.pictures[0].alt):
                    assert ("ives you a second tile" in told) == (BuilderWorked in kinds)
                    assert "builder is at work" not in told
                alone = panel_message(game, [place], NAMES, effects=False).text
                assert "📦" not in alone and "ives you a second tile" not in alone
            met |= kinds
        if not whole and met >= {GoodsTaken, BuilderWorked}:
            return
        offered = [m for m in game.legal_moves() if isinstance(m, Deploy) and m.role == "builder"]
        game = play(game, chance.choice(offered) if offered else random_move(game, chance))
    assert met >= {GoodsTaken, BuilderWorked}


@pytest.mark.slow
def test_COM_08_equivalent_rotation_is_shown_as_the_offered_one() -> None:
    met = 0
    for seed in range(6):
        chance = random.Random(seed)
        header = deal("base", 2, chance)
        game = start(header.book, 2, header.bags)
        while not game.over:
            hand = game.hand
            for place in legal_placements(game)[:2] if hand is not None else ():
                for turned in range(4):
                    like = hand is not None and hand.same[turned].rotation == place.rotation
                    if like and turned != place.rotation:
                        twin = PlaceTile(place.cell, turned)
                        assert panel_message(game, [twin], NAMES) == panel_message(
                            game, [place], NAMES
                        )
                        met += 1
            game = play(game, random_move(game, chance))
    assert met > 5


@pytest.mark.parametrize(
    ("name", "seeds"),
    rest_slow([(n, seeds) for seeds in (1, 3) for n in ("hunters", "base+river")], 2),
)
def test_picture_of_the_panel_tells_the_tile_as_it_lies(name: str, seeds: int) -> None:
    """Sides and letters are those of the buttons, and things inside a tile have theirs."""
    turned, inner = 0, set[str]()
    for seed in range(seeds):
        chance = random.Random(seed)
        header = deal(name, 2, chance)
        game = start(header.book, 2, header.bags)
        while not game.over:
            if game.drawn is not None:
                place = chance.choice(legal_placements(game))
                alt = panel_message(game, [place], NAMES, effects=False).pictures[0].alt
                face = last_laid_face(play_draft(game, [place]))
                for side, segment in zip(Side, face.sides, strict=True):
                    terrain = nouns.terrain_name(segment.terrain)
                    assert f"{terrain} {segment.letter} {side.name.lower()}" in alt
                for segment in face.inner_segments:
                    terrain = nouns.terrain_name(segment.terrain)
                    assert re.search(rf", {terrain} {segment.letter}[,.;]", alt)
                    inner.add(terrain)
                turned += place.rotation > 0
            game = play(game, random_move(game, chance))
    assert turned > 9 and inner
