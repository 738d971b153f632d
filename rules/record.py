"""Read and replay a record: a whole game as text, its bags in order and one decision a line."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from rules.editions import FIRST, edition_range
from rules.errors import RecordError, RulesError, shortened
from rules.fairness import NONCE_PATTERN, commitment
from rules.game import Game, play_together, start
from rules.header import Header
from rules.table_decisions import end_early, resign, skip
from rules.tiles import TileSet
from rules.variants import option_values, rulebook

RESIGN: Final = "resign"
SKIP: Final = "skip"
END: Final = "end"
"""The first words of the table's own decisions: COM-24, COM-26 and COM-27."""

MAX_LINE_CHARACTERS: Final = 20_000
"""The most characters of a line; a bag of 72 tiles takes less than a thousand."""
MAX_RECORD_CHARACTERS: Final = 1_000_000
"""The most characters of a record; 91 tiles with a remark for each move take twenty thousand."""
MAX_RECORD_LINES: Final = 10_000
"""The most lines of moves and decisions in a record: each takes longer the more are before it."""

_LINE_END = re.compile(r"\r\n|\n|\r")
_FORBIDDEN_CHARACTER = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]"
)
"""Control characters, unusual line ends and byte order marks, which programs read differently."""
_SMALL_NUMBER = re.compile(r"[0-9]{1,3}")

Numbered: TypeAlias = tuple[int, str]
"""A line of a record with its number, from 1."""


@dataclass(frozen=True, slots=True)
class Replay:
    """``lines`` pairs each played line's number with the story length after it."""

    game: Game
    lines: tuple[tuple[int, int], ...]
    at_start: int

    def event_lines(self) -> Iterator[int | None]:
        """The line number that caused each event; None for the deal."""
        story_length = self.at_start
        yield from (None for _ in range(story_length))
        for number, length in self.lines:
            yield from (number for _ in range(story_length, length))
            story_length = length


@dataclass(frozen=True, slots=True)
class Moment:
    """The game after a line; the deal has line number 0 and text ""."""

    number: int
    line: str
    game: Game


def moments(text: str) -> Iterator[Moment]:
    """Play a record line by line. Raise RecordError for the first wrong line."""
    head, moves = split_record(text)
    header = parse_header(head)
    game = start(header.book, header.seats, header.bags)
    yield Moment(0, "", game)
    for number, line in moves:
        try:
            game = play_line(game, line)
        except RulesError as error:
            raise RecordError(number, f"{shortened(line, 60)!r}: {error}") from None
        yield Moment(number, line, game)


def replay(text: str) -> Replay:
    """Raise RecordError as `moments` does."""
    played = moments(text)
    last = next(played)
    at_start = len(last.game.story)
    lines = []
    for last in played:
        lines.append((last.number, len(last.game.story)))
    return Replay(last.game, tuple(lines), at_start)


def numbered_lines(text: str) -> Iterator[Numbered]:
    r"""Number the lines; only ``\n``, ``\r\n`` and ``\r`` end a line.

    Raise RecordError for a line that is too long or has a character that some programs treat as a
    line end: nothing that looks like a remark is played, and line numbers are the same everywhere.
    """
    number = 0
    for number, line in enumerate(_LINE_END.split(text[: MAX_RECORD_CHARACTERS + 1]), 1):
        if len(line) > MAX_LINE_CHARACTERS:
            raise RecordError(number, f"a line has at most {MAX_LINE_CHARACTERS} characters")
        if stray := _FORBIDDEN_CHARACTER.search(line):
            raise RecordError(
                number,
                f"U+{ord(stray[0]):04X} stands at character {stray.start() + 1}: a record is plain"
                " UTF-8 text without control characters and byte order mark",
            )
        yield number, line
    if len(text) > MAX_RECORD_CHARACTERS:
        raise RecordError(number, f"a record has at most {MAX_RECORD_CHARACTERS} characters")


def small_number(text: str) -> int | None:
    """Parse one to three digits 0 to 9; None for any other text."""
    return int(text) if _SMALL_NUMBER.fullmatch(text) else None


def split_record(text: str) -> tuple[list[Numbered], list[Numbered]]:
    """The numbered lines of the header and of the moves, without remarks."""
    lines = [(number, line.strip()) for number, line in numbered_lines(text)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    body = next((n for n, (_, line) in enumerate(lines) if ":" not in line), len(lines))
    if len(lines) - body > MAX_RECORD_LINES:
        number, _line = lines[body + MAX_RECORD_LINES]
        raise RecordError(number, f"a record has at most {MAX_RECORD_LINES} lines of moves")
    return lines[:body], lines[body:]


def play_line(game: Game, line: str) -> Game:
    """Play one or several moves, or a decision of the table."""
    words = line.split()
    if words and words[0].lower() == END:
        if len(words) > 1:
            raise RulesError("`end` stands alone: the table ends the game")
        return end_early(game)
    if words and words[0].lower() == SKIP:
        if len(words) > 1:
            raise RulesError("`skip` stands alone: the turn of the seat to move is ended")
        return skip(game)
    if words and words[0].lower() == RESIGN:
        return resign(game, parse_seat(words[1:], game))
    return play_together(game, game.read(line))[0]


def parse_seat(words: Sequence[str], game: Game) -> int:
    """The seat that a resignation names; by default the seat to move."""
    if not words:
        return game.turn
    seat = small_number(words[0])
    if len(words) > 1 or seat is None or seat >= game.seats:
        raise RulesError(f"say `resign` and a seat from 0 to {game.seats - 1}")
    return seat


def parse_header(lines: Sequence[Numbered]) -> Header:
    """Raise RecordError for a wrong line."""
    facts: dict[str, Numbered] = {}
    last = lines[-1][0] if lines else 1
    for number, line in lines:
        key, _, value = line.partition(":")
        if key.strip() in facts:
            raise RecordError(number, f"{key.strip()!r} stands twice")
        facts[key.strip()] = (number, value.strip())

    def fact(key: str) -> Numbered:
        if key not in facts:
            raise RecordError(last, f"the header has no {key!r}")
        return facts.pop(key)

    number, name = fact("game")
    try:
        options = {}
        for option in option_values(name):
            if option in facts:
                number, options[option] = facts.pop(option)
        number, named = facts.pop("edition", (number, str(FIRST.number)))
        edition = small_number(named)
        if edition is None:
            raise RulesError(f"an edition is a number; this version plays {edition_range()}")
        book = rulebook(name, options, edition)
    except RulesError as error:
        raise RecordError(number, str(error)) from None
    number, given = fact("seats")
    seats = small_number(given)
    allowed = book.ruleset.seats
    if seats is None or seats not in allowed:
        raise RecordError(number, f"seats go from {allowed.start} to {allowed.stop - 1}")
    bags = {}
    for bag, tiles in book.ruleset.bags.items():
        number, order = fact(bag)
        bags[bag] = tuple(order.split())
        _check_bag(number, bags[bag], tiles)
    number, nonce = facts.pop("nonce", (last, ""))
    if nonce and NONCE_PATTERN.fullmatch(nonce) is None:
        raise RecordError(number, "a nonce is 32 or more of the digits 0-9 and a-f")
    header = Header(name, seats, bags, edition, options, nonce)
    seal = commitment(header)
    number, claimed = facts.pop("commitment", (last, seal))
    if claimed.lower() != seal:
        actual = seal or "none, as there is no nonce"
        raise RecordError(number, f"the bags and the nonce give another commitment: {actual}")
    for number, _ in facts.values():
        raise RecordError(number, f"unknown words in the header: {', '.join(facts)}")
    return header


def _check_bag(number: int, order: Sequence[str], tiles: TileSet) -> None:
    """Require exactly the box's tiles, with the fixed last tile at the bottom."""
    given, expected = Counter(order), Counter(tiles.pile())
    if given != expected:
        extra = ", ".join(given - expected) or "none"
        missing = ", ".join(expected - given) or "none"
        why = f"not the tiles of the box; too many: {extra}; missing: {missing}"
        raise RecordError(number, why)
    if tiles.last is not None and order[-1] != tiles.last:
        raise RecordError(number, f"the last tile of this pile is {tiles.last}")
