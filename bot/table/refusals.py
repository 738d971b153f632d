"""`Refusal`, raised for a forbidden action; `bot.words.refusals` has all reasons, in sentences."""

from typing import Final

USER_FACTS: Final = ("user", "host")
"""The facts of a refusal that are one Discord user each; the fact `users` holds several."""


class Refusal(Exception):
    """A refused request, which changes nothing: ``reason`` names its sentence, ``facts`` fill it.

    Facts in USER_FACTS are shown by name.
    """

    def __init__(self, reason: str, **facts: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts


class Unreadable(Refusal):
    """The log of the game or cup cannot be read, until somebody repairs or closes it."""
