"""Tile data: unsound data is refused with its file and tile, and the boxes are complete."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.errors import TileSetError
from rules.geometry import Side
from rules.tileset import parse_tiles, read_tiles
from rules.variants import PARTS
from tests.support.for_each import for_each
from tests.support.goldens import assert_golden

GOLDENS = Path(__file__).parent / "goldens"
Facts = list[dict[str, Any]]

SCHEMA = PARTS["hunters"].tile_schema

SOUND: Facts = [
    {
        "id": "X1",
        "count": 2,
        "start": True,
        "sides": "MFRM",
        "segments": [
            {"letter": "a", "kind": "forest", "ports": [3, 4, 5], "gold": True},
            {"letter": "b", "kind": "river", "ports": [7], "inner_end": "c"},
            {"letter": "c", "kind": "lake", "ports": [], "fish": 2, "rivers": ["b"]},
            {"letter": "d", "kind": "meadow", "ports": [0, 1, 2, 8, 9, 10, 11]},
            {"letter": "e", "kind": "meadow", "ports": [6]},
        ],
    },
    {
        "id": "X2",
        "count": 1,
        "sides": "MMMM",
        "segments": [{"letter": "a", "kind": "meadow", "ports": list(range(12))}],
    },
]


def test_valid_tile_data_is_read() -> None:
    tiles = parse_tiles(json.dumps(SOUND), "box.json", SCHEMA)
    assert tiles.pile() == ("X1", "X2"), "one of the two copies is the start tile"
    assert tiles.start == "X1"
    assert tiles.tiles["X1"].zone("b").touches == ("c",)
    assert tiles.tiles["X1"].zone("c").count("fish") == 2
    assert tiles.tiles["X1"].zone("a").count("gold") == 1


Damage = Callable[[Facts], object]


def segment(facts: Facts, letter: str, tile: int = 0) -> dict[str, Any]:
    wanted: dict[str, Any] = facts[tile]["segments"][ord(letter) - ord("a")]
    return wanted


DAMAGES: dict[str, Damage] = {
    "no sides": lambda facts: facts[0].pop("sides"),
    "no segments": lambda facts: facts[0].pop("segments"),
    "no count": lambda facts: facts[0].pop("count"),
    "no ports": lambda facts: segment(facts, "a").pop("ports"),
    "no letter": lambda facts: segment(facts, "a").pop("letter"),
    "no kind": lambda facts: segment(facts, "a").pop("kind"),
    "an unknown word for a tile": lambda facts: facts[0].update(colour="red"),
    "an unknown word for a segment": lambda facts: segment(facts, "a").update(gould=1),
    "an unknown kind": lambda facts: segment(facts, "a").update(kind="swamp"),
    "letters out of order": lambda facts: segment(facts, "a").update(letter="b"),
    "a border point of nobody": lambda facts: segment(facts, "e").update(ports=[]),
    "a border point of two": lambda facts: segment(facts, "a").update(ports=[3, 4, 5, 6]),
    "a border point that is none": lambda facts: segment(facts, "e").update(ports=[12]),
    "a border point that is no number": lambda facts: segment(facts, "e").update(ports=["six"]),
    "a side that is another": lambda facts: facts[0].update(sides="FFRM"),
    "too few sides": lambda facts: facts[0].update(sides="MFR"),
    "too many sides": lambda facts: facts[0].update(sides="MFRMM"),
    "a river as broad as its side": lambda facts: (
        segment(facts, "b").update(ports=[6, 7, 8]),
        segment(facts, "d").update(ports=[0, 1, 2, 9, 10, 11]),
        segment(facts, "e").update(ports=[]),
    ),
    "a side of two meadows": lambda facts: facts[1].update(
        segments=[
            {"letter": "a", "kind": "meadow", "ports": [0, *range(2, 12)]},
            {"letter": "b", "kind": "meadow", "ports": [1]},
        ]
    ),
    "a bank of forest": lambda facts: segment(facts, "e").update(kind="forest"),
    "a river that is not there": lambda facts: segment(facts, "c").update(rivers=["z"]),
    "a lake that does not know its river": lambda facts: segment(facts, "c").update(rivers=[]),
    "fish that are no number": lambda facts: segment(facts, "c").update(fish="two"),
    "a negative number of animals": lambda facts: segment(facts, "d").update(deer=-1),
    "a count that is no number": lambda facts: facts[0].update(count="2"),
    "a negative count": lambda facts: facts[0].update(count=-1),
    "an unknown end of a river": lambda facts: segment(facts, "b").update(inner_end="sprng"),
    "a lake whose river is a meadow": lambda facts: segment(facts, "c").update(rivers=["b", "d"]),
    "a start that is neither true nor false": lambda facts: facts[0].update(start=1),
    "segments that are no objects": lambda facts: facts[0].update(segments=["a"]),
}


@for_each("name", DAMAGES)
def test_bad_data_is_refused_naming_the_file_and_the_tile(name: str) -> None:
    facts = copy.deepcopy(SOUND)
    DAMAGES[name](facts)
    with pytest.raises(TileSetError) as caught:
        parse_tiles(json.dumps(facts), "box.json", SCHEMA)
    tile = "X2" if name == "a side of two meadows" else "X1"
    assert "box.json" in str(caught.value)
    assert tile in str(caught.value)


IN_WORDS_OF_PYTHON = (
    *("a border point that is no number", "fish that are no number"),
    "segments that are no objects",
)
"""Damages whose messages are those of Python, which another version may word otherwise."""


def test_bad_data_is_refused_in_these_words() -> None:
    lines = []
    for name, damage in DAMAGES.items():
        if name in IN_WORDS_OF_PYTHON:
            continue
        facts = copy.deepcopy(SOUND)
        damage(facts)
        with pytest.raises(TileSetError) as caught:
            parse_tiles(json.dumps(facts), "box.json", SCHEMA)
        lines.append(f"{name}: {caught.value}")
    for text in ("{}", "[]", '["X1"]', json.dumps([SOUND[0], SOUND[0]])):
        with pytest.raises(TileSetError) as caught:
            parse_tiles(text, "box.json", SCHEMA)
        lines.append(str(caught.value))
    two = copy.deepcopy(SOUND)
    two[1]["start"] = True
    with pytest.raises(TileSetError) as caught:
        parse_tiles(json.dumps(two), "box.json", SCHEMA)
    assert_golden(GOLDENS / "tile-refusals.txt", [*lines, str(caught.value)])


def test_error_in_a_tile_set_names_its_file() -> None:
    with pytest.raises(TileSetError, match=r"^ferries\.json: tile 'FER-\w+': there is no mix 'C9'"):
        read_tiles("ferries", PARTS["ferries"].tile_schema, "C9")


@for_each(
    ("text", "said"),
    [
        ("[{", "not JSON"),
        ("", "not JSON"),
        ("{}", "expected a list of tiles"),
        ("[]", "expected a list of tiles"),
        ("7", "expected a list of tiles"),
        ('["X1"]', "X1"),
    ],
)
def test_a_file_that_is_no_list_of_tiles_is_refused_naming_it(text: str, said: str) -> None:
    with pytest.raises(TileSetError) as caught:
        parse_tiles(text, "box.json", SCHEMA)
    assert str(caught.value).startswith("box.json: ")
    assert said in str(caught.value)


def test_a_tile_without_an_id_is_refused() -> None:
    tile = {key: value for key, value in SOUND[1].items() if key != "id"}
    with pytest.raises(TileSetError, match=r"box\.json"):
        parse_tiles(json.dumps([tile]), "box.json", SCHEMA)


def test_box_with_several_mixes_needs_a_known_mix() -> None:
    facts = [{**SOUND[1], "counts": {"C1": 3, "C3": 1}}]
    del facts[0]["count"]
    text = json.dumps(facts)
    assert parse_tiles(text, "box.json", SCHEMA, "C1").pile() == ("X2",) * 3
    assert parse_tiles(text, "box.json", SCHEMA, "C3").pile() == ("X2",)
    for mix in (None, "C9"):
        with pytest.raises(TileSetError, match=r"box\.json.*X2"):
            parse_tiles(text, "box.json", SCHEMA, mix)


@for_each(
    ("part", "name", "mix", "count"),
    [
        ("hunters", "hunters", None, 79),
        ("hunters", "hunters-bonus", None, 12),
        ("base", "base", None, 72),
        ("ark", "ark", None, 72),
        ("ferries", "ferries", "C1", 8),
        ("ferries", "ferries", "C3", 8),
    ],
)
def test_each_box_is_valid_and_has_its_number_of_tiles(
    part: str, name: str, mix: str | None, count: int
) -> None:
    tiles = read_tiles(name, PARTS[part].tile_schema, mix)
    assert sum(tiles.counts.values()) == count


def test_X18_the_bonus_tiles_with_an_effect_are_as_many_as_printed() -> None:
    sums: dict[str, int] = {}
    for name in ("hunters", "hunters-bonus"):
        for tile in read_tiles(name, SCHEMA).tiles.values():
            for zone in tile.zones:
                for mark, number in zone.marks.items():
                    sums[mark] = sums.get(mark, 0) + number
    assert {mark: sums[mark] for mark in ("fire", "shrine", "aurochs", "mushrooms")} == {
        "fire": 1,
        "shrine": 1,
        "aurochs": 3,
        "mushrooms": 3,
    }


def test_COM07_terrain_of_a_side_is_that_of_the_segment_in_its_middle() -> None:
    tiles = read_tiles("base", PARTS["base"].tile_schema).tiles
    north, east, south, west = (tiles["D"].terrain(side) for side in Side)
    assert (north, east, south, west) == ("city", "road", "field", "road")
