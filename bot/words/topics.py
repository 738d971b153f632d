"""The topics of a game's rules: merge those of its parts, show one, and search for them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from bot.parts import part_words
from bot.parts.common import REFUSALS
from bot.parts.part import Topic
from bot.text.i18n import ALL_LANGUAGES, _, current_language, normalise, use_language
from bot.text.message import MAX_SUGGESTIONS, Suggestion

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
