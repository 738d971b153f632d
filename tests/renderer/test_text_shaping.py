"""Visual order and joined forms of letters in right-to-left and Indic text."""

import unicodedata

from renderer.text_shaping import join_arabic_letters, visual_order
from tests.support.for_each import for_each


def names(text: str) -> list[str]:
    """The Unicode name of each letter's form."""
    return [unicodedata.name(letter).removeprefix("ARABIC LETTER ") for letter in text]


@for_each("text", ["Zoë (2)", "山田太郎", "สมชาย", "გიორგი", "Кирилл, 3"])
def test_left_to_right_text_keeps_its_order(text: str) -> None:
    assert visual_order(text) == text


@for_each(
    "text, drawn",
    [
        ("שלום", "םולש"),
        ("שלום כהן", "ןהכ םולש"),
        ("Dana דנה 7", "Dana 7 הנד"),
        ("דנה 12", "12 הנד"),
        ("דנה (Dana) 12", "12 (Dana) הנד"),
        ("Dana (דנה)", "Dana (הנד)"),
        ("כהן, דנה!", "!הנד ,ןהכ"),
    ],
)
def test_right_to_left_text_is_reversed_except_numbers_and_brackets(text: str, drawn: str) -> None:
    assert visual_order(text) == drawn


def test_points_on_hebrew_and_arabic_letters_are_left_out() -> None:
    assert visual_order("שָׁלוֹם") == "םולש"


def test_arabic_letters_join_their_neighbours() -> None:
    assert names(join_arabic_letters("محمد")) == [
        "MEEM INITIAL FORM",
        "HAH MEDIAL FORM",
        "MEEM MEDIAL FORM",
        "DAL FINAL FORM",
    ]
    assert names(join_arabic_letters("دار")) == ["DAL", "ALEF", "REH"]
    assert names(join_arabic_letters("پری")) == ["PEH INITIAL FORM", "REH FINAL FORM", "FARSI YEH"]


def test_lam_and_alef_are_one_letter() -> None:
    assert [unicodedata.name(one) for one in join_arabic_letters("لا")] == [
        "ARABIC LIGATURE LAM WITH ALEF ISOLATED FORM"
    ]
    assert len(join_arabic_letters("سلام")) == 3


def test_the_short_i_of_devanagari_stands_before_its_cluster() -> None:
    assert visual_order("कि") == "िक"
    assert visual_order("शक्ति") == "शिक्त"
