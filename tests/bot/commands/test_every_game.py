"""Games with decisions of their own through Discord: each typed or pressed, one post a turn."""

from __future__ import annotations

import random

import pytest
from simcord import MemberActor

from bot.table.table import Phase
from rules.game import play_to_next_decision
from rules.geometry import Cell, xy
from rules.moves import Deploy, Move, Pass, PlaceTile
from rules.notation import write
from rules.random_play import deal, random_move
from rules.record import replay
from rules.variants.ark_walk import SetArk, Walk
from rules.variants.ferries import LayFerry, TurnFerry
from tests.support.legal_turns import Turn
from tests.support.move_panel import Panel, play_by_panel
from tests.support.shown_messages import private
from tests.support.slow_cases import rest_slow
from tests.support.world import World


async def typed(world: World, player: MemberActor, move: Move) -> Panel:
    """A decision about the tile just laid, by its slash command."""
    match move:
        case LayFerry(a, b):
            command, text = "ferry", f"{b} {a}"
        case TurnFerry(cell, a, b):
            command, text = "ferry", f"{place_of(cell)} {a}{b}"
        case SetArk(cell):
            command, text = "ark", place_of(cell)
        case Walk(steps):
            command, text = "ark", " ".join(steps)
        case _:
            command, text = "place", "pass"
    return Panel(player, await player.slash(world.channel, command, move=text))


def place_of(cell: Cell) -> str:
    """A cell as one types it."""
    return "{} {}".format(*xy(cell))


async def walked(panel: Panel, before: str, move: Walk) -> Panel:
    """Draw a move of the Ark by its arrows, with a step taken back on the way, and let it go."""
    panel = await panel.press(f"plan {before}walk")
    for number in range(len(move.steps)):
        so_far = " ".join(move.steps[: number + 1])
        panel = await panel.press(f"plan {before}walk {so_far}")
    panel = await panel.press(f"plan {before}walk {' '.join(move.steps[:-1])}".strip())
    panel = await panel.press(f"plan {before}{write(move)}")
    return await panel.press(f"{before}{write(move)}")


async def one_tile(world: World, chance: random.Random, seen: set[str]) -> None:
    """A tile laid and all that belongs to it decided, typed or pressed as it comes."""
    player = await world.to_move()
    game = await world.game()
    place = chance.choice([m for m in game.legal_moves() if isinstance(m, PlaceTile)])
    tile = Turn(place, None).place_text
    after = play_to_next_decision(game, place)
    before = len(world.messages())
    if not after.decision.is_needed(after):
        panel = Panel(player, await player.slash(world.channel, "place", move=tile))
    else:
        move = random_move(after, chance)
        seen.add(type(move).__name__)
        how = chance.randrange(3)
        if how == 0:
            whole = f"{tile} {write(move)}"
            panel = Panel(player, await player.slash(world.channel, "place", move=whole))
        else:
            panel = Panel(player, await player.slash(world.channel, "place", move=tile))
            assert (await world.game()) == game, "nothing is laid before it is chosen"
            assert panel.text.startswith(f"**Your tile at `{place_of(place.cell)}`")
            text = f"{write(place)} "
            if isinstance(move, Walk) and how == 1:
                panel = await walked(panel, text, move)
            elif how == 1 or isinstance(move, Deploy):
                panel = await panel.take(text + write(move))
            else:
                panel = await typed(world, player, move)
    while await half_way(world):
        assert len(world.messages()) == before, "a turn left half way is not posted yet"
        move = random_move(await world.game(), chance)
        seen.add(type(move).__name__)
        by_button = chance.random() < 0.5
        panel = await (panel.press(write(move)) if by_button else typed(world, player, move))
    assert len(world.messages()) == before + 1


async def half_way(world: World) -> bool:
    """Return True if a decision about the laid tile is still open."""
    table = await world.table()
    return table.phase is Phase.PLAYING and table.running_game.drawn is None


@pytest.mark.parametrize(
    ("name", "seed", "kinds"),
    rest_slow(
        [
            ("base+ferries", 8, {"Deploy", "Pass", "LayFerry", "TurnFerry"}),
            ("ark", 1, {"Deploy", "Pass", "SetArk", "Walk"}),
        ]
    ),
)
async def test_a_game_is_played_by_commands_and_buttons(
    world: World, name: str, seed: int, kinds: set[str]
) -> None:
    seen, chance = set[str](), random.Random(seed)
    await world.start_with(deal(name, 2, chance))
    for _ in range(24):
        await one_tile(world, chance, seen)
        if kinds <= seen:
            break
    assert kinds <= seen
    table = await world.table()
    replayed = replay(table.record()).game
    assert replayed.scores == table.running_game.scores
    assert replayed.agenda == table.running_game.agenda


@pytest.mark.parametrize("name", rest_slow(["hunters", "base+ferries", "ark"]))
async def test_last_tiles_and_the_end_are_played_by_the_panel(world: World, name: str) -> None:
    chance = random.Random(name)
    header = deal(name, 3, chance)
    await world.start_with(header)
    await world.play_random_tiles(chance, len(header.bags[header.book.main_bag]) - 4)
    while (await world.table()).phase is Phase.PLAYING:
        await play_by_panel(world, chance)
    assert "🏆" in world.posts()[-1]


async def test_X47_X48_chosen_options_are_shown_in_the_lobby_and_apply_to_the_game(
    world: World,
) -> None:
    refused = await world.ana.slash(world.channel, "new", game="hunters", seats=2, ferries="C3")
    assert "has no expansions. Only" in private(refused) and world.posts() == []
    chosen = {"ferries": "C3", "cloister": "no", "fields": "third", "small_cities": "4"}
    await world.ana.slash(world.channel, "new", game="base", sets="ferries", seats=2, **chosen)
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


async def test_move_command_before_the_tile_asks_for_the_tile_or_names_an_unknown_command(
    world: World,
) -> None:
    await world.start_with(deal("ark", 2, random.Random(1)))
    player = await world.to_move()
    for move in (Pass(), Walk(("n",)), SetArk(0), LayFerry("a", "b"), TurnFerry(0, "a", "b")):
        own = isinstance(move, (Pass, Walk, SetArk))
        text = "I couldn't read that move" if own else "This game has no `/ferry`"
        assert text in (await typed(world, player, move)).text
