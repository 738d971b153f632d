"""Names as people write them: every script, fancy letters, emoji; and what cannot be drawn."""

import math
from itertools import pairwise

from PIL import Image, ImageDraw

from renderer import text
from renderer.shaped_fonts import SCRIPT_FONTS
from tests.support.for_each import for_each

SIZE = 32

NAMES = {
    "Arabic": "العَرَبِيَّة",
    "Armenian": "Արմեն",
    "Bengali": "অনির্বাণ",
    "Devanagari": "किशोर शक्ति",
    "Ethiopic": "አበበ ከበደ",
    "Georgian": "გიორგი",
    "Gujarati": "ગુજરાતી",
    "Gurmukhi": "ਪੰਜਾਬੀ ਸਿੰਘ",
    "Hebrew": "שָׁלוֹם",
    "Kannada": "ಕನ್ನಡ",
    "Khmer": "ខ្ញុំ សុខា",
    "Lao": "ຫຼື້ ຄຳ",
    "Malayalam": "മലയാളം ശ്രീ",
    "Myanmar": "ကြွေး မြန်မာ",
    "Oriya": "ଓଡ଼ିଆ",
    "Sinhala": "ශ්‍රී ලංකා",
    "Tamil": "தமிழ்ச்செல்வி",
    "Telugu": "తెలుగు శ్రీ",
    "Thai": "ปั้น สมชาย",
}
"""A name in each script that HarfBuzz shapes."""


def drawn(words: str, bold: bool = True) -> Image.Image:
    """A line on a mask with much room on each side, its base line in the middle of the height."""
    wide = text.width(words, SIZE, bold)
    mask = Image.new("L", (wide + 4 * SIZE, 4 * SIZE))
    text.draw_line(ImageDraw.Draw(mask), 2 * SIZE, 2 * SIZE, words, SIZE, bold)
    return mask


def ink_groups(words: str) -> int:
    """The number of groups of letters with free columns between them."""
    mask = drawn(words)
    inked = [mask.crop((x, 0, x + 1, mask.height)).getbbox() is not None for x in range(mask.width)]
    return sum(after and not before for before, after in pairwise(inked))


def test_there_is_a_name_for_each_font_of_a_script() -> None:
    assert {f"NotoSans{script}" for script in NAMES} == set(SCRIPT_FONTS)


@for_each("script", NAMES)
def test_name_is_drawn_as_it_is_written_within_its_line(script: str) -> None:
    assert text.drawable_name(NAMES[script]) == NAMES[script]
    assert {run.face for run in text.font_runs(NAMES[script])} == {f"NotoSans{script}"}
    box = drawn(NAMES[script]).getbbox()
    assert box is not None
    left, top, right, bottom = box
    high = math.ceil(1.25 * SIZE)
    base = round((high + text.CAPITAL_HEIGHT * SIZE) / 2)
    assert 2 * SIZE - base <= top < bottom <= 2 * SIZE - base + high
    assert 2 * SIZE - 1 <= left < right <= 2 * SIZE + text.width(NAMES[script], SIZE, True) + 1


def test_letters_known_to_other_fonts_are_kept() -> None:
    for name in (
        "O'Neill (2)",
        "Zoë Ångström-Ñandú",
        "Đặng Thị",
        "Кирилл Щербаков",
        "Αλέξανδρος",
        "山田太郎",
        "이민호",
        "Dana (דנה) 7 山",
        "ᴀɴᴀ",
        "ⓐⓝⓐ",
        "★ Leo ♥",
        "ʕ•ᴥ•ʔ",
        "ಠ_ಠ",
    ):
        assert text.drawable_name(name) == name
    assert text.drawable_name("Zoe\u0308 A\u030angstro\u0308m") == "Zoë Ångström"


@for_each(
    "name, shown",
    [
        ("𝓐𝓷𝓪", "Ana"),
        ("𝕭𝖔 ツ", "Bo ツ"),
        ("𝟙𝟚𝟛", "123"),
        ("ᗩᑎᗩ", "ANA"),
        ("ᏗᏁᏗ", "ANA"),
        ("ꓮꓠꓮ", "ANA"),
        ("Ⲁⲛⲁ", "Ana"),
    ],
)
def test_letter_of_no_font_becomes_its_compatibility_form_or_a_look_alike(
    name: str, shown: str
) -> None:
    assert text.drawable_name(name) == shown


@for_each(
    "name", ["ⵉⴷⵉⵔ", "Ana ⵉ", "ᏣᎳᎩ", "བོད", "𐌀na", "", "\u200b\u200d", "\u0301\u0301", "\ue000"]
)
def test_name_with_a_letter_that_cannot_be_drawn_is_replaced_as_a_whole(name: str) -> None:
    assert text.clean_name(name, "Player 2") == "Player 2"


def test_ornaments_that_cannot_be_drawn_are_left_out() -> None:
    assert text.drawable_name("꧁ Ana ꧂") == "Ana"


@for_each("emoji", ["👩‍👩‍👧", "🇫🇷", "👍🏽", "❤️", "1️⃣", "🦣"])
def test_emoji_is_one_sign_in_one_colour(emoji: str) -> None:
    assert text.drawable_name(f"{emoji} Ana") == f"{emoji} Ana"
    assert text.letter_clusters(emoji) in ([emoji], list(emoji))
    assert text.width(emoji, SIZE, True) == text.width("🔥", SIZE, True)


@for_each("joined", ["محمد", "ক্ষ", "श्री", "ខ្ម", "لا"])
def test_letters_change_their_form_beside_each_other(joined: str) -> None:
    assert ink_groups(joined) == 1
    assert sum(map(ink_groups, (letter for letter in joined if not text.is_mark(letter)))) > 1


def test_right_to_left_name_has_its_ellipsis_at_the_left() -> None:
    dots = text.width("…", SIZE, True)
    mask = drawn("שלום כ…")
    assert mask.crop((0, 2 * SIZE - SIZE // 4, 2 * SIZE + dots, 2 * SIZE)).getbbox()
    assert not mask.crop((0, 0, 2 * SIZE + dots - 2, 2 * SIZE - SIZE // 4)).getbbox()


def test_name_is_cut_between_letters_not_before_their_marks() -> None:
    for name in NAMES.values():
        clusters = text.letter_clusters(name)
        assert "".join(clusters) == name
        assert not any(text.is_mark(cluster[0]) for cluster in clusters)
        long = " ".join([name] * 6)
        short = text.shorten(long, 150, 27, False)
        assert short.endswith("…") and text.width(short, 27, False) <= 150
        assert long.startswith(short[:-1])
        assert not text.is_mark(long[len(short) - 1])
    assert text.letter_clusters("శ్రీ న్ క") == ["శ్రీ", " ", "న్", " ", "క"]


def test_stacked_marks_are_dropped() -> None:
    assert text.drawable_name("Z" + "\u0334\u0337\u0338" * 20 + "a") == "Z\u0334a"
    assert text.drawable_name("ส" + "\u0e47" * 20 + "ม") == "ส็ม"
