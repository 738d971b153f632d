"""Undo leaves no trace in the game, whichever way the log is read."""

from random import Random

import pytest

import bot.table.fold
from bot.table.fold import MAX_UNDO_SNAPSHOTS, UndoSnapshots, fold
from bot.table.table import Table
from rules.notation import write
from rules.random_play import deal, random_move
from rules.record import play_line, replay
from tests.support.for_each import for_each
from tests.support.written_logs import ANA, BO, CLEO, Entry, log


def restless(seed: int, entries: int) -> list[Entry]:
    """A log of players who undo near and far moves, and of one who leaves."""
    chance = Random(seed)
    name = chance.choice(("base", "hunters", "ark", "base+ferries"))
    header = deal(name, 3, chance)
    lines = log(
        *((ANA, f"new {name} 3"), (BO, "join 1"), (CLEO, "join 2")),
        (ANA, f"start\norder: 0 1 2\n{header.text()}"),
    )
    table = fold(lines)
    resigns = chance.randrange(entries)
    while len(lines) < entries and not table.ended:
        moves = [played.number for played in table.lines if not played.is_resignation]
        if len(lines) == resigns:
            text = "resign 2"
        elif moves and chance.random() < 0.2:
            back = chance.choice(
                (1, 1, 2, 3, MAX_UNDO_SNAPSHOTS, MAX_UNDO_SNAPSHOTS + 1, 3 * MAX_UNDO_SNAPSHOTS)
            )
            text = f"undo {moves[-min(back, len(moves))]}"
        else:
            text = write(random_move(table.running_game, chance))
        lines.append(Entry(lines[-1].number + 1, ANA, text))
        table = fold(lines[-1:], table)
    return lines


@for_each("seed", range(12))
def test_log_folded_at_once_equals_its_record(seed: int) -> None:
    lines = restless(seed, 70)
    # Entry by entry nothing is remembered, so all is played again from the deal.
    slow: Table | None = None
    for line in lines:
        slow = fold([line], slow)
    table = fold(lines)
    assert table == slow
    assert any(line.text.startswith("undo") for line in lines)
    assert replay(table.record()).game == table.game


def test_undo_of_the_newest_move_does_not_replay_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = restless(3, 40)
    table = fold(lines)
    played = 0
    real = play_line

    def counted(*given: object) -> object:
        nonlocal played
        played += 1
        return real(*given)  # type: ignore[arg-type]

    number = table.last + 1
    texts = [
        Entry(number, ANA, write(table.running_game.legal_moves()[0])),
        Entry(number + 1, ANA, f"undo {number}"),
    ]
    monkeypatch.setattr(bot.table.fold, "play_line", counted)
    assert fold(texts, table).game == table.game
    assert played == 1


def test_only_the_newest_games_are_kept_for_an_undo() -> None:
    game = fold(restless(3, 40)).running_game
    snapshots = UndoSnapshots()
    for number in range(MAX_UNDO_SNAPSHOTS + 1):
        snapshots.keep(number, game)
    assert snapshots.before(1) is game
    snapshots = UndoSnapshots()
    for number in range(MAX_UNDO_SNAPSHOTS + 1):
        snapshots.keep(number, game)
    assert snapshots.before(0) is None
