"""``python -m tools.untranslated``: list the sentences that complete languages lack."""

from typing import Final

from bot.text.i18n import ALL_LANGUAGES
from tests.support.language_check import COMPLETE, forms, messages

TEST: Final = "tests/bot/text/test_catalogues.py"


def main() -> None:
    """Print the English of each message with a missing or fuzzy form, by language."""
    for code in COMPLETE:
        missing = [
            forms(message.id)[0]
            for message in messages(code)
            if message.fuzzy or not all(forms(message.string))
        ]
        if missing:
            print(f"{ALL_LANGUAGES[code].catalogue} lacks {len(missing)}, so {TEST} fails:")
            print(*(f"  {text!r}" for text in missing), sep="\n")


if __name__ == "__main__":
    main()
