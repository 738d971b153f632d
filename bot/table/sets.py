"""Which parts a game is made of: said as its table is opened, changed in its lobby.

What does not go together is refused before anything is opened.
"""

from collections.abc import Iterable, Mapping

from bot.table.checks import in_lobby
from bot.table.entries import Choose
from bot.table.refusals import Refusal
from bot.table.table import Table
from rules.variants import PARTS, additions, beginning, parts_of, rulebook, switches, together


def composed(name: str, added: Iterable[str]) -> str:
    """A game with sets added to it, each once. RulesError for a game or a set there is not."""
    return together(beginning(name), [*name.split("+"), *added])


def may_have_sets(name: str) -> None:
    """A game to which sets can be added; a refusal names the others."""
    if not additions(name):
        others = {part.extends for part in PARTS.values()} - {""}
        raise Refusal("plays-alone", game=beginning(name), games=sorted(others))


def may_be_opened(name: str, seats: int, options: Mapping[str, str]) -> None:
    """A table for as many as the game is for, with switches that it has.

    RulesError for a game there is not, or a value.
    """
    for switch in options:
        if switch not in switches(name):
            may_have_sets(name)
            [owner] = (part.name for part in PARTS.values() if switch in part.switches)
            raise Refusal("not-without", switch=switch, sets=[owner], typed=owner)
    allowed = rulebook(name, options).ruleset.seats
    if seats not in allowed:
        facts = {"low": allowed.start, "high": allowed.stop - 1}
        for part in additions(name):
            if seats in rulebook(composed(name, [part])).ruleset.seats:
                raise Refusal("seats-with", sets=[part], typed=part, **facts)
        raise Refusal("seats", **facts)


def may_choose(table: Table, user: int, part: str, *, on: bool) -> Choose:
    """The host of a lobby, for a set the game can have; gives the entry that puts it on or off.

    Not while more are seated than the game would be for.
    """
    in_lobby(table)
    if user != table.host:
        raise Refusal("host-chooses", host=table.host)
    there = [each.name for each in parts_of(table.name)]
    if part not in additions(table.name) or (part in there) == on:
        raise Refusal("late")
    game = composed(table.name, [part])
    if not on:
        game = together(beginning(table.name), [each for each in there if each != part])
    most, seated = rulebook(game).ruleset.seats.stop - 1, len(table.players)
    if seated > most:
        raise Refusal("too-many", sets=[part], high=most, seated=seated)
    return Choose(game)
