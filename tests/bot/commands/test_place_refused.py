"""Refusals of `/place`: each names the mistake and the correction, and lays nothing."""

import random

import pytest

from bot.games.moves import read_placement
from bot.presenters.words.refusals import refusal_text
from bot.text.names import Names
from rules.errors import RulesError
from rules.game import Game, play_together, start
from rules.geometry import MAX_COORDINATE
from tests.support.hunters_positions import game_after_script
from tests.support.legal_turns import any_turn
from tests.support.shown_messages import private
from tests.support.world import World, shuffled_header

NAMES = Names((1, 2), {1: "Ana", 2: "Bo"})
FIGURES = "this game has `hunter`, `gatherer`, `fisher` and `hut`"
BESIDE_GATHERER = "Red L47 1 0 rot0 gatherer a"


def refused(game: Game, typed: str) -> str:
    """The sentence that refuses a typed move."""
    with pytest.raises(RulesError) as caught:
        read = read_placement(typed, game)
        assert isinstance(read, list), f"{typed}: the rotation is asked for"
        play_together(game, read)
    return refusal_text(caught.value, NAMES, "hunters")


def test_refusals_name_players_pieces_sides_and_what_may_be_typed_instead() -> None:
    """The rules' own tests have each reason; here it is in a player's words."""
    river, lake = game_after_script(hand="L19"), game_after_script(hand="L16")
    said = {
        **{
            typed: refused(river, typed)
            for typed in ("0 0 rot0", "3 -1 rot90", "-1 0 rot90", "1 0 rot0", "1 1 r0 none")
        },
        **{
            typed: refused(lake, f"0 -1 rot270 {typed}")
            for typed in ("hunter a", "hunter f", "hunter", "knight a", "@everyone")
        },
        "taken": refused(game_after_script(BESIDE_GATHERER, hand="L20"), "2 0 r180 gatherer a"),
        "fisher": refused(game_after_script(BESIDE_GATHERER, hand="L20"), "2 0 r180 fisher"),
    }
    wanted = {
        "0 0 rot0": "There's already a tile at `0 0`",
        "3 -1 rot90": "at `3 -1`: it has to touch another tile",
        "1 1 r0 none": "at `1 1`: it has to touch another tile",
        "-1 0 rot90": "its east side is a meadow and would meet a river. Try ↻ 0° or ↻ 180°",
        "1 0 rot0": "This tile doesn't fit at `1 0`: its west side has to be a forest",
        "hunter a": "Segment a is a forest; a hunter needs a meadow",
        "hunter f": "Choose a, b, c, d, e",
        "hunter": "Choose `hunter d` or `hunter e`",
        "knight a": FIGURES,
        "@everyone": FIGURES,
        "taken": "That forest is taken by **Ana**'s gatherer at 1 0",
        "fisher": "no space for a fisher",
    }
    assert {key: text for key, text in said.items() if wanted[key] not in text} == {}
    assert said["knight a"].endswith("\n-# Rule: `/rules Which piece goes where`")


def test_unreadable_moves_are_explained_with_an_example() -> None:
    header = shuffled_header(3)
    game = start(header.book, header.seats, header.bags)
    x, y, turned, *_figure = any_turn(game, random.Random(1)).text.split()
    examples = {
        "a b c": "I don't know that meeple. Try `hunter b` or `none`.",
        **{
            f"{x} {y} {rotation} none": "isn't a rotation."
            for rotation in ("rot45", "91", "rot 9 0 0", "²", "rot-45")
        },
        f"{x} {y} rot hunter": "isn't a rotation.",
        f"{x} {y} sideways": "I don't know the meeple",
        **{
            f"{x} {y} {turned} {figure}": "`hunter"
            for figure in ("hunter bb", "h", "hunter b c d", "?", "17", "hunter 1", "**b**")
        },
        **{
            typed: f"from {-MAX_COORDINATE} to {MAX_COORDINATE}"
            for typed in (
                f"{MAX_COORDINATE + 1} 0 rot0",
                f"0 {-MAX_COORDINATE - 1} rot0 none",
                f"{MAX_COORDINATE + 1} 0",
                "9999 0 0",
            )
        },
    }
    wrong = {
        typed: said
        for typed, wanted in examples.items()
        if wanted not in (said := refused(game, typed))
    }
    assert wrong == {}


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
