"""The nouns of the games in the language spoken: terrains, features, figures, what is counted.

Each function takes a value of the rules and gives words. An article or a number comes with its
noun, never by itself: its form may depend on the noun's gender. A value without a noun here is a
KeyError; a test knows all values there are.
"""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from bot.text.i18n import N_, _, ngettext
from rules.geometry import Side
from rules.pieces import Kind
from rules.tiles import Terrain

Count: TypeAlias = Callable[[int], str]

_TERRAINS: Final[Mapping[Terrain, tuple[str, str]]] = {
    Terrain.CITY: (N_("city"), N_("a city")),
    Terrain.ROAD: (N_("road"), N_("a road")),
    Terrain.FIELD: (N_("field"), N_("a field")),
    Terrain.MONASTERY: (N_("monastery"), N_("a monastery")),
    Terrain.TEMPLE: (N_("temple"), N_("a temple")),
    Terrain.FOREST: (N_("forest"), N_("a forest")),
    Terrain.RIVER: (N_("river"), N_("a river")),
    Terrain.MEADOW: (N_("meadow"), N_("a meadow")),
    Terrain.LAKE: (N_("lake"), N_("a lake")),
}

_FEATURES: Final[Mapping[str, tuple[str, str, str]]] = {
    "city": (N_("city"), N_("a city"), N_("Cities")),
    "road": (N_("road"), N_("a road"), N_("Roads")),
    "field": (N_("field"), N_("a field"), N_("Fields")),
    "monastery": (N_("monastery"), N_("a monastery"), N_("Monasteries")),
    "temple": (N_("temple"), N_("a temple"), N_("Temples")),
    "forest": (N_("forest"), N_("a forest"), N_("Forests")),
    "river": (N_("river"), N_("a river"), N_("Rivers")),
    "system": (
        N_("river system"),
        N_("a river system"),
        N_("River systems"),
    ),
    "meadow": (N_("meadow"), N_("a meadow"), N_("Meadows")),
    "ark": (N_("Ark's walk"), N_("a walk of the Ark"), N_("The Ark's walks")),
}
"""By layer, or kind of score: alone, with an article, and many of them as a heading."""

_ROLES: Final[Mapping[str, tuple[str, str]]] = {
    "knight": (N_("knight"), N_("a knight")),
    "thief": (N_("thief"), N_("a thief")),
    "farmer": (N_("farmer"), N_("a farmer")),
    "monk": (N_("monk"), N_("a monk")),
    "shepherd": (N_("shepherd"), N_("a shepherd")),
    "prophet": (N_("prophet"), N_("a prophet")),
    "hunter": (N_("hunter"), N_("a hunter")),
    "gatherer": (N_("gatherer"), N_("a gatherer")),
    "fisher": (N_("fisher"), N_("a fisher")),
    "hut": (N_("hut"), N_("a hut")),
}

_SIDES: Final[Mapping[Side, str]] = {
    Side.NORTH: N_("north"),
    Side.EAST: N_("east"),
    Side.SOUTH: N_("south"),
    Side.WEST: N_("west"),
}

_SWITCHES: Final[Mapping[str, str]] = {
    "ferries": N_("lake tiles"),
    "cloister extends ferry roads": N_("a monastery tile extends the roads of ferries"),
}

VALUES: Final[Mapping[str, str]] = {
    "yes": N_("yes"),
    "no": N_("no"),
    "C1": N_("first edition"),
    "C3": N_("third edition"),
}

_KINDS: Final[Mapping[Kind, Count]] = {
    Kind.FOLLOWER: lambda n: ngettext("{number} follower", "{number} followers", n),
    Kind.HUT: lambda n: ngettext("{number} hut", "{number} huts", n),
    Kind.PROPHET: lambda n: ngettext("{number} prophet", "{number} prophets", n),
}

_KIND_NAMES: Final[Mapping[Kind, str]] = {
    Kind.FOLLOWER: N_("follower"),
    Kind.HUT: N_("hut"),
    Kind.PROPHET: N_("prophet"),
}

_FIGURES: Final[Mapping[str, Count]] = {
    "knight": lambda n: ngettext("{number} knight", "{number} knights", n),
    "thief": lambda n: ngettext("{number} thief", "{number} thieves", n),
    "farmer": lambda n: ngettext("{number} farmer", "{number} farmers", n),
    "monk": lambda n: ngettext("{number} monk", "{number} monks", n),
    "shepherd": lambda n: ngettext("{number} shepherd", "{number} shepherds", n),
    "prophet": lambda n: ngettext("{number} prophet", "{number} prophets", n),
    "hunter": lambda n: ngettext("{number} hunter", "{number} hunters", n),
    "gatherer": lambda n: ngettext("{number} gatherer", "{number} gatherers", n),
    "fisher": lambda n: ngettext("{number} fisher", "{number} fishers", n),
    "hut": lambda n: ngettext("{number} hut", "{number} huts", n),
}

_MARKS: Final[Mapping[str, Count]] = {
    "pennants": lambda n: ngettext("{number} pennant", "{number} pennants", n),
    "scrolls": lambda n: ngettext("{number} scroll", "{number} scrolls", n),
    "oases": lambda n: ngettext("{number} oasis", "{number} oases", n),
    "sheep": lambda n: ngettext("{number} sheep", "{number} sheep", n),
    "wolves": lambda n: ngettext("{number} wolf", "{number} wolves", n),
    "fish": lambda n: ngettext("{number} fish", "{number} fish", n),
    "gold": lambda n: ngettext("{number} gold nugget", "{number} gold nuggets", n),
    "mushrooms": lambda n: ngettext("{number} mushrooms", "{number} mushrooms", n),
    "deer": lambda n: ngettext("{number} deer", "{number} deer", n),
    "mammoth": lambda n: ngettext("{number} mammoth", "{number} mammoths", n),
    "tiger": lambda n: ngettext("{number} tiger", "{number} tigers", n),
    "aurochs": lambda n: ngettext("{number} aurochs", "{number} aurochs", n),
    "fire": lambda n: ngettext("{number} fire", "{number} fires", n),
    "shrine": lambda n: ngettext("{number} shrine", "{number} shrines", n),
}

_TERMS: Final[Mapping[str, Count]] = {
    **{name: _MARKS[name] for name in ("pennants", "scrolls", "oases", "sheep", "fish")},
    **{name: _MARKS[name] for name in ("mushrooms", "deer", "mammoth", "aurochs")},
    "tiles": lambda n: ngettext("{number} tile", "{number} tiles", n),
    "sections": lambda n: ngettext("{number} section", "{number} sections", n),
    "cities": lambda n: ngettext("{number} finished city", "{number} finished cities", n),
    "temple": lambda n: ngettext("{number} temple", "{number} temples", n),
    "followers": _KINDS[Kind.FOLLOWER],
    "tiger": lambda n: ngettext(
        "{number} deer eaten by a tiger", "{number} deer eaten by tigers", n
    ),
    "wolves": lambda n: ngettext(
        "{number} sheep taken by a wolf", "{number} sheep taken by wolves", n
    ),
}
"""By the name of a summand of a score; what a beast takes is not the beast."""


def terrain(which: Terrain) -> str:
    """``forest``."""
    return _(_TERRAINS[which][0])


def a_terrain(which: Terrain) -> str:
    """``a forest``."""
    return _(_TERRAINS[which][1])


def feature(kind: str) -> str:
    """``river system``, for a layer or a kind of score."""
    return _(_FEATURES[kind][0])


def a_feature(kind: str) -> str:
    """``a river system``."""
    return _(_FEATURES[kind][1])


def heading(kind: str) -> str:
    """``River systems``."""
    return _(_FEATURES[kind][2])


def role(name: str) -> str:
    """``hunter``."""
    return _(_ROLES[name][0])


def a_role(name: str) -> str:
    """``a hunter``."""
    return _(_ROLES[name][1])


def figures(name: str, number: int) -> str:
    """``2 hunters``, for a role."""
    return _FIGURES[name](number)


def side(which: Side) -> str:
    """``north``."""
    return _(_SIDES[which])


def mark(name: str, number: int) -> str:
    """``2 deer``, ``1 mammoth``: something printed on tiles."""
    return _MARKS[name](number)


def term(name: str, number: int) -> str:
    """``3 sections``, ``1 deer eaten by a tiger``: what a summand of a score counts."""
    return _TERMS[name](number)


def piece_kind(kind: Kind, number: int) -> str:
    """``2 huts``."""
    return _KINDS[kind](number)


def piece_kind_name(kind: Kind) -> str:
    """``hut``."""
    return _(_KIND_NAMES[kind])


def switch(name: str) -> str:
    """What a switch of a game is about."""
    return _(_SWITCHES[name])


def value(name: str) -> str:
    """A value of a switch."""
    return _(VALUES[name])
