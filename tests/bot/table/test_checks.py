"""The checks of what a user may do at a table: in each phase, and with the facts of a refusal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

import pytest

from bot.table import checks
from bot.table.entries import Ask, Join, Recolour, Undo
from bot.table.fold import fold
from bot.table.refusals import Refusal
from bot.table.table import COLOURS, Settings, Table
from bot.table.undo_policy import NEVER
from rules.random_play import deal
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
    for settings in (Settings(purist=True), Settings(undo=NEVER), Settings(cup=3))
)
Check = Callable[[Table], object]


def refused(check: Check, table: Table) -> Refusal | None:
    """The refusal of a check, None if it allows what was asked."""
    try:
        check(table)
    except Refusal as refusal:
        return refusal
    return None


@pytest.mark.parametrize(
    ("check", "reasons"),
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
        (checks.may_review, ("not-started", "no-table", "not-over", None, None, "not-over")),
        (
            checks.may_try_moves,
            ("not-started", "no-table", "trial-not-over", None, None, "trial-not-over"),
        ),
        (
            checks.may_have_page,
            ("not-started", "no-table", "page-not-over", None, None, "page-not-over"),
        ),
        (
            checks.may_print,
            *[("not-started", "no-table", "print-not-over", None, *2 * ("print-not-over",))],
        ),
        (
            partial(checks.may_move, user=BO),
            ("not-started", "no-table", None, "game-over", "game-over", "archived"),
        ),
        (
            partial(checks.may_ask_for_hint, user=BO),
            ("not-started", "no-table", None, "game-over", "game-over", "archived"),
        ),
        (
            partial(checks.may_resign, user=ANA),
            ("not-started", "no-table", None, "game-over", "game-over", "archived"),
        ),
        (
            partial(checks.may_undo, user=ANA, fresh=True),
            ("not-started", "no-table", None, None, "game-over", "archived"),
        ),
        (
            partial(checks.may_end, user=ANA, manager=False, scored=True),
            ("not-started", "no-table", None, "game-over", "game-over", "archived"),
        ),
        (
            partial(checks.may_end, user=ANA, manager=False),
            (None, "no-table", None, "game-over", "game-over", None),
        ),
        (
            partial(checks.may_leave, user=ANA),
            (None, "no-table", "resign-instead", "game-over", "no-table", "no-table"),
        ),
        (
            partial(checks.may_play_again, user=ANA),
            ("late", "late", "late", None, None, "late"),
        ),
    ],
)
def test_refusal_names_the_phase_of_the_table(
    check: Check, reasons: tuple[str | None, ...]
) -> None:
    refusals = [refused(check, table) for table in PHASES.values()]
    assert tuple(refusal and refusal.reason for refusal in refusals) == reasons


@pytest.mark.parametrize(
    ("check", "table", "reason", "facts"),
    [
        (partial(checks.may_join, user=CLEO), LOBBY, "full", {"seats": 2}),
        (partial(checks.may_join, user=ANA), LOBBY, "joined-already", {}),
        (
            partial(checks.may_join, user=BO, colour=0),
            *(HOSTED, "colour-taken", {"user": ANA, "colour": 0}),
        ),
        (
            partial(checks.may_join, user=CLEO, colour=1),
            *(HOSTED, "colour-taken", {"user": BO, "colour": 1}),
        ),
        (partial(checks.may_choose_colour, user=CLEO), LOBBY, "full", {"seats": 2}),
        (
            partial(checks.may_choose_colour, user=ANA),
            *(replace(LOBBY, colours=tuple(range(COLOURS))), "all-worn", {}),
        ),
        (partial(checks.may_leave, user=CLEO), LOBBY, "not-seated", {}),
        (partial(checks.may_leave, user=CLEO), RUNNING, "started-already", {}),
        (partial(checks.may_start, user=CLEO), HOSTED, "not-seated", {}),
        (partial(checks.may_start, user=ANA), ALONE, "too-few", {"low": 2}),
        (partial(checks.may_start, user=BO), HOSTED, "host-starts", {"host": ANA}),
        (partial(checks.may_move, user=ANA), RUNNING, "not-your-turn", {"user": BO}),
        (partial(checks.may_move, user=ANA), OPENED, "seat-waits", {}),
        *(
            (partial(check, user=CLEO), table, reason, {})
            for check in (checks.may_move, checks.may_plan, checks.may_resign)
            for table, reason in ((RUNNING, "not-seated"), (RESIGNED, "resigned"))
        ),
        (partial(checks.may_ask_for_hint, user=BO), PURIST, "purist", {}),
        (
            partial(checks.may_ask_for_hint, user=ANA),
            *(RUNNING, "not-your-turn", {"user": BO}),
        ),
        (
            checks.may_try_moves,
            *(replace(OVER, settings=PURIST.settings), "purist", {}),
        ),
        (checks.require_aids, PURIST, "purist", {}),
        (partial(checks.may_skip, seat=0), RUNNING, "nothing-to-skip", {"user": BO}),
        (
            partial(checks.may_end, user=BO, manager=False),
            *(RUNNING, "host-ends", {"host": ANA}),
        ),
        (partial(checks.may_end, user=ANA, manager=False), MATCH, "cup-match", {}),
        (partial(checks.may_play_again, user=CLEO), OVER, "not-among", {}),
        (partial(checks.may_undo, user=ANA, fresh=True), NO_UNDO, "never-back", {}),
        (partial(checks.may_undo, user=BO, fresh=True), RUNNING, "nothing-to-undo", {}),
        *(
            (partial(checks.may_undo, user=CLEO, fresh=True), table, reason, {})
            for table, reason in ((RUNNING, "not-seated"), (RESIGNED, "resigned"))
        ),
        (
            partial(checks.may_undo, user=ANA, fresh=True),
            *(fold(log(*LAID, (ANA, "undo 4"))), "back-already", {}),
        ),
        (
            partial(checks.may_undo, user=ANA, fresh=False),
            *(ASKED, "asking-already", {}),
        ),
        (
            partial(checks.may_undo, user=BO, fresh=True),
            *(ASKED, "asked-already", {"user": ANA}),
        ),
        (
            partial(checks.may_undo, user=BO, fresh=True),
            *(fold(log(*LAID, (ANA, "ask 4"), (BO, "agree"))), "agreed-already", {"user": ANA}),
        ),
        (
            partial(checks.may_undo, user=ANA, fresh=False),
            *(replace(OVER, players=(ANA, -1)), "game-over", {}),
        ),
        (partial(checks.may_agree, user=ANA, entry=6), ASKED, "agreed-already", {}),
        (partial(checks.may_agree, user=BO, entry=5), ASKED, "void", {}),
        (partial(checks.may_agree, user=BO, entry=6), RUNNING, "void", {}),
        (partial(checks.may_refuse, user=CLEO, entry=6), ASKED, "not-seated", {}),
    ],
)
def test_refusal_has_the_facts_of_its_sentence(
    check: Check, table: Table, reason: str, facts: dict[str, object]
) -> None:
    refusal = refused(check, table)
    assert refusal is not None
    assert (refusal.reason, refusal.facts) == (reason, facts)


def test_seat_in_the_lobby_is_taken_in_a_free_colour() -> None:
    assert checks.may_join(HOSTED, CLEO) == Join(2)
    assert checks.may_join(HOSTED, CLEO, 5) == Join(5)
    assert checks.may_join(LOBBY, BO, 4) == Recolour(4, 1)
    assert checks.may_join(LOBBY, BO, 1) == Recolour(1, 1)
    assert checks.may_choose_colour(LOBBY, ANA) == (2, 3, 4, 5)
    assert checks.may_choose_colour(HOSTED, CLEO) == (2, 3, 4, 5)
    assert checks.may_leave(LOBBY, BO) == 1


def test_any_player_starts_a_full_table_and_the_host_one_with_free_seats() -> None:
    checks.may_start(LOBBY, BO)
    checks.may_start(HOSTED, ANA)


def test_check_of_a_game_returns_the_game() -> None:
    for game in (
        *(checks.may_move(RUNNING, BO), checks.may_plan(RUNNING, ANA)),
        *(checks.may_ask_for_hint(RUNNING, BO), checks.require_aids(RUNNING)),
    ):
        assert game is RUNNING.game
    over = (checks.may_review, checks.may_try_moves, checks.may_have_page, checks.may_print)
    assert all(check(OVER) is OVER.game for check in over)
    assert checks.may_resign(RUNNING, BO) == 1


def test_moves_can_be_tried_after_a_game_with_aids() -> None:
    assert checks.can_try_moves(OVER) and checks.can_try_moves(STOPPED)
    assert not checks.can_try_moves(RUNNING) and not checks.can_try_moves(PHASES["closed"])
    assert not checks.can_try_moves(replace(OVER, settings=PURIST.settings))


def test_manager_or_last_player_ends_any_table() -> None:
    for table in (RUNNING, MATCH):
        checks.may_end(table, CLEO, manager=True)
        checks.may_end(replace(table, players=(-1, BO)), BO, manager=False)
    checks.may_skip(RUNNING, 1)
    checks.may_play_again(STOPPED, BO)


def test_tile_is_taken_back_at_once_or_by_consent() -> None:
    assert checks.may_undo(RUNNING, ANA, fresh=True) == Undo(4)
    assert checks.may_undo(RUNNING, ANA, fresh=False) == Ask(4)
    assert checks.may_undo(OVER, ANA, fresh=True) == Ask(4), "its end has shown the tiles left"
    mid_turn = fold(log(*LAID[:-1]))
    assert mid_turn.is_mid_turn
    assert checks.may_undo(mid_turn, ANA, fresh=False) == Undo(4)
    assert checks.may_undo(ASKED, ANA, fresh=True) == Undo(4)
    alone = replace(RUNNING, players=(ANA, -1))
    assert checks.may_undo(alone, ANA, fresh=False) == Undo(4), "nobody is left to agree"


def test_player_whose_consent_is_missing_agrees_and_any_player_refuses() -> None:
    checks.may_agree(ASKED, BO, 6)
    checks.may_refuse(ASKED, BO, 6)
    checks.may_refuse(ASKED, ANA, 6)
