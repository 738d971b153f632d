"""Texts about a game: title, notes, figures, settings, and events of its parts."""

from collections.abc import Iterable, Mapping
from typing import Final

from bot.parts import PART_WORDS, MissingWords, part_words
from bot.table.settings import ALL, CONSENT, DEFAULT_POLICY, FREE, JOINED, NEVER_UNDO, YES, Settings
from bot.text.i18n import N_, _, join_list
from bot.text.names import Names
from bot.words import nouns
from rules.game import Game
from rules.story import Event

_TIME_CONTROL_LINES: Final[Mapping[str, str]] = {
    "live": N_("🕐 Live: 25 minutes each, plus 30 seconds per move"),
    "day": N_("🕐 One day per move"),
    "week": N_("🕐 One week per move"),
}


def time_control_line(pace: str) -> str:
    """Return "" without a clock."""
    return _(_TIME_CONTROL_LINES[pace]) if pace in _TIME_CONTROL_LINES else ""


_UNDO_POLICY_LINES: Final[Mapping[str, str]] = {
    FREE: N_("You can undo until another player moves, then if everyone agrees"),
    CONSENT: N_("You can undo only if everyone agrees"),
    NEVER_UNDO: N_("No undo"),
}
_UNDO_HINTS: Final[Mapping[str, str]] = {
    DEFAULT_POLICY: N_("You can undo for 2 minutes, until another player moves."),
    FREE: N_("You can undo until another player moves."),
    CONSENT: N_("You can undo if everyone agrees."),
    NEVER_UNDO: N_("This game is played without undo."),
}


def undo_policy_line(take: str) -> str:
    """Return "" for the default policy."""
    return _(_UNDO_POLICY_LINES[take]) if take in _UNDO_POLICY_LINES else ""


def undo_hint(take: str) -> str:
    return _(_UNDO_HINTS[take])


def part_event_line(event: Event, game: Game, names: Names) -> str:
    """Raise MissingWords if no part knows the event."""
    for part in PART_WORDS.values():
        if type(event) in part.events:
            return part.events[type(event)](event, game, names)
    raise MissingWords(f"no line for events of type {type(event).__name__}")


def part_event_previews(
    events: Iterable[Event], game: Game, names: Names, *, with_effects: bool
) -> list[str]:
    """The effects of a viewed move's part events, a line each.

    ``with_effects``: the tile's effects are told beside them.
    """
    lines = []
    for event in filter(is_part_event, events):
        [part] = (part for part in PART_WORDS.values() if type(event) in part.events)
        preview = part.previews.get(type(event))
        if preview is not None:
            lines.append(preview(event))
        elif type(event) not in part.previews or not with_effects:
            lines.append(part_event_line(event, game, names))
    return lines


def is_part_event(event: Event) -> bool:
    """True if the event belongs to one part."""
    return any(type(event) in part.events for part in PART_WORDS.values())


def token_sentences(game: Game) -> list[str]:
    """The place of each token that is no piece."""
    return [
        sentence
        for part in PART_WORDS.values()
        if part.tokens is not None
        for sentence in part.tokens(game)
    ]


def holding_phrases(game: Game, seat: int) -> list[str]:
    return [
        phrase
        for part in part_words(game.book.ruleset.name)
        if part.holdings is not None
        for phrase in part.holdings(game, seat)
    ]


def game_title(name: str) -> str:
    first, *added = part_words(name)
    if not added:
        return _(first.title)
    more = join_list(_(part.title) for part in added)
    return _("{game} with {parts}", game=_(first.title), parts=more)


def game_notes(name: str) -> str:
    """Notes in a sentence or two."""
    return " ".join(_(note) for part in part_words(name) for note in part.notes)


def figure_lines(name: str) -> str:
    """Points of each figure, a line each."""
    return "\n".join(_(line) for part in part_words(name) for line in part.figures)


def game_header(name: str, options: Mapping[str, str], settings: Settings) -> str:
    """Name, notes, options and settings."""
    lines = changed_option_lines(options, settings)
    if settings.aids == YES:
        lines.append(_("Hints and aids: yes"))
    return "\n".join([f"## {game_title(name)}", game_notes(name), *lines])


def changed_option_lines(options: Mapping[str, str], settings: Settings) -> list[str]:
    """Unusual options, a sentence each."""
    lines = []
    for option, value in options.items():
        name, shown_value = nouns.option_name(option), nouns.option_value(value)
        lines.append(_("{switch}: {value}", switch=name, value=shown_value))
    if settings.seat_order == JOINED:
        lines.append(_("Turn order: as joined"))
    lines += filter(None, (time_control_line(settings.pace), undo_policy_line(settings.undo)))
    if settings.votes == ALL:
        lines.append(_("All must agree in votes"))
    if not settings.standing_orders:
        lines.append(_("No standing orders"))
    if not settings.has_aids:
        lines.append(_("Hints and aids: no (no hints, odds, tile list or projected points)"))
    return lines
