"""What a part of a game is to the bot: everything that is said of it, as one value."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from bot.games.decisions import MoveWords
from bot.games.topic import Addition, Topic
from bot.games.vocabulary import Nouns
from bot.text.names import Names
from rules.game import Game
from rules.moves import Move

EventLine: TypeAlias = Callable[[Any, Game, Names], str]
"""An event of a game in a line of text."""
NO_NOUNS: Final = Nouns()


@dataclass(frozen=True, slots=True)
class PartWords:
    """The words of a part, its messages marked with ``N_``.

    ``title`` is the name of the game the part begins, or what a game with it is said to be
    *with*; ``notes`` stand in the game's header, ``figures`` are lines of its help. A topic with
    the key of one of the part it extends takes that one's place; the others stand after the one
    with the key ``after``, or last; ``additions`` are lines for topics of whatever other part of
    the game. ``moves`` and ``events`` are by type, ``refusals`` name for
    each reason the topic that explains it, None if it explains itself. ``options`` say in
    the language spoken the names, each a single small word, of the options that no shared command
    has; ``tokens`` says where what is no piece stands, a sentence each, and ``holdings`` what a
    seat has taken in the game beside its points.
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
    refusals: Mapping[str, str | None] = field(default_factory=dict)
    options: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    tokens: Callable[[Game], Iterator[str]] = lambda game: iter(())
    holdings: Callable[[Game, int], Iterator[str]] = lambda game, seat: iter(())
