"""Refusals: what a player may not do, as a reason with facts; presenters phrase it."""

from typing import Final

USER_FACTS: Final = ("user", "host")
"""The facts of a refusal that are Discord users; `users` are several."""


class Refusal(Exception):
    """A request that changes nothing: ``reason`` names its sentence, ``facts`` fill it.

    The USER_FACTS among them are shown by name.
    """

    def __init__(self, reason: str, **facts: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts
