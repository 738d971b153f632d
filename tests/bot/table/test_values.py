"""Tables, entries and decisions are values: nothing changes one after it was made."""

import bot.table
from tests.support.frozen_dataclasses import check_dataclasses


def test_dataclasses_of_tables_are_frozen_and_have_slots() -> None:
    names, wrong = check_dataclasses(bot.table)
    assert len(names) > 40 and wrong == []
