"""The parts there are, and the games that they make: a game is a set of parts that fit together.

Its name is its parts in the order of the registry, joined by ``+``.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Final

from rules.editions import CURRENT, Edition, edition
from rules.errors import RulesError
from rules.parts import Part
from rules.ruleset import Rulebook, Ruleset
from rules.variants import ark, base, ferries, hunters, inns, river, traders

PARTS: Final[dict[str, Part]] = {
    part.name: part
    for part in (
        hunters.PART,
        base.PART,
        ferries.PART,
        inns.PART,
        traders.PART,
        river.PART,
        ark.PART,
    )
}
"""The registry: every part by its name, in canonical order."""


def games() -> tuple[str, ...]:
    """The names of all games: each part that begins one, alone and with what adds to it."""
    return tuple(_games())


def _games() -> Iterator[str]:
    for part in PARTS.values():
        if part.extends:
            continue
        more = [other.name for other in PARTS.values() if other.extends == part.name]
        for size in range(len(more) + 1):
            for added in combinations(more, size):
                yield "+".join((part.name, *added))


def games_by_part() -> tuple[str, ...]:
    """The games that show every part: each that begins one alone, each other with that alone."""
    return tuple(
        f"{part.extends}+{part.name}" if part.extends else part.name for part in PARTS.values()
    )


def starting_parts() -> tuple[str, ...]:
    """The parts that begin a game, each a game by itself."""
    return tuple(name for name, part in PARTS.items() if not part.extends)


def starting_part(game: str) -> str:
    """The part that begins a game; RulesError says what games there are."""
    return next(part.name for part in parts_of(game) if not part.extends)


def available_additions(game: str) -> tuple[str, ...]:
    """The parts that can be added to what begins a game, those it has among them."""
    begun = starting_part(game)
    return tuple(name for name, part in PARTS.items() if part.extends == begun)


def combine_parts(begun: str, added: Iterable[str]) -> str:
    """The game that a part begins with others added, in whatever order; RulesError if none is."""
    wanted = {begun, *added}
    known = [name for name in PARTS if name in wanted]
    game = "+".join([*known, *sorted(wanted - {*known})])
    parts_of(game)
    return game


def _game_patterns() -> Iterator[str]:
    """Each beginning with what may be added in brackets: ``base[+ferries][+inns]``."""
    for name in starting_parts():
        more = (part.name for part in PARTS.values() if part.extends == name)
        yield name + "".join(f"[+{addition}]" for addition in more)


def parts_of(game: str) -> tuple[Part, ...]:
    """The parts of a game by its name; RulesError names the games there are."""
    names = game.split("+")
    parts = tuple(part for name, part in PARTS.items() if name in names)
    begins = [part for part in parts if not part.extends]
    fitting = len(begins) == 1 and all(part.extends in ("", begins[0].name) for part in parts)
    if not fitting or [part.name for part in parts] != names:
        raise RulesError(f"there is no game {game!r}; there are {', '.join(_game_patterns())}")
    return parts


def switches(game: str) -> Mapping[str, tuple[str, ...]]:
    """The switches of a game and what each may be; the first value goes without saying."""
    return {name: values for part in parts_of(game) for name, values in part.switches.items()}


def rulebook(
    game: str, options: Mapping[str, str] | None = None, number: int = CURRENT.number
) -> Rulebook:
    """The rules of a game ready to play, with some switches set, under an edition.

    RulesError for what cannot be.
    """
    known = switches(game)
    chosen = {switch: values[0] for switch, values in known.items()}
    for switch, value in (options or {}).items():
        if switch not in known:
            raise RulesError(f"{game} has no switch {switch!r}")
        if value not in known[switch]:
            raise RulesError(f"{switch!r} is one of {', '.join(known[switch])}, not {value!r}")
        chosen[switch] = value
    return _rulebook_of_edition(parts_of(game), tuple(chosen.items()), edition(number))


def ruleset(parts: tuple[Part, ...], chosen: Mapping[str, str]) -> Ruleset:
    """The ruleset that parts make together, each in its turn."""
    made = Ruleset(edition=CURRENT)
    for part in parts:
        made = replace(
            part.make(made, chosen), parts=(*made.parts, part.name), moves=made.moves + part.moves
        )
    return made


@cache
def _rulebook_of_edition(
    parts: tuple[Part, ...], chosen: tuple[tuple[str, str], ...], wanted: Edition
) -> Rulebook:
    book = _compiled_rulebook(parts, chosen)
    return book if wanted == CURRENT else book.under(wanted)


@cache
def _compiled_rulebook(parts: tuple[Part, ...], chosen: tuple[tuple[str, str], ...]) -> Rulebook:
    return Rulebook.of(ruleset(parts, dict(chosen)))
