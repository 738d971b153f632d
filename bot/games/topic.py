"""What a topic of the rules is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Topic:
    """A piece of the rules in a few lines.

    ``key`` is its name for commands and buttons, and never changes; ``title`` and ``text`` are
    messages, to be said in the reader's language; ``rules`` are the numbers the project's tests
    and docstrings go by.
    """

    key: str
    title: str
    text: str
    rules: tuple[str, ...]
