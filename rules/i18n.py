"""Marks the English sentences of the rules for whoever shows them in another language."""


def N_(text: str) -> str:
    """The text itself: it is looked up in a message catalogue only where it is shown."""
    return text
