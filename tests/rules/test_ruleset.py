"""Rulesets and tile sets: read, combined, and refused if wrong."""

import copy
import json
import re
from collections.abc import Callable
from dataclasses import fields, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from rules.deployment import Deployment
from rules.errors import RulesError, TileSetError
from rules.final_scoring import GameEnd
from rules.geometry import MAX_CELL_COORDINATE, SLOTS_PER_CELL, Side
from rules.layers import SIDE_MASK
from rules.ruleset import Rulebook, Ruleset, Step
from rules.tile_data import parse_tiles, read_tiles
from rules.tiles import Terrain, Tile, TileSet, Zone
from rules.turn import Draw, TurnEnd
from rules.variants import (
    PARTS,
    available_additions,
    games_by_part,
    option_values,
    parts_of,
    rulebook,
)
from tests.support.for_each import for_each
from tests.support.goldens import assert_golden, plain

GOLDENS = Path(__file__).parent / "goldens"


def with_tiles(*tiles: Tile, copies: int = 1) -> Ruleset:
    """The base game with more tiles in its bag."""
    plain = rulebook("base").ruleset
    box = plain.bags["bag"]
    more = {tile.id: tile for tile in tiles}
    counts = {**box.counts, **dict.fromkeys(more, copies)}
    return replace(plain, bags={"bag": TileSet({**box.tiles, **more}, counts, box.start)})


def one_zone(name: str, terrain: str = "city") -> Tile:
    return Tile(name, (Zone("a", Terrain(terrain), tuple(range(12)), {}),))


def test_rulebook_with_more_tiles_than_the_board_is_wide_is_refused() -> None:
    room = MAX_CELL_COORDINATE - 72
    assert Rulebook.of(with_tiles(one_zone("more"), copies=room)).start == "D"
    with pytest.raises(ValueError, match=r"base has 256 tiles.*there is room for 255"):
        Rulebook.of(with_tiles(one_zone("more"), copies=room + 1))


def test_ruleset_with_more_terrains_than_side_codes_is_refused() -> None:
    tiles = [one_zone(f"t{n}", f"terrain {n}") for n in range(SIDE_MASK)]
    with pytest.raises(ValueError, match=r"terrains at the sides of tiles; there is room for 15"):
        Rulebook.of(with_tiles(*tiles))


def test_tile_with_more_zones_than_slots_of_a_cell_is_refused() -> None:
    inner = [Zone(chr(98 + n), Terrain("field"), (), {}) for n in range(SLOTS_PER_CELL)]
    crowded = replace(one_zone("crowded"), zones=(*one_zone("crowded").zones, *inner))
    with pytest.raises(ValueError, match=r"base has 17 zones on a tile; there is room for 16"):
        Rulebook.of(with_tiles(crowded))


@for_each("kind", [Deployment, TurnEnd, GameEnd])
def test_new_steps_are_inserted_after_the_steps_of_a_kind(kind: type[Step]) -> None:
    """In what is done with a tile, in a turn and in the finale."""
    plain = rulebook("base").ruleset
    more = plain.after(kind, Draw("more"), Draw("still more"))
    places = 0
    for old, new in ((plain.tile, more.tile), (plain.turn, more.turn), (plain.finale, more.finale)):
        index = next((n for n, step in enumerate(old, 1) if isinstance(step, kind)), None)
        added = (Draw("more"), Draw("still more")) if index else ()
        assert new == (*old[:index], *added, *old[index:] * bool(index))
        places += bool(index)
    assert places == 1


def test_two_parts_make_a_game_only_if_one_extends_the_other() -> None:
    for one, other in combinations(PARTS.values(), 2):
        game = f"{one.name}+{other.name}"
        if one.name == other.extends or other.name == one.extends:
            assert parts_of(game) == (one, other)
        else:
            with pytest.raises(RulesError, match=f"there is no game '{re.escape(game)}'"):
                parts_of(game)


def test_unknown_game_is_refused_with_the_games_and_their_expansions() -> None:
    with pytest.raises(RulesError) as caught:
        parts_of("chess")
    starts = [part for part in PARTS.values() if not part.extends]
    patterns = [
        part.name
        + "".join(f"[+{other.name}]" for other in PARTS.values() if other.extends == part.name)
        for part in starts
    ]
    assert str(caught.value) == f"there is no game 'chess'; there are {', '.join(patterns)}"


def test_expansion_is_no_game_alone() -> None:
    for part in PARTS.values():
        if part.extends:
            with pytest.raises(RulesError, match="there is no game"):
                parts_of(part.name)
        else:
            assert parts_of(part.name) == (part,)


def test_games_by_part_are_a_base_game_alone_or_with_one_addition() -> None:
    assert len(games_by_part()) == len(PARTS)
    for game, part in zip(games_by_part(), PARTS.values(), strict=True):
        begun = part.extends or part.name
        assert [member.name for member in parts_of(game)] == [*dict.fromkeys((begun, part.name))]
        assert (part.name in available_additions(game)) is bool(part.extends)
        assert all(PARTS[name].extends == begun for name in available_additions(game))


@for_each("name", games_by_part())
def test_ruleset_and_its_options_stay_those_that_stored_games_were_played_with(name: str) -> None:
    book = rulebook(name)
    lines = [
        f"{field.name}: {plain(getattr(book.ruleset, field.name))}"
        for field in fields(book.ruleset)
        if field.name != "bags"
    ]
    for bag, box in book.ruleset.bags.items():
        lines.append(f"{bag}: {len(box.pile())} tiles, start {box.start}, last {box.last}")
        lines.append(plain(box.counts))
    for part in parts_of(name):
        lines += [f"{part.name}: {plain(part.tile_schema)}", plain(part.moves), plain(part.events)]
        lines += [f"{reason}: {reason.sentence}" for reason in part.reasons]
    for option, values in option_values(name).items():
        lines.append(f"{option}: {' or '.join(values)}")
        for value in values[1:]:
            other = rulebook(name, {option: value}).ruleset
            lines += [
                f"  {value}: {plain(after)}"
                for before, after in zip(
                    (*book.ruleset.tile, *book.ruleset.finale, *book.ruleset.scorers.values()),
                    (*other.tile, *other.finale, *other.scorers.values()),
                    strict=True,
                )
                if before != after
            ]
    assert_golden(GOLDENS / f"ruleset-{name}.txt", lines)


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
