"""Refusals of `/place`: each names the mistake and the correction, and lays nothing."""

import random
import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from rules import notation
from rules.errors import IllegalMove
from rules.game import Game, play_to_next_decision, play_together
from rules.geometry import CROSS, MAX_COORDINATE, cell_at, xy
from rules.header import Header
from rules.moves import Deploy, PlaceTile
from rules.pieces import FOLLOWER, Kind
from tests.support.legal_turns import (
    Turn,
    any_turn,
    game_after_turn,
    legal_figures,
    legal_placements,
    played_turns,
)
from tests.support.shown_messages import has_no_reply, private
from tests.support.world import World, shuffled_header

NAMES = ("Ana", "Bo", "Cleo")
Found = tuple[Header, list[Turn], Game, Turn]


def wrong_figures(game: Game) -> Iterator[tuple[str, Turn]]:
    """Figures that a tile cannot take, with the reason the rules give."""
    assert game.hand is not None
    letters = ["", "z", *(zone.letter for zone in game.hand.tile.zones)]
    for place in legal_placements(game)[:12]:
        for role in game.book.ruleset.roles:
            for letter in letters:
                try:
                    play_together(game, [place, Deploy(role.name, letter)])
                except IllegalMove as error:
                    yield error.reason, Turn(place, Deploy(role.name, letter))


NEEDED = {
    *(("taken", role) for role in ("hunter", "gatherer", "fisher", "hut")),
    *(("supply", "hunter"), ("supply", "hut"), ("wrong-terrain", "hunter")),
    *(("no-letter", "gatherer"), ("which-segment", "hunter"), ("no-place", "fisher")),
}


@cache
def all_found() -> dict[tuple[str, str], Found]:
    """For each reason and role a position in which a meeple is refused for it."""
    positions: dict[tuple[str, str], Found] = {}
    for seed in range(20):
        header = shuffled_header(3, seed)
        played: list[Turn] = []
        for game, turn in played_turns(header, seed, lambda g, c: any_turn(g, c, 1.0)):
            for reason, wrong in wrong_figures(game):
                assert wrong.figure is not None
                positions.setdefault(
                    (reason, wrong.figure.role), (header, list(played), game, wrong)
                )
            if positions.keys() >= NEEDED:
                return positions
            played.append(turn)
    raise AssertionError(f"never refused: {NEEDED - positions.keys()}")


async def refused(world: World, reason: str, role: str) -> tuple[str, Game, Turn]:
    """Try an illegal figure; return the refusal, the position and the turn."""
    header, played, game, wrong = all_found()[reason, role]
    await world.start_with(header)
    if played:
        await world.write_turns(played)
    assert await world.game() == game
    before, posts = await world.log(), world.posts()
    reply = private(await world.place(wrong))
    assert await world.log() == before
    assert world.posts() == posts
    return reply, game, wrong


@pytest.mark.parametrize("role", ["hunter", "gatherer", "fisher", "hut"])
async def test_COM_12_refusal_on_an_occupied_feature_names_the_piece_and_its_place(
    world: World, role: str
) -> None:
    text, game, wrong = await refused(world, "taken", role)
    assert wrong.figure is not None
    board = play_to_next_decision(game, wrong.place).board
    layer = {"hunter": "meadow", "gatherer": "forest", "fisher": "river", "hut": "system"}[role]
    tile = board.tiles[wrong.place.cell].tile
    letters = [wrong.figure.letter] if wrong.figure.letter else [z.letter for z in tile.zones]
    standing = set()
    for letter in letters:
        spot = board.spot(wrong.place.cell, letter)
        if board.zone(spot).terrain in board.layers[layer][1].terrains:
            for piece in board.area(layer, spot).pieces:
                x, y = xy(piece.spot)
                standing.add(f"**{NAMES[piece.seat]}**'s {piece.role.name} at {x} {y}")
    assert re.match(r"That (meadow|forest|river|(lake|river) system) is taken by ", text)
    assert any(piece in text for piece in standing), (text, standing)


async def test_H03_a_hunter_without_a_follower_left_is_refused(world: World) -> None:
    text, game, _ = await refused(world, "supply", "hunter")
    assert not game.supply[game.turn][FOLLOWER]
    assert "o meeple left" in text


async def test_H03_a_third_hut_is_refused(world: World) -> None:
    text, game, _ = await refused(world, "supply", "hut")
    assert not game.supply[game.turn][Kind("hut")]
    assert "o hut left" in text


async def test_COM_11_refusal_on_the_wrong_terrain_names_allowed_segments(
    world: World,
) -> None:
    text, game, wrong = await refused(world, "wrong-terrain", "hunter")
    assert game.hand is not None and wrong.figure is not None
    terrain = game.hand.tile.zone(wrong.figure.letter).terrain
    assert f"egment {wrong.figure.letter} is a {terrain}" in text
    assert "a hunter needs a meadow" in text


async def test_refusal_of_an_unknown_segment_lists_the_tiles_segments(world: World) -> None:
    text, game, _ = await refused(world, "no-letter", "gatherer")
    assert game.hand is not None
    assert f"Choose {', '.join(zone.letter for zone in game.hand.tile.zones)}" in text


async def test_ambiguous_figure_without_a_letter_is_refused_with_its_segments(world: World) -> None:
    text, game, wrong = await refused(world, "which-segment", "hunter")
    meant = [f"hunter {f.letter}" for f in legal_figures(game, wrong.place) if f.role == "hunter"]
    assert len(meant) > 1
    assert all(figure in text for figure in meant)


async def test_refusal_says_that_the_tile_has_no_segment_for_the_figure(world: World) -> None:
    text, _, _ = await refused(world, "no-place", "fisher")
    assert "no space for a fisher" in text and "river" in text


async def test_refusal_of_another_games_figure_lists_this_games_figures(world: World) -> None:
    for word in ("knight a", "@everyone"):
        answer = await told_for(world, figure=word)
        assert word.strip("@").split()[0] in answer.lower()
        assert "this game has `hunter`, `gatherer`, `fisher` and `hut`" in answer
        assert answer.endswith("-# Rule: `/rules Which piece goes where`")


async def told_for(world: World, rotation: str = "", figure: str = "") -> str:
    """The answer to Ana's move that is correct except for one part."""
    if not await world.log():
        await world.start_with(shuffled_header(3))
    before, posts = await world.log(), world.posts()
    turn = any_turn(await world.game(), random.Random(1))
    x, y, turned, *rest = turn.text.split()
    move = " ".join((x, y, rotation or turned, figure or " ".join(rest)))
    reply = private(await world.ana.slash(world.channel, "place", move=move))
    assert await world.log() == before
    assert world.posts() == posts
    return reply


async def test_refusal_of_an_unreadable_figure_shows_an_example(world: World) -> None:
    for text in ("hunter bb", "h", "hunter b c d", "?", "17", "hunter 1", "**b**"):
        answer = await told_for(world, figure=text)
        # Figures may have names of two words: then those there are are named.
        helps = ("`hunter b`", "as in `", "this game has `hunter`")
        assert any(example in answer for example in helps), (text, answer)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("here", "I couldn't read that move. Try `3 -1`, or press *Place my tile*."),
        ("a b c", "I don't know that meeple. Try `hunter b` or `none`."),
    ],
)
async def test_unreadable_move_says_what_to_type_instead(
    world: World, typed: str, words: str
) -> None:
    await world.start_with(shuffled_header(2))
    before = await world.log()
    player = await world.to_move()
    assert private(await player.slash(world.channel, "place", move=typed)) == words
    assert await world.log() == before


async def test_refusal_of_an_unreadable_rotation_lists_all_rotations(world: World) -> None:
    for text in ("rot45", "91", "rot 9 0 0", "²", "rot-45"):
        answer = await told_for(world, rotation=text)
        assert "isn't a rotation." in answer, (text, answer)


async def test_move_without_a_rotation_opens_the_choice_and_lays_nothing(world: World) -> None:
    asked = 0
    await world.start_with(shuffled_header(3))
    for seed in range(30):
        game, before = await world.game(), await world.log()
        place = any_turn(game, random.Random(seed)).place
        x, y = xy(place.cell)
        ways = [placement for placement in legal_placements(game) if placement.cell == place.cell]
        for figure in legal_figures(game, place)[:2]:
            text = notation.write(figure)
            able = [way for way in ways if figure in legal_figures(game, way)]
            player = await world.to_move()
            if len(able) < 2:
                continue
            reply = private(await player.slash(world.channel, "place", move=f"{x} {y} {text}"))
            first, panel = reply.split("\n")[:2]
            assert first == f"Which rotation? You typed `{text}` for after it."
            assert "**Your tile at " in panel
            assert await world.log() == before
            asked += 1
        await world.write_turns([any_turn(game, random.Random(seed))])
    assert asked > 3


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("rot hunter", "isn't a rotation."),
        ("sideways", "I don't know the meeple"),
        ("sideways none", "I don't know the meeple"),
    ],
)
async def test_unreadable_words_after_the_place_are_explained(
    world: World, typed: str, words: str
) -> None:
    await world.start_with(shuffled_header(3))
    before = await world.log()
    x, y = xy(any_turn(await world.game(), random.Random(1)).place.cell)
    reply = private(await world.ana.slash(world.channel, "place", move=f"{x} {y} {typed}"))
    assert words in reply
    assert await world.log() == before


def somewhere(accept: Callable[[Game, int, int], bool]) -> tuple[list[Turn], Game, int, int]:
    """A gap and a rotation of a random game for which something holds."""
    played: list[Turn] = []
    for game, turn in played_turns(shuffled_header(3), 3):
        for cell in game.board.gaps:
            for rotation in range(4):
                if accept(game, cell, rotation):
                    return played, game, cell, rotation
        played.append(turn)
    raise AssertionError("nowhere")


def sides(game: Game, cell: int) -> dict[str, str]:
    """The terrain that a gap's neighbours require on each side."""
    asked = {}
    for side, (name, step) in enumerate(
        zip(("north", "east", "south", "west"), CROSS, strict=True)
    ):
        form = game.board.tiles.get(cell + step)
        if form is not None:
            port = (3 * ((side + 2) % 4) + 1 - 3 * form.rotation) % 12
            asked[name] = form.tile.at_port(port).terrain
    return asked


async def test_COM_07_refusal_names_the_mismatched_side_and_its_neighbour(
    world: World,
) -> None:
    def accept(game: Game, cell: int, rotation: int) -> bool:
        fitting = {place.rotation for place in legal_placements(game) if place.cell == cell}
        assert game.hand is not None
        meant = game.hand.same[rotation].rotation
        return bool(fitting) and meant not in fitting and meant == rotation

    played, game, cell, rotation = somewhere(accept)
    await world.start_with(shuffled_header(3))
    if played:
        await world.write_turns(played)
    before = await world.log()
    reply = private(await world.place(Turn(PlaceTile(cell, rotation), None)))
    x, y = xy(cell)
    assert game.hand is not None
    own = {
        name: game.hand.tile.at_port((3 * side + 1 - 3 * rotation) % 12).terrain
        for side, name in enumerate(("north", "east", "south", "west"))
    }
    clashing = {n: t for n, t in sides(game, cell).items() if own[n] != t}
    assert clashing
    for name, terrain in clashing.items():
        assert f"its {name} side is a {own[name]} and would meet a {terrain}" in reply
    for name in own.keys() - clashing.keys():
        assert f"its {name} side" not in reply
    assert f"`{x} {y}`" in reply and f"↻ {90 * rotation}°" in reply
    fitting = [p.rotation for p in legal_placements(game) if p.cell == cell]
    assert all(f"↻ {90 * r}°" in reply.rpartition(";")[2] for r in fitting)
    assert await world.log() == before


async def test_COM_07_refusal_of_a_place_names_what_each_side_requires(world: World) -> None:
    def accept(game: Game, cell: int, rotation: int) -> bool:
        return all(place.cell != cell for place in legal_placements(game))

    played, game, cell, rotation = somewhere(accept)
    await world.start_with(shuffled_header(3))
    if played:
        await world.write_turns(played)
    reply = private(await world.place(Turn(PlaceTile(cell, rotation), None)))
    x, y = xy(cell)
    assert reply.startswith(f"This tile doesn't fit at `{x} {y}`")
    asked = sides(game, cell)
    assert asked and all(f"its {side} side" in reply for side in asked)
    assert all(terrain in reply for terrain in asked.values())


async def test_COM_06_occupied_and_detached_cells_are_refused_with_the_reason(world: World) -> None:
    await world.start_with(shuffled_header(3))
    before = await world.log()
    occupied = private(await world.place(Turn(PlaceTile(cell_at(0, 0), 0), None)))
    assert "there's already a tile at `0 0`" in occupied.lower()
    apart = private(await world.place(Turn(PlaceTile(cell_at(40, -40), 0), None)))
    assert "at `40 -40`: it has to touch another tile" in apart
    corner = private(await world.place(Turn(PlaceTile(cell_at(1, 1), 0), None)))
    assert "at `1 1`: it has to touch another tile" in corner, "to touch at a corner is not enough"
    edge = private(
        await world.place(Turn(PlaceTile(cell_at(MAX_COORDINATE, -MAX_COORDINATE), 0), None))
    )
    assert "it has to touch another tile" in edge
    assert await world.log() == before


async def test_refusal_of_a_cell_out_of_reach_names_the_boards_limits(world: World) -> None:
    await world.start_with(shuffled_header(3))
    before, posts = await world.log(), world.posts()
    for move in (
        f"{MAX_COORDINATE + 1} 0 rot0",
        f"0 {-MAX_COORDINATE - 1} rot0 none",
        f"{MAX_COORDINATE + 1} 0",
        "9999 0 0",
    ):
        reply = private(await world.ana.slash(world.channel, "place", move=move))
        assert f"{-MAX_COORDINATE}" in reply and f"{MAX_COORDINATE}" in reply, (move, reply)
    assert await world.log() == before and world.posts() == posts


async def test_rotation_and_figure_are_read_forgivingly_and_written_canonically(
    world: World,
) -> None:
    await world.start_with(shuffled_header(3))
    cells = ("{} {}", "{}, {}", "@{},{}", "place {} {}")
    rotations = ("rot{0}", "{0}", "ROT{0}", "r{0}", " rot{0} ", "{0}°", "rotation {0}", "↻ {0}°")
    for number, rotation in enumerate(rotations):
        game = await world.game()
        place = next(p for p in legal_placements(game) if legal_figures(game, p))
        figure = notation.write(legal_figures(game, place)[0])
        x, y = xy(place.cell)
        words = (
            cells[number % len(cells)].format(x, y),
            rotation.format(90 * place.rotation),
            f" {figure.upper().replace(' ', '  ')} ",
        )
        player = await world.to_move()
        typed = await player.slash(world.channel, "place", move=" ".join(words))
        assert has_no_reply(typed), words
        assert (await world.entries())[-2:] == [
            f"place {x} {y} rot{90 * place.rotation}",
            figure,
        ]


async def test_every_word_for_no_figure_is_a_pass(world: World) -> None:
    await world.start_with(shuffled_header(3))
    for word in ("none", "pass", "NONE", "-", "nothing", "no"):
        game = await world.game()
        turn = Turn(next(p for p in legal_placements(game) if legal_figures(game, p)), None)
        player = await world.to_move()
        typed = f"{turn.place_text} {word}"
        assert has_no_reply(await player.slash(world.channel, "place", move=typed)), word
        assert (await world.entries())[-1] == "pass"
        assert await world.game() == game_after_turn(game, turn)


async def test_COM_08_equivalent_rotation_is_stored_as_the_offered_rotation(
    world: World,
) -> None:
    played: list[Turn] = []
    header = shuffled_header(3, 2)
    for game, turn in played_turns(header, 2):
        assert game.hand is not None
        same = [q for q in range(4) if game.hand.same[q].rotation == turn.place.rotation]
        if len(same) > 1:
            break
        played.append(turn)
    await world.start_with(header)
    if played:
        await world.write_turns(played)
    other = Turn(PlaceTile(turn.place.cell, same[-1]), None)
    assert has_no_reply(await world.place(other))
    x, y = xy(turn.place.cell)
    written = next(t for t in reversed(await world.entries()) if t.startswith("place"))
    assert written == f"place {x} {y} rot{90 * same[0]}"
