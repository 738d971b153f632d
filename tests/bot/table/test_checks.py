"""The checks of what a user may do at a table: in each phase, and with the facts of a refusal."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

from bot.table import checks
from bot.table.entries import Ask, Join, Recolour, Undo
from bot.table.fold import fold
from bot.table.refusals import Refusal
from bot.table.settings import NEVER_UNDO, Settings
from bot.table.table import COLOURS, Table
from rules.random_play import deal
from tests.support.for_each import for_each
from tests.support.written_logs import ANA, BO, CLEO, END, JOIN, LAID, NEW, log

SCORED: Final = (ANA, "end score")
PHASES: Final = {
    "lobby": fold(log(NEW, JOIN)),
    "closed": fold(log(NEW, JOIN, END)),
    "running": fold(log(*LAID)),
    "over": fold(log(*LAID, SCORED)),
    "stopped": fold(log(*LAID, END)),
    "archived": fold(log(*LAID, (CLEO, "archive"))),
}
LOBBY, RUNNING, OVER, STOPPED = (PHASES[name] for name in ("lobby", "running", "over", "stopped"))
ALONE: Final = fold(log((ANA, "new base 3")))
HOSTED: Final = fold(log((ANA, "new base 3"), JOIN))
"""A lobby of Ana and Bo with a seat that is free."""
_THREE: Final = f"start\norder: 0 1 2\n{deal('base', 3, Random(1)).text()}"
RESIGNED: Final = fold(
    log((ANA, "new base 3"), JOIN, (CLEO, "join 2"), (ANA, _THREE), (CLEO, "resign 2"))
)
OPENED: Final = fold(log(*LAID, (BO, "open 1")))
ASKED: Final = fold(log(*LAID, (ANA, "ask 4")))
PURIST, NO_UNDO, MATCH = (
    replace(RUNNING, settings=settings)
    for settings in (Settings(aids="no"), Settings(undo=NEVER_UNDO), Settings(cup=3))
)
Check = Callable[[Table], object]


def refused(check: Check, table: Table) -> Refusal | None:
    try:
        check(table)
    except Refusal as refusal:
        return refusal
    return None


@for_each(
    "check, reasons",
    [
        (
            checks.require_lobby,
            (None, "no-table", "started-already", "game-over", "no-table", "no-table"),
        ),
        (
            checks.require_running,
            ("not-started", "no-table", None, "game-over", "game-over", "archived"),
        ),
        (checks.require_begun, ("not-started", "no-table", None, None, None, None)),
        (checks.check_review, ("not-started", "no-table", "not-over", None, None, "not-over")),
        (
            checks.check_try_moves,
            ("not-started", "no-table", "trial-not-over", None, None, "trial-not-over"),
        ),
        (
            checks.check_page,
            ("not-started", "no-table", "page-not-over", None, None, "page-not-over"),
        ),
        (
            checks.check_print,
            ("not-started", "no-table", "print-not-over", "print-too-short")
            + 2 * ("print-not-over",),
        ),
        (
            partial(checks.check_move, user=BO),
            ("not-started", "no-table", None, "game-over", "game-over", "archived"),
        ),
        (
            partial(checks.check_hint, user=BO),
            ("not-started", "no-table", None, "game-over", "game-over", "archived"),
        ),
        (
            partial(checks.check_resign, user=ANA),
            ("not-started", "no-table", None, "game-over", "game-over", "archived"),
        ),
        (
            partial(checks.check_undo, user=ANA, fresh=True),
            ("not-started", "no-table", None, None, "game-over", "archived"),
        ),
        (
            partial(checks.check_end, user=ANA, manager=False, scored=True),
            ("not-started", "no-table", None, "game-over", "game-over", "archived"),
        ),
        (
            partial(checks.check_end, user=ANA, manager=False),
            (None, "no-table", None, "game-over", "game-over", None),
        ),
        (
            partial(checks.check_leave, user=ANA),
            (None, "no-table", "resign-instead", "game-over", "no-table", "no-table"),
        ),
        (partial(checks.check_play_again, user=ANA), ("late", "late", "late", None, None, "late")),
    ],
)
def test_refusal_names_the_phase_of_the_table(
    check: Check, reasons: tuple[str | None, ...]
) -> None:
    refusals = [refused(check, table) for table in PHASES.values()]
    assert tuple(refusal and refusal.reason for refusal in refusals) == reasons


@for_each(
    "check, table, reason, facts",
    [
        (partial(checks.check_join, user=CLEO), LOBBY, "full", {"seats": 2}),
        (partial(checks.check_join, user=ANA), LOBBY, "joined-already", {}),
        (
            partial(checks.check_join, user=BO, colour=0),
            *(HOSTED, "colour-taken", {"user": ANA, "colour": 0}),
        ),
        (
            partial(checks.check_join, user=CLEO, colour=1),
            *(HOSTED, "colour-taken", {"user": BO, "colour": 1}),
        ),
        (partial(checks.check_colour_choice, user=CLEO), LOBBY, "full", {"seats": 2}),
        (
            partial(checks.check_colour_choice, user=ANA),
            *(replace(LOBBY, colours=tuple(range(COLOURS))), "all-worn", {}),
        ),
        (partial(checks.check_leave, user=CLEO), LOBBY, "not-joined", {}),
        (partial(checks.check_leave, user=CLEO), RUNNING, "started-already", {}),
        (partial(checks.check_start, user=CLEO), HOSTED, "not-joined", {}),
        (partial(checks.check_start, user=ANA), ALONE, "too-few", {"low": 2}),
        (partial(checks.check_start, user=BO), HOSTED, "host-starts", {"host": ANA}),
        (partial(checks.check_move, user=ANA), RUNNING, "not-your-turn", {"user": BO}),
        (partial(checks.check_move, user=ANA), OPENED, "seat-waits", {}),
        *(
            (partial(check, user=CLEO), table, reason, {})
            for check in (checks.check_move, checks.check_plan, checks.check_resign)
            for table, reason in ((RUNNING, "not-seated"), (RESIGNED, "resigned"))
        ),
        (partial(checks.check_hint, user=BO), PURIST, "purist", {}),
        (partial(checks.check_hint, user=ANA), *(RUNNING, "not-your-turn", {"user": BO})),
        (checks.require_aids, PURIST, "purist", {}),
        (partial(checks.check_skip, seat=0), RUNNING, "nothing-to-skip", {"user": BO}),
        (partial(checks.check_end, user=BO, manager=False), *(RUNNING, "host-ends", {"host": ANA})),
        (partial(checks.check_end, user=ANA, manager=False), MATCH, "cup-match", {}),
        (partial(checks.check_play_again, user=CLEO), OVER, "not-among", {}),
        (partial(checks.check_undo, user=ANA, fresh=True), NO_UNDO, "never-back", {}),
        (partial(checks.check_undo, user=BO, fresh=True), RUNNING, "nothing-to-undo", {}),
        *(
            (partial(checks.check_undo, user=CLEO, fresh=True), table, reason, {})
            for table, reason in ((RUNNING, "not-seated"), (RESIGNED, "resigned"))
        ),
        (
            partial(checks.check_undo, user=ANA, fresh=True),
            *(fold(log(*LAID, (ANA, "undo 4"))), "back-already", {}),
        ),
        (partial(checks.check_undo, user=ANA, fresh=False), *(ASKED, "asking-already", {})),
        (partial(checks.check_undo, user=BO, fresh=True), *(ASKED, "asked-already", {"user": ANA})),
        (
            partial(checks.check_undo, user=BO, fresh=True),
            *(fold(log(*LAID, (ANA, "ask 4"), (BO, "agree"))), "agreed-already", {"user": ANA}),
        ),
        (
            partial(checks.check_undo, user=ANA, fresh=False),
            *(replace(OVER, players=(ANA, -1)), "game-over", {}),
        ),
        (partial(checks.check_agree, user=ANA, entry=6), ASKED, "agreed-already", {}),
        (partial(checks.check_agree, user=BO, entry=5), ASKED, "void", {}),
        (partial(checks.check_agree, user=BO, entry=6), RUNNING, "void", {}),
        (partial(checks.check_refuse, user=CLEO, entry=6), ASKED, "not-seated", {}),
    ],
)
def test_refusal_has_the_facts_of_its_sentence(
    check: Check, table: Table, reason: str, facts: dict[str, object]
) -> None:
    refusal = refused(check, table)
    assert refusal is not None
    assert (refusal.reason, refusal.facts) == (reason, facts)


def test_seat_in_the_lobby_is_taken_in_a_free_colour() -> None:
    assert checks.check_join(HOSTED, CLEO) == Join(2)
    assert checks.check_join(HOSTED, CLEO, 5) == Join(5)
    assert checks.check_join(LOBBY, BO, 4) == Recolour(4, 1)
    assert checks.check_join(LOBBY, BO, 1) == Recolour(1, 1)
    assert checks.check_colour_choice(LOBBY, ANA) == (2, 3, 4, 5)
    assert checks.check_colour_choice(HOSTED, CLEO) == (2, 3, 4, 5)
    assert checks.check_leave(LOBBY, BO) == 1


def test_any_player_starts_a_full_table_and_the_host_one_with_free_seats() -> None:
    checks.check_start(LOBBY, BO)
    checks.check_start(HOSTED, ANA)


def test_check_of_a_game_returns_the_game() -> None:
    for game in (
        *(checks.check_move(RUNNING, BO), checks.check_plan(RUNNING, ANA)),
        *(checks.check_hint(RUNNING, BO), checks.require_aids(RUNNING)),
    ):
        assert game is RUNNING.game
    over = (checks.check_review, checks.check_try_moves, checks.check_page)
    assert all(check(OVER) is OVER.game for check in over)
    assert checks.check_resign(RUNNING, BO) == 1


def test_moves_can_be_tried_after_a_game_with_or_without_aids() -> None:
    assert checks.can_try_moves(OVER) and checks.can_try_moves(STOPPED)
    assert not checks.can_try_moves(RUNNING) and not checks.can_try_moves(PHASES["closed"])
    assert checks.can_try_moves(replace(OVER, settings=PURIST.settings))


def test_manager_or_last_player_ends_any_table() -> None:
    for table in (RUNNING, MATCH):
        checks.check_end(table, CLEO, manager=True)
        checks.check_end(replace(table, players=(-1, BO)), BO, manager=False)
    checks.check_skip(RUNNING, 1)
    checks.check_play_again(STOPPED, BO)


def test_tile_is_taken_back_at_once_or_by_consent() -> None:
    assert checks.check_undo(RUNNING, ANA, fresh=True) == Undo(4)
    assert checks.check_undo(RUNNING, ANA, fresh=False) == Ask(4)
    assert checks.check_undo(OVER, ANA, fresh=True) == Ask(4), "its end has shown the tiles left"
    mid_turn = fold(log(*LAID[:-1]))
    assert mid_turn.is_mid_turn
    assert checks.check_undo(mid_turn, ANA, fresh=False) == Undo(4)
    assert checks.check_undo(ASKED, ANA, fresh=True) == Undo(4)
    alone = replace(RUNNING, players=(ANA, -1))
    assert checks.check_undo(alone, ANA, fresh=False) == Undo(4), "nobody is left to agree"


def test_player_whose_consent_is_missing_agrees_and_any_player_refuses() -> None:
    checks.check_agree(ASKED, BO, 6)
    checks.check_refuse(ASKED, BO, 6)
    checks.check_refuse(ASKED, ANA, 6)
