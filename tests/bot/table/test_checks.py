"""The permissions of each person at a table, and the reasons of refusals, in each phase."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

from bot.core.durations import DAY
from bot.table import checks
from bot.table.entries import ENTRIES, Ask, Join, Recolour, Undo
from bot.table.fold import fold
from bot.table.refusals import Refusal
from bot.table.settings import NEVER_UNDO, Settings
from bot.table.store import Request
from bot.table.table import COLOURS, Outcome, Table
from rules.notation import write
from rules.random_play import deal, random_move
from storage import PostRow
from tests.bot.table.test_seat_service import DAN, EVE, Room, random_move_of, room
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
        for gone in (-1, None):
            checks.check_end(replace(table, players=(gone, BO)), BO, manager=False)
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


__all__ = ["room"]

Act = Callable[[Room, Request, bool], Awaitable[Outcome]]
"""The request of a user; the flag is True for a server manager."""
Lines = list[tuple[int, str]]
MANAGER: Final = 12
PEOPLE: Final = (ANA, BO, CLEO, DAN, EVE, MANAGER)
"""The host, who just played; the player to move; one who waits; a spectator; one who resigned."""
QUESTION: Final = 10
"""The number of the question in the situation "undo asked"."""


def turn(lines: Lines) -> Lines:
    chance, table = Random(1), fold(log(*lines))
    seat = table.running_game.turn
    while table.running_game.turn == seat:
        user = table.players[seat]
        assert user is not None
        lines = [*lines, (user, write(random_move(table.running_game, chance)))]
        table = fold(log(*lines))
    return lines


def running() -> Lines:
    """The lines of a game of Ana, Bo, Cleo and Eve, who has resigned; Ana has played."""
    start = f"start\norder: 0 1 2 3\n{deal('base', 4, Random(1)).text()}"
    lobby = [(ANA, "new base 4"), (BO, "join 1"), (CLEO, "join 2"), (EVE, "join 3")]
    return turn([*lobby, (ANA, start), (EVE, "resign 3")])


PLAYED: Final = running()
SITUATIONS: Final[Mapping[str, Lines]] = {
    "lobby": [(ANA, "new base 3"), (BO, "join 1")],
    "full lobby": [(ANA, "new base 2"), (BO, "join 1")],
    "running": PLAYED,
    "undo asked": [*turn(PLAYED), (ANA, "ask 6")],
    "seat open": [*PLAYED, (CLEO, "open 2")],
    "paused": [*PLAYED, (BO, "vote pause"), (CLEO, "vote pause"), (CLEO, "pause")],
    "over": [*PLAYED, (ANA, "end score")],
    "archived": [*PLAYED, (BO, "archive")],
}


async def undo(room: Room, request: Request, manager: bool) -> Outcome:
    return await room.service.undo(request, await room.service.preview_undo(request))


async def play(room: Room, request: Request, manager: bool) -> Outcome:
    loaded = await room.tables.require_table(request)
    return await room.service.play(request, [random_move_of(loaded.table)])


async def play_again(room: Room, request: Request, manager: bool) -> Outcome:
    loaded = await room.tables.require_table(request)
    return await room.service.open_again(request, loaded.table)


async def unarchive(room: Room, request: Request, manager: bool) -> Outcome:
    loaded = await room.tables.require_table(request)
    return await room.council.unarchive(request, loaded.row.id, manager=manager)


ACTIONS: Final[Mapping[str, Act]] = {
    "join": lambda room, request, _: room.service.join(request),
    "colour": lambda room, request, _: room.service.join(request, 5),
    "leave": lambda room, request, _: room.service.leave(request),
    "set": lambda room, request, _: room.service.choose_set(request, "river", on=True),
    "pace": lambda room, request, _: room.service.change_setting(request, "pace", "day"),
    "opponent": lambda room, request, _: room.service.add_opponent(request, "novice"),
    "start": lambda room, request, _: room.service.start(request),
    "play": play,
    "undo": undo,
    "agree": lambda room, request, _: room.service.answer_undo_vote(request, QUESTION, agrees=True),
    "refuse": lambda room, request, _: room.service.answer_undo_vote(
        request, QUESTION, agrees=False
    ),
    "resign": lambda room, request, _: room.service.resign(request),
    "end": lambda room, request, manager: room.service.end(request, manager=manager, scored=True),
    "skip": lambda room, request, _: room.council.vote(request, "skip"),
    "pause": lambda room, request, _: room.council.vote(request, "pause"),
    "resume": lambda room, request, _: room.council.resume(request),
    "open": lambda room, request, manager: room.council.open_seat(request, 1, manager=manager),
    "take": lambda room, request, _: room.council.take_seat(request, 2),
    "substitute": lambda room, request, manager: room.service.substitute(
        request, 2, "novice", manager=manager
    ),
    "unarchive": unarchive,
    "again": play_again,
    "new": lambda room, request, _: room.service.open(request, "base", 2),
}
WRITTEN: Final = "+"
"""The sign before an entry that a request writes; all else is the reason of a refusal."""
TABLE: Final = """
situation  | action     | ANA            | BO              | CLEO            | DAN                | EVE                | MANAGER
lobby      | join       | joined-already | joined-already  | +join 2         | +join 2            | +join 2            | +join 2
full lobby | join       | joined-already | joined-already  | full            | full               | full               | full
lobby      | colour     | +colour 5      | +colour 5       | +join 5         | +join 5            | +join 5            | +join 5
lobby      | leave      | +leave 0       | +leave 1        | not-joined      | not-joined         | not-joined         | not-joined
lobby      | set        | +game          | host-chooses    | host-chooses    | host-chooses       | host-chooses       | host-chooses
lobby      | pace       | +set pace: day | host-sets       | host-sets       | host-sets          | host-sets          | host-sets
running    | pace       | started-already | started-already | started-already | started-already   | started-already    | started-already
lobby      | opponent   | +opponent      | +opponent       | not-joined      | not-joined         | not-joined         | not-joined
lobby      | start      | +start         | host-starts     | not-joined      | not-joined         | not-joined         | not-joined
full lobby | start      | +start         | +start          | not-joined      | not-joined         | not-joined         | not-joined
lobby      | end        | not-started    | host-ends       | host-ends       | host-ends          | host-ends          | not-started
running    | play       | not-your-turn  | +place          | not-your-turn   | not-seated         | resigned           | not-seated
running    | undo       | +undo 6        | nothing-to-undo | nothing-to-undo | not-seated         | resigned           | not-seated
undo asked | undo       | asking-already | +undo 8         | asked-already   | not-seated         | resigned           | not-seated
undo asked | agree      | agreed-already | +agree          | +agree          | not-seated         | resigned           | not-seated
undo asked | refuse     | +refuse        | +refuse         | +refuse         | not-seated         | resigned           | not-seated
running    | resign     | +resign 0      | +resign 1       | +resign 2       | not-seated         | resigned           | not-seated
running    | end        | +end score     | host-ends       | host-ends       | host-ends          | host-ends          | +end score
running    | skip       | +vote skip     | own-turn        | +vote skip      | not-seated         | resigned           | not-seated
running    | pause      | +vote pause    | +vote pause     | +vote pause     | not-seated         | resigned           | not-seated
paused     | resume     | others-paused  | +resume         | +resume         | not-seated         | resigned           | not-seated
running    | open       | not-your-seat  | +open 1         | not-your-seat   | not-your-seat      | not-your-seat      | +open 1
running    | take       | joined-already | joined-already  | joined-already  | seat-taken         | resigned           | seat-taken
seat open  | take       | joined-already | joined-already  | +take 2         | +take 2            | resigned           | +take 2
seat open  | substitute | +substitute 2  | +substitute 2   | not-seated      | not-seated         | resigned           | +substitute 2
archived   | unarchive  | +unarchive     | +unarchive      | +unarchive      | archived-by-others | archived-by-others | +unarchive
over       | again      | +new base 4    | +new base 4     | +new base 4     | not-among          | +new base 4        | not-among
running    | new        | busy           | busy            | busy            | busy               | busy               | busy
archived   | new        | +new base 2    | +new base 2     | +new base 2     | +new base 2        | +new base 2        | +new base 2
"""  # noqa: E501


async def test_each_person_may_do_what_the_table_says(room: Room) -> None:
    head, *rows = [[cell.strip() for cell in line.split("|")] for line in TABLE.split("\n") if line]
    wrong, channel = [], 0
    for situation, action, *expected in rows:
        for user, name, cell in zip(PEOPLE, head[2:], expected, strict=True):
            channel += 1
            said = await result(room, situation, ACTIONS[action], Request(user, 1, channel))
            if not (said.startswith(cell) if cell.startswith(WRITTEN) else said == cell):
                wrong.append(f"{situation}, {action}, {name}: {said}, not {cell}")
    assert not wrong


async def result(room: Room, situation: str, act: Act, request: Request) -> str:
    """The entry that a request writes, or the reason of its refusal."""
    room.now = 0.0
    lines = [(user, ENTRIES.read(text)) for user, text in SITUATIONS[situation]]
    opened = await room.tables.open(request, lines[:-1])
    author, newest = lines[-1]
    before = await room.tables.write(replace(request, user=author), lambda _: [newest])
    room.now = DAY if act is ACTIONS["skip"] else 60.0
    try:
        outcome = await act(room, request, request.user == MANAGER)
    except Refusal as refusal:
        after = await room.tables.game(opened.game)
        assert after is not None and after.table == before.after, "a refusal changes nothing"
        return refusal.reason
    last = before.number if outcome.game == opened.game else -1
    [entry, *_] = await room.tables.entries_after(PostRow(0, outcome.game, last, last))
    return WRITTEN + ENTRIES.write(entry)
