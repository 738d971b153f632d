"""Texts about a game: title, settings, events of its parts; its rule topics, and their search."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from bot.parts import PART_WORDS, MissingWords, part_words
from bot.parts.common import REFUSALS
from bot.parts.part import Topic
from bot.table.settings import ALL, CONSENT, DEFAULT_POLICY, FREE, JOINED, NEVER_UNDO, YES, Settings
from bot.text.i18n import ALL_LANGUAGES, N_, _, current_language, join_list, normalise, use_language
from bot.text.message import MAX_SUGGESTIONS, Suggestion
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


_STEP_PREFIX: Final = re.compile(r"\d+\. ")
"""The beginning of a line that is one of several numbered steps."""


def topics_of(game: str) -> dict[str, Topic]:
    """The topics by key, in the order of the list.

    A part's topics come after one of those it extends; a changed topic replaces it. Additions stand
    at the end of their topic.
    """
    topics: dict[str, Topic] = {}
    for part in part_words(game):
        own = {topic.key: topic for topic in part.topics}
        added = {key: topic for key, topic in own.items() if key not in topics}
        together = {key: own.get(key, topic) for key, topic in topics.items()}
        split = list(together).index(part.after) + 1 if part.after else len(together)
        first, last = list(together.items())[:split], list(together.items())[split:]
        topics = dict([*first, *added.items(), *last])
    for part in part_words(game):
        for more in part.additions:
            topic = topics.get(more.key)
            if topic is not None:
                # Shared text is shown once.
                rules, texts = dict.fromkeys(topic.rules), dict.fromkeys(topic.more)
                rules |= dict.fromkeys(more.rules)
                texts |= {more.text: None}
                topics[more.key] = replace(topic, rules=tuple(rules), more=tuple(texts))
    return topics


def find_topics(game: str, typed: str) -> list[Topic]:
    """Topics that a text may mean in any language, best first, for autocomplete.

    A title or a word of the topic comes first, then a title or word that begins with the text, then
    titles that have or contain it, then keys and rule numbers, then other words and texts. Case,
    accents, punctuation and plurals do not matter.
    """
    languages = sorted(ALL_LANGUAGES, key=lambda language: language != current_language())
    wanted = [_searchable(typed, language) for language in languages]
    ranked = []
    for topic in topics_of(game).values():
        ranks = (
            (rank, place)
            for place, language in enumerate(languages)
            if (rank := _rank(topic, wanted[place], language)) is not None
        )
        if best := min(ranks, default=None):
            ranked.append((best, topic))
    return [topic for rank, topic in sorted(ranked, key=lambda pair: pair[0])][:MAX_SUGGESTIONS]


def suggest_topics(game: str, typed: str) -> list[Suggestion]:
    return [Suggestion(_(topic.title), topic.key) for topic in find_topics(game, typed)]


def read_topic(game: str, typed: str) -> Topic | None:
    """The topic with a key, else the best match; None if nothing matches."""
    known = topics_of(game).get(typed)
    return known or next(iter(find_topics(game, typed)), None)


def topic_text(topic: Topic) -> str:
    """Added steps follow the last step."""
    return "\n".join(_merged_lines(_(message).split("\n") for message in (topic.text, *topic.more)))


def _merged_lines(texts: Iterable[list[str]]) -> list[str]:
    merged: list[str] = []
    for lines in texts:
        steps = [line for line in lines if _STEP_PREFIX.match(line)]
        last = max((n for n, line in enumerate(merged, 1) if _STEP_PREFIX.match(line)), default=0)
        if not last:
            merged += lines
            continue
        others = [line for line in lines if line not in steps]
        merged = [*merged[:last], *steps, *merged[last:], *others]
    return merged


def topic_message(topic: Topic) -> str:
    """A topic's title, and its lines as a list."""
    lines = (
        line if _STEP_PREFIX.match(line) else f"- {line}" for line in topic_text(topic).split("\n")
    )
    return "\n".join([f"**{_(topic.title)}**", *lines])


def topic_for_refusal(game: str, reason: str) -> Topic | None:
    """The topic that explains a refusal of the rules.

    ``reason``: a key of `rules.errors.REASONS`.
    """
    refusals = {**REFUSALS}
    for part in part_words(game):
        refusals.update(part.refusals)
    key = refusals.get(reason)
    return topics_of(game).get(key) if key is not None else None


@dataclass(frozen=True, slots=True)
class _SearchTexts:
    """A topic's texts in one language, normalised."""

    title: str
    words: tuple[str, ...]
    key: str
    rules: tuple[str, ...]
    everything: str


@cache
def _search_texts(topic: Topic, language: str) -> _SearchTexts:
    with use_language(language):
        title = _searchable(_(topic.title), language)
        typed = _(topic.words).split(",") if topic.words else ()
        words = tuple(_searchable(word, language) for word in typed)
        return _SearchTexts(
            title,
            words,
            _searchable(topic.key, language),
            tuple(map(normalise, topic.rules)),
            " ".join((title, *words, _searchable(topic_text(topic), language))),
        )


def _rank(topic: Topic, wanted: str, language: str) -> int | None:
    """0 is best; None if the topic does not match."""
    texts = _search_texts(topic, language)
    fits = (
        texts.title == wanted,
        wanted in texts.words,
        texts.title.startswith(wanted),
        any(word.startswith(wanted) for word in texts.words),
        _words_begin(wanted, texts.title),
        wanted in texts.title,
        wanted in texts.key or wanted in texts.rules,
        _words_begin(wanted, texts.everything),
    )
    return fits.index(True) if any(fits) else None


def _searchable(text: str, language: str) -> str:
    """Normalised, words without a plural ending."""
    plural = ALL_LANGUAGES[language].plural_ending
    return " ".join(plural.sub("", word) for word in normalise(text).split())


def _words_begin(wanted: str, text: str) -> bool:
    """True if each wanted word begins a word of the text."""
    return all(f" {word}" in f" {text}" for word in wanted.split())
