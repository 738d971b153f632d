"""The sets that can be added to a game: their titles, and reading several typed at once.

A set is a part that extends another; it is typed by its name or by a word of its title in any
language, in any order, with any signs between.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

from bot.games.parts import PART_WORDS
from bot.text.i18n import LANGUAGES, _, normalise, pgettext, use_language
from bot.text.message import MAX_SUGGESTIONS
from rules.variants import available_additions, starting_part

MIN_PREFIX_LETTERS: Final = 3
"""The letters of a word that are enough, if only one set has a word that begins with them."""


@dataclass(frozen=True, slots=True)
class TypedSets:
    """The sets named by a typed text in canonical order, and its words that name none."""

    sets: tuple[str, ...]
    unknown: tuple[str, ...] = ()


def set_title(part: str) -> str:
    """The title of a set after *with* in the title of a game."""
    return _(PART_WORDS[part].title)


def set_titles(sets: Iterable[str]) -> str:
    """``The Ferries, Inns & Cathedrals``, which can be typed as well."""
    return ", ".join(map(set_title, sets))


def sets_with_figure(figure: str, game: str) -> tuple[str, ...]:
    """The sets missing from a game that bring a figure, named in any language."""
    played, wanted = game.split("+"), normalise(figure)
    lacking = [part for part in available_additions(game) if part not in played]
    return tuple(part for part in lacking if wanted in _figure_names(part))


@cache
def _figure_names(part: str) -> frozenset[str]:
    """The names of a set's figures, in the notation and in each language."""
    roles = PART_WORDS[part].nouns.roles
    names = {normalise(name) for name in roles}
    for language in LANGUAGES:
        with use_language(language):
            names |= {normalise(_(words.name)) for words in roles.values()}
    return frozenset(names)


def read_typed_sets(typed: str, game: str) -> TypedSets:
    """Read the sets for a game from a typed text; words that describe that game are ignored."""
    owners = _sets_by_word(game)
    named: set[str] = set()
    unknown = []
    for word in normalise(typed).split():
        sets = owners.get(word)
        if sets is None:
            sets = _sets_by_prefix(word, owners) if len(word) >= MIN_PREFIX_LETTERS else frozenset()
            if len(sets) != 1:
                unknown.append(word)
        if len(sets) == 1:
            named |= sets
    return TypedSets(
        tuple(part for part in available_additions(game) if part in named), tuple(unknown)
    )


def suggested_sets(typed: str, game: str) -> list[tuple[str, ...]]:
    """The sets that a typed text may mean, the fewest first; at most MAX_SUGGESTIONS.

    Each has all the sets that were understood. If the last word names none yet, it is completed in
    every possible way, or by every set if there is none.
    """
    typed_sets, additions = read_typed_sets(typed, game), available_additions(game)
    late = (
        _sets_by_prefix(typed_sets.unknown[-1], _sets_by_word(game))
        if typed_sets.unknown
        else frozenset()
    )
    combinations_of_sets = (
        sets for size in range(1, len(additions) + 1) for sets in combinations(additions, size)
    )
    return [
        sets
        for sets in combinations_of_sets
        if set(typed_sets.sets) <= set(sets) and (not late or late & set(sets))
    ][:MAX_SUGGESTIONS]


def _sets_by_prefix(begun: str, owners: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The sets with a word that begins with the text."""
    return frozenset().union(*(sets for word, sets in owners.items() if word.startswith(begun)))


def _sets_by_word(game: str) -> Mapping[str, frozenset[str]]:
    """By each word that can be typed, the set it names; empty where it names more than one."""
    return _build_sets_by_word(starting_part(game), available_additions(game))


@cache
def _build_sets_by_word(begun: str, sets: tuple[str, ...]) -> Mapping[str, frozenset[str]]:
    words: dict[str, set[str]] = {}
    for language in LANGUAGES:
        with use_language(language):
            for part in sets:
                for word in normalise(f"{part} {set_title(part)}").split():
                    words.setdefault(word, set()).add(part)
            # Words that may stand between the names of sets.
            idle = pgettext("typed", "and with the")
            for word in normalise(f"{begun} {_(PART_WORDS[begun].title)} {idle}").split():
                words[word] = set()
    return {word: frozenset(own if len(own) == 1 else ()) for word, own in words.items()}
