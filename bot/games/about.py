"""What is said about each game: its full name, what to know of its rules, its figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.games import nouns
from bot.table.table import JOINED, Settings
from bot.text.i18n import N_, _
from rules.moves import LayFerry, Move, SetArk, TurnFerry, Walk


@dataclass(frozen=True, slots=True)
class About:
    """A game in words; ``notes`` stand in its header, ``figures`` in its help.

    ``own`` are the kinds of moves that have a command of their own and not every game has.
    """

    title: str
    notes: tuple[str, ...]
    figures: tuple[str, ...]
    own: frozenset[type[Move]] = frozenset()


_BASE_FIGURES: Final = (
    N_(
        "**knight** in a city: 2 a tile and 2 a pennant when it is finished (a city of two tiles: "
        "1 each)"
    ),
    N_("**thief** on a road: 1 a tile when both ends are closed, or it is a loop"),
    N_("**monk** in a monastery: 9 when all eight tiles around it lie"),
    N_(
        "**farmer** in a field, to the end: each finished city pays 4 to who has the most farmers "
        "in all the fields that touch it"
    ),
    N_("Unfinished at the end: 1 a tile and 1 a pennant."),
)
_BASE_NOTE: Final = N_(
    "First-edition scoring: a finished city of two tiles is 2 points; each finished city pays "
    "4 points to the most farmers in all fields around it; 7 followers."
)

ABOUT: Final[Mapping[str, About]] = {
    "hunters": About(
        N_("Carcassonne: Hunters and Gatherers"),
        (N_("First edition: forests and rivers count by section, 5 followers and 2 huts."),),
        (
            N_(
                "**gatherer** in a forest: 2 a section and 2 for mushrooms when it is closed; who "
                "closes a forest with gold plays a bonus tile"
            ),
            N_(
                "**fisher** on a river: 1 a section when both ends are closed, and 1 a fish in the "
                "lakes there"
            ),
            N_("**hunter** in a meadow, to the end: 2 an animal; each tiger eats one deer"),
            N_("**hut** on a river or lake, to the end: 1 a fish in the whole river system"),
            N_("Unfinished at the end: nothing."),
        ),
    ),
    "base": About(N_("Carcassonne"), (_BASE_NOTE,), _BASE_FIGURES),
    "base+ferries": About(
        N_("Carcassonne with The Ferries"),
        (_BASE_NOTE, N_("A ferry is laid on every new lake.")),
        (
            *_BASE_FIGURES,
            N_(
                "**Ferries**: a new lake gets a ferry between two of its roads (`/ferry b d`); the "
                "other roads end at their quays. Extending a road lets you turn the first ferry "
                "along it (`/turn 2 0 b c`), each once a turn; `/pass` when done."
            ),
        ),
        frozenset({LayFerry, TurnFerry}),
    ),
    "ark": About(
        N_("The Ark of the Covenant"),
        (
            N_(
                "First edition. The tiles are a reconstruction from published facts, not the "
                "original mix."
            ),
        ),
        (
            N_("**knight** in a city: 2 a tile and 2 a scroll when it is finished"),
            N_(
                "**prophet** in a city, once a game: counts as one follower and doubles its "
                "owner's points"
            ),
            N_(
                "**thief** on a road: 1 a tile and 1 an oasis when both ends are closed, or it is "
                "a loop"
            ),
            N_("**shepherd** in a field, to the end: 2 a sheep, each wolf takes one"),
            N_(
                "**temple**: when its four neighbours lie, 7 to who has the most followers on "
                "those five tiles"
            ),
            N_(
                "**Ark**: set by who finishes the first city (`/ark 2 0`); then, instead of a "
                "figure, it may walk one to five tiles (`/walk n e e`): 1 point to its owner for "
                "each follower it comes to"
            ),
            N_("Unfinished at the end: temples 3, then 1 a tile, scroll and oasis."),
        ),
        frozenset({SetArk, Walk}),
    ),
}


def title(name: str) -> str:
    """The full name of a game."""
    return _(ABOUT[name].title)


def note(name: str) -> str:
    """What to know of a game's rules, in a sentence or two."""
    return " ".join(map(_, ABOUT[name].notes))


def figures(name: str) -> str:
    """What each figure of a game earns, a line each."""
    return "\n".join(map(_, ABOUT[name].figures))


def header(name: str, options: Mapping[str, str], settings: Settings) -> str:
    """The lines that head a game: its name, what to know, its switches and settings."""
    lines = [f"## {title(name)}", note(name)]
    for switch, value in options.items():
        said = nouns.switch(switch), nouns.value(value)
        lines.append(_("Switch: {switch}: {value}", switch=said[0], value=said[1]))
    if settings.order == JOINED:
        lines.append(_("Seats in the order of joining."))
    if settings.purist:
        lines.append(_("Purist: no list of tiles, no odds, no owner view, no projected points."))
    return "\n".join(lines)


def has(name: str, move: Move) -> bool:
    """Whether a move is one of a game's at all."""
    others = frozenset[type[Move]]().union(*(about.own for about in ABOUT.values()))
    return type(move) not in others - ABOUT[name].own
