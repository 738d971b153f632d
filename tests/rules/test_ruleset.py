"""Ranges of the numbers of cells, gaps and joints are checked when a ruleset is built."""

import re
from dataclasses import fields, replace
from itertools import combinations
from pathlib import Path

import pytest

from rules.deployment import Deployment
from rules.errors import RulesError
from rules.final_scoring import GameEnd
from rules.geometry import MAX_CELL_COORDINATE, SLOTS_PER_CELL
from rules.layers import SIDE_MASK
from rules.ruleset import Rulebook, Ruleset, Step
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
