"""A part of a game (a box or an expansion), as a function from one ruleset to another.

An expansion is registered in three places: its rules in `rules/variants/__init__.py`, its words in
`bot/parts/__init__.py`, its pictures in `renderer/art/parts/__init__.py`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from rules.errors import Reason
from rules.moves import OwnMove
from rules.ruleset import Ruleset
from rules.story import Event
from rules.tile_data import TileSchema
from rules.tiles import TileSet

RulesetChange: TypeAlias = Callable[[Ruleset, Mapping[str, str]], Ruleset]
"""A function that adds a part to a ruleset, given the values of the part's options."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A part of a game; every set of parts that fit together is a game.

    ``extends`` names the part it adds to; "" for a part that begins a game. ``option_values``: the
    values of each option, the default first. A seal names changed options only, so a new option
    changes no older game's seal; with ``seals_defaults`` it always names this part's options.
    ``moves``, ``events`` and ``reasons`` are those that only this part has.
    """

    name: str
    make: RulesetChange
    tile_schema: TileSchema
    extends: str = ""
    option_values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seals_defaults: bool = False
    moves: tuple[type[OwnMove], ...] = ()
    events: tuple[type[Event], ...] = ()
    reasons: tuple[Reason, ...] = ()


def merge_tiles(box: TileSet, addition: TileSet) -> TileSet:
    """Both boxes together, with the first one's start tile."""
    return TileSet({**box.tiles, **addition.tiles}, {**box.counts, **addition.counts}, box.start)
