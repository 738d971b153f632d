"""The types of a part's vocabulary: words for things of the rules, by their name in the rules.

Messages are marked with ``N_`` where they stand and translated for each reader.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.text.i18n import N_

Count: TypeAlias = Callable[[int], str]
"""``2 hunters``: a number of something in the spoken language."""


@dataclass(frozen=True, slots=True)
class TerrainWords:
    """A terrain: its name, with an article, with a figure on it, and a number of segments.

    ``on_it`` is ``in the meadow``; ``on_it_there`` also has the ``{way}`` of the tile on which the
    segment lies; ``number`` counts segments.
    """

    name: str
    a_name: str
    on_it: str
    on_it_there: str
    number: Count
    is_ground: bool = False
    """True for land that nearly every tile has: a tile is called by it only if it has no other."""


@dataclass(frozen=True, slots=True)
class FeatureWords:
    """A layer or kind of score: its name, with an article, as a plural heading, and its sign.

    ``of_whom`` is ``{who}``'s feature, ``yours`` that of the reader; empty for kinds that hold no
    figure. ``closed`` is used of
    one that is closed during the game; empty for kinds that never are. ``longest`` tells the length
    of the longest one of many games; None for kinds that are not measured by length.
    """

    name: str
    a_name: str
    heading: str
    icon: str
    closed: str = ""
    of_whom: str = ""
    longest: Count | None = None
    yours: str = ""


@dataclass(frozen=True, slots=True)
class RoleWords:
    """The role of a piece on a feature: its name, with an article, and a number."""

    name: str
    a_name: str
    number: Count


@dataclass(frozen=True, slots=True)
class KindWords:
    """A kind of piece in a supply: its name, and a number."""

    name: str
    number: Count


@dataclass(frozen=True, slots=True)
class TermWords:
    """A term of a score.

    ``title`` is the title of a score that counts it, where its feature alone would not say.
    """

    number: Count
    title: str = ""


@dataclass(frozen=True, slots=True)
class BagWords:
    """A pile of tiles.

    ``drawn`` says that ``{who}`` draws from it and why; it is empty for the piles that turns draw
    from. ``extra_tile`` names a further tile of a turn, ``your_extra_tile`` that of the reader.
    """

    name: str
    drawn: str = ""
    extra_tile: str = N_("a second tile")
    your_extra_tile: str = N_("your second tile")


@dataclass(frozen=True, slots=True)
class OptionWords:
    """An option of a game: its name in sentences, and the option of `/new` that sets it."""

    name: str
    command_option: str
    description: str


@dataclass(frozen=True, slots=True)
class Nouns:
    """The words of a part, each table by the name in the rules.

    ``roles`` are by name, ``kinds`` by kind of piece, ``features`` by layer or kind of score,
    ``terms`` by the name of a term, ``values`` by the value of an option. ``extras`` are, by kind
    of score, points that only some owners get.
    """

    terrains: Mapping[str, TerrainWords] = field(default_factory=dict)
    features: Mapping[str, FeatureWords] = field(default_factory=dict)
    roles: Mapping[str, RoleWords] = field(default_factory=dict)
    kinds: Mapping[str, KindWords] = field(default_factory=dict)
    marks: Mapping[str, Count] = field(default_factory=dict)
    terms: Mapping[str, TermWords] = field(default_factory=dict)
    bags: Mapping[str, BagWords] = field(default_factory=dict)
    options: Mapping[str, OptionWords] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    extras: Mapping[str, Count] = field(default_factory=dict)
