"""The summary stored beside a log equals the summary computed from the log."""

import random
from typing import Final

from bot.table.fold import fold
from bot.table.store import table_summary
from bot.table.table import Table
from rules import notation
from rules.analysis.history import index_after_last_turn
from rules.random_play import random_move
from rules.story import TilePlaced
from storage import SinceLastTurn
from tests.support.for_each import for_each
from tests.support.written_logs import ANA, BEGUN, BO, CLEO, END, Entry

PAUSE: Final = "pause 5000"


def folded(*texts: tuple[int, str], since: float = 100.0) -> Table:
    """Entries by users, a second each."""
    return fold([Entry(n, user, text, at=since + n) for n, (user, text) in enumerate(texts)])


def test_summary_of_a_lobby_has_seats_and_no_player_to_move() -> None:
    summary = table_summary(folded((ANA, "new base 3\nlanguage: fr\npace: day"), (BO, "join 1")))
    assert (summary.name, summary.phase, summary.language, summary.pace) == (
        "base",
        "lobby",
        "fr",
        "day",
    )
    assert (summary.seat_count, summary.seats, summary.turn, summary.to_move) == (
        3,
        (ANA, BO),
        None,
        None,
    )
    assert (summary.number, summary.version) == (1, 1)


def test_summary_of_a_running_game_has_the_seat_to_move_and_the_time() -> None:
    summary = table_summary(folded(*BEGUN))
    assert (summary.phase, summary.turn, summary.to_move, summary.since) == (
        "playing",
        0,
        ANA,
        102.0,
    )
    assert summary.missed == (SinceLastTurn(0, (0, 0)),) * 2


@for_each("end", [END, (ANA, "archive")])
def test_summary_of_a_closed_table_has_no_player_to_move(end: tuple[int, str]) -> None:
    summary = table_summary(folded(*BEGUN, end))
    assert summary.phase in ("stopped", "archived")
    assert summary.turn is None and summary.to_move is None


def test_summary_has_the_pause_and_its_end() -> None:
    summary = table_summary(folded(*BEGUN, (BO, PAUSE)))
    assert summary.paused and summary.paused_until == 5000.0 and summary.to_move == ANA
    assert not table_summary(folded(*BEGUN, (BO, PAUSE), (BO, "resume"))).paused


def test_a_resigned_seat_is_out_and_an_open_seat_has_no_player() -> None:
    assert table_summary(folded(*BEGUN, (BO, "resign 1"))).out == {1}
    open_seat = table_summary(folded(*BEGUN, (ANA, "open 0")))
    assert open_seat.seats == (None, BO) and open_seat.turn == 0 and open_seat.to_move is None
    taken = table_summary(folded(*BEGUN, (ANA, "open 0"), (CLEO, "take 0")))
    assert taken.seats == (CLEO, BO) and taken.to_move == CLEO


@for_each("seed", range(4))
def test_summary_counts_changes_since_each_seats_turn(seed: int) -> None:
    table, chance = folded(*BEGUN), random.Random(seed)
    for number in range(60):
        game = table.running_game
        if game.over:
            break
        user = table.players[game.turn]
        assert user is not None
        text = notation.write(random_move(game, chance))
        table = fold([Entry(table.last + 1, user, text, at=200.0 + number)], table)
        summary = table_summary(table)
        assert (summary.number, summary.version, summary.since) == (
            *(table.last, table.version, table.since),
        )
        for seat in range(2):
            after = table.running_game
            start = index_after_last_turn(after, seat)
            tiles = [e for e in after.story[start:] if isinstance(e, TilePlaced)]
            assert summary.missed[seat].tiles == (len(tiles) if start else 0)
            assert all(event.seat != seat for event in tiles[:1])
            before = [0, 0]
            for event in after.story[:start]:
                for other, points in getattr(event, "points", ()):
                    before[other] += points
            gains = tuple(now - earlier for now, earlier in zip(after.scores, before, strict=True))
            assert summary.missed[seat].gains == gains
