"""Messages of refusals never exceed their maximum length."""

from rules.errors import RecordError, shortened
from tests.support.for_each import for_each


@for_each("max_characters", [10, 11, 60])
def test_shortened_text_keeps_its_beginning_and_its_end(max_characters: int) -> None:
    text = "".join(chr(ord("a") + n % 26) for n in range(100))
    short = shortened(text, max_characters)
    beginning, _, end = short.partition(" … ")
    assert text.startswith(beginning) and text.endswith(end)
    assert len(beginning) == len(end)
    assert max_characters - 1 <= len(short) <= max_characters


@for_each("length", [0, 9, 10])
def test_text_within_its_limit_is_not_shortened(length: int) -> None:
    assert shortened("x" * length, 10) == "x" * length


def test_record_error_has_400_characters_at_most() -> None:
    error = RecordError(3, "x" * 1000)
    assert len(error.why) <= 400
    assert str(error) == f"line 3: {error.why}"
    assert RecordError(3, "x" * 400).why == "x" * 400
