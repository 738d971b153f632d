"""The words of one part of a game, as one value."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from bot.games.lesson import Lesson
from bot.games.move_words import MoveWords
from bot.games.topic import Addition, Topic
from bot.games.vocabulary import Nouns
from bot.text.names import Names
from renderer.requests import Sample
from rules.game import Game
from rules.moves import Move

EventLine: TypeAlias = Callable[[Any, Game, Names], str]
"""A function that turns an event of a game into a line of text."""
EventPreview: TypeAlias = Callable[[Any], str]
"""A function that tells the player to move what an event would bring."""
NO_NOUNS: Final = Nouns()


@dataclass(frozen=True, slots=True)
class PartWords:
    """The words of a part, its messages marked with ``N_``.

    ``title`` is the name of the game that the part begins, or the name after *with* in a game's
    title; ``notes`` stand in the game's header, ``figures`` are lines of its help. A topic with the
    key of one of the extended part replaces that one; the others stand after the one with the key
    ``after``, or last; ``additions`` are lines for topics of any other part of the game. ``moves``
    and ``events`` are by type; ``refusals`` name for each reason the topic that explains it, None
    if it explains itself. ``command_option_names`` name, each with a single small word, the options
    that no shared command has; ``tokens`` tells where everything stands that is no piece, a
    sentence each, and ``holdings`` what a seat has taken beside its points. ``previews`` tell a
    player the events of the move in view, None those that its effect tells already. ``lessons``
    are those of *Learn*; ``sample`` is a picture of the game that the part begins, and what is seen
    in it.
    """

    title: str
    notes: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    topics: tuple[Topic, ...] = ()
    after: str = ""
    additions: tuple[Addition, ...] = ()
    nouns: Nouns = NO_NOUNS
    moves: Mapping[type[Move], MoveWords] = field(default_factory=dict)
    events: Mapping[type, EventLine] = field(default_factory=dict)
    previews: Mapping[type, EventPreview | None] = field(default_factory=dict)
    refusals: Mapping[str, str | None] = field(default_factory=dict)
    command_option_names: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    tokens: Callable[[Game], Iterator[str]] | None = None
    holdings: Callable[[Game, int], Iterator[str]] | None = None
    lessons: tuple[Lesson, ...] = ()
    sample: tuple[Sample, str] | None = None
