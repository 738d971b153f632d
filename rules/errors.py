"""Errors of the rules, with reasons and facts that tell a player what would be right."""

from collections.abc import Callable, Mapping
from typing import Final

from rules.i18n import N_


class Reason(str):
    """An error's name, and the ``sentence`` that says what would be right.

    `ExplainedError.words` fills its braces with facts; see `rules.error_facts`.
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
    "not-now": N_("you can't play {move} now: first {wanted}"),
    "complete": N_("it's too late for {move}: the turn is over"),
    "game-over": N_("the game is over"),
    "out": N_("{seat} has already resigned"),
    "far": N_("coordinates go from {low} to {high}"),
    "occupied": N_("there's already a tile at {cell}"),
    "apart": N_("you can't place it at {cell}: it has to touch another tile"),
    "mismatch": N_("you can't place it at {cell} with {rotation}: {sides}. Try {fitting}"),
    "nowhere-here": N_("this tile doesn't fit at {cell}: {sides}"),
    "no-role": N_("I don't know the meeple {role}; this game has {roles}"),
    "no-letter": N_("this tile has no segment {letter}. Choose {letters}"),
    "wrong-terrain": N_("segment {letter} is a {terrain}; a {role} needs {wanted}"),
    "no-place": N_("this tile has no space for a {role}, who needs {wanted}"),
    "which-segment": N_("a {role} fits several segments. Choose {choices}"),
    "supply": N_("you have no {kind} left"),
    "alone": N_("a {role} has to join one of your meeples: that {area} has none"),
    "taken": N_("that {area} is taken by {piece}"),
    "no-move": N_("that isn't a move. Try `place 3 -1 rot90`, {figure} or `pass`."),
    "no-words": N_("type it like {example}"),
    "no-rotation": N_("{text} isn't a rotation. Try rot0, rot90, rot180 or rot270"),
    "no-coordinate": N_("{text} isn't a coordinate. Type a number from {low} to {high}"),
    "no-figure": N_("I don't know the meeple {text}. Try {figure} or `none`."),
    "long-letter": N_("a segment is one letter. Try {figure}."),
    "no-spot": N_("{text} isn't a space. Try a column and a row, such as `2 0`."),
    "no-cell": N_("type where and how: `place X Y ROTATION`, such as `place 3 -1 rot90`"),
}

REASONS: Final[Mapping[str, Reason]] = {
    name: Reason(name, sentence) for name, sentence in _SENTENCES.items()
}
"""The reasons of all games by name; a part keeps its own in `Part.reasons`."""


def shortened(text: str, max_characters: int) -> str:
    """Cut the middle, keeping the beginning and the end."""
    half = (max_characters - 3) // 2
    return text if len(text) <= max_characters else f"{text[:half]} … {text[len(text) - half :]}"


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
    """An error for players: the ``reason``, and the ``facts`` of its sentence.

    A fact is a value, such as those of `rules.error_facts`, whose ``str`` is its English text.
    """

    def __init__(self, reason: str, **facts: object) -> None:
        """``reason``: a `Reason`, or the name of one of `REASONS`."""
        self.reason = reason if isinstance(reason, Reason) else REASONS[reason]
        self.facts = facts
        super().__init__(self.words(str))

    def words(self, say: Callable[[object], str], sentence: str = "") -> str:
        """Fill the sentence, or its translation, with the facts as worded by ``say``."""
        phrases = {name: say(fact) for name, fact in self.facts.items()}
        return (sentence or self.reason.sentence).format_map(phrases)


class NotationError(ExplainedError):
    """An unreadable move; the message shows the form of a move."""


class IllegalMove(ExplainedError):
    """An illegal move; the message names a legal alternative."""
