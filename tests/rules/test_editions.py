"""What the second edition changed, and that games of the first go on as they began."""

import pytest

from rules.editions import CURRENT, FIRST, SECOND, edition
from rules.errors import RulesError
from rules.game import Game, play_together
from rules.record import replay
from rules.resignation import resign
from rules.story import Scored
from rules.variants import rulebook
from rules.variants.ferries import FerryLaid
from tests.rules.reading import read
from tests.rules.tables import pile

EDITIONS = [FIRST, SECOND]


def record(game: str, first: list[str], moves: str, *, number: int, seats: int = 2) -> Game:
    """The game after some moves, with some tiles on top of the pile, under an edition."""
    lines = [f"game: {game}", f"seats: {seats}"]
    lines += [f"edition: {number}"] * (number != 1)
    for bag, box in rulebook(game).ruleset.bags.items():
        order = pile(game, first) if bag == "bag" else box.pile()
        lines.append(f"{bag}: {' '.join(order)}")
    return replay("\n".join([*lines, "", moves])).game


def under(game: Game, number: int) -> Game:
    """The same moment of a game under another edition."""
    return game.but(book=game.book.under(edition(number)))


# -- COM-24: leaving in the middle of a turn ------------------------------------------------

CLOSED_FOREST = """\
place 0 1 rot0
gatherer a
place 1 1 rot180
resign 1
"""
"""L02 and L10 make a forest of two parts; seat 0 stands in it, seat 1 closes it and leaves."""
FOREST = ["L02", "L10"]


def test_COM24_what_the_tile_finished_is_scored_when_its_seat_leaves_and_one_is_left() -> None:
    assert record("hunters", FOREST, CLOSED_FOREST, number=2).scores == (4, 0)
    assert record("hunters", FOREST, CLOSED_FOREST, number=2).over


def test_COM24_in_the_first_edition_it_was_lost() -> None:
    assert record("hunters", FOREST, CLOSED_FOREST, number=1).scores == (0, 0)


@pytest.mark.parametrize(("number", "scores"), [(1, (0, 0)), (2, (4, 0))])
def test_COM24_it_is_scored_too_if_the_other_seat_leaves(
    number: int, scores: tuple[int, int]
) -> None:
    moves = CLOSED_FOREST.replace("resign 1", "resign 0")
    assert record("hunters", FOREST, moves, number=number).scores == scores


LAKE = "place 1 0 rot0\n"
"""FER-FRRR east of the start tile: a lake with three roads."""


@pytest.mark.parametrize("left", ["", "pass\n"])
def test_COM24_F12_a_lake_whose_owner_leaves_gets_its_ferry_on_the_first_two_quays(
    left: str,
) -> None:
    game = record("base+ferries", ["FER-FRRR"], LAKE + left + "resign 0", number=2, seats=3)
    (ferry,) = [event for event in game.story if isinstance(event, FerryLaid)]
    letters = [game.board.zone(spot).letter for spot in ferry.joins]
    assert (letters, game.turn) == (["a", "b"], 1)
    assert len(game.board.links) == 1


def test_COM24_in_the_first_edition_the_lake_stayed_without() -> None:
    game = record("base+ferries", ["FER-FRRR"], LAKE + "resign 0", number=1, seats=3)
    assert not game.board.links and game.turn == 1


@pytest.mark.parametrize("which", EDITIONS)
def test_COM24_a_tile_in_hand_goes_back_on_top_for_the_next_seat(which: object) -> None:
    number = EDITIONS.index(which) + 1
    game = record("base", ["U", "V"], "place 1 0 rot90\npass\nresign 1", number=number, seats=3)
    assert (game.turn, game.drawn) == (2, "V")


@pytest.mark.parametrize("which", EDITIONS)
def test_COM24_who_leaves_out_of_turn_changes_nothing_for_the_others(which: object) -> None:
    number = EDITIONS.index(which) + 1
    game = record("base", ["E", "V"], "place 0 1 rot180", number=number, seats=3)
    after = resign(game, 2)
    assert after.offered() == game.offered()
    assert after.board == game.board and after.agenda == game.agenda


# -- COM-25: a rotation that looks like another, with its letters ----------------------------

SOUTH = "place 0 1 rot180 knight a"
"""H has a city in the north, a, and one in the south, c; rot180 looks like rot0."""


@pytest.mark.parametrize(("number", "side"), [(1, 0), (2, 2)])
def test_COM25_a_typed_rotation_is_read_together_with_its_letters(number: int, side: int) -> None:
    game = record("base", ["H"], SOUTH, number=number)
    laid = game.board.tiles[game.placed]
    (knight,) = [
        *game.board.pieces(),
        *(p for e in game.story if isinstance(e, Scored) for p in e.pieces),
    ]
    ports = laid.tile.zones[knight.spot - game.placed].ports
    assert {(port // 3 + laid.rotation) % 4 for port in ports} == {side}


def test_COM25_the_letters_of_a_ferry_are_read_so_too() -> None:
    game = record("base+ferries", ["FER-RRRR"], "", number=2)
    told = "place 1 0 rot90 thief a ferry a b"
    (place, thief), ferry = read("place 1 0 rot90 thief a"), read("ferry a b")
    after, moves = play_together(game, [place, thief, *ferry])
    meant = game.hand.tile.relettered(1) if game.hand is not None else {}
    pair = " ".join(sorted((meant["a"], meant["b"])))
    assert [move.write() for move in moves] == [
        "place 1 0 rot0",
        f"thief {meant['a']}",
        f"ferry {pair}",
    ], told
    assert len(after.board.links) == 1


def test_COM25_the_offered_rotation_keeps_its_letters() -> None:
    for name in ("hunters", "base+ferries", "ark"):
        for forms in rulebook(name).forms.values():
            for quarters in forms.tile.rotations():
                letters = forms.tile.relettered(quarters)
                assert letters == {letter: letter for letter in letters}


def test_COM25_every_letter_is_read_as_the_one_that_lies_there() -> None:
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


def test_a_record_that_names_no_edition_is_of_the_first_and_another_is_refused() -> None:
    assert record("base", [], "", number=1).book.ruleset.edition == FIRST
    assert record("base", [], "", number=2).book.ruleset.edition == SECOND == CURRENT
    with pytest.raises(RulesError, match="there is no edition 3; this version plays 1 to 2"):
        record("base", [], "", number=3)


def test_the_editions_of_a_game_share_its_compiled_tiles() -> None:
    assert rulebook("ark", None, 1).forms is rulebook("ark", None, 2).forms
