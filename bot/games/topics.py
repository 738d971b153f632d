"""Rules at hand: each game in short topics, and which of them answers what."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.games import parts
from bot.games.common import REFUSALS
from bot.games.topic import Topic
from bot.text.i18n import _, plain
from bot.text.message import SUGGESTIONS

_STEP: Final = re.compile(r"\d+\. ")
"""How a line begins that is a step of several, in their order."""


def of(game: str) -> dict[str, Topic]:
    """The topics of a game by their keys, in the order in which they are listed.

    A part that extends others has its topics after one of theirs, but those that change one of
    them in its place. What parts add to topics of others stands behind those.
    """
    found: dict[str, Topic] = {}
    for part in parts(game):
        own = {topic.key: topic for topic in part.topics}
        added = {key: topic for key, topic in own.items() if key not in found}
        together = {key: own.get(key, topic) for key, topic in found.items()}
        split = list(together).index(part.after) + 1 if part.after else len(together)
        first, last = list(together.items())[:split], list(together.items())[split:]
        found = dict([*first, *added.items(), *last])
    for part in parts(game):
        for more in part.additions:
            topic = found.get(more.key)
            if topic is not None:
                # What several parts have to say alike is said once.
                rules, texts = dict.fromkeys(topic.rules), dict.fromkeys(topic.more)
                rules |= dict.fromkeys(more.rules)
                texts |= {more.text: None}
                found[more.key] = replace(topic, rules=tuple(rules), more=tuple(texts))
    return found


def found(game: str, typed: str) -> list[Topic]:
    """The topics of a game that what was typed may mean, best first, for autocomplete.

    Titles that begin with it come first, then those with words that begin so, then those that
    contain it anywhere, then keys and numbers of rules, then texts with words that begin so. Case,
    accents and punctuation do not matter.
    """
    wanted = plain(typed)
    ranked = [(_rank(topic, wanted), topic) for topic in of(game).values()]
    fitting = [(rank, topic) for rank, topic in ranked if rank is not None]
    return [topic for rank, topic in sorted(fitting, key=lambda pair: pair[0])][:SUGGESTIONS]


def text(topic: Topic) -> str:
    """All that a topic says, steps that a part adds behind the last one before."""
    return "\n".join(_lines(_(message).split("\n") for message in (topic.text, *topic.more)))


def _lines(texts: Iterable[list[str]]) -> list[str]:
    found: list[str] = []
    for lines in texts:
        steps = [line for line in lines if _STEP.match(line)]
        last = max((n for n, line in enumerate(found, 1) if _STEP.match(line)), default=0)
        if not last:
            found += lines
            continue
        others = [line for line in lines if line not in steps]
        found = [*found[:last], *steps, *found[last:], *others]
    return found


def said(topic: Topic) -> str:
    """A topic as a message: its title, and its lines as a list."""
    lines = (line if _STEP.match(line) else f"- {line}" for line in text(topic).split("\n"))
    return "\n".join([f"**{_(topic.title)}**", *lines])


def for_refusal(game: str, reason: str) -> Topic | None:
    """The topic that explains why the rules refused a move, by the reason; None if there is none.

    ``reason`` is a key of `rules.errors.REASONS`.
    """
    refusals = {**REFUSALS}
    for part in parts(game):
        refusals.update(part.refusals)
    key = refusals.get(reason)
    return of(game).get(key) if key is not None else None


def _rank(topic: Topic, wanted: str) -> int | None:
    """How well a topic fits, 0 being best; None if it does not."""
    title, told = plain(_(topic.title)), plain(text(topic))
    fits = (
        title.startswith(wanted),
        _begin(wanted, title),
        wanted in title,
        wanted in plain(topic.key) or wanted in map(plain, topic.rules),
        _begin(wanted, f"{title} {told}"),
    )
    return fits.index(True) if any(fits) else None


def _begin(wanted: str, text: str) -> bool:
    """Whether each word wanted begins a word of the text."""
    return all(f" {word}" in f" {text}" for word in wanted.split())
