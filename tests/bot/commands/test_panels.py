"""A move by the private panel: what it shows, what it promises, and that nothing comes early."""

import random
import statistics
from dataclasses import replace

import pytest

import renderer
from bot.client.discord_io.rendering import highest
from bot.presenters.private.panel import MAX_FIGURE_BUTTONS, panel_message
from bot.presenters.private.places import place_options
from bot.text.names import Names
from rules.analysis.deployment_choices import deployment_choices
from rules.analysis.drafts import play_draft
from rules.game import Game, play, start
from rules.geometry import xy
from rules.moves import Deploy, Move, Pass, PlaceTile
from rules.random_play import deal, random_move
from rules.variants.ark_walk import SetArk, Walk
from rules.variants.ferries import LayFerry
from rules.variants.traders import BuilderWorked, GoodsTaken
from tests.bot.presenters.test_posts import TILE, hidden
from tests.support.legal_turns import (
    Turn,
    after,
    askable,
    asking,
    closing,
    figures,
    legal,
    places,
    turns,
)
from tests.support.move_panel import Panel, menu_of, opened, promised, said, shows
from tests.support.slow_cases import rest_slow
from tests.support.world import World, buttons_of, dealt, private, silent

LATE = "The game has gone on since"
NAMES = Names((1, 2, 3), {1: "Ana", 2: "Bo", 3: "Cleo"})


async def chosen(world: World, turn: Turn) -> Panel:
    """A panel opened with the tile laid as in a turn, no figure chosen."""
    panel = await opened(world)
    page = 1
    while not at_gap(panel, turn) and f"panel {page + 1}" in panel.places:
        page += 1
        panel = await panel.choose(f"panel {page}")
    if at_gap(panel, turn):
        panel = await panel.choose(at_gap(panel, turn)[0])
    if shows(turn.place) in panel.action:
        panel = await panel.press(shows(turn.place))
    return panel


def at_gap(panel: Panel, turn: Turn) -> list[str]:
    """The choices of the menu that lead to the gap of a turn."""
    x, y = xy(turn.place.cell)
    return [does for does in panel.places if does.startswith(f"show place {x} {y} ")]


def played(turn: Turn, game: Game) -> str:
    """What the figure of a turn does on its button; where there is none to choose, the tile."""
    return said(*_moves(turn, game))


def _moves(turn: Turn, game: Game) -> tuple[Move, ...]:
    return turn.moves if deployment_choices(game, turn.place) else (turn.place,)


async def test_a_move_is_three_taps_the_button_of_the_post_a_place_and_a_figure(
    world: World,
) -> None:
    await world.dealt(dealt(3))
    await world.shown()
    game, posts, before = await world.game(), len(world.messages()), await world.log()
    turn = next(
        Turn(place, figures(game, place)[0])
        for place in askable(game)
        if place.rotation
        == next(o for o in place_options(game) if o.cell == place.cell).rotations[0]
        and place.cell != place_options(game)[0].cell
    )
    panel = await opened(world)
    panel = await panel.choose(at_gap(panel, turn)[0])
    assert await world.log() == before, "nothing is in the log before a figure is chosen"
    assert len(world.messages()) == posts, "nor has anybody else read of it"
    panel = await panel.take(said(*turn.moves))
    assert silent(panel.result) and "You can take it back for two minutes" in panel.text
    assert list(buttons_of(panel.message)) == ["Take back", "Settings"]
    assert [entry.text for entry in (await world.log())[len(before) :]] == [
        said(move) for move in turn.moves
    ]
    assert await world.game() == after(game, turn)
    assert len(world.messages()) == posts + 1
    assert "**Ana** lays a tile" in world.posts()[-1]


async def test_the_panel_opens_on_the_best_place_and_any_figure_there_is_one_tap_more(
    world: World,
) -> None:
    await world.dealt(dealt(2, 6))
    for _ in range(12):
        await world.shown()
        game = await world.game()
        best = place_options(game)[0]
        panel = await opened(world)
        x, y = xy(best.cell)
        assert f"`{x} {y}` ↻ {90 * best.rotations[0]}°" in panel.text.split("\n")[0]
        place = PlaceTile(best.cell, best.rotations[0])
        assert list(panel.figures) == [played(Turn(place, f), game) for f in _all(game, place)]
        await panel.take(random.Random(x).choice(list(panel.figures)))
        assert await world.game() != game


def _all(game: Game, place: PlaceTile) -> list:
    found = figures(game, place)
    return [*found, None]


async def test_panel_without_aids_opens_on_the_first_place_without_hints(
    world: World,
) -> None:
    await world.dealt(dealt(2, 6), purist="yes")
    for _ in range(8):
        await world.shown()
        game = await world.game()
        panel = await opened(world)
        first = place_options(game, aided=False)[0]
        x, y = xy(first.cell)
        assert panel.text.startswith(f"**Your tile at `{x} {y}` ↻ {90 * first.rotations[0]}°**")
        assert "best" not in panel.text and len(panel.text.split("\n")) == 1
        assert not any("at once" in label for label in panel.figures.values())
        assert not any("leaves" in label for label in panel.figures.values())
        await panel.take(next(iter(panel.figures)))


async def test_the_menu_has_every_gap_with_its_words_the_best_first_in_pages(
    world: World,
) -> None:
    header = dealt(2, 5)
    plan = list(turns(header, 5))
    wide = [n for n, (game, _) in enumerate(plan) if len({p.cell for p in places(game)}) > 25]
    await world.dealt(header)
    await world.forward([turn for _, turn in plan[: wide[0]]])
    await world.shown()
    game = await world.game()
    options = place_options(game, Names((1, 2), {1: "Ana", 2: "Bo"}))
    panel = await opened(world)
    assert f"the best of {len(options)} places" in panel.text
    first = menu_of(panel.message)
    assert len(first) <= 25 and first[-1].label == "More places →"
    assert [option.default for option in first] == [True] + [False] * (len(first) - 1)
    panel = await panel.choose("panel 2")
    second = menu_of(panel.message)
    assert second[0].label == "← Previous places" and "panel 3" not in panel.places
    found = [(option.label, option.description) for option in (*first[:-1], *second[1:])]
    assert [label for label, _ in found] == [f"{x} {y}" for x, y in (xy(o.cell) for o in options)]
    assert {xy(p.cell) for p in places(game)} == {
        tuple(map(int, label.split())) for label, _ in found
    }
    assert all(words for _, words in found)
    back = await panel.choose("panel 1")
    assert [o.to_dict() for o in menu_of(back.message)] == [o.to_dict() for o in first]


async def test_the_panel_offers_the_rotations_and_figures_that_are_legal_and_no_others(
    world: World,
) -> None:
    for seed in range(3):
        header = dealt(3, seed)
        plan = list(turns(header, seed))
        await world.dealt(header)
        await world.forward([turn for _, turn in plan[: 12 * (seed + 1)]])
        await world.shown()
        game = await world.game()
        for place in places(game)[:6]:
            panel = await chosen(world, Turn(place, None))
            buttons = buttons_of(panel.message)
            turned = [p for p in places(game) if p.cell == place.cell]
            rotations = [label for label in buttons if label.startswith("↻")]
            assert len(rotations) == (len(turned) if len(turned) > 1 else 0)
            found = [played(Turn(place, f), game) for f in _all(game, place)]
            assert list(panel.figures) == found
            for figure in figures(game, place):
                assert f"({figure.letter})" in panel.figures[said(place, figure)]
            assert len(buttons) <= MAX_FIGURE_BUTTONS
        await world.called_off()


@pytest.mark.parametrize("name", ["hunters", "base", "base+ferries", "ark"])
def test_points_promised_on_a_figure_button_are_the_points_scored(name: str) -> None:
    chance, told = random.Random(name), 0
    header = deal(name, 3, chance)
    game = start(header.book, 3, header.bags)
    names = Names((1, 2, 3), {1: "Ana", 2: "Bo", 3: "Cleo"})
    while not game.over:
        if game.drawn is not None:
            for turn in chance.sample(found := legal(game), min(4, len(found))):
                message = panel_message(game, [turn.place], names, aided=True)
                labels = {
                    each.action: each.label
                    for row in message.rows()
                    for each in (row if not hasattr(row[0], "lines") else row[0].lines)
                }
                label = labels[played(turn, game)]
                then = play_draft(game, _moves(turn, game))
                bare = play_draft(game, _moves(Turn(turn.place, None), game))
                more = then.scores[game.turn] - bare.scores[game.turn]
                if deployment_choices(game, turn.place):
                    assert promised(label) == more, (turn, label)
                told += bool(more)
        game = play(game, random_move(game, chance))
    assert told


def test_a_free_feature_that_the_tile_finishes_is_told_on_its_figure_and_on_no_figure() -> None:
    names, met = Names((1, 2), {1: "Ana", 2: "Bo"}), 0
    for seed in range(12):
        chance = random.Random(seed)
        header = deal("base", 2, chance)
        game = start(header.book, 2, header.bags)
        while not game.over:
            for place in places(game) if game.drawn is not None else ():
                bare, best = after(game, Turn(place, None)), 0
                for figure in figures(game, place):
                    with_it = after(game, Turn(place, figure))
                    if not with_it.over:
                        extra = with_it.scores[game.turn] - bare.scores[game.turn]
                        best = max(best, extra)
                found = deployment_choices(game, place)
                if not found or bare.over:
                    continue
                [none] = (each for each in found if each.move == Pass())
                assert none.points_unclaimed == best
                if best:
                    text = str(panel_message(game, [place], names, aided=True).buttons)
                    assert f"leaves {best} point" in text and f"+{best}" in text
                    met += 1
            game = play(game, random_move(game, chance))
        if met > 20:
            return
    raise AssertionError("hardly any such position found")


@pytest.mark.parametrize("name", rest_slow(["hunters", "base", "base+ferries", "ark"]))
def test_taps_from_the_post_to_the_move_median_three_at_most_and_p95_five(name: str) -> None:
    """Uniformly random legal moves; a choice in a menu counts one."""
    chance, taps, best = random.Random(name), [], []
    names = Names((1, 2), {1: "Ana", 2: "Bo"})
    header = deal(name, 2, chance)
    game = start(header.book, 2, header.bags)
    while not game.over:
        if game.drawn is not None:
            for turn in chance.sample(found := legal(game), min(4, len(found))):
                taps.append(_taps(game, turn, names))
            option = place_options(game)[0]
            place = PlaceTile(option.cell, option.rotations[0])
            best += [_taps(game, Turn(place, f), names) for f in _all(game, place)]
        game = play(game, random_move(game, chance))
    taps.sort()
    assert statistics.median(taps) <= 3
    assert taps[int(0.95 * len(taps))] <= 5
    assert set(best) == {2}


def _taps(game: Game, turn: Turn, names: Names) -> int:
    """The presses and choices from the public post to a move, by what the panel offers."""
    options = place_options(game, names)
    laid = PlaceTile(options[0].cell, options[0].rotations[0])
    number, page, wanted = 1, 1, played(turn, game)
    for _ in range(8):
        offered = [
            action
            for row in panel_message(game, [laid], names, aided=True).rows()
            for each in row
            for action in (
                [line.action for line in each.lines] if hasattr(each, "lines") else [each.action]
            )
        ]
        number += 1
        if wanted in offered:
            return number
        x, y = xy(turn.place.cell)
        if shows(turn.place) in offered:
            laid = turn.place
        elif there := [a for a in offered if a.startswith(f"show place {x} {y} ")]:
            *_rest, rotation = there[0].split()
            laid = PlaceTile(turn.place.cell, int(rotation.removeprefix("rot")) // 90)
        else:
            page += 1
            assert f"panel {page}" in offered
            first = options[23 * (page - 1)]
            laid = PlaceTile(first.cell, first.rotations[0])
    raise AssertionError("no way to that move")


async def test_player_who_confirms_moves_sees_each_move_before_it_is_made(world: World) -> None:
    """With a figure and without: the points, the picture and its words."""
    header = dealt(3, 1)
    plan = list(turns(header, 1, closing))
    await world.dealt(header)
    await world.shown()
    first = await opened(world)
    settings = await (await first.take(next(iter(first.figures)))).label("Settings")
    assert "made at once" in settings.text
    settings = await settings.label("Let me confirm them")
    assert "made when you confirm it" in settings.text
    await world.called_off()
    await world.dealt(header)
    told = 0
    for game, turn in plan[:60]:
        scores = after(game, turn).scores != game.scores
        if game.turn or turn.figure is None or not scores or after(game, turn).over:
            await world.forward([turn])
            continue
        await world.shown()
        panel = await chosen(world, turn)
        assert "Nothing is laid until you confirm." in panel.text
        before = await world.log()
        panel = await panel.take(shows(*turn.moves))
        assert await world.log() == before, "it is only shown"
        names, colours = ("Ana", "Bo", "Cleo"), (await world.table()).colours
        meant = play_draft(game, turn.moves)
        players = renderer.Players.of(names, colours)
        message = panel_message(game, turn.moves, NAMES, aided=True, confirming=True)
        room = highest(message.pictures[0].about)
        assert await panel.picture() == renderer.preview(meant, players, highest=room).png
        gains = {n: b - a for n, a, b in zip(names, game.scores, meant.scores, strict=True)}
        for name, points in gains.items():
            assert not points or f"**{points}** for **{name}**" in panel.text
        await panel.label("Confirm")
        assert await world.game() == after(game, turn)
        told += 1
    assert told >= 3


def test_TB02_TB05_a_panel_tells_of_goods_and_builders_before_a_figure_is_chosen() -> None:
    """They come of the tile, whatever is put on it, and a press on a figure makes the move."""
    chance, met = random.Random(5), set[type]()
    header = deal("base+traders", 2, chance)
    game = start(header.book, 2, header.bags)
    while not game.over:
        here = places(game) if game.drawn is not None else []
        for place in chance.sample(here, min(6, len(here))):
            found = {
                type(event) for event in play_draft(game, [place, Pass()]).story[len(game.story) :]
            }
            message = panel_message(game, [place], NAMES, aided=True)
            assert ("📦 " in message.text) == (GoodsTaken in found)
            assert ("👷 " in message.text) == (BuilderWorked in found)
            assert message.pictures[0].alt.count("builder is at work") == (BuilderWorked in found)
            if deployment_choices(game, place):
                alone = panel_message(game, [place], NAMES, aided=False).text
                assert "📦" not in alone and "👷" not in alone
            met |= found
        offered = [m for m in game.legal_moves() if isinstance(m, Deploy) and m.role == "builder"]
        game = play(game, chance.choice(offered) if offered else random_move(game, chance))
    assert met >= {GoodsTaken, BuilderWorked}


async def test_another_players_press_on_the_public_button_is_refused_kindly(
    world: World,
) -> None:
    await world.dealt(dealt(3))
    await world.shown()
    before = await world.log()
    for who, words in (
        (world.bo, "It is not your turn: **Ana** is to play."),
        (world.dan, "You do not play at this table"),
    ):
        assert words in (await opened(world, who)).text
    assert await world.log() == before


async def test_two_panels_pressed_at_once_lay_one_tile(world: World) -> None:
    await world.dealt(dealt(3))
    await world.shown()
    game = await world.game()
    first, second = _turns(game)[0], _turns(game)[-1]
    panels = [await chosen(world, turn) for turn in (first, second)]
    wanted = [said(*turn.moves) for turn in (first, second)]
    before, posts = await world.entries(), len(world.messages())
    results = await world.at_once(
        *(panel.take_later(does) for panel, does in zip(panels, wanted, strict=True))
    )
    moved = (await world.entries())[len(before) :]
    assert " ".join(moved) in wanted
    assert len(world.messages()) == posts + 1
    [told] = [private(result) for result in results if not silent(result)]
    assert told.startswith(LATE)


async def test_panel_overtaken_by_a_typed_move_shows_the_current_turn(
    world: World,
) -> None:
    await world.dealt(dealt(2))
    await world.shown()
    turn = asking(await world.game())
    untouched, shown = await opened(world), await chosen(world, turn)
    public = world.post()
    other = next(t for t in _turns(await world.game()) if t != turn)
    assert silent(await world.place(other))
    before, posts = await world.log(), world.posts()
    back = Panel(shown.player, shown.result)
    for late in (
        await untouched.choose(untouched.places[-1]),
        await back.take(said(*turn.moves)),
        Panel(world.ana, await world.press_old(world.ana, public, "Place my tile")),
    ):
        assert late.text.startswith(LATE)
        assert f"<@{world.bo.id}>, your turn" in late.text
        assert menu_of(late.message) == []
    assert await world.log() == before and world.posts() == posts


def _turns(game: Game) -> list[Turn]:
    return [Turn(place, figure) for place in askable(game) for figure in figures(game, place)]


async def test_a_panel_works_on_after_a_restart_of_the_bot(world: World) -> None:
    await world.dealt(dealt(3))
    await world.shown()
    game = await world.game()
    turn = asking(game)
    panel = await opened(world)
    await world.restart()
    panel = await panel.choose(at_gap(panel, turn)[0])
    await world.killed()
    panel = await panel.press(shows(turn.place)) if shows(turn.place) in panel.action else panel
    await world.restart()
    assert silent((await panel.take(said(*turn.moves))).result)
    assert await world.game() == after(game, turn)


async def test_typed_pass_plays_the_tile_shown_on_the_panel(world: World) -> None:
    await world.dealt(dealt(3))
    await world.shown()
    game, turn = await world.game(), asking(await world.game())
    await chosen(world, turn)
    assert silent(await world.ana.slash(world.channel, "place", move="pass"))
    assert await world.game() == after(game, Turn(turn.place, None))


async def test_a_move_typed_in_part_is_asked_for_the_rest(world: World) -> None:
    await world.dealt(dealt(3))
    game, turn = await world.game(), asking(await world.game())
    before = await world.log()
    x, y = xy(turn.place.cell)
    for typed in (f"{x} {y}", turn.place_text):
        asked = Panel(world.ana, await world.ana.slash(world.channel, "place", move=typed))
        assert asked.text.startswith(f"**Your tile at `{x} {y}`")
        assert await world.log() == before
    assert silent((await asked.take(said(*turn.moves))).result)
    assert await world.game() == after(game, turn)


async def test_COM_04_the_next_players_tile_shows_nowhere_before_the_move(world: World) -> None:
    await world.dealt(dealt(3, 2))
    await world.shown()
    for number in range(4):
        game, known = await world.game(), len(world.env.http_requests)
        secret = hidden(game)
        following = game.bags["bag"][0]
        turn = asking(game, number) if askable(game) else Turn(places(game)[0], None)
        panel = await chosen(world, turn)
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
        await panel.take(played(turn, game))
        assert (await world.game()).drawn == following


async def test_panel_asks_for_the_ferry_after_a_lake_tile(world: World) -> None:
    kinds: set[type[Move]] = set()
    panel, options = await _until(world, "base+ferries", LayFerry)
    assert "Now lay its ferry between two roads." in panel.text
    posts = len(world.messages())
    for option in options:
        assert said(option) in panel.action
    panel = await panel.press(said(options[-1]))
    while "Done" in buttons_of(panel.message):
        kinds.add(type((await world.game()).legal_moves()[0]))
        panel = await panel.label("Done")
    assert len(world.messages()) == posts + 1
    assert "lays the ferry" in world.posts()[-1]


async def test_panel_asks_for_the_ark_after_the_first_city(
    world: World,
) -> None:
    panel, options = await _until(world, "ark", SetArk)
    assert "Now set the Ark on a tile of the city you finished." in panel.text
    assert (await panel.picture()).startswith(b"\x89PNG")
    await panel.press(said(options[0]))
    assert "sets the Ark at" in world.posts()[-1]


async def _until(world: World, name: str, kind: type[Move]) -> tuple[Panel, list[Move]]:
    """The panel confirmed of the first tile of a game after which such a move is to be made."""
    for seed in range(40):
        chance = random.Random(seed)
        game = (await world.dealt(deal(name, 2, chance))).running_game
        for _ in range(30):
            for place in places(game):
                after_it = play_draft(game, (place, Pass()))
                if not after_it.over and after_it.drawn is None and after_it.agenda:
                    options = [m for m in after_it.legal_moves() if isinstance(m, kind)]
                    if options:
                        await world.shown()
                        turn = Turn(place, None)
                        panel = await chosen(world, turn)
                        return await panel.take(played(turn, game)), options
            game = (await world.ahead(chance, 1)).running_game
            if game.over:
                break
        await world.called_off()
    raise AssertionError("no such position found")


async def test_the_panel_offers_a_walk_of_the_ark_whole_or_step_by_step_with_a_way_back(
    world: World,
) -> None:
    chance = random.Random(3)
    await world.dealt(deal("ark", 2, chance))
    await world.ahead(chance, 25)
    game = await world.game()
    panel = await (await opened(world)).label("Walk the Ark …")
    assert "Where does it go first?" in panel.text
    before = await world.log()
    assert "Your tile at" in (await panel.label("Back")).text
    panel = await (await opened(world)).label("Walk the Ark …")
    panel = await panel.press(next(a for a in panel.action if a.startswith("plan ")))
    assert "The Ark walks" in panel.text
    panel = await panel.label("Back")
    assert "Where does it go first?" in panel.text
    assert await world.log() == before
    # The button of the post, the walk, where to: three taps, and four at another place.
    wholes = menu_of(panel.message, "whole")
    ends = [option.label.partition(":")[0] for option in wholes]
    assert len(set(ends)) == len(ends)
    assert silent((await panel.choose(wholes[0].value)).result)
    now = await world.game()
    assert len(now.board.tiles) == len(game.board.tiles) + 1
    assert "walks the Ark" in world.posts()[-1]
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
    assert "lay the ferry of your lake" in world.posts()[-1]
    again = await opened(world, player)
    assert "Now lay its ferry between two roads." in again.text
    assert "It is not your turn" in private(
        await (world.bo if player is world.ana else world.ana).click(
            world.post(), label="Place my tile"
        )
    )
    await again.press(said(options[0]))
    assert "lays the ferry" in world.posts()[-1]


@pytest.mark.parametrize(
    ("name", "kind"), [("base+ferries", LayFerry), ("ark", SetArk), ("ark", Walk)]
)
async def test_a_ferry_the_ark_and_a_walk_take_at_most_four_taps_at_the_best_place(
    world: World, name: str, kind: type[Move]
) -> None:
    """From the button of the post to the next post; a choice in a menu counts one."""
    met = 0
    for seed in range(40):
        await world.dealt(deal(name, 2, random.Random(seed)))
        if not await _where_best_asks(world, random.Random(seed), kind):
            await world.called_off()
            continue
        posts, before = len(world.messages()), len(await world.log())
        panel, taps = await opened(world), 1
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
        await world.called_off()
    raise AssertionError("hardly any such position found")


async def _where_best_asks(world: World, chance: random.Random, kind: type[Move]) -> bool:
    """On by chance to where the best place of the panel leads to such a move; whether there is."""
    table = await world.table()
    game, lines = table.running_game, list[tuple[int, str]]()
    while not game.over:
        if game.drawn is not None:
            option = place_options(game)[0]
            laid = PlaceTile(option.cell, option.rotations[0])
            asked: list[Move] = [each.move for each in deployment_choices(game, laid)]
            if asked and kind is not Walk:
                bare = play_draft(game, [laid, next(m for m in asked if not isinstance(m, Walk))])
                asked = [] if bare.over or bare.drawn is not None else [*bare.legal_moves()]
            if any(isinstance(move, kind) for move in asked):
                await world.write(lines)
                await world.shown()
                return True
        user = table.players[game.turn]
        assert user is not None
        move = random_move(game, chance)
        lines.append((user, said(move)))
        game = play(game, move)
    return False


async def test_panel_with_confirmation_shows_a_whole_walk_before_it_is_made(
    world: World,
) -> None:
    await world.dealt(deal("ark", 2, random.Random(3)))
    await world.ahead(random.Random(3), 25)
    player = await world.to_move()
    await world.app.context.people.preferences.set_confirms_moves(player.id, wanted=True)
    await world.restart()
    panel, before = await opened(world, player), await world.log()
    assert "Confirm without a figure" in buttons_of(panel.message)
    panel = await panel.label("Walk the Ark …")
    panel = await panel.choose(menu_of(panel.message, "whole")[0].value)
    assert "The Ark walks" in panel.text and await world.log() == before
    assert silent((await panel.label("Go")).result)
    assert (await world.entries())[-1].startswith("walk ")


def test_COM_08_equivalent_rotation_is_shown_as_the_offered_one() -> None:
    met = 0
    for seed in range(6):
        chance = random.Random(seed)
        header = deal("base", 2, chance)
        game = start(header.book, 2, header.bags)
        while not game.over:
            hand = game.hand
            for place in places(game)[:2] if hand is not None else ():
                for turned in range(4):
                    like = hand is not None and hand.same[turned].rotation == place.rotation
                    if like and turned != place.rotation:
                        twin = PlaceTile(place.cell, turned)
                        assert panel_message(game, [twin], NAMES, aided=True) == panel_message(
                            game, [place], NAMES, aided=True
                        )
                        met += 1
            game = play(game, random_move(game, chance))
    assert met > 5
