"""Messages filled with facts in the reader's language."""

from bot.text.i18n import ENGLISH, _, current_language, language_of, ngettext, use_language
from tests.support.for_each import for_each

NAMES = {
    "Ana": "d’",
    "**Élodie**": "d’",
    "\u2068Œdipe\u2069": "d’",
    "Yves": "d’",
    "Yann": "de ",
    "Hugo": "de ",
    "Bo": "de ",
    "11": "de ",
    "<@123>": "de ",
}
"""Names, and the French *de* before each."""


@for_each("name", NAMES)
def test_french_de_and_que_lose_their_vowel_before_one(name: str) -> None:
    de, que = NAMES[name], "qu’" if NAMES[name] == "d’" else "que "
    with use_language("fr"):
        assert _("{who}'s city", who=name) == f"la ville {de}{name}"
        pause = _("⏸️ **Paused** until {who} presses *Resume*.", who=name)
        assert f"jusqu’à ce {que}{name} appuie" in pause
        fitting = ngettext(
            "{who}'s tile fits in {number} space.",
            "{who}'s tile fits in {number} spaces.",
            2,
            who=name,
        )
        assert fitting.startswith(f"La tuile {de}{name} ")


def test_unknown_language_reads_as_english() -> None:
    assert language_of("qq") == ENGLISH
    with use_language("qq"):
        assert current_language() == ENGLISH
