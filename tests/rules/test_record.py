"""Records: replayed line by line, and refused with the line if wrong or hostile."""

import io
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cli import main
from rules.editions import FIRST
from rules.errors import NotationError, RecordError
from rules.geometry import cell_at
from rules.header import Header
from rules.moves import PlaceTile
from rules.record import MAX_LINE_CHARACTERS, MAX_RECORD_CHARACTERS, Replay, moments, replay
from tests.support.for_each import for_each
from tests.support.goldens import assert_golden
from tests.support.positions import RED, piles, snapshot
from tests.support.random_games import record_of, shuffled_deal
from tests.support.read_moves import read

PILES = piles("hunters", ["L60", "L19", "L07"])
LAND, BONUS = " ".join(PILES["bag"]), " ".join(PILES["bonus"])
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
    header = shuffled_deal("hunters", 4, 9)
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


START = f"game: hunters\nseats: 3\nbag: {LAND}\nbonus: {BONUS}\n"
DIGITS = "9" * 5000
"""More than Python turns into a number."""
SHORT = 500
"""Characters of an error that can still be read."""


def hostile(text: str) -> tuple[int, str]:
    """The refused line of a hostile record, with a short reason."""
    with pytest.raises(RecordError) as caught:
        replay(text)
    assert len(str(caught.value)) < SHORT
    assert str(caught.value).isprintable()
    return caught.value.line, caught.value.why


def scored(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str, str]:
    """`python -m rules score -` with a text on standard input: status, output, errors."""
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    status = main(["score", "-"])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


ENDLESS = START + "#\n" * MAX_RECORD_CHARACTERS

HOSTILE = {
    "seats of 5000 digits": (START.replace("seats: 3", f"seats: {DIGITS}"), 2),
    "seats in Arabic digits": (START.replace("seats: 3", "seats: ٣"), 2),
    "seats in superscript": (START.replace("seats: 3", "seats: ³"), 2),
    "edition of 5000 digits": (START + f"edition: {DIGITS}\n", 5),
    "edition in Arabic digits": (START + "edition: ١\n", 5),
    "a game of a long name": (START.replace("hunters", "x" * 15_000), 1),
    "a key of a long name": (START + "k" * 15_000 + ": 1\n", 5),
    "many keys": (START + "".join(f"k{n}: 1\n" for n in range(5000)), 5),
    "a bag of strange tiles": (START.replace("bag: ", "bag: " + "Q1 Q2 Q3 " * 1500, 1), 3),
    "a column of 5000 digits": (START + f"\nplace {DIGITS} 0 rot0\n", 6),
    "a row in Arabic digits": (START + "\nplace 0 ١ rot0\n", 6),
    "a rotation of 5000 digits": (START + f"\nplace 0 1 rot{DIGITS}\n", 6),
    "a rotation in full-width digits": (START + "\nplace 0 1 rot９０\n", 6),
    "a resignation of 5000 digits": (START + f"\nresign {DIGITS}\n", 6),
    "a resignation in Arabic digits": (START + "\nresign ١\n", 6),
    "a thousand tiles on a line": (START + "\n" + "place 0 1 rot0 " * 1000 + "\n", 6),
    "a thousand places": (START + "\n" + "place " * 3000 + "\n", 6),
    "a thousand figures": (START + "\nplace 0 1 rot0 " + "hunter " * 1000 + "\n", 6),
    "a figure of a long name": (START + "\nplace 0 1 rot0\n" + "h" * 15_000 + "\n", 7),
    "a walk of ten thousand steps": (START + "\nwalk " + "n" * 10_000 + "\n", 6),
    "a byte order mark": ("\ufeff" + START, 1),
    "a byte order mark in the middle": (START + "\ufeffplace 0 1 rot0\n", 5),
    "a NUL among the moves": (START + "\nplace 0 1 rot0\n\0\n", 7),
    "a NUL in a key": (START.replace("seats", "se\0ats"), 2),
    "an escape in a remark": (START + "# \x1b[2J\n", 5),
    "an endless line": (START + "\n# " + "x" * MAX_LINE_CHARACTERS, 6),
    "an endless bag": (START + "bag: " + "L01 " * MAX_LINE_CHARACTERS, 5),
    "an endless record": (ENDLESS, ENDLESS[: MAX_RECORD_CHARACTERS + 1].count("\n") + 1),
    "half a surrogate": (START + "# \ud800\n", 5),
}


@for_each("name", HOSTILE)
def test_hostile_record_is_refused_with_a_short_error_and_its_line(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text, line = HOSTILE[name]
    number, why = hostile(text)
    assert number == line, why
    status, out, err = scored(text, monkeypatch, capsys)
    assert (status, out) == (1, "")
    assert err == f"-: line {line}: {why}\n"


def test_hostile_records_are_refused_in_these_words() -> None:
    lines = [f"{name}: {hostile(text)[1]}" for name, (text, _line) in HOSTILE.items()]
    assert_golden(Path(__file__).parent / "goldens" / "record-refusals.txt", lines)


@for_each("separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\x1e"])
@for_each("before", ["# a remark", "place 0 1 rot0", ""])
def test_unusual_line_separators_are_refused_in_a_record(separator: str, before: str) -> None:
    """A move behind it would be played by those that see a new line there, and not by others."""
    line, why = hostile(f"{START}\n{before}{separator}place 0 1 rot0\n")
    assert (line, why.split(" stands at ")[0]) == (6, f"U+{ord(separator):04X}")


@for_each("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_the_same_with_all_three_line_endings(end: str) -> None:
    text = START + "\n# a remark, with\ttab, ü and 🐗\nplace 0 1 rot0\nhunter a\n"
    assert [line for line, _ in replay(text.replace("\n", end)).lines] == [7, 8]


def test_several_tiles_on_a_line_are_read_one_after_the_other() -> None:
    assert len(read("place 0 1 rot0 " * 1000)) == 1000
    moves = read("place 0 1 90 place 1 1 rot 0 hunter b")
    assert moves == [PlaceTile(cell_at(0, 1), 1), PlaceTile(cell_at(1, 1), 0), *read("hunter b")]
    with pytest.raises(NotationError, match="type where and how"):
        read("place 0 1 rot0 place")


def test_line_and_record_of_maximum_length_are_read() -> None:
    remark = "#" + "x" * (MAX_LINE_CHARACTERS - 1) + "\n"
    text = START + remark * ((MAX_RECORD_CHARACTERS - len(START)) // len(remark))
    text += "\n" * (MAX_RECORD_CHARACTERS - len(text))
    assert len(text) == MAX_RECORD_CHARACTERS and replay(text).lines == ()
    assert hostile(text + "\n")[1] == f"a record has at most {MAX_RECORD_CHARACTERS} characters"


def test_endless_file_is_read_up_to_a_limit_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only as much is read as a record may have: a sparse file of 50 GB is hostile at once."""
    path = tmp_path / "endless.record"
    with path.open("wb") as file:
        file.truncate(50 * 2**30)
    assert main(["score", str(path)]) == 1
    assert capsys.readouterr().err == f"{path}: line 1: a line has at most 20000 characters\n"


GAME = record_of("hunters", 2, 3)
ANY = st.text(st.characters(exclude_categories=[]), max_size=60)
WORDS = st.lists(
    st.sampled_from(
        [
            *("place", "0", "1", "-1", "rot0", "rot90", "hunter", "a", "pass", "resign", "walk"),
            "skip",
            *("n", "ferry", "turn", "ark", "b", ":", "#", "\n", "\r", "\u2028", "\0", "٣", DIGITS),
        ]
    ),
    max_size=30,
).map(" ".join)


def played(text: str) -> Replay | None:
    try:
        return replay(text)
    except RecordError as error:
        assert 1 <= error.line <= text.count("\n") + text.count("\r") + 1
        assert len(str(error)) < SHORT
        return None


@given(st.one_of(ANY, WORDS))
def test_any_text_after_a_header_is_played_or_refused(text: str) -> None:
    played(START + text)


@given(st.integers(0, len(GAME)), st.integers(0, 20), st.one_of(ANY, WORDS))
def test_a_record_with_any_text_in_its_middle_is_played_or_refused(
    start: int, gone: int, text: str
) -> None:
    played(GAME[:start] + text + GAME[start + gone :])
