"""Settings and game sets in words, the reading of typed sets, and menus that change them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Final

from bot.parts import PART_WORDS
from bot.table.settings import (
    AIDS,
    ALL,
    CONSENT,
    FEATURES,
    FREE,
    GAME,
    JOINED,
    LANGUAGE,
    NEVER_UNDO,
    OWN_THREAD,
    SEATS,
    TABLE,
    WINDOW,
    YES,
    Choices,
    Setting,
    Settings,
    schema_of,
)
from bot.table.table import Table
from bot.text.i18n import ENGLISH, LANGUAGES, N_, _, normalise, pgettext, use_language
from bot.text.message import MAX_SUGGESTIONS, MENU_LINE_LIMIT, Menu, MenuLine, truncate
from bot.text.names import THE_CHANNEL
from bot.words import nouns
from bot.words.actions import ButtonAction, page_lines
from rules.variants import (
    PARTS,
    available_additions,
    option_values,
    rulebook,
    starting_part,
    starting_parts,
)

MIN_PREFIX_LETTERS: Final = 3
"""The letters of a word that are enough, if only one set has a word that begins with them."""


@dataclass(frozen=True, slots=True)
class TypedSets:
    """Sets named by a typed text in canonical order, and its unknown words."""

    sets: tuple[str, ...]
    unknown: tuple[str, ...] = ()


def set_title(part: str) -> str:
    return _(PART_WORDS[part].title)


def set_titles(sets: Iterable[str]) -> str:
    """``The Ferries, Inns & Cathedrals``, which can be typed."""
    return ", ".join(map(set_title, sets))


def sets_with_figure(figure: str, game: str) -> tuple[str, ...]:
    """Sets missing from a game that bring a figure, named in any language."""
    played, wanted = game.split("+"), normalise(figure)
    lacking = [part for part in available_additions(game) if part not in played]
    return tuple(part for part in lacking if wanted in _figure_names(part))


@cache
def _figure_names(part: str) -> frozenset[str]:
    """A set's figures, in the notation and in each language."""
    roles = PART_WORDS[part].nouns.roles
    names = {normalise(name) for name in roles}
    for language in LANGUAGES:
        with use_language(language):
            names |= {normalise(_(words.name)) for words in roles.values()}
    return frozenset(names)


def read_typed_sets(typed: str, game: str) -> TypedSets:
    """Sets named by a text; words that describe the game itself are ignored."""
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
    """Sets that a text may mean, the fewest first; at most MAX_SUGGESTIONS.

    Each has all sets understood. If the last word names none yet, it is completed in every way, or
    by every set.
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
    return frozenset().union(*(sets for word, sets in owners.items() if word.startswith(begun)))


def _sets_by_word(game: str) -> Mapping[str, frozenset[str]]:
    """The set named by each typed word; empty where it names more than one."""
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


DEFAULT_GAME: Final = next(part.extends for part in PARTS.values() if part.extends)
"""The game of a new table where none was played and none is chosen: one that takes expansions."""


def game_setting() -> Setting:
    """A new table's game, without expansions."""
    titles = {name: PART_WORDS[name].title for name in starting_parts()}
    return Setting(GAME, N_("Game"), titles, DEFAULT_GAME)


def table_schema() -> Mapping[str, Setting]:
    """The settings by key, the games' options included."""
    options = map(option_setting, nouns.option_words())
    usual = (one for key, one in TABLE.items() if key != WINDOW)
    return schema_of(game_setting(), *usual, OWN_THREAD, *options)


def server_schema() -> Mapping[str, Setting]:
    return {**table_schema(), **FEATURES}


def option_setting(name: str) -> Setting:
    """An option by its name in the rules, whichever game has it."""
    values = next(part.option_values[name] for part in PARTS.values() if name in part.option_values)
    words = nouns.option_words()[name]
    messages = {value: nouns.option_value_message(value) for value in values}
    return Setting(words.command_option, words.name, messages, values[0])


def option_of(key: str) -> str:
    """An option's name in the rules; other keys unchanged."""
    names = (name for name, words in nouns.option_words().items() if words.command_option == key)
    return next(names, key)


def lobby_choices(table: Table) -> Choices:
    """A lobby's game, seats, settings and options."""
    seats = {str(number): str(number) for number in rulebook(table.name).ruleset.seats}
    own = {name: option_setting(name) for name in option_values(table.name)}
    usual = {LANGUAGE: ENGLISH, AIDS: YES}
    schema = schema_of(
        game_setting(),
        Setting(SEATS, N_("Seats"), seats, next(iter(seats))),
        *(
            replace(one, default=usual.get(key, one.default))
            for key, one in TABLE.items()
            if key != WINDOW or THE_CHANNEL in table.players
        ),
        *own.values(),
    )
    values = {GAME: starting_part(table.name), SEATS: str(table.seat_count)}
    values |= {
        key: value for key in TABLE if key in schema and (value := table.settings.value(key))
    }
    values |= {own[name].key: value for name, value in table.options.items() if name in own}
    return Choices(schema, values)


def setting_text(choices: Choices, key: str) -> str:
    """``Pace: no clock``."""
    return _named(choices, key, choices.text(key))


def setting_menu(
    choices: Choices, key: str, action: Callable[..., ButtonAction], name: str = ""
) -> Menu:
    """``action`` makes a line's action from the key and a value.

    ``name`` is the menu's, if it is not the key.
    """
    return Menu(choices.schema[key].heading, tuple(_lines(choices, key, action)), name or key)


def shared_menu(
    placeholder: str,
    choices: Choices,
    keys: Iterable[str],
    action: Callable[..., ButtonAction],
    name: str = "more",
    *,
    pages: Callable[[int], str] | None = None,
    page: int = 1,
) -> Menu:
    """Values of several settings, the current ones marked.

    ``pages`` makes the action that opens another ``page``; None for values that fit on one.
    """
    lines = [
        MenuLine(line.label, line.action, _("current setting") if line.chosen else "")
        for key in keys
        for line in _lines(choices, key, action)
    ]
    shown = page_lines(lines, page, pages, places=False) if pages is not None else tuple(lines)
    return Menu(placeholder, shown, name)


def _lines(choices: Choices, key: str, action: Callable[..., ButtonAction]) -> Iterator[MenuLine]:
    """The current value is chosen: none if it is unknown.

    A default that is none of the values comes first, as does a typed value.
    """
    setting, now = choices.schema[key], choices.of(key)
    is_known = choices.unknown(key) is None
    if setting.default not in setting.values:
        label = _named(choices, key, _(setting.usual))
        yield MenuLine(label, str(action(key)), chosen=is_known and now == setting.default)
    elif now not in setting.values:
        yield MenuLine(setting_text(choices, key), str(action(key, now)), chosen=True)
    for value, message in setting.values.items():
        yield MenuLine(
            _named(choices, key, _(message)),
            str(action(key, value)),
            _(setting.notes[value]) if value in setting.notes else "",
            chosen=is_known and value == now,
        )


def _named(choices: Choices, key: str, value: str) -> str:
    label = _("{title}: {value}", title=choices.schema[key].heading, value=value)
    return truncate(label, MENU_LINE_LIMIT)


_TIME_CONTROL_LINES: Final[Mapping[str, str]] = {
    "live": N_("🕐 Live: 25 minutes each, plus 30 seconds per move"),
    "day": N_("🕐 One day per move"),
    "week": N_("🕐 One week per move"),
}

_UNDO_POLICY_LINES: Final[Mapping[str, str]] = {
    FREE: N_("You can undo until another player moves, then if everyone agrees"),
    CONSENT: N_("You can undo only if everyone agrees"),
    NEVER_UNDO: N_("No undo"),
}


def changed_option_lines(options: Mapping[str, str], settings: Settings) -> list[str]:
    """Unusual options, a sentence each."""
    lines = []
    for option, value in options.items():
        name, shown_value = nouns.option_name(option), nouns.option_value(value)
        lines.append(_("{switch}: {value}", switch=name, value=shown_value))
    if settings.seat_order == JOINED:
        lines.append(_("Turn order: as joined"))
    policies = (_TIME_CONTROL_LINES.get(settings.pace), _UNDO_POLICY_LINES.get(settings.undo))
    lines += [_(line) for line in policies if line is not None]
    if settings.votes == ALL:
        lines.append(_("All must agree in votes"))
    if not settings.standing_orders:
        lines.append(_("No standing orders"))
    if not settings.has_aids:
        lines.append(_("Hints and aids: no (no hints, odds, tile list or projected points)"))
    return lines
