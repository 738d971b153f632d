"""A part of a game, a box or an expansion of one, as a function between rulesets."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from rules.errors import Reason
from rules.moves import OwnMove
from rules.ruleset import Ruleset
from rules.story import Event
from rules.tiles import TileSet
from rules.tileset import Vocabulary

RulesetChange: TypeAlias = Callable[[Ruleset, Mapping[str, str]], Ruleset]
"""The ruleset with a part in it, by the values of the part's switches."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A part of a game; the games there are are the sets of parts that fit together.

    ``extends`` names the part it adds to; "" for one that begins a game. The first value of a
    switch is the one that goes without saying. ``words`` are those of its tile facts; ``moves``,
    ``events`` and ``reasons`` what it brings beside those of every game.
    """

    name: str
    make: RulesetChange
    words: Vocabulary
    extends: str = ""
    switches: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    moves: tuple[type[OwnMove], ...] = ()
    events: tuple[type[Event], ...] = ()
    reasons: tuple[Reason, ...] = ()


def merge_tiles(box: TileSet, more: TileSet) -> TileSet:
    """The tiles of two boxes together, with the start tile of the first."""
    return TileSet({**box.tiles, **more.tiles}, {**box.counts, **more.counts}, box.start)
