"""Rulesets as values, and the steps that a turn is made of.

A step is a `Decision`, which offers moves and takes one, or an `Effect`, which runs by itself.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from rules.errors import IllegalMove
from rules.facts import RoleName, Roles
from rules.geometry import Spot
from rules.layers import Forms, Layer, compile_tile, planes_of
from rules.moves import Move
from rules.notation import word
from rules.pieces import Kind, Role
from rules.tiles import TileSet

if TYPE_CHECKING:
    from rules.game import Game


class Effect(ABC):
    """A step that runs by itself.

    ``beyond`` says that it goes beyond the moves of a turn, to chance or to the next turn: a draft
    stops before it.
    """

    __slots__ = ()
    beyond: ClassVar[bool] = False

    @abstractmethod
    def run(self, game: "Game") -> "Game":
        """The game after the effect, which is off the agenda already."""

    def settled(self, game: "Game") -> "Game | None":
        """The game after the step if it needs nobody, None if somebody has to choose."""
        return self.run(game)


class Decision(ABC):
    """A step in which the seat to move chooses; ``wanted`` says what, in marked English words."""

    __slots__ = ()
    wanted: ClassVar[str]

    @abstractmethod
    def offered(self, game: "Game") -> tuple[Move, ...]:
        """Every move that may be chosen, canonical."""

    def needed(self, game: "Game") -> bool:
        """Whether there is anything to choose; a decision without is skipped."""
        return bool(self.offered(game))

    def openings(self, game: "Game") -> tuple[Move, ...]:
        """What buttons offer: every move, of those made step by step only the empty start."""
        return self.offered(game)

    def ways(self, game: "Game") -> dict[str, "Way"]:
        """For each word that is offered, how one of its moves is chosen (`random_play`)."""
        return by_word(self.offered(game))

    def settled(self, game: "Game") -> "Game | None":
        """The game after the step if it needs nobody, None if somebody has to choose."""
        return None if self.needed(game) else game

    def unsettled(self, game: "Game") -> frozenset[Spot]:
        """The spots, once a tile lies, that what must still be chosen here may join to others.

        A feature that one of them belongs to may look finished and yet go on.
        """
        return frozenset()

    @abstractmethod
    def resolve(self, game: "Game", move: Move) -> Move:
        """The offered move that is meant; IllegalMove, saying what would be right, if none is."""

    @abstractmethod
    def take(self, game: "Game", move: Move) -> "Game":
        """The game after an offered move; the decision is off the agenda already."""


Step = Effect | Decision

Choose: TypeAlias = Callable[[Sequence[Move]], Move]
Way: TypeAlias = Callable[[Choose], Move]


def by_word(moves: Iterable[Move]) -> dict[str, Way]:
    """Moves grouped by the word they begin with, each group a choice among them."""
    groups: dict[str, list[Move]] = {}
    for move in moves:
        groups.setdefault(word(move), []).append(move)
    return {word: partial(_choose, found) for word, found in groups.items()}


def _choose(moves: Sequence[Move], choose: Choose) -> Move:
    return choose(moves)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Everything that makes a game: an expansion is a function from one ruleset to another.

    ``bags`` names the piles, the first being the one whose last tile ends the game. ``edition`` is
    raised when a fix changes outcomes, so that old games are never replayed as others.
    """

    name: str
    edition: int
    seats: range
    bags: Mapping[str, TileSet]
    layers: tuple[Layer, ...]
    roles: tuple[Role, ...]
    supply: Mapping[Kind, int]
    turn: tuple[Step, ...]
    finale: tuple[Step, ...]
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Rulebook:
    """A ruleset made ready to play: its tiles compiled for its layers. Shared by all its games."""

    ruleset: Ruleset
    planes: tuple[tuple[Layer, ...], ...]
    forms: Mapping[str, Forms]
    start: str

    @classmethod
    def of(cls, ruleset: Ruleset) -> "Rulebook":
        """Compiles every tile of every bag."""
        planes = planes_of(ruleset.layers)
        forms = {
            tile.id: compile_tile(tile, planes, ruleset.roles)
            for bag in ruleset.bags.values()
            for tile in bag.tiles.values()
        }
        start = next(bag.start for bag in ruleset.bags.values() if bag.start is not None)
        return cls(ruleset, planes, forms, start)

    @property
    def main_bag(self) -> str:
        """The bag whose last tile ends the game."""
        return next(iter(self.ruleset.bags))

    def role(self, name: str) -> Role:
        """A role of the game by name; IllegalMove names those there are."""
        for role in self.ruleset.roles:
            if role.name == name:
                return role
        roles = Roles(tuple(RoleName(role.name) for role in self.ruleset.roles))
        raise IllegalMove("no-role", role=name, roles=roles)
