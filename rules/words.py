"""Marks the English sentences of the rules, so that who shows them to a player can translate them."""


def N_(text: str) -> str:  # noqa: N802 - gettext's name for a text that is translated later
    """The text itself: it is looked up in a message catalogue only where it is shown."""
    return text
