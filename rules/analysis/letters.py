"""Capital letters for what is listed and is no space: orders, kinds of tiles, new tiles."""

from string import ascii_uppercase


def capital_letters(number: int) -> str:
    """``A`` to ``Z``, then ``AA``, ``AB`` and so on, for a number from 1."""
    letters = ""
    while number:
        number, last = divmod(number - 1, len(ascii_uppercase))
        letters = ascii_uppercase[last] + letters
    return letters
