"""The entries of a table's log: written, read back, and refused if invalid."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from bot.core.codec import TextError
from bot.table.entries import (
    ENTRIES,
    Agree,
    Archive,
    Ask,
    Channel,
    Choose,
    Confirm,
    End,
    Entry,
    EntryError,
    Extend,
    Host,
    Join,
    Leave,
    Moves,
    New,
    Open,
    Opponent,
    Pause,
    Recolour,
    Refuse,
    Resign,
    Resume,
    Set,
    Skip,
    Start,
    Substitute,
    Take,
    Tally,
    Unarchive,
    Undo,
    Vote,
)
from bot.table.settings import JOINED, RANDOM, TIME_CONTROLS, Settings
from bot.table.table import COLOURS, VOTES
from bot.text.i18n import LANGUAGES
from bot.text.names import LEVELS, OPPONENT_NAMES, opponent_number
from tests.support.for_each import for_each

ALWAYS = settings(deadline=None, derandomize=True, database=None)
"""The same cases every time, however busy the machine is."""
NUMBERS = some.integers(0, 10**18 - 1)
COLOUR = some.integers(0, COLOURS - 1)
LINE = some.text(some.characters(exclude_characters="\n"))
WORD = some.from_regex(r"[a-z+]+", fullmatch=True)
TAKEN = ("language", "order", "aids", "colour", "pace")
KEYS = LINE.filter(lambda key: key and key not in TAKEN and ": " not in key)
ORDERS = some.integers(1, 9).flatmap(lambda seats: some.permutations(range(seats)))
HEADERS = some.text(min_size=1)
WRITTEN = (
    "game",
    "join",
    "set",
    "confirm",
    "leave",
    "start",
    "new",
    "end",
    "undo",
    "ask",
    "agree",
    "refuse",
    "resign",
    "skip",
    "host",
    "vote",
    "pause",
    "resume",
    "open",
    "take",
    "archive",
    "unarchive",
    "opponent",
    "substitute",
)
MOVES = some.lists(some.from_regex(r"[a-z0-9-]+", fullmatch=True), min_size=1).filter(
    lambda words: words[0] not in (*WRITTEN, "colour")
)
OPPONENT = some.builds(
    opponent_number, some.sampled_from(OPPONENT_NAMES), some.sampled_from(sorted(LEVELS))
)
PACE = some.sampled_from(sorted(TIME_CONTROLS))
AIDS = some.sampled_from(("", "yes", "no"))
OF_EACH = {
    New: some.builds(
        New,
        WORD,
        NUMBERS,
        some.dictionaries(KEYS, LINE),
        some.builds(Settings, LINE, some.sampled_from((RANDOM, JOINED)), AIDS, PACE),
        COLOUR,
    ),
    Choose: some.builds(Choose, WORD),
    Set: some.builds(Set, some.sampled_from(("seats", "small cities")), NUMBERS.map(str))
    | some.builds(Set, some.just("pace"), PACE),
    Confirm: some.builds(Confirm, NUMBERS),
    Join: some.builds(Join, COLOUR | some.none()),
    Host: some.builds(Host, NUMBERS),
    Recolour: some.builds(Recolour, COLOUR, NUMBERS),
    Leave: some.builds(Leave, NUMBERS),
    Start: some.builds(Start, ORDERS.map(tuple), HEADERS),
    Moves: some.builds(Moves, MOVES.map(" ".join)),
    Resign: some.builds(Resign, NUMBERS),
    Skip: some.builds(Skip, NUMBERS),
    Undo: some.builds(Undo, NUMBERS),
    Ask: some.builds(Ask, NUMBERS),
    Agree: some.just(Agree()),
    Refuse: some.just(Refuse()),
    End: some.builds(End, some.booleans()),
    Vote: some.builds(Vote, some.sampled_from(VOTES))
    | some.builds(Vote, some.just("pause"), NUMBERS),
    Pause: some.builds(Pause, NUMBERS | some.none()),
    Resume: some.just(Resume()),
    Open: some.builds(Open, NUMBERS),
    Take: some.builds(Take, NUMBERS),
    Opponent: some.builds(Opponent, OPPONENT, COLOUR),
    Substitute: some.builds(Substitute, NUMBERS, OPPONENT),
    Channel: some.builds(Channel, COLOUR, LINE.filter(bool)),
    Extend: some.builds(Extend, NUMBERS),
    Tally: some.builds(Tally, some.lists(some.tuples(NUMBERS, MOVES.map(" ".join))).map(tuple)),
    Archive: some.just(Archive()),
    Unarchive: some.just(Unarchive()),
}


@ALWAYS
@given(some.one_of(*OF_EACH.values()))
def test_a_written_entry_is_read_again(entry: Entry) -> None:
    assert ENTRIES.read(ENTRIES.write(entry)) == entry


def test_the_examples_have_every_kind_of_entry() -> None:
    assert set(OF_EACH) == set(ENTRIES.classes)


@ALWAYS
@given(some.sampled_from([*WRITTEN, "colour"]), some.text())
def test_any_text_after_a_first_word_is_an_entry_or_refused(word: str, rest: str) -> None:
    for between in (" ", "\n", ""):
        try:
            entry = ENTRIES.read(f"{word}{between}{rest}")
        except TextError:
            continue
        assert ENTRIES.read(ENTRIES.write(entry)) == entry


@for_each(
    "text",
    [
        *("Join 1", "join  1", "join 1 ", " join 1", "join 01", "join +1", "join ١", "join 1_0"),
        *("colour 1 1", "colour 1 seat", "leave", "leave 1 2", "agree 1", "end now"),
        *("set pace day", "set pace: ", "set seats: two", "set pace: fast", "confirm"),
        *("end score ", "end  score", "End score", "end score 1", "host", "host -1", "host 1 2"),
        *("start\norder 0 1\ngame: base", "start\norder: 0 2\ngame: base", "start 1"),
        *("game", "game ", "game a b", "Game base"),
        *("new base 2\n", "new base 2\ncolour: red", "new  2", "new 2", "undo 1\n", "ask -1"),
        *("", " ", "pass\n", "pass\u2028pass", "pass\rpass", " pass", "undo\t1"),
    ],
)
def test_text_of_no_known_version_is_no_entry(text: str) -> None:
    with pytest.raises(TextError):
        ENTRIES.read(text)


SEATS_ONCE = "the order names each seat once, counted from 0"
ONE_LINE = "moves are one line, with nothing before and behind them"


@for_each(
    "make, reason",
    [
        *(
            (
                lambda key=key: New("base", 2, {key: "C3"}),
                f"{key!r} is no option of a game, or 'C3' no value of one",
            )
            for key in (
                *("", "ferries: C3", "ferries\npurist", "language", "order", "aids"),
                *("colour", "pace", "undo", "orders", "cup"),
            )
        ),
        (
            lambda: New("base", 2, {"ferries": "C3\npurist: yes"}),
            "'ferries' is no option of a game, or 'C3\\npurist: yes' no value of one",
        ),
        (lambda: New("base 3", 2), "'base 3' is no name of a game"),
        (lambda: New("", 2), "'' is no name of a game"),
        (lambda: Choose(""), "'' is no name of a game"),
        (lambda: Choose(" base"), "' base' is no name of a game"),
        (lambda: Choose("base inns"), "'base inns' is no name of a game"),
        (
            lambda: New("base", 2, settings=Settings("fr\npurist: yes")),
            f"`language` is one of {', '.join(LANGUAGES)}, not 'fr\\npurist: yes'",
        ),
        (
            lambda: New("base", 2, settings=Settings(seat_order="by age")),
            "`order` is one of random, joined, not 'by age'",
        ),
        (lambda: Set("undo", "often"), "`undo` is one of usual, free, consent, none, not 'often'"),
        (lambda: Start((), "game: base"), SEATS_ONCE),
        (lambda: Start((0, 2), "game: base"), SEATS_ONCE),
        (lambda: Start((0, 1), ""), "the header of the record is missing"),
        (lambda: Moves("resign 1"), "'resign' is no word of a move"),
        (lambda: Moves("pass\nend"), ONE_LINE),
        (lambda: Moves("pass "), ONE_LINE),
        (lambda: Moves(""), ONE_LINE),
        (lambda: Vote("dance"), "nobody can vote 'dance' so"),
        (lambda: Vote("skip", 60), "nobody can vote 'skip' so"),
        (lambda: Opponent(0, 1), "0 is no opponent"),
        (lambda: Substitute(1, 7), "7 is no opponent"),
    ],
)
def test_entry_that_reads_back_differently_cannot_be_created(
    make: Callable[[], Entry], reason: str
) -> None:
    with pytest.raises(EntryError) as refused:
        make()
    assert str(refused.value) == reason


def test_refusal_of_an_unreadable_entry_shows_the_valid_form() -> None:
    for word, form in ENTRIES.syntax.items():
        with pytest.raises(TextError) as refused:
            ENTRIES.read(f"{word} of no kind at all")
        assert str(refused.value) == f"this should be {form}"
