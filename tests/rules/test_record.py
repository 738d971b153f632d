"""Records: a whole game as text, replayed exactly, or refused with the number of the bad line."""

import re

import pytest

from rules.editions import FIRST
from rules.errors import RecordError
from rules.header import Header
from rules.record import moments, replay
from tests.support.for_each import for_each
from tests.support.hunters_positions import RED, pile, shuffled_deal, snapshot

LAND = " ".join(pile("bag", ("L60", "L19", "L07")))
BONUS = " ".join(pile("bonus"))
HEAD = f"""game: hunters
seats: 2
bag: {LAND}
bonus: {BONUS}
"""


def refused(text: str) -> tuple[int, str]:
    """The refused line of a record, with the reason."""
    with pytest.raises(RecordError) as caught:
        replay(text)
    assert str(caught.value) == f"line {caught.value.line}: {caught.value.why}"
    return caught.value.line, caught.value.why


def test_record_is_replayed_line_by_line() -> None:
    played = replay(HEAD + "\nplace 0 1 rot0\nhunter a\nplace -1 0 rot0\nfisher a\n")
    assert [line for line, _ in played.lines] == [6, 7, 8, 9]
    assert (played.game.turn, played.game.drawn) == (RED, "L07")
    assert [piece.role.name for piece in played.game.board.pieces()].count("fisher") == 1


def test_a_line_may_hold_a_tile_and_its_figure() -> None:
    one = replay(HEAD + "\nplace 0 1 rot0 hunter a\nplace -1 0 rot0 fisher a\n")
    two = replay(HEAD + "\nplace 0 1 rot0\nhunter a\nplace -1 0 rot0\nfisher a\n")
    assert snapshot(one.game) == snapshot(two.game)


def test_empty_lines_and_remarks_are_skipped_but_numbered() -> None:
    text = "# a remark\n\n" + HEAD + "\n# another\n\nplace 0 1 rot0\n\nhunter z\n"
    assert refused(text)[0] == 12


def test_each_event_has_the_number_of_its_line() -> None:
    played = replay(HEAD + "\nplace 0 1 rot0\nhunter a\n")
    after = list(
        zip((type(e).__name__ for e in played.game.story), played.event_lines(), strict=True)
    )
    assert after == [
        *(("TurnBegan", None), ("TileDrawn", None)),
        *(("TilePlaced", 6), ("PieceDeployed", 7), ("TurnBegan", 7), ("TileDrawn", 7)),
    ]


def test_moments_of_a_record_are_the_deal_and_the_game_after_each_line() -> None:
    text = HEAD + "\n# a remark\nplace 0 1 rot0\nhunter a\nplace -1 0 rot0 fisher a\n"
    positions = list(moments(text))
    assert [(moment.number, moment.line) for moment in positions] == [
        (0, ""),
        *((7, "place 0 1 rot0"), (8, "hunter a"), (9, "place -1 0 rot0 fisher a")),
    ]
    assert [len(moment.game.board.tiles) for moment in positions] == [1, 2, 2, 3]
    for moment in positions[1:]:
        upto = "\n".join(text.splitlines()[: moment.number])
        assert snapshot(moment.game) == snapshot(replay(upto).game)


def test_moments_before_a_wrong_line_are_yielded() -> None:
    positions = moments(HEAD + "\nplace 0 1 rot0\nhunter z\n")
    assert [next(positions).number, next(positions).number] == [0, 6]
    with pytest.raises(RecordError, match="line 7"):
        next(positions)


def test_a_resignation_is_a_line_too() -> None:
    text = HEAD.replace("seats: 2", "seats: 3") + "\nplace 0 1 rot0\nhunter a\n"
    assert replay(text + "resign\n").game.out == {1}
    assert replay(text + "Resign 2\n").game.out == {2}
    line, why = refused(text + "resign 3\n")
    assert line == 8
    assert why == "'resign 3': say `resign` and a seat from 0 to 2"
    assert refused(text + "resign 2\nresign 2\n") == (9, "'resign 2': seat 2 has already resigned")


def test_the_header_is_written_and_read_back() -> None:
    header = shuffled_deal(4, 9)
    assert isinstance(header, Header)
    played = replay(header.text())
    assert (played.game.seats, played.game.turn) == (4, 0)
    assert played.game.bags["bonus"] == header.bags["bonus"]
    assert (played.game.drawn, *played.game.bags["bag"]) == header.bags["bag"]
    assert header.text().splitlines()[2] == "edition: 1"
    unnamed = header.text().replace("edition: 1\n", "")
    assert replay(unnamed).game.book.ruleset.edition == FIRST


def without(key: str) -> str:
    return re.sub(rf"^{key}:.*\n", "", HEAD, flags=re.M)


@for_each(
    ("text", "line", "why"),
    [
        ("", 1, "the header has no 'game'"),
        ("place 0 1 rot0", 1, "the header has no 'game'"),
        (without("game"), 3, "the header has no 'game'"),
        (without("seats"), 3, "the header has no 'seats'"),
        (without("bag"), 3, "the header has no 'bag'"),
        (without("bonus"), 3, "the header has no 'bonus'"),
        (HEAD.replace("game: hunters", "game: chess"), 1, "there is no game 'chess'; there are "),
        (HEAD.replace("seats: 2", "seats: 6"), 2, "seats go from 2 to 5"),
        (HEAD.replace("seats: 2", "seats: two"), 2, "seats go from 2 to 5"),
        (HEAD.replace("seats: 2", "seats: -2"), 2, "seats go from 2 to 5"),
        (HEAD.replace("seats: 2", "seats:"), 2, "seats go from 2 to 5"),
        (HEAD + "seats: 3", 5, "'seats' stands twice"),
        (HEAD + "youngest: Ada", 5, "unknown words in the header: youngest"),
        (HEAD.replace("L60 ", "", 1), 3, "not the tiles of the box; too many: none; missing: L60"),
        (
            HEAD.replace("L60 ", "L61 ", 1),
            3,
            "not the tiles of the box; too many: L61; missing: L60",
        ),
        (
            HEAD.replace("bag: ", "bag: START ", 1),
            3,
            "not the tiles of the box; too many: START; missing: none",
        ),
        (HEAD.replace("B05", "L05"), 4, "not the tiles of the box; too many: L05; missing: B05"),
        (HEAD + "edition: 7", 5, "there is no edition 7; this version plays 1"),
    ],
)
def test_a_bad_header_is_refused_naming_the_line_and_why(text: str, line: int, why: str) -> None:
    number, reason = refused(text)
    assert number == line
    assert reason == why or ("game 'chess'" in why and reason.startswith(why))


@for_each(
    ("move", "why"),
    [
        ("place 1 0 rot0", "this tile doesn't fit at 1 0: its west side has to be a forest"),
        ("place 5 5 rot0", "you can't place it at 5 5: it has to touch another tile"),
        ("place 0 0 rot0", "there's already a tile at 0 0"),
        ("place here", "type where and how: `place X Y ROTATION`, such as `place 3 -1 rot90`"),
        ("jump", "you can't play `jump` now: first place the current tile"),
        ("seats: 3", "I don't know the meeple 'seats: 3'. Try a meeple and its letter or `none`."),
    ],
)
def test_a_bad_move_is_refused_naming_the_line_and_why(move: str, why: str) -> None:
    if move != "seats: 3":
        assert refused(f"{HEAD}\n{move}\n") == (6, f"{move!r}: {why}")
    assert refused(f"{HEAD}\nplace 0 1 rot0\npass\nplace -1 0 rot0\npass\n\n{move}\n")[0] == 11


def test_a_move_after_the_end_is_refused() -> None:
    text = HEAD + "\nresign 0\n"
    assert replay(text).game.over
    assert refused(text + "place 0 1 rot0\n") == (7, "'place 0 1 rot0': the game is over")
