"""What a topic of the rules is, and what a part adds to one."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Topic:
    """A piece of the rules in a few lines.

    ``key`` is its name for commands and buttons, and never changes; ``title`` and ``text`` are
    messages, to be said in the reader's language; ``more`` are those that other parts add to the
    text. ``rules`` are the numbers the project's tests and docstrings go by.
    """

    key: str
    title: str
    text: str
    rules: tuple[str, ...]
    more: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Addition:
    """What a part has to say on a topic of another: lines that come after those, and their rules.

    So parts that combine each say their own. A game without the topic goes without.
    """

    key: str
    text: str
    rules: tuple[str, ...]
