"""The games there are, by the name a record gives them, and the switches each of them has."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from rules.errors import RulesError
from rules.ruleset import Rulebook, Ruleset
from rules.variants import ark, base, hunters
from rules.variants.ferries import MIXES, with_ferries


@dataclass(frozen=True, slots=True)
class Variant:
    """A game: how its ruleset is made from its switches, and what each switch may be.

    The first value of a switch is the one that goes without saying.
    """

    make: Callable[[Mapping[str, str]], Ruleset]
    switches: Mapping[str, tuple[str, ...]]


FERRIES: Final = "ferries"
CLOISTER: Final = "cloister extends ferry roads"

GAMES: Final[Mapping[str, Variant]] = {
    "hunters": Variant(lambda chosen: hunters.ruleset(), {}),
    "base": Variant(lambda chosen: base.ruleset(), {}),
    "base+ferries": Variant(
        lambda chosen: with_ferries(chosen[FERRIES], chosen[CLOISTER] == "yes")(base.ruleset()),
        {FERRIES: MIXES, CLOISTER: ("yes", "no")},
    ),
    "ark": Variant(lambda chosen: ark.ruleset(), {}),
}


def variant(name: str) -> Variant:
    """A game by name; RulesError names the games there are."""
    if name not in GAMES:
        raise RulesError(f"there is no game {name!r}; there are {', '.join(GAMES)}")
    return GAMES[name]


def rulebook(name: str, options: Mapping[str, str] | None = None) -> Rulebook:
    """The rules of a game ready to play, with some switches set; RulesError for what cannot be."""
    switches = variant(name).switches
    chosen = {switch: values[0] for switch, values in switches.items()}
    for switch, value in (options or {}).items():
        if switch not in switches:
            raise RulesError(f"{name} has no switch {switch!r}")
        if value not in switches[switch]:
            raise RulesError(f"{switch!r} is one of {', '.join(switches[switch])}, not {value!r}")
        chosen[switch] = value
    return _opened(name, tuple(chosen.items()))


@cache
def _opened(name: str, chosen: tuple[tuple[str, str], ...]) -> Rulebook:
    return Rulebook.of(GAMES[name].make(dict(chosen)))
