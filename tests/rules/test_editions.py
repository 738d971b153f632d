"""Leaving in the middle of a turn (COM-24), typed rotations (COM-25), and editions."""

from dataclasses import dataclass

import pytest

from rules import turn
from rules.editions import CURRENT, EDITIONS, FIRST, Edition
from rules.errors import RulesError
from rules.game import Game, play_together
from rules.record import replay
from rules.story import Scored
from rules.variants import rulebook
from rules.variants.ferries import FerryLaid
from tests.support.for_each import for_each
from tests.support.positions import pile
from tests.support.read_moves import read


def record(
    game: str, first: list[str], moves: str, *, number: int | None = None, seats: int = 2
) -> Game:
    """The game after some moves, with some tiles on top of the pile, under an edition."""
    lines = [f"game: {game}", f"seats: {seats}"]
    lines += [f"edition: {number}"] * (number is not None)
    for bag, box in rulebook(game).ruleset.bags.items():
        order = pile(game, first) if bag == "bag" else box.pile()
        lines.append(f"{bag}: {' '.join(order)}")
    return replay("\n".join([*lines, "", moves])).game


# -- COM-24: leaving in the middle of a turn ------------------------------------------------

CLOSED_FOREST = """\
place 0 1 rot0
gatherer a
place 1 1 rot180
resign 1
"""
"""L02 and L10 make a forest of two parts; seat 0 stands in it, seat 1 closes it and leaves."""
FOREST = ["L02", "L10"]


def test_COM24_finished_feature_is_scored_when_its_seat_leaves_and_one_is_left() -> None:
    assert record("hunters", FOREST, CLOSED_FOREST).scores == (4, 0)
    assert record("hunters", FOREST, CLOSED_FOREST).over


LAKE = "place 1 0 rot0\n"
"""FER-FRRR east of the start tile: a lake with three roads."""


@for_each("left", ["", "pass\n"])
def test_COM24_F12_a_lake_whose_owner_leaves_gets_its_ferry_on_the_first_two_quays(
    left: str,
) -> None:
    game = record("base+ferries", ["FER-FRRR"], LAKE + left + "resign 0", seats=3)
    (ferry,) = [event for event in game.story if isinstance(event, FerryLaid)]
    letters = [game.board.zone(spot).letter for spot in ferry.joins]
    assert (letters, game.turn) == (["a", "b"], 1)
    assert len(game.board.links) == 1


def test_COM24_tile_in_hand_of_a_leaving_seat_goes_to_the_next_seat() -> None:
    game = record("base", ["U", "V"], "place 1 0 rot90\npass\nresign 1", seats=3)
    assert (game.turn, game.drawn) == (2, "V")


# -- COM-25: a rotation that looks like another, with its letters ----------------------------

SOUTH = "place 0 1 rot180 knight a"
"""H has a city in the north, a, and one in the south, c; rot180 looks like rot0."""


def test_COM25_a_typed_rotation_is_read_together_with_its_letters() -> None:
    game = record("base", ["H"], SOUTH)
    laid = game.board.tiles[game.placed]
    (knight,) = [
        *game.board.pieces(),
        *(p for e in game.story if isinstance(e, Scored) for p in e.pieces),
    ]
    ports = laid.tile.zones[knight.spot - game.placed].ports
    assert {(port // 3 + laid.rotation) % 4 for port in ports} == {2}


def test_COM25_letters_of_a_ferry_are_read_with_the_typed_rotation() -> None:
    game = record("base+ferries", ["FER-RRRR"], "")
    text = "place 1 0 rot90 thief a ferry a b"
    (place, thief), ferry = read("place 1 0 rot90 thief a"), read("ferry a b")
    after, moves = play_together(game, [place, thief, *ferry])
    meant = game.hand.tile.relettered(1) if game.hand is not None else {}
    pair = " ".join(sorted((meant["a"], meant["b"])))
    assert [move.write() for move in moves] == [
        "place 1 0 rot0",
        f"thief {meant['a']}",
        f"ferry {pair}",
    ], text
    assert len(after.board.links) == 1


def test_COM25_the_offered_rotation_keeps_its_letters() -> None:
    for name in ("hunters", "base+ferries", "ark"):
        for forms in rulebook(name).forms.values():
            for quarters in forms.tile.rotations():
                letters = forms.tile.relettered(quarters)
                assert letters == {letter: letter for letter in letters}


def test_COM25_relettered_segments_lie_at_the_typed_border_points() -> None:
    for name in ("hunters", "base+ferries", "ark"):
        for forms in rulebook(name).forms.values():
            tile = forms.tile
            for quarters in range(4):
                letters = tile.relettered(quarters)
                assert sorted(letters.values()) == sorted(letters)
                same = tile.same_look(quarters)
                for typed, meant in letters.items():
                    there = {(p + 3 * quarters) % 12 for p in tile.zone(typed).ports}
                    assert there == {(p + 3 * same) % 12 for p in tile.zone(meant).ports}
                    assert tile.zone(typed).marks == tile.zone(meant).marks


# -- the editions themselves -----------------------------------------------------------------------


def test_record_without_an_edition_uses_the_first_and_an_unknown_edition_is_refused() -> None:
    assert record("base", [], "").book.ruleset.edition == FIRST == CURRENT
    assert record("base", [], "", number=1).book.ruleset.edition == FIRST
    with pytest.raises(RulesError, match="there is no edition 2; this version plays 1"):
        record("base", [], "", number=2)


@dataclass(frozen=True, slots=True)
class Reversed(Edition):
    reverses: bool = True


def reversing(game: Game) -> int:
    """The next seat, counter-clockwise where the edition says so."""
    step = -1 if getattr(game.book.ruleset.edition, "reverses", False) else 1
    return (game.turn + step) % game.seats


def test_a_game_replays_under_the_edition_it_names_after_a_new_one_is_added(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(EDITIONS, 2, Reversed(2))
    monkeypatch.setattr(turn, "next_seat", reversing)
    old = record("base", ["U"], "place 1 0 rot90\npass", number=1, seats=3)
    new = record("base", ["U"], "place 1 0 rot90\npass", number=2, seats=3)
    assert (old.turn, new.turn) == (1, 2)
    assert (old.book.ruleset.edition.number, new.book.ruleset.edition.number) == (1, 2)
    assert old.book.forms is new.book.forms, "the compiled tiles are shared"
    with pytest.raises(RulesError, match="there is no edition 3; this version plays 1 to 2"):
        record("base", [], "", number=3)
