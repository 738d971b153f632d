"""Typed moves: every spelling that is read, what is missing, and what is refused."""

import random
from collections.abc import Sequence

import pytest

from bot.table.refusals import Refusal
from bot.text.coordinates import coordinates
from bot.text.names import Names
from bot.words.moves import UnfinishedPlacement, read_kind, read_placement, to_notation
from bot.words.moves import read_cell as moves_cell
from bot.words.refusals import refusal_text
from bot.words.spaces import read_cell
from rules import notation
from rules.analysis.placements import spaces
from rules.errors import NotationError
from rules.game import Game, play_to_next_decision, start
from rules.geometry import cell_at, xy
from rules.moves import Deploy, Move, OwnMove, Pass, PlaceTile
from rules.notation import write
from rules.random_play import deal
from rules.variants.ark_walk import ARK, SetArk, Walk
from rules.variants.ferries import LayFerry, TurnFerry
from tests.support.for_each import for_each
from tests.support.legal_turns import Turn, any_turn, legal_figures, legal_placements
from tests.support.move_panel import Panel, menu_of
from tests.support.shown_messages import has_no_reply, private
from tests.support.world import World, shuffled_header


def begun() -> Game:
    """A game whose first tile can be laid at 0 1 in each rotation."""
    header = shuffled_header(3, 4)
    return start(header.book, header.seats, header.bags)


def two_of_a_role(game: Game) -> tuple[PlaceTile, str]:
    """A place for the tile and a meeple that it could take on several of its segments."""
    for place in legal_placements(game):
        roles = [figure.role for figure in legal_figures(game, place)]
        for role in roles:
            if roles.count(role) > 1:
                return place, role
    raise AssertionError("deal another tile")


def test_a_move_may_be_typed_with_the_words_of_any_language() -> None:
    game = begun()
    for typed, meant in {
        "3 -1 rot90 chasseur b": "3 -1 rot90 hunter b",
        "@3,−1 ↻90° Chasseur B": "3 -1 rot90 hunter b",
        "3 -1 rotation 90 pêcheur c": "3 -1 rot90 fisher c",
        "3 -1 90 sans meeple": "3 -1 90 pass",
        "3 -1 ↻ 270 no meeple": "3 -1 rot270 pass",
        "HUTTE d": "hut d",
        "hunter b": "hunter b",
        "chevalier b": "chevalier b",
    }.items():
        assert to_notation(typed, game) == meant


@for_each("minus", ["-", "−", "–", "—", "‐", "‑", "﹣", "－", "⁻", "- "])
def test_any_dash_is_a_minus(minus: str) -> None:
    game = begun()
    for typed in (f"3 {minus}1 rot90 hunter b", f"(3, {minus}1) 90º hunter (b)."):
        assert write_all(read_placement(typed, game)) == "place 3 -1 rot90 hunter b", typed
    assert read_cell(f"(3/{minus}1)") == moves_cell(f"3,{minus}1") == cell_at(3, -1)


@for_each(
    "typed",
    [
        *("(3, -1) rot90 hunter b", "3/-1 90 hunter b", "[3|-1] 90 hunter b", "3;-1 90 hunter b"),
        *("3 -1 90° hunter (b)", "3 -1 90º hunter: b", "3 -1 90 ° hunter b", "3 -1 90˚hunter b"),
        *("3 -1 90 deg hunter b", "3 -1 90deg, hunter b", "3 -1 rot 90 degrees hunter b"),
        *("3 -1 90 degrés chasseur b", "3, -1, 90, hunter, b.", "3 -1 ↻90 hunter-b", "3 -1 ↺270"),
        *("3 -1 ⟲ 270° Hunter (B)", "/place (3,-1) 90 hunter b", "３ －１ ９０ hunter b"),
    ],
)
def test_a_move_is_read_with_the_signs_that_people_type(typed: str) -> None:
    read = write_all(read_placement(typed, begun()))
    assert "place 3 -1 rot90 hunter b".startswith(read) and len(read) > 15


@for_each(
    ("kind", "typed", "meant"),
    [
        (SetArk, "(2, −1).", "ark 2 -1"),
        (SetArk, "2/-1", "ark 2 -1"),
        (Walk, "n, e, e.", "walk n e e"),
        (Walk, "n-e–e", "walk n e e"),
        (LayFerry, "(b, d)", "ferry b d"),
        (LayFerry, "b–d", "ferry b d"),
        (LayFerry, "b/d.", "ferry b d"),
        (TurnFerry, "(2, —1) b-c", "turn 2 -1 b c"),
    ],
)
def test_a_command_of_a_part_is_read_with_the_signs_that_people_type(
    kind: type[OwnMove], typed: str, meant: str
) -> None:
    assert write(read_kind(kind, typed, begun())) == meant


@for_each("typed", ["3-1 90", "3 --1 90", "3 1/2 90 hunter b", "3 -1 ½", "3 -1 45", "3 -1 ↻"])
def test_a_text_that_is_no_move_is_refused(typed: str) -> None:
    with pytest.raises(NotationError):
        read_placement(typed, begun())


def write_all(read: Sequence[Move] | UnfinishedPlacement) -> str:
    assert not isinstance(read, UnfinishedPlacement)
    return " ".join(map(write, read))


def test_every_accepted_spelling_of_a_whole_turn_is_read() -> None:
    game = begun()
    laid = PlaceTile(cell_at(0, 1), 0)
    alone = ("0 1 rot0", "place 0 1 0", "/place @0,1 r0", "0, 1 ↻ 0°")
    without = ("0 1 rot0 none", "0 1 0 pass", "0,1 ROT0 -", "0 1 0 nothing", "0 1 0 no")
    read: dict[str, list[Move]] = {
        **{typed: [laid] for typed in alone},
        **{typed: [laid, Pass()] for typed in without},
        "0 1 rot0 HUNTER  b": [laid, Deploy("hunter", "b")],
        "0 1 r0 hunter": [laid, Deploy("hunter", "")],
        "hunter b": [Deploy("hunter", "b")],
        "pass": [Pass()],
    }
    for typed, moves in read.items():
        assert read_placement(typed, game) == moves, typed
    for typed, figure in {"0 1": "", "place 0,1": "", "0 1 none": "none"}.items():
        unfinished = read_placement(typed, game)
        assert isinstance(unfinished, UnfinishedPlacement), typed
        assert unfinished.cell == laid.cell and unfinished.figure in (figure, "pass")


def test_rotation_is_asked_only_where_several_allow_the_typed_figure() -> None:
    asked = meant = 0
    game = begun()
    for place in legal_placements(game):
        x, y = xy(place.cell)
        ways = [way for way in legal_placements(game) if way.cell == place.cell]
        for figure in legal_figures(game, place):
            able = [way for way in ways if figure in legal_figures(game, way)]
            read = read_placement(f"{x} {y} {write(figure)}", game)
            if len(able) > 1:
                assert read == UnfinishedPlacement(place.cell, write(figure))
                asked += 1
            else:
                assert read == [place, figure]
                meant += 1
    assert asked and len(legal_placements(game)) > 1, (asked, meant)


async def test_figure_without_a_letter_opens_the_panel_with_the_typed_tile(world: World) -> None:
    """For example ``/place 3 -1 rot90 hunter`` with a tile of two meadows."""
    await world.start_with(shuffled_header(3, 1))
    place, role = two_of_a_role(await world.game())
    before, typed = await world.log(), Turn(place, None).place_text
    x, y, _rotation = typed.split()
    asked = private(await world.ana.slash(world.channel, "place", move=f"{x} {y} {role}"))
    assert asked.startswith("Choose the rotation first, then the meeple.\n**Your tile at ")
    asked = private(await world.ana.slash(world.channel, "place", move=f"{x} {y}"))
    assert asked.startswith(f"**Your tile at `{x} {y}`")
    result = await world.ana.slash(world.channel, "place", move=f"{typed} {role}")
    panel = Panel(world.ana, result)
    assert "fits several segments." in panel.text.split("\n")[0]
    ready = [does for does in panel.figures if does.startswith(f"{write(place)} {role} ")]
    assert len(ready) > 1, "one tap chooses which"
    assert await world.log() == before
    assert has_no_reply((await panel.take(ready[0])).result)
    assert (await world.entries())[-1] == ready[0].removeprefix(f"{write(place)} ")


async def test_walk_without_steps_opens_the_choice_of_steps_and_french_steps_are_read(
    world: World,
) -> None:
    chance = random.Random(3)
    await world.start_with(deal("ark", 2, chance))
    await world.play_random_tiles(chance, 25)
    game = await world.game()
    assert ARK in game.tokens
    place = legal_placements(game)[0]
    player, before = await world.to_move(), await world.log()
    typed = f"{Turn(place, None).place_text} walk"
    panel = Panel(player, await player.slash(world.channel, "place", move=typed))
    assert "Where does it go first?" in panel.text
    assert menu_of(panel.message, "whole") and await world.log() == before
    after = play_to_next_decision(game, place)
    first = next(move for move in after.legal_moves() if isinstance(move, Walk))
    spoken = {"n": "nord", "e": "est", "s": "sud", "w": "ouest"}
    said = f"/place {typed} {' '.join(spoken[step] for step in first.steps)}"
    assert has_no_reply(await player.slash(world.channel, "place", move=said))
    assert (await world.entries())[-1] == write(first)


async def test_space_is_typed_by_its_number_in_the_newest_picture(world: World) -> None:
    await world.start_with(shuffled_header(3))
    await world.post_state()
    game, player = await world.game(), await world.to_move()
    last = len(spaces(game))
    cell = list(spaces(game))[-1]
    for typed in (f"#{last}", f"# {last}", f"{last}"):
        panel = Panel(player, await player.slash(world.channel, "place", move=typed))
        assert panel.text.startswith(f"**Your tile at `{coordinates(cell)}`"), typed
    refused = await player.slash(world.channel, "place", move=f"#{last + 1} rot0 none")
    assert f"There's no space #{last + 1}: your tile fits in spaces #1 to #{last}." in private(
        refused
    )
    turned = 90 * spaces(game)[cell][0]
    played = await player.slash(world.channel, "place", move=f"#{last} rot{turned} none")
    assert has_no_reply(played) and (await world.game()).placed == cell


async def test_number_typed_before_the_newest_picture_is_posted_only_opens_the_panel(
    world: World,
) -> None:
    await world.start_with(shuffled_header(3))
    await world.post_state()
    await world.write_turns([any_turn(await world.game(), random.Random(1))], posted=False)
    game, player = await world.game(), await world.to_move()
    cell, [turned, *_others] = next(iter(spaces(game).items()))
    before = await world.log()
    move = f"#1 rot{90 * turned} none"
    panel = Panel(player, await player.slash(world.channel, "place", move=move))
    assert panel.text.startswith("The board has changed since: is this the space you mean?")
    assert f"**Your tile at `{coordinates(cell)}`" in panel.text and await world.log() == before


NAMES = Names((1, 2), {1: "Ana", 2: "Bo"})
FIGURES = "this game has `hunter`, `gatherer`, `fisher` and `hut`"


def test_example_is_a_figure_of_the_game_that_is_played() -> None:
    with pytest.raises(NotationError) as caught:
        notation.figure("a b c")
    said = {game: refusal_text(caught.value, NAMES, game) for game in ("base", "hunters")}
    assert "Try `knight b` or `none`." in said["base"]
    assert "Try `hunter b` or `none`." in said["hunters"]


def test_space_sign_without_a_number_asks_for_one() -> None:
    header = shuffled_header(3)
    game = start(header.book, header.seats, header.bags)
    with pytest.raises(Refusal) as caught:
        read_placement("#", game)
    most = len(spaces(game))
    said = refusal_text(caught.value, NAMES)
    assert said == f"Type the number of a space after the #, from #1 to #{most}."


async def test_refused_move_is_answered_privately_and_nothing_is_saved_or_posted(
    world: World,
) -> None:
    await world.start_with(shuffled_header(3))
    before, posts = await world.log(), world.posts()
    x, y, turned, *_figure = any_turn(await world.game(), random.Random(1)).text.split()
    for move, words in {
        "0 0": "There's already a tile at `0 0`",
        f"{x} {y} {turned} knight a": FIGURES,
        f"{x} {y} rot45": "isn't a rotation.",
        "here": "I couldn't read that move. Try `3 -1`, or press *Place my tile*.",
        f"{x} {y} {turned} walk": "This game has no `/ark`",
    }.items():
        assert words in private(await world.ana.slash(world.channel, "place", move=move)), move
    assert await world.log() == before and world.posts() == posts
