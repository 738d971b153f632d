"""Actions of buttons: a word and its arguments, written and read back."""

from hypothesis import given
from hypothesis import strategies as st

from bot.text.actions import Action
from tests.support.for_each import for_each

WORD = st.text("abcdefghijklmnopqrstuvwxyz0123456789-", min_size=1, max_size=12)


@given(WORD, st.lists(WORD, max_size=6))
def test_action_is_read_back_as_written(word: str, arguments: list[str]) -> None:
    action = Action(word, tuple(arguments))
    assert Action.read(action.write()) == action


@for_each(
    ("text", "number"), [("log 3", 3), ("log", 0), ("log 3 4", 0), ("log x", 0), ("log ٣", 0)]
)
def test_only_a_single_argument_of_ascii_digits_is_a_number(text: str, number: int) -> None:
    assert Action.read(text).number == number


def test_an_argument_that_is_missing_is_empty() -> None:
    action = Action.read("vote pause 1795953600")
    assert (action.argument(0), action.argument(1), action.argument(2)) == (
        *("pause", "1795953600"),
        "",
    )
    assert action.rest == "pause 1795953600" and Action.read("") == Action("")
