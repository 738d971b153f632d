"""What can go wrong at the edge of the rules, said so that a player knows what would be right."""

from collections.abc import Callable, Mapping
from typing import Final

REASONS: Final[Mapping[str, str]] = {
    "not-now": "{move} cannot be done now: the next thing to do is {wanted}",
    "game-over": "the game is over",
    "out": "seat {seat} has resigned already",
    "far": "coordinates go from {low} to {high}",
    "occupied": "there is a tile at {cell} already",
    "apart": "{cell} touches no tile: a new tile must share a side with one",
    "mismatch": "it does not fit at {cell} with {rotation}: {sides}; {fitting} would fit",
    "nowhere-here": "nothing fits at {cell} with this tile: {sides}",
    "no-role": "{role} is no figure of this game; there are {roles}",
    "no-letter": "this tile has no segment {letter}; it has {letters}",
    "wrong-terrain": "segment {letter} is a {terrain}; a {role} stands on {wanted}",
    "no-place": "this tile has no segment for a {role}, who stands on {wanted}",
    "which-segment": "a {role} could stand on several segments: {choices}",
    "no-ferry": "a ferry joins two different roads of the lake just placed: {roads}",
    "no-turn": "turn the ferry to two roads it does not join yet, out of {roads}",
    "not-turnable": "the ferry at {cell} cannot be turned this turn; those that can: {lakes}",
    "no-ark": "the Ark goes onto a tile of the city just finished: {cells}",
    "walk-length": "the Ark walks one to {longest} tiles",
    "walk-gap": "there is no tile at {cell} for the Ark to walk on",
    "walk-twice": "the Ark may not come to {cell} twice in a walk, nor back to where it started",
    "supply": "no {kind} left in the supply",
    "taken": "that {area} already holds {piece}",
}
"""Reason → sentence. The facts in braces are filled in by `IllegalMove.words`."""


class RulesError(Exception):
    """Something that was asked of the rules and cannot be done."""


class TileSetError(RulesError):
    """The tile data is not sound."""


class NotationError(RulesError):
    """A text is no move; the message says what a move looks like."""


class RecordError(RulesError):
    """A record cannot be read or replayed; ``line`` counts from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


class IllegalMove(RulesError):
    """A move that is not offered; ``reason`` is a key of REASONS, ``facts`` fill its sentence."""

    def __init__(self, reason: str, **facts: object) -> None:
        self.reason = reason
        self.facts = facts
        super().__init__(self.words(str))

    def words(self, say: Callable[[object], str], reasons: Mapping[str, str] = REASONS) -> str:
        """The sentence, each fact put into words by ``say`` (seats by name, say)."""
        return reasons[self.reason].format_map({k: say(v) for k, v in self.facts.items()})
