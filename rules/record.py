"""A whole game as text: chance written out, then one decision a line; and its replay."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rules.editions import CURRENT, FIRST
from rules.errors import RecordError, RulesError
from rules.fairness import NONCE, commitment
from rules.game import Game, play_together, start
from rules.header import Header
from rules.resignation import resign
from rules.variants import rulebook, switches

RESIGN = "resign"

Numbered: TypeAlias = tuple[int, str]
"""A line of a record and its number, counted from 1."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game and, for each line that was played, its number and how long the story was after it."""

    game: Game
    lines: tuple[tuple[int, int], ...]
    at_start: int

    def after(self) -> Iterator[int | None]:
        """For each event of the story, the number of the line it followed; None for the deal."""
        known = self.at_start
        yield from (None for _ in range(known))
        for number, length in self.lines:
            yield from (number for _ in range(known, length))
            known = length


@dataclass(frozen=True, slots=True)
class Moment:
    """A game after a line of its record: the line's number, its text. The deal is 0 and ""."""

    number: int
    line: str
    game: Game


def moments(text: str) -> Iterator[Moment]:
    """A record played line by line; RecordError names the first line that is wrong and why."""
    head, moves = divided(text)
    header = parse_header(head)
    game = start(header.book, header.seats, header.bags)
    yield Moment(0, "", game)
    for number, line in moves:
        try:
            game = play_line(game, line)
        except RulesError as error:
            raise RecordError(number, f"{line!r}: {error}") from None
        yield Moment(number, line, game)


def replay(text: str) -> Replay:
    """Plays a record to its end; RecordError as `moments`."""
    played = moments(text)
    last = next(played)
    at_start = len(last.game.story)
    lines = []
    for last in played:
        lines.append((last.number, len(last.game.story)))
    return Replay(last.game, tuple(lines), at_start)


def divided(text: str) -> tuple[list[Numbered], list[Numbered]]:
    """The numbered lines of a record's header, and those of its moves; remarks are left out."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    body = next((n for n, (_, line) in enumerate(lines) if ":" not in line), len(lines))
    return lines[:body], lines[body:]


def play_line(game: Game, line: str) -> Game:
    """The game after one line of a record: one or several moves, or a resignation."""
    words = line.split()
    if words and words[0].lower() == RESIGN:
        return resign(game, seat_of(words[1:], game))
    return play_together(game, game.read(line))[0]


def seat_of(words: Sequence[str], game: Game) -> int:
    """The seat a resignation names, the one to move if it names none."""
    if not words:
        return game.turn
    if len(words) > 1 or not words[0].isdecimal() or int(words[0]) >= game.seats:
        raise RulesError(f"say `resign` and a seat from 0 to {game.seats - 1}")
    return int(words[0])


def parse_header(lines: Sequence[Numbered]) -> Header:
    """The header in the numbered lines; RecordError names the line that is wrong."""
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
        for switch in switches(name):
            if switch in facts:
                number, options[switch] = facts.pop(switch)
        number, named = facts.pop("edition", (number, str(FIRST.number)))
        if re.fullmatch("[0-9]{1,3}", named) is None:
            raise RulesError(f"an edition is a number from 1 to {CURRENT.number}")
        book = rulebook(name, options, int(named))
    except RulesError as error:
        raise RecordError(number, str(error)) from None
    number, seats = fact("seats")
    allowed = book.ruleset.seats
    if not seats.isdecimal() or int(seats) not in allowed:
        raise RecordError(number, f"seats go from {allowed.start} to {allowed.stop - 1}")
    bags = {}
    for bag, tiles in book.ruleset.bags.items():
        number, order = fact(bag)
        bags[bag] = tuple(order.split())
        _check_bag(number, bags[bag], tiles.pile())
    number, nonce = facts.pop("nonce", (last, ""))
    if nonce and NONCE.fullmatch(nonce) is None:
        raise RecordError(number, "a nonce is 32 or more of the digits 0-9 and a-f")
    header = Header(name, int(seats), bags, int(named), options, nonce)
    seal = commitment(header)
    number, claimed = facts.pop("commitment", (last, seal))
    if claimed.lower() != seal:
        given = seal or "none, as there is no nonce"
        raise RecordError(number, f"the bags and the nonce give another commitment: {given}")
    for number, _ in facts.values():
        raise RecordError(number, f"unknown words in the header: {', '.join(facts)}")
    return header


def _check_bag(number: int, order: Sequence[str], pile: Sequence[str]) -> None:
    """A bag holds exactly the tiles of the box."""
    given, wanted = Counter(order), Counter(pile)
    if given != wanted:
        extra = ", ".join(given - wanted) or "none"
        missing = ", ".join(wanted - given) or "none"
        why = f"not the tiles of the box; too many: {extra}; missing: {missing}"
        raise RecordError(number, why)
