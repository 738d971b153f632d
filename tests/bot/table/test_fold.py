"""Folding logs to tables, those of earlier versions included."""

import ast
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import bot.table
from bot.table.fold import BrokenLog, fold
from bot.table.settings import Settings
from bot.table.table import Phase
from rules.notation import write
from rules.random_play import deal
from rules.record import replay
from tests.support.for_each import for_each
from tests.support.written_logs import (
    ANA,
    BEGUN,
    BO,
    BROKEN,
    CLEO,
    END,
    JOIN,
    LAID,
    NEW,
    Entry,
    log,
)

ROOT = Path(bot.table.__file__).parents[2]


def test_log_without_colours_settings_and_seal_is_still_read() -> None:
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


def test_COM27_only_an_end_with_a_score_is_a_line_of_the_record() -> None:
    scored = fold(log(*LAID, (ANA, "end score")))
    assert scored.phase is Phase.OVER and scored.running_game.over
    assert scored.record().endswith("pass\nend\n")
    assert replay(scored.record()).game == scored.game
    stopped = fold(log(*LAID, END))
    assert stopped.phase is Phase.STOPPED and not stopped.running_game.over
    assert stopped.record().endswith("pass\n")


def test_an_end_with_a_score_can_be_undone_by_consent() -> None:
    before = fold(log(*BEGUN))
    ended = (*LAID, (ANA, "end score"))
    asked = fold(log(*ended, (BO, "ask 4")))
    assert asked.phase is Phase.OVER and asked.undo_vote is not None
    assert fold(log(*ended, (BO, "undo 4"))).game == before.game


def test_seat_that_did_not_open_the_lobby_may_host() -> None:
    table = fold(log(NEW, JOIN, (BO, "host 1")))
    assert table.host == BO
    assert fold(log(NEW, JOIN, (BO, "host 1"), (ANA, "leave 0"))).host == BO
    assert fold(log(NEW, JOIN, (BO, "host 1"), (BO, "leave 1"))).host == ANA


def test_change_of_the_game_in_the_lobby_drops_its_options() -> None:
    opened = (ANA, "new base+ferries 3\nferries: C3")
    more = fold(log(opened, JOIN, (ANA, "game base+ferries+river")))
    assert (more.name, more.options) == ("base+ferries+river", {"ferries": "C3"})
    assert (more.players, more.host, more.version) == ((ANA, BO), ANA, 3)
    less = fold(log(opened, (ANA, "game base+river")))
    assert (less.name, less.options) == ("base+river", {})
    again = fold(log(opened, (ANA, "game base"), (ANA, "game base+ferries")))
    assert (again.name, again.options) == ("base+ferries", {}), "as usual again"


def test_I01_table_for_six_seats_five_without_inns() -> None:
    opened = (ANA, "new base+inns 6")
    assert fold(log(opened)).seat_count == 6
    assert fold(log(opened, (ANA, "game base"))).seat_count == 5
    assert fold(log(opened, (ANA, "game base"), (ANA, "game base+inns+river"))).seat_count == 6
    assert fold(log((ANA, "new base 3"), (ANA, "game base+inns"))).seat_count == 3


def test_undo_question_changes_no_game_state_and_a_move_voids_the_question() -> None:
    header = deal("base", 2, Random(1))
    start = fold(log((7, "new base 2"), (8, "join 3"), (7, f"start\norder: 0 1\n{header.text()}")))
    game = start.running_game
    table = fold([Entry(4, 7, write(game.legal_moves()[0])), Entry(5, 7, "pass")], start)
    asked = fold([Entry(6, 7, "ask 4")], table)
    assert (
        asked.game == table.game and asked.version == table.version and asked.undo_vote is not None
    )
    assert fold([Entry(7, 8, "refuse")], asked).undo_vote is None
    undone = fold([Entry(7, 8, "agree"), Entry(8, 8, "undo 4")], asked)
    assert undone.game == start.game and undone.undo_vote is None and undone.version == 8
    resigned = fold([Entry(7, 8, "resign 1")], asked)
    assert resigned.undo_vote is None


@for_each("said, texts", BROKEN.items())
def test_invalid_log_is_refused_with_the_entry_and_the_reason(
    said: str, texts: Sequence[tuple[int, str]]
) -> None:
    with pytest.raises(BrokenLog) as refused:
        fold(log(*texts))
    assert str(refused.value) == said
    assert len(str(refused.value)) < 300 and "\n" not in str(refused.value)


def test_change_to_an_unknown_game_is_refused() -> None:
    with pytest.raises(BrokenLog, match=r"^entry 2 \('game chess'\): there is no game 'chess'"):
        fold(log(NEW, (ANA, "game chess")))


def test_entry_that_changed_on_the_disk_is_refused() -> None:
    with pytest.raises(BrokenLog) as refused:
        fold([Entry(1, *NEW), Entry(2, *JOIN, sound=False)])
    assert str(refused.value) == "entry 2 ('join 1'): it is not as it was written"
    assert (refused.value.number, refused.value.text) == (2, "join 1")


def test_table_modules_contain_no_assert() -> None:
    modules = list((ROOT / "bot" / "table").glob("*.py"))
    assert len(modules) > 5
    for module in modules:
        tree = ast.parse(module.read_text(encoding="utf-8"))
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Assert)], module.name


def test_log_folded_in_pieces_gives_the_same_table() -> None:
    texts = [*LAID, (BO, "ask 4"), (ANA, "agree"), (BO, "undo 4"), (BO, "resign 1")]
    entries = log(*texts)
    whole = fold(entries)
    for cut in range(1, len(entries)):
        assert fold(entries[cut:], fold(entries[:cut])) == whole
    assert whole.phase is Phase.OVER


def test_a_resignation_stays_when_earlier_moves_are_undone() -> None:
    header = deal("base", 3, Random(1))
    texts = [(ANA, "new base 3"), (BO, "join 1"), (CLEO, "join 2")]
    begun = fold(log(*texts, (ANA, f"start\norder: 0 1 2\n{header.text()}")))
    first = write(begun.running_game.legal_moves()[0])
    table = fold([Entry(5, ANA, first), Entry(6, ANA, "pass"), Entry(7, CLEO, "resign 2")], begun)
    undone = fold([Entry(8, ANA, "undo 5")], table)
    assert undone.running_game.out == {2} and undone.running_game.drawn == (
        begun.running_game.drawn
    )
    assert [line.text for line in undone.lines] == ["resign 2"]


def test_colour_entry_names_a_seat_instead_of_a_user() -> None:
    texts = "new base 4", "join 1", "join 2", "colour 4 seat 2"
    table = fold([Entry(number, None, text) for number, text in enumerate(texts)])
    assert table.colours == (0, 1, 4)


def test_erased_host_stays_host_when_another_player_leaves() -> None:
    joined = ((None, "new base 4"), (None, "join 1"), (CLEO, "join 2"))
    assert fold(log(*joined, (None, "leave 1"))).host_seat == 0
    handed_on = fold(log(*joined, (None, "leave 0")))
    assert handed_on.host_seat == 0 and handed_on.players == (None, CLEO)
    assert fold(log(*joined, (None, "leave 0"), (None, "leave 0"))).host == CLEO
    nobody = fold(log(NEW, (ANA, "leave 0"), (ANA, "end")))
    assert nobody.host is None and nobody.phase is Phase.STOPPED


def test_host_stays_host_after_seats_are_reordered_or_left() -> None:
    header = deal("base", 2, Random(1))
    table = fold(
        log(
            (ANA, "new base 3"),
            (BO, "join 1"),
            (CLEO, "join 2"),
            (ANA, "leave 0"),
            (CLEO, f"start\norder: 1 0\n{header.text()}"),
        )
    )
    assert table.players == (CLEO, BO) and table.host == BO
    assert fold(log(*BEGUN, END)).host == ANA


def test_log_without_lines_is_broken() -> None:
    with pytest.raises(BrokenLog, match=r"^the log is empty$"):
        fold([])
