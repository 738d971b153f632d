"""Every game through Discord: each decision typed or pressed, one post a finished turn."""

from __future__ import annotations

import random

import pytest
from simcord import MemberActor

from bot.table.table import Phase
from rules.analysis.drafts import is_turn_complete, play_draft
from rules.game import Game, play, play_to_next_decision, start
from rules.geometry import Cell, xy
from rules.header import Header
from rules.moves import Deploy, Move, Pass, PlaceTile
from rules.notation import write
from rules.random_play import deal, random_move
from rules.record import replay
from rules.variants.ark_walk import SetArk, Walk
from rules.variants.ferries import LayFerry, TurnFerry
from tests.support.game_choices import FIVE, opening_options
from tests.support.legal_turns import Turn
from tests.support.move_panel import Panel
from tests.support.shown_messages import private, text_of
from tests.support.slow_cases import rest_slow
from tests.support.world import World

TURNS = 24
"""Enough for ferries to be turned and the Ark to walk."""


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
        game = await world.game()
        move = random_move(game, chance)
        seen.add(type(move).__name__)
        by_button = chance.random() < 0.5
        panel = await (panel.press(write(move)) if by_button else typed(world, player, move))
    assert len(world.messages()) == before + 1


async def half_way(world: World) -> bool:
    """Return True if a decision about the laid tile is still open."""
    table = await world.table()
    return table.phase is Phase.PLAYING and table.running_game.drawn is None


@pytest.mark.parametrize(
    ("name", "kinds"),
    rest_slow(
        [
            ("base+ferries", {"Deploy", "Pass", "LayFerry", "TurnFerry"}),
            ("ark", {"Deploy", "Pass", "SetArk", "Walk"}),
            ("base", {"Deploy", "Pass"}),
        ]
    ),
)
async def test_a_game_is_played_by_commands_and_buttons(
    world: World, name: str, kinds: set[str]
) -> None:
    seen: set[str] = set()
    for seed in range(8):
        chance = random.Random(seed)
        await world.ana.slash(world.channel, "new", **opening_options(name), seats=2)
        await world.press(world.bo, "join")
        await world.press(world.ana, "start")
        for _ in range(TURNS):
            await one_tile(world, chance, seen)
        table = await world.table()
        replayed = replay(table.record()).game
        assert replayed.scores == table.running_game.scores
        assert replayed.agenda == table.running_game.agenda
        await world.end_game()
        if kinds <= seen:
            break
    assert kinds <= seen


async def test_F12_half_done_lake_turn_survives_a_restart_and_shows_on_the_board(
    world: World,
) -> None:
    for seed in range(20):
        chance = random.Random(seed)
        await world.ana.slash(world.channel, "new", game="base", sets="ferries", seats=2)
        await world.press(world.bo, "join")
        await world.press(world.ana, "start")
        for _ in range(12):
            game = await world.game()
            assert game.drawn is not None
            if game.drawn.startswith("FER-"):
                break
            await one_tile(world, chance, set())
        if (await world.game()).drawn in ("FER-CRRR", "FER-FRRR", "FER-RRRR"):
            break
        await world.end_game()
    player = await world.to_move()
    place = next(m for m in (await world.game()).legal_moves() if isinstance(m, PlaceTile))
    asked = await player.slash(world.channel, "place", move=Turn(place, None).text)
    assert "place the ferry" in private(asked)
    await world.restart()
    assert "place the ferry" in world.posts()[-1], "the channel is told what the bot waits for"
    board = Panel(player, await player.slash(world.channel, "board"))
    assert "place the ferry" in board.text
    move = (await world.game()).legal_moves()[0]
    assert isinstance(move, LayFerry)
    await board.press(write(move))
    assert (await world.table()).lines[-1].text == write(move)
    assert "placed the ferry at" in world.posts()[-1]


async def test_chosen_options_are_shown_in_the_lobby_and_apply_to_the_game(world: World) -> None:
    await world.ana.slash(
        world.channel, "new", game="base", sets="ferries", seats=2, ferries="C3", cloister="no"
    )
    assert "lake tiles: third edition" in world.posts()[-1]
    await world.press(world.bo, "join")
    await world.press(world.ana, "start")
    assert "a monastery tile extends the roads of ferries: no" in world.posts()[-1]
    game = (await world.table()).running_game
    assert game.book.ruleset.options["ferries"] == "C3"
    lakes = sum(tile == "FER-RRRR" for tile in _all_tiles(await world.game()))
    assert lakes == 2


async def test_X47_X48_scoring_of_the_third_edition_is_an_option_of_a_table(world: World) -> None:
    await world.ana.slash(
        world.channel, "new", game="base", seats=2, fields="third", small_cities="4"
    )
    assert "fields: third edition" in world.posts()[-1]
    await world.press(world.bo, "join")
    await world.press(world.ana, "start")
    assert "city of two tiles: 4 points" in world.posts()[-1]
    game = (await world.table()).running_game
    assert game.book.ruleset.options == {"fields": "third", "small cities": "4"}


async def test_an_option_of_another_game_is_refused(world: World) -> None:
    refused = await world.ana.slash(world.channel, "new", game="hunters", seats=2, ferries="C3")
    assert refused.response is not None
    assert "has no expansions. Only" in text_of(refused.response)
    assert world.posts() == []


def _all_tiles(game: Game) -> list[str]:
    drawn = [game.drawn] if game.drawn is not None else []
    return [*game.bags["bag"], *drawn, *(form.tile.id for form in game.board.tiles.values())]


@pytest.mark.parametrize("name", FIVE)
async def test_move_command_before_the_tile_asks_for_the_tile_or_names_an_unknown_command(
    world: World, name: str
) -> None:
    await world.start_with(deal(name, 2, random.Random(1)))
    player = await world.to_move()
    of_parts = {"ferries": (LayFerry, TurnFerry), "ark": (SetArk, Walk)}
    own = tuple(move for part in name.split("+") for move in of_parts.get(part, ()))
    for move in (Pass(), Walk(("n",)), SetArk(0), LayFerry("a", "b"), TurnFerry(0, "a", "b")):
        answered = (await typed(world, player, move)).text
        has = isinstance(move, (Pass, *own))
        command = {"walk": "ark", "turn": "ferry"}.get(move.word, move.word)
        text = "I couldn't read that move" if has else f"This game has no `/{command}`"
        assert text in answered


@pytest.mark.parametrize(("name", "kind"), [("base+ferries", LayFerry), ("ark", SetArk)])
async def test_tile_alone_is_accepted_if_no_figure_fits_and_another_decision_follows(
    world: World, name: str, kind: type[Move]
) -> None:
    """The tile alone is what autocomplete offers there: it is laid, and what follows is asked."""
    header, lines, place = without_a_figure(name, kind)
    table = await world.start_with(header)
    users = table.players
    game = table.running_game
    said = []
    for move in lines:
        user = users[game.turn]
        assert user is not None
        said.append((user, write(move)))
        game = play(game, move)
    await world.write(said)
    turn, player = Turn(place, None), await world.to_move()
    offered = await player.autocomplete(world.channel, "place", "move", turn.place_text)
    assert [choice["value"] for choice in offered] == [turn.place_text]
    result = await player.slash(world.channel, "place", move=f"{turn.place_text} none")
    assert private(result).startswith("Now ")
    assert isinstance((await world.game()).legal_moves()[0], kind)


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
