"""The registry of parts: the games that they combine into, and the rulebook of each game.

The name of a game is its parts in the order of the registry, joined by ``+``.
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
"""All parts by name, in canonical order."""


def games() -> tuple[str, ...]:
    """Each starting part, alone and with every set of its additions."""
    return tuple(_games())


def _games() -> Iterator[str]:
    for part in PARTS.values():
        if part.extends:
            continue
        addition_names = [other.name for other in PARTS.values() if other.extends == part.name]
        for size in range(len(addition_names) + 1):
            for added in combinations(addition_names, size):
                yield "+".join((part.name, *added))


def games_by_part() -> tuple[str, ...]:
    """A game for each part: a starting part alone, an addition with its starting part."""
    return tuple(
        f"{part.extends}+{part.name}" if part.extends else part.name for part in PARTS.values()
    )


def starting_parts() -> tuple[str, ...]:
    """Parts that begin a game; each is a game by itself."""
    return tuple(name for name, part in PARTS.items() if not part.extends)


def starting_part(game: str) -> str:
    """Raise RulesError, naming the games, for an unknown game."""
    return next(part.name for part in parts_of(game) if not part.extends)


def available_additions(game: str) -> tuple[str, ...]:
    """Parts that can be, or have been, added to a game's starting part."""
    begun = starting_part(game)
    return tuple(name for name, part in PARTS.items() if part.extends == begun)


def combine_parts(starting: str, added: Iterable[str]) -> str:
    """Raise RulesError if there is no such game."""
    names = {starting, *added}
    known_parts = [name for name in PARTS if name in names]
    game = "+".join([*known_parts, *sorted(names - {*known_parts})])
    parts_of(game)
    return game


def _game_patterns() -> Iterator[str]:
    """Game names, with additions in brackets: ``base[+ferries][+inns]``."""
    for name in starting_parts():
        addition_names = (part.name for part in PARTS.values() if part.extends == name)
        yield name + "".join(f"[+{addition}]" for addition in addition_names)


def parts_of(game: str) -> tuple[Part, ...]:
    """Raise RulesError, naming the games, for an unknown game."""
    names = game.split("+")
    parts = tuple(part for name, part in PARTS.items() if name in names)
    begins = [part for part in parts if not part.extends]
    fitting = len(begins) == 1 and all(part.extends in ("", begins[0].name) for part in parts)
    if not fitting or [part.name for part in parts] != names:
        raise RulesError(f"there is no game {game!r}; there are {', '.join(_game_patterns())}")
    return parts


def option_values(game: str) -> Mapping[str, tuple[str, ...]]:
    """The options with their values, the default first."""
    return {name: values for part in parts_of(game) for name, values in part.option_values.items()}


def rulebook(
    game: str, options: Mapping[str, str] | None = None, number: int = CURRENT.number
) -> Rulebook:
    """Raise RulesError for an unknown game, option, value or edition."""
    known = option_values(game)
    chosen = {option: values[0] for option, values in known.items()}
    for option, value in (options or {}).items():
        if option not in known:
            raise RulesError(f"{game} has no option {option!r}, only {', '.join(known) or 'none'}")
        if value not in known[option]:
            raise RulesError(f"{option!r} is one of {', '.join(known[option])}, not {value!r}")
        chosen[option] = value
    return _rulebook_of_edition(parts_of(game), tuple(chosen.items()), edition(number))


def ruleset(parts: tuple[Part, ...], chosen: Mapping[str, str]) -> Ruleset:
    """Apply the parts in order."""
    result = Ruleset(edition=CURRENT)
    for part in parts:
        sealed = {
            option: chosen[option]
            for option, values in part.option_values.items()
            if part.seals_defaults or chosen[option] != values[0]
        }
        result = replace(
            part.make(result, chosen),
            parts=(*result.parts, part.name),
            moves=result.moves + part.moves,
            options={**result.options, **sealed},
        )
    return result


@cache
def _rulebook_of_edition(
    parts: tuple[Part, ...], chosen: tuple[tuple[str, str], ...], edition_wanted: Edition
) -> Rulebook:
    book = _compiled_rulebook(parts, chosen)
    return book if edition_wanted == CURRENT else book.under_edition(edition_wanted)


@cache
def _compiled_rulebook(parts: tuple[Part, ...], chosen: tuple[tuple[str, str], ...]) -> Rulebook:
    return Rulebook.of(ruleset(parts, dict(chosen)))
