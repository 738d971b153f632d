"""Errors of the rules, with reasons and facts that tell a player what would be right."""

from collections.abc import Callable, Mapping
from typing import Final

from rules.i18n import N_


class Reason(str):
    """The reason of an error: a name, and the ``sentence`` that says what would be right.

    `ExplainedError.words` fills the braces of the sentence with facts; see `rules.error_facts`.
    """

    __slots__ = ("sentence",)
    sentence: str

    def __new__(cls, name: str, sentence: str) -> "Reason":
        reason = super().__new__(cls, name)
        reason.sentence = sentence
        return reason

    def __reduce__(self) -> tuple[type["Reason"], tuple[str, str]]:
        return Reason, (str(self), self.sentence)


_SENTENCES: Final[Mapping[str, str]] = {
    "not-now": N_("{move} cannot be done now: the next thing to do is {wanted}"),
    "complete": N_("{move} comes too late: the turn is complete"),
    "game-over": N_("the game is over"),
    "out": N_("{seat} has resigned already"),
    "far": N_("coordinates go from {low} to {high}"),
    "occupied": N_("there is a tile at {cell} already"),
    "apart": N_("{cell} touches no tile: a new tile must share a side with one"),
    "mismatch": N_("it does not fit at {cell} with {rotation}: {sides}; {fitting} would fit"),
    "nowhere-here": N_("nothing fits at {cell} with this tile: {sides}"),
    "no-role": N_("{role} is no figure of this game; there are {roles}"),
    "no-letter": N_("this tile has no segment {letter}; it has {letters}"),
    "wrong-terrain": N_("segment {letter} is a {terrain}; a {role} stands on {wanted}"),
    "no-place": N_("this tile has no segment for a {role}, who stands on {wanted}"),
    "which-segment": N_("a {role} could stand on several segments: {choices}"),
    "supply": N_("no {kind} left in the supply"),
    "alone": N_(
        "a {role} goes only where a follower of yours stands already: that {area} has none"
    ),
    "taken": N_("that {area} already holds {piece}"),
    "no-move": N_("say a move, such as `place 3 -1 rot90 hunter b`, `hunter b` or `pass`"),
    "no-words": N_("say it as in {example}"),
    "no-rotation": N_("{text} is no rotation: say rot0, rot90, rot180 or rot270"),
    "no-coordinate": N_("{text} is no coordinate: say a number from {low} to {high}"),
    "no-figure": N_("{text} is no figure: say `hunter b`, `hunter` or `none`"),
    "long-letter": N_("{text} is no figure: the segment is one letter, as in `hunter b`"),
    "no-spot": N_("{text} is no place: say a column and a row, as in `2 0`"),
    "no-cell": N_("say where and how: `place X Y ROTATION`, as in `place 3 -1 rot90`"),
}

REASONS: Final[Mapping[str, Reason]] = {
    name: Reason(name, sentence) for name, sentence in _SENTENCES.items()
}
"""The reasons of all games by name; a part keeps its own in `Part.reasons`."""


def shortened(text: str, room: int) -> str:
    """Shorten a text to at most ``room`` characters, keeping its beginning and its end."""
    half = (room - 3) // 2
    return text if len(text) <= room else f"{text[:half]} … {text[len(text) - half :]}"


class RulesError(Exception):
    """A request that the rules refuse."""


class TileSetError(RulesError):
    """Invalid tile data."""


class RecordError(RulesError):
    """An illegal record; ``line`` counts from 1, ``why`` has at most 400 characters."""

    def __init__(self, line: int, why: str) -> None:
        why = shortened(why, 400)
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


class ExplainedError(RulesError):
    """An error for players: the ``reason``, and the ``facts`` that fill its sentence.

    A fact is a value, such as those of `rules.error_facts`, whose ``str`` is its English text.
    """

    def __init__(self, reason: str, **facts: object) -> None:
        """Take a `Reason`, or the name of one of `REASONS`, and its facts."""
        self.reason = reason if isinstance(reason, Reason) else REASONS[reason]
        self.facts = facts
        super().__init__(self.words(str))

    def words(self, say: Callable[[object], str], sentence: str = "") -> str:
        """Fill the sentence, or a translation of it, with the facts as worded by ``say``."""
        phrases = {name: say(fact) for name, fact in self.facts.items()}
        return (sentence or self.reason.sentence).format_map(phrases)


class NotationError(ExplainedError):
    """An unreadable move; the message shows the form of a move."""


class IllegalMove(ExplainedError):
    """An illegal move; the message names a legal alternative."""
