"""A move by the private panel: what it shows, what it promises, and that nothing comes early."""

import random
from dataclasses import replace

import renderer
from bot.presenters.private.panel import draft
from bot.presenters.private.places import ranked
from bot.text.names import Names
from rules.analysis.drafts import drafted
from rules.game import Game
from rules.geometry import xy
from rules.moves import Move, Pass
from rules.random_play import deal
from rules.story import TilePlaced
from rules.variants.ark_walk import SetArk
from rules.variants.ferries import LayFerry
from tests.bot.panels import Panel, gained, menu_of, opened, said, shows
from tests.bot.plays import Turn, after, askable, asking, closing, figures, places, turns
from tests.bot.presenters.test_posts import TILE, hidden
from tests.bot.world import World, answer, buttons_of, dealt, private, silent

LATE = "The game has gone on since"


async def chosen(world: World, turn: Turn) -> Panel:
    """A panel opened and filled with a turn, not confirmed."""
    panel = await opened(world)
    while not any(action.startswith(shows_at(turn)) for action in panel.places):
        panel = await panel.label("More places →")
    panel = await panel.choose(next(d for d in panel.places if d.startswith(shows_at(turn))))
    if shows(turn.place) in panel.action:
        panel = await panel.press(shows(turn.place))
    if shows(*turn.moves) in panel.action:
        panel = await panel.press(shows(*turn.moves))
    return panel


def shows_at(turn: Turn) -> str:
    """How the choice of a turn's gap begins."""
    x, y = xy(turn.place.cell)
    return f"show place {x} {y} "


async def test_a_move_by_the_panel_from_the_public_button_to_the_one_post(world: World) -> None:
    await world.dealt(dealt(3))
    await world.shown()
    game, posts, before = await world.game(), len(world.messages()), await world.log()
    turn = asking(game)
    panel = await opened(world)
    assert f"It fits in {len(ranked(game))} places. Where does it go?" in panel.text
    assert "Choose a place" in str(panel.message.components[0])
    panel = await panel.choose(next(d for d in panel.places if d.startswith(shows_at(turn))))
    assert "Nothing is laid until you confirm." in panel.text
    panel = await chosen(world, turn)
    assert turn.figure is not None
    assert f"{turn.figure.role.capitalize()} " in panel.text
    assert f"`{said(turn.place).removeprefix('place ')}`" in panel.text
    assert await world.log() == before, "nothing is in the log before Confirm"
    assert len(world.messages()) == posts, "nor has anybody else read of it"
    assert silent((await panel.label("Confirm")).result)
    assert [entry.text for entry in (await world.log())[len(before) :]] == [
        said(move) for move in turn.moves
    ]
    assert await world.game() == after(game, turn)
    assert len(world.messages()) == posts + 1
    assert "**Ana** lays a tile" in world.posts()[-1]


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
    options = ranked(game, Names((1, 2), {1: "Ana", 2: "Bo"}))
    assert len(options) > 25
    panel = await opened(world)
    assert "The best come first." in panel.text
    first = menu_of(panel.message)
    assert len(first) == 25 and "← Previous places" not in buttons_of(panel.message)
    panel = await panel.label("More places →")
    second = menu_of(panel.message)
    assert "page 2 of 2" in str(panel.message.components)
    assert "More places →" not in buttons_of(panel.message)
    found = [(option.label, option.description) for option in (*first, *second)]
    assert [label for label, _ in found] == [f"{x} {y}" for x, y in (xy(o.cell) for o in options)]
    assert {xy(p.cell) for p in places(game)} == {
        tuple(map(int, label.split())) for label, _ in found
    }
    assert all(words for _, words in found)
    back = await panel.label("← Previous places")
    assert [o.to_dict() for o in menu_of(back.message)] == [o.to_dict() for o in first]
    panel = await (await back.label("More places →")).choose(second[-1].value)
    assert "Nothing is laid until you confirm." in panel.text


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
            found = figures(game, place)
            wanted = {shows(place, figure) for figure in found}
            offered = {action for action in panel.action if action.startswith(f"{shows(place)} ")}
            assert offered == wanted
            assert all(f"({figure.letter})" in str(list(buttons)) for figure in found)
            assert ("No figure" in buttons) == bool(found)
        ended = await world.ana.slash(world.channel, "end")
        await world.ana.click(answer(ended), label="End the game")


async def test_what_the_panel_promises_is_what_is_scored_once_it_is_confirmed(
    world: World,
) -> None:
    """With a figure and without: the points, the picture and its words."""
    header = dealt(3, 1)
    plan = list(turns(header, 1, closing))
    await world.dealt(header)
    promised, names = 0, ("Ana", "Bo", "Cleo")
    at = 0
    for number, (game, turn) in enumerate(plan[:-1]):
        scores = after(game, turn).scores != game.scores
        if not scores and turn.figure is not None:
            continue
        if promised >= 6 or number - at > 50:
            break
        await world.forward([t for _, t in plan[at:number]])
        await world.shown()
        panel = await chosen(world, turn)
        # A tile alone is shown as it lies, its letters lively: there a figure can yet go.
        meant = drafted(game, turn.moves if turn.figure else [turn.place])
        promise = gained(panel.text)
        assert bool(promise) != ("No points at once." in panel.text)
        picture = await panel.picture()
        colours = (await world.table()).colours
        assert picture == renderer.preview(meant, renderer.Players.of(names, colours)).png
        [file] = panel.message.attachments
        assert file.description is not None
        assert f"{said(turn.place).removeprefix('place ')}" in file.description
        await panel.label("Confirm")
        at = number + 1
        now = await world.game()
        news = now.story[len(game.story) :]
        assert any(isinstance(event, TilePlaced) for event in news)
        got = {
            name: now.scores[seat] - game.scores[seat]
            for seat, name in enumerate(names)
            if now.scores[seat] != game.scores[seat]
        }
        assert promise == got
        promised += bool(got)
    assert promised >= 6


async def test_a_tile_without_a_figure_is_promised_what_it_scores_for_those_who_are_there(
    world: World,
) -> None:
    """No figure is a choice as well: what the tile closes is scored in the preview."""
    for seed in range(20):
        header = dealt(2, seed)
        plan = list(turns(header, seed))
        for number, (game, turn) in enumerate(plan):
            bare = Turn(turn.place, None)
            if not figures(game, turn.place) or after(game, bare).scores == game.scores:
                continue
            await world.dealt(header)
            await world.forward([t for _, t in plan[:number]])
            await world.shown()
            panel = await opened(world)
            while shows_at(turn) not in " ".join(panel.places):
                panel = await panel.label("More places →")
            panel = await chosen(world, bare)
            promise = gained(panel.text)
            assert promise, "it is told before it is done"
            await panel.label("Confirm")
            now = await world.game()
            assert sum(promise.values()) == sum(now.scores) - sum(game.scores)
            return
    raise AssertionError("no such position found")


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


async def test_a_panel_opened_twice_says_so_and_either_of_them_works(world: World) -> None:
    await world.dealt(dealt(3))
    await world.shown()
    turn = asking(await world.game())
    first = await opened(world)
    assert "opened this panel before" not in first.text
    second = await opened(world)
    assert "You have opened this panel before. Either of them works" in second.text
    first = await first.choose(next(d for d in first.places if d.startswith(shows_at(turn))))
    # Going back within one panel opens no other.
    assert "opened this panel before" not in (await first.press("panel")).text
    third = await chosen(world, turn)
    assert silent((await third.label("Confirm")).result)
    before, posts = await world.log(), world.posts()
    for late in (
        await second.choose(second.places[0]),
        await first.label("Confirm") if "Confirm" in buttons_of(first.message) else None,
    ):
        if late is not None:
            assert late.text.startswith(LATE)
            assert "<@" in late.text and "your turn" in late.text
            assert (await late.picture()).startswith(b"\x89PNG")
    assert await world.log() == before and world.posts() == posts


async def test_two_panels_confirmed_at_once_lay_one_tile(world: World) -> None:
    await world.dealt(dealt(3))
    await world.shown()
    game = await world.game()
    first, second = _turns(game)[0], _turns(game)[-1]
    panels = [await chosen(world, turn) for turn in (first, second)]
    confirms = [next(d for d in p.action if d.startswith("place ")) for p in panels]
    before, posts = await world.entries(), len(world.messages())
    results = await world.at_once(*(world.ana.click(p.message, label="Confirm") for p in panels))
    moved = (await world.entries())[len(before) :]
    assert " ".join(moved) in confirms
    assert len(world.messages()) == posts + 1
    [told] = [private(result) for result in results if not silent(result)]
    assert told.startswith(LATE)


async def test_a_panel_overtaken_by_a_typed_move_answers_how_the_table_stands(
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
        await back.label("Confirm"),
        Panel(world.ana, await world.ana.click(public, label="Place my tile")),
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
    panel = await panel.choose(next(d for d in panel.places if d.startswith(shows_at(turn))))
    await world.killed()
    panel = await panel.press(shows(turn.place)) if shows(turn.place) in panel.action else panel
    await world.restart()
    panel = await panel.press(shows(*turn.moves))
    await world.killed()
    assert silent((await panel.label("Confirm")).result)
    assert await world.game() == after(game, turn)


async def test_after_the_panel_a_typed_pass_is_about_the_tile_it_shows(world: World) -> None:
    await world.dealt(dealt(3))
    await world.shown()
    game, turn = await world.game(), asking(await world.game())
    await chosen(world, turn)
    assert silent(await world.ana.slash(world.channel, "pass"))
    assert await world.game() == after(game, Turn(turn.place, None))


async def test_COM_04_the_next_players_tile_shows_nowhere_before_confirm(world: World) -> None:
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
        assert draft(game, turn.moves, names, aided=True) == draft(
            other, turn.moves, names, aided=True
        )
        pictures = [renderer.preview(drafted(g, turn.moves)).png for g in (game, other)]
        assert pictures[0] == pictures[1]
        await panel.label("Confirm")
        assert (await world.game()).drawn == following


async def test_after_the_tile_of_a_lake_the_panel_goes_on_with_its_ferry(world: World) -> None:
    kinds: set[type[Move]] = set()
    panel, options = await _until(world, "base+ferries", LayFerry)
    assert "Now lay its ferry between two roads." in panel.text
    posts = len(world.messages())
    for option in options:
        assert said(option) in panel.action
    panel = await panel.press(said(options[-1]))
    while panel.result.response is not None:
        kinds.add(type((await world.game()).offered()[0]))
        panel = await panel.label("Done")
    assert len(world.messages()) == posts + 1
    assert "lays the ferry" in world.posts()[-1]


async def test_after_the_first_city_the_panel_goes_on_with_the_setting_of_the_ark(
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
                after_it = drafted(game, (place, Pass()))
                if not after_it.over and after_it.drawn is None and after_it.agenda:
                    options = [m for m in after_it.offered() if isinstance(m, kind)]
                    if options:
                        await world.shown()
                        panel = await chosen(world, Turn(place, None))
                        assert "Confirm" in buttons_of(panel.message)
                        assert "No points at once" not in panel.text, "who knows yet?"
                        return await panel.label("Confirm"), options
            game = (await world.ahead(chance, 1)).running_game
            if game.over:
                break
        ended = await world.ana.slash(world.channel, "end")
        await world.ana.click(answer(ended), label="End the game")
    raise AssertionError("no such position found")


async def test_the_panel_offers_a_walk_of_the_ark_and_lets_it_go(world: World) -> None:
    chance = random.Random(3)
    await world.dealt(deal("ark", 2, chance))
    await world.ahead(chance, 25)
    game = await world.game()
    panel = await opened(world)
    panel = await panel.choose(panel.places[0])
    panel = await panel.label("Walk the Ark …")
    assert "Where does it go first?" in panel.text
    before = await world.log()
    panel = await panel.press(next(action for action in panel.action if action.startswith("plan ")))
    assert "The Ark walks" in panel.text
    assert await world.log() == before
    assert silent((await panel.label("Go")).result)
    assert len((await world.game()).board.tiles) == len(game.board.tiles) + 1
    assert "walks the Ark 1 tile" in world.posts()[-1]


async def test_half_way_through_a_turn_the_public_button_shows_what_is_still_to_do(
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
