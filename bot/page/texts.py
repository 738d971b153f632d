"""The texts of a page in every language, each kept once."""

from collections.abc import Callable
from typing import TypeAlias

from bot.text.i18n import LANGUAGES, use_language

TextNumber: TypeAlias = int
"""The number of a text in a `TextTable`."""


class TextTable:
    """Texts in all languages; a page refers to them by number."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, ...], TextNumber] = {}

    def add(self, phrase: Callable[[], str]) -> TextNumber:
        """Add a text, which ``phrase`` returns in the language in use."""
        texts = []
        for language in LANGUAGES:
            with use_language(language):
                texts.append(phrase())
        return self._numbers.setdefault(tuple(texts), len(self._numbers))

    def add_all(self, phrases: Callable[[], list[str]]) -> list[TextNumber]:
        """Add a list of texts, which ``phrases`` returns in the language in use."""
        lists = []
        for language in LANGUAGES:
            with use_language(language):
                lists.append(phrases())
        return [
            self._numbers.setdefault(texts, len(self._numbers))
            for texts in zip(*lists, strict=True)
        ]

    def by_language(self) -> dict[str, list[str]]:
        """The texts of each language, by number."""
        columns = zip(*self._numbers, strict=True)
        return dict(zip(LANGUAGES, map(list, columns), strict=True))
