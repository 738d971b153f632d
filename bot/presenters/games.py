"""What is said about each game: its full name, what to know of its rules, its figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class About:
    """A game in words; ``note`` stands in its header."""

    title: str
    note: str
    figures: str


_BASE_FIGURES: Final = """\
**knight** in a city: 2 a tile and 2 a pennant when it is finished (a city of two tiles: 1 each)
**thief** on a road: 1 a tile when both ends are closed, or it is a loop
**monk** in a monastery: 9 when all eight tiles around it lie
**farmer** in a field, to the end: each finished city pays 4 to who has the most farmers in all \
the fields that touch it
Unfinished at the end: 1 a tile and 1 a pennant."""

_BASE_NOTE: Final = (
    "First-edition scoring: a finished city of two tiles is 2 points; each finished city pays "
    "4 points to the most farmers in all fields around it; 7 followers."
)

ABOUT: Final[Mapping[str, About]] = {
    "hunters": About(
        "Carcassonne: Hunters and Gatherers",
        "First edition: forests and rivers count by section, 5 followers and 2 huts.",
        """\
**gatherer** in a forest: 2 a section and 2 for mushrooms when it is closed; who closes a forest \
with gold plays a bonus tile
**fisher** on a river: 1 a section when both ends are closed, and 1 a fish in the lakes there
**hunter** in a meadow, to the end: 2 an animal; each tiger eats one deer
**hut** on a river or lake, to the end: 1 a fish in the whole river system
Unfinished at the end: nothing.""",
    ),
    "base": About("Carcassonne", _BASE_NOTE, _BASE_FIGURES),
    "base+ferries": About(
        "Carcassonne with The Ferries",
        _BASE_NOTE + " A ferry is laid on every new lake.",
        _BASE_FIGURES
        + """
**Ferries**: a new lake gets a ferry between two of its roads (`/ferry b d`); the other roads end \
at their quays. Extending a road lets you turn the first ferry along it (`/turn 2 0 b c`), each \
once a turn; `/pass` when done.""",
    ),
    "ark": About(
        "The Ark of the Covenant",
        "First edition. The tiles are a reconstruction from published facts, not the original mix.",
        """\
**knight** in a city: 2 a tile and 2 a scroll when it is finished
**prophet** in a city, once a game: counts as one follower and doubles its owner's points
**thief** on a road: 1 a tile and 1 an oasis when both ends are closed, or it is a loop
**shepherd** in a field, to the end: 2 a sheep, each wolf takes one
**temple**: when its four neighbours lie, 7 to who has the most followers on those five tiles
**Ark**: set by who finishes the first city (`/ark 2 0`); then, instead of a figure, it may walk \
one to five tiles (`/walk n e e`): 1 point to its owner for each follower it comes to
Unfinished at the end: temples 3, then 1 a tile, scroll and oasis.""",
    ),
}


def title(name: str) -> str:
    """The full name of a game."""
    return ABOUT[name].title


def header(name: str, options: Mapping[str, str]) -> str:
    """The lines that head a game: its name, what to know, its switches."""
    lines = [f"## {title(name)}", ABOUT[name].note]
    lines += [f"Switch: {switch}: {value}" for switch, value in options.items()]
    return "\n".join(lines)
