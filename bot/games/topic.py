"""A topic of the rules, and the additions of other parts to it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of the rules in a few lines.

    ``key`` is its name in commands and buttons, and never changes; ``title`` and ``text`` are
    messages for the reader's language; ``more`` are the additions of other parts. ``rules`` are the
    numbers of the rules it explains, as in docs/rules.md. ``words`` is a message with the words and
    phrases, separated by commas, that people look it up by, those of all editions of the box; its
    translations need not mirror it.
    """

    key: str
    title: str
    text: str
    rules: tuple[str, ...]
    more: tuple[str, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class Addition:
    """Lines that a part adds to a topic of another part, with their rules.

    Each part of a combined game adds its own lines. A game without the topic leaves them out.
    """

    key: str
    text: str
    rules: tuple[str, ...]
