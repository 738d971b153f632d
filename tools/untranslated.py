"""``python -m tools.untranslated``: list the sentences that complete languages lack."""

from collections.abc import Iterable
from typing import Final

from babel.messages.pofile import read_po

from bot.text.i18n import ALL_LANGUAGES, ENGLISH

TEST: Final = "tests/bot/text/test_catalogues.py"


def untranslated(language: str) -> list[str]:
    """List the English of each message with a missing or fuzzy form."""
    with ALL_LANGUAGES[language].catalogue.open("rb") as file:
        messages = [message for message in read_po(file, locale=language) if message.id]
    return [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in messages
        if message.fuzzy or not all(_forms(message.string))
    ]


def _forms(words: str | Iterable[str] | None) -> Iterable[str]:
    return (words or "",) if isinstance(words, str | None) else words


def main() -> None:
    """Print them by complete language, and the test that fails meanwhile."""
    for code, language in ALL_LANGUAGES.items():
        missing = untranslated(code) if code != ENGLISH and language.is_complete else []
        if missing:
            print(f"{language.catalogue} lacks {len(missing)}, so {TEST} fails:")
            print(*(f"  {text!r}" for text in missing), sep="\n")


if __name__ == "__main__":
    main()
