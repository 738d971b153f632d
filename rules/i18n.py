"""The marker for English sentences of the rules that are translated when shown."""


def N_(text: str) -> str:
    """Mark a text for the message catalogue, which translates it when shown."""
    return text
