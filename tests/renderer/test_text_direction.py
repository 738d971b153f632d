"""The runs of a line in which some letters are read from right to left."""

from renderer.text_direction import mirrored, visual_runs
from tests.support.for_each import for_each


def seen(text: str) -> str:
    """The letters of a line as they stand from left to right."""
    return "".join(mirrored(run) if leftwards else run for run, leftwards in visual_runs(text))


@for_each("text", ["Zoë (2)", "山田太郎", "สมชาย", "გიორგი", "Кирилл, 3"])
def test_left_to_right_text_keeps_its_order(text: str) -> None:
    assert seen(text) == text


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
    assert seen(text) == drawn


def test_points_and_joiners_stay_in_the_run_of_their_letter() -> None:
    assert visual_runs("שָׁלוֹם") == (("שָׁלוֹם", True),)
    assert visual_runs("Dana می\u200cروم") == (("Dana ", False), ("می\u200cروم", True))
