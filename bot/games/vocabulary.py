"""What a vocabulary is: words for the things that rules name, by the name the rules give them.

Messages are marked with ``N_`` where they stand and said in the language of whoever reads them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Count: TypeAlias = Callable[[int], str]
"""``2 hunters``: a number of something in the language spoken."""


@dataclass(frozen=True, slots=True)
class TerrainWords:
    """A terrain: alone, with an article, where a figure on a segment of it is, how many segments.

    ``on_it`` is ``in the meadow``, ``on_it_there`` tells also towards which ``{way}`` of its tile
    the segment lies; ``number`` says how many segments of it there are.
    """

    name: str
    a_name: str
    on_it: str
    on_it_there: str
    number: Count


@dataclass(frozen=True, slots=True)
class FeatureWords:
    """A layer or kind of score: alone, with an article, many as a heading, the sign of its scores.

    ``of_whom`` says that one is ``{who}``'s; empty for kinds on which no figure stands.
    ``closed`` is said of one that is closed during the game; empty for kinds that never are.
    """

    name: str
    a_name: str
    heading: str
    icon: str
    closed: str = ""
    of_whom: str = ""


@dataclass(frozen=True, slots=True)
class RoleWords:
    """What a piece is where it stands: alone, with an article, and how many."""

    name: str
    a_name: str
    number: Count


@dataclass(frozen=True, slots=True)
class KindWords:
    """A kind of piece in a supply: alone, and how many."""

    name: str
    number: Count


@dataclass(frozen=True, slots=True)
class TermWords:
    """What a summand of a score counts.

    ``title`` is what a score is called that counts it, where its feature alone would not say.
    """

    number: Count
    title: str = ""


@dataclass(frozen=True, slots=True)
class BagWords:
    """A pile of tiles.

    ``drawn`` says that ``{who}`` draws from it and why, ``call`` that ``{who}`` is to lay what was
    drawn, with the ``{tiles}`` left in the piles that turns draw from; for those both are empty.
    """

    name: str
    drawn: str = ""
    call: str = ""


@dataclass(frozen=True, slots=True)
class SwitchWords:
    """A switch of a game, and the option of `/new` that sets it."""

    name: str
    option: str
    description: str


@dataclass(frozen=True, slots=True)
class Nouns:
    """The words of a part for what its rules name, each table by the name in the rules.

    ``roles`` are by name, ``kinds`` by kind of piece, ``features`` by layer or kind of score,
    ``terms`` by the name of a summand, ``values`` by the value of a switch. ``extras`` say, by kind
    of score, what a seat is paid beyond what the others get for the same.
    """

    terrains: Mapping[str, TerrainWords] = field(default_factory=dict)
    features: Mapping[str, FeatureWords] = field(default_factory=dict)
    roles: Mapping[str, RoleWords] = field(default_factory=dict)
    kinds: Mapping[str, KindWords] = field(default_factory=dict)
    marks: Mapping[str, Count] = field(default_factory=dict)
    terms: Mapping[str, TermWords] = field(default_factory=dict)
    bags: Mapping[str, BagWords] = field(default_factory=dict)
    switches: Mapping[str, SwitchWords] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    extras: Mapping[str, Count] = field(default_factory=dict)
