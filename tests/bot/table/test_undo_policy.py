"""The undo policies of a table: until when an undo needs no consent."""

from bot.table.settings import CONSENT, DEFAULT_POLICY, FREE, NEVER_UNDO, is_free_undo
from tests.support.for_each import for_each


@for_each(
    "policy, free",
    [
        (DEFAULT_POLICY, [True, True, False]),
        (FREE, [True, True, True]),
        (CONSENT, [False, False, False]),
        (NEVER_UNDO, [False, False, False]),
    ],
)
def test_undo_is_usually_free_for_two_minutes(policy: str, free: list[bool]) -> None:
    assert [is_free_undo(policy, seconds) for seconds in (0.0, 120.0, 120.5)] == free


def test_policies_are_stored_by_these_words() -> None:
    assert (DEFAULT_POLICY, FREE, CONSENT, NEVER_UNDO) == ("usual", "free", "consent", "none")
