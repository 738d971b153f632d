"""The marker for English sentences of the rules that are translated when shown."""


def N_(text: str) -> str:
    """Return the text unchanged; a message catalogue translates it when it is shown."""
    return text
