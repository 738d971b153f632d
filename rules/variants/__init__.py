"""The games there are, by the name a record gives them."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from rules.errors import RulesError
from rules.game import Rulebook, Ruleset
from rules.variants import hunters

GAMES: Final[Mapping[str, Callable[[], Ruleset]]] = {
    "hunters": hunters.ruleset,
}


@cache
def rulebook(name: str) -> Rulebook:
    """The rules of a game ready to play; RulesError names the games there are."""
    if name not in GAMES:
        raise RulesError(f"there is no game {name!r}; there are {', '.join(GAMES)}")
    return Rulebook.of(GAMES[name]())
