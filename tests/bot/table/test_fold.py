"""Logs of earlier versions, and what a log comes to."""

from dataclasses import dataclass
from random import Random

import pytest

from bot.table.fold import BrokenLog, fold
from bot.table.table import Phase, Settings
from rules.notation import write
from rules.random_play import deal


@dataclass(frozen=True)
class Entry:
    """An entry as the storage gives it."""

    number: int
    user: int | None
    text: str
    actor: int | None = None


def log(*texts: tuple[int, str]) -> list[Entry]:
    return [Entry(number, user, text) for number, (user, text) in enumerate(texts, 1)]


def test_a_log_from_before_there_were_colours_settings_and_seals_is_still_read() -> None:
    header = deal("base+ferries", 2, Random(1), {"ferries": "C3"})
    table = fold(
        log(
            (7, "new base+ferries 3\nferries: C3"),
            (8, "join"),
            (9, "join"),
            (8, "leave 1"),
            (7, f"start\norder: 1 0\n{header.text()}"),
        )
    )
    assert table.players == (9, 7) and table.colours == (2, 0)
    assert table.settings == Settings() and table.options == {"ferries": "C3"}
    assert table.phase is Phase.PLAYING and table.header is not None and not table.header.nonce


def test_a_question_changes_nothing_but_itself_and_any_move_voids_it() -> None:
    header = deal("base", 2, Random(1))
    start = fold(log((7, "new base 2"), (8, "join 3"), (7, f"start\norder: 0 1\n{header.text()}")))
    game = start.running_game
    table = fold([Entry(4, 7, write(game.offered()[0])), Entry(5, 7, "pass")], start)
    asked = fold([Entry(6, 7, "ask 4")], table)
    assert asked.game == table.game and asked.version == table.version and asked.asked is not None
    assert fold([Entry(7, 8, "refuse")], asked).asked is None
    undone = fold([Entry(7, 8, "agree"), Entry(8, 8, "undo 4")], asked)
    assert undone.game == start.game and undone.asked is None and undone.version == 8
    resigned = fold([Entry(7, 8, "resign 1")], asked)
    assert resigned.asked is None


def test_an_answer_to_no_question_is_a_broken_log() -> None:
    with pytest.raises(BrokenLog, match="entry 3"):
        fold(log((7, "new base 2"), (8, "join 1"), (8, "agree")))
