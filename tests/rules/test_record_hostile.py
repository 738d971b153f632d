"""Hostile or mangled records, each refused with one short error that names the line.

Never a traceback, and never another meaning than the one that can be seen.
"""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cli import main
from rules.errors import NotationError, RecordError
from rules.geometry import cell_at
from rules.moves import PlaceTile
from rules.record import MAX_LINE_CHARACTERS, MAX_RECORD_CHARACTERS, Replay, replay
from tests.support.for_each import for_each
from tests.support.goldens import assert_golden
from tests.support.hunters_positions import pile, record_of
from tests.support.read_moves import read

HEAD = (
    "game: hunters\nseats: 3\n"
    f"bag: {' '.join(pile('bag', ('L60', 'L19', 'L07')))}\nbonus: {' '.join(pile('bonus'))}\n"
)
DIGITS = "9" * 5000
"""More than Python turns into a number."""
SHORT = 500
"""Characters of an error that can still be read."""


def refused(text: str) -> tuple[int, str]:
    """The refused line of a record, with a short reason."""
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


ENDLESS = HEAD + "#\n" * MAX_RECORD_CHARACTERS

HOSTILE = {
    "seats of 5000 digits": (HEAD.replace("seats: 3", f"seats: {DIGITS}"), 2),
    "seats in Arabic digits": (HEAD.replace("seats: 3", "seats: ٣"), 2),
    "seats in superscript": (HEAD.replace("seats: 3", "seats: ³"), 2),
    "edition of 5000 digits": (HEAD + f"edition: {DIGITS}\n", 5),
    "edition in Arabic digits": (HEAD + "edition: ١\n", 5),
    "a game of a long name": (HEAD.replace("hunters", "x" * 15_000), 1),
    "a key of a long name": (HEAD + "k" * 15_000 + ": 1\n", 5),
    "many keys": (HEAD + "".join(f"k{n}: 1\n" for n in range(5000)), 5),
    "a bag of strange tiles": (HEAD.replace("bag: ", "bag: " + "Q1 Q2 Q3 " * 1500, 1), 3),
    "a column of 5000 digits": (HEAD + f"\nplace {DIGITS} 0 rot0\n", 6),
    "a row in Arabic digits": (HEAD + "\nplace 0 ١ rot0\n", 6),
    "a rotation of 5000 digits": (HEAD + f"\nplace 0 1 rot{DIGITS}\n", 6),
    "a rotation in full-width digits": (HEAD + "\nplace 0 1 rot９０\n", 6),
    "a resignation of 5000 digits": (HEAD + f"\nresign {DIGITS}\n", 6),
    "a resignation in Arabic digits": (HEAD + "\nresign ١\n", 6),
    "a thousand tiles on a line": (HEAD + "\n" + "place 0 1 rot0 " * 1000 + "\n", 6),
    "a thousand places": (HEAD + "\n" + "place " * 3000 + "\n", 6),
    "a thousand figures": (HEAD + "\nplace 0 1 rot0 " + "hunter " * 1000 + "\n", 6),
    "a figure of a long name": (HEAD + "\nplace 0 1 rot0\n" + "h" * 15_000 + "\n", 7),
    "a walk of ten thousand steps": (HEAD + "\nwalk " + "n" * 10_000 + "\n", 6),
    "a byte order mark": ("\ufeff" + HEAD, 1),
    "a byte order mark in the middle": (HEAD + "\ufeffplace 0 1 rot0\n", 5),
    "a NUL among the moves": (HEAD + "\nplace 0 1 rot0\n\0\n", 7),
    "a NUL in a key": (HEAD.replace("seats", "se\0ats"), 2),
    "an escape in a remark": (HEAD + "# \x1b[2J\n", 5),
    "an endless line": (HEAD + "\n# " + "x" * MAX_LINE_CHARACTERS, 6),
    "an endless bag": (HEAD + "bag: " + "L01 " * MAX_LINE_CHARACTERS, 5),
    "an endless record": (ENDLESS, ENDLESS[: MAX_RECORD_CHARACTERS + 1].count("\n") + 1),
    "half a surrogate": (HEAD + "# \ud800\n", 5),
}


@for_each("name", HOSTILE)
def test_hostile_record_is_refused_with_a_short_error_and_its_line(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text, line = HOSTILE[name]
    number, why = refused(text)
    assert number == line, why
    status, out, err = scored(text, monkeypatch, capsys)
    assert (status, out) == (1, "")
    assert err == f"-: line {line}: {why}\n"


def test_hostile_records_are_refused_in_these_words() -> None:
    lines = [f"{name}: {refused(text)[1]}" for name, (text, _line) in HOSTILE.items()]
    assert_golden(Path(__file__).parent / "goldens" / "record-refusals.txt", lines)


@for_each("separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\x1e"])
@for_each("before", ["# a remark", "place 0 1 rot0", ""])
def test_unusual_line_separators_are_refused_in_a_record(separator: str, before: str) -> None:
    """A move behind it would be played by those that see a new line there, and not by others."""
    line, why = refused(f"{HEAD}\n{before}{separator}place 0 1 rot0\n")
    assert (line, why.split(" stands at ")[0]) == (6, f"U+{ord(separator):04X}")


@for_each("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_the_same_with_all_three_line_endings(end: str) -> None:
    text = HEAD + "\n# a remark, with\ttab, ü and 🐗\nplace 0 1 rot0\nhunter a\n"
    assert [line for line, _ in replay(text.replace("\n", end)).lines] == [7, 8]


def test_several_tiles_on_a_line_are_read_one_after_the_other() -> None:
    assert len(read("place 0 1 rot0 " * 1000)) == 1000
    moves = read("place 0 1 90 place 1 1 rot 0 hunter b")
    assert moves == [PlaceTile(cell_at(0, 1), 1), PlaceTile(cell_at(1, 1), 0), *read("hunter b")]
    with pytest.raises(NotationError, match="type where and how"):
        read("place 0 1 rot0 place")


def test_line_and_record_of_maximum_length_are_read() -> None:
    remark = "#" + "x" * (MAX_LINE_CHARACTERS - 1) + "\n"
    text = HEAD + remark * ((MAX_RECORD_CHARACTERS - len(HEAD)) // len(remark))
    text += "\n" * (MAX_RECORD_CHARACTERS - len(text))
    assert len(text) == MAX_RECORD_CHARACTERS and replay(text).lines == ()
    assert refused(text + "\n")[1] == f"a record has at most {MAX_RECORD_CHARACTERS} characters"


def test_endless_file_is_read_up_to_a_limit_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only as much is read as a record may have: a sparse file of 50 GB is refused at once."""
    path = tmp_path / "endless.record"
    with path.open("wb") as file:
        file.truncate(50 * 2**30)
    assert main(["score", str(path)]) == 1
    assert capsys.readouterr().err == f"{path}: line 1: a line has at most 20000 characters\n"


GAME = record_of(2, 3)
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
    played(HEAD + text)


@given(st.integers(0, len(GAME)), st.integers(0, 20), st.one_of(ANY, WORDS))
def test_a_record_with_any_text_in_its_middle_is_played_or_refused(
    start: int, gone: int, text: str
) -> None:
    played(GAME[:start] + text + GAME[start + gone :])
