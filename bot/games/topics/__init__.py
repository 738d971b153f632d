"""Rules at hand: each game in short topics, and which of them answers what."""

from collections.abc import Mapping
from typing import Final

from bot.games.topics import ark, base, ferries, hunters
from bot.games.topics.topic import Topic
from bot.text.i18n import _, listed, ngettext, plain
from bot.text.message import SUGGESTIONS

__all__ = ["TOPICS", "Topic", "for_refusal", "found", "said"]

TOPICS: Final[Mapping[str, Mapping[str, Topic]]] = {
    game: {topic.key: topic for topic in topics}
    for game, topics in {
        "hunters": hunters.TOPICS,
        "base": base.TOPICS,
        "base+ferries": ferries.TOPICS,
        "ark": ark.TOPICS,
    }.items()
}
"""By the name of the game and the topic's key, in the order in which they are listed."""

_REFUSALS: Final[Mapping[str, str]] = {
    "not-now": "turn",
    "complete": "turn",
    "game-over": "end",
    "out": "resigning",
    "far": "placing",
    "occupied": "placing",
    "apart": "placing",
    "mismatch": "placing",
    "nowhere-here": "placing",
    "no-role": "deploying",
    "no-letter": "deploying",
    "wrong-terrain": "deploying",
    "no-place": "deploying",
    "which-segment": "deploying",
    "supply": "home",
    "taken": "taken",
    "no-ferry": "ferry-laying",
    "no-turn": "ferry-turning",
    "not-turnable": "first-ferry",
    "no-ark": "ark-setting",
    "walk-length": "ark-walk",
    "walk-gap": "ark-walk",
    "walk-twice": "ark-walk",
}
"""The key of the topic that explains a refusal, by the refusal's reason."""


def found(game: str, typed: str) -> list[Topic]:
    """The topics of a game that what was typed may mean, best first, for autocomplete.

    Titles that begin with it come first, then those with words that begin so, then those that
    contain it anywhere, then keys and numbers of rules, then texts with words that begin so. Case,
    accents and punctuation do not matter.
    """
    wanted = plain(typed)
    ranked = [(_rank(topic, wanted), topic) for topic in TOPICS[game].values()]
    fitting = [(rank, topic) for rank, topic in ranked if rank is not None]
    return [topic for rank, topic in sorted(fitting, key=lambda pair: pair[0])][:SUGGESTIONS]


def said(topic: Topic) -> str:
    """A topic as a message: its title, its lines, and small below them its rules' numbers."""
    numbers = ngettext("Rule {rules}", "Rules {rules}", len(topic.rules), rules=listed(topic.rules))
    return f"**{_(topic.title)}**\n{_(topic.text)}\n-# {numbers}"


def for_refusal(game: str, reason: str) -> Topic | None:
    """The topic that explains why the rules refused a move, by the reason; None if there is none.

    ``reason`` is a key of `rules.errors.REASONS`.
    """
    return TOPICS[game].get(_REFUSALS.get(reason, ""))


def _rank(topic: Topic, wanted: str) -> int | None:
    """How well a topic fits, 0 being best; None if it does not."""
    title, text = plain(_(topic.title)), plain(_(topic.text))
    fits = (
        title.startswith(wanted),
        _begin(wanted, title),
        wanted in title,
        wanted in plain(topic.key) or wanted in map(plain, topic.rules),
        _begin(wanted, f"{title} {text}"),
    )
    return fits.index(True) if any(fits) else None


def _begin(wanted: str, text: str) -> bool:
    """Whether each word wanted begins a word of the text."""
    return all(f" {word}" in f" {text}" for word in wanted.split())
