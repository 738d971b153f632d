"""A table of permissions: what each person's request writes, or the reason it is refused.

docs/playing.md says the same in words; tests/transcripts holds the sentences of the refusals.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Final

from bot.core.durations import DAY
from bot.table.entries import ENTRIES
from bot.table.fold import fold
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.table.table import Outcome
from rules.notation import write
from rules.random_play import deal, random_move
from storage import PostRow
from tests.bot.table.test_seat_service import DAN, EVE, Room, random_move_of, room
from tests.support.written_logs import ANA, BO, CLEO, log

__all__ = ["room"]

Act = Callable[[Room, Request, bool], Awaitable[Outcome]]
"""The request of a user; the flag is True for a server manager."""
Lines = list[tuple[int, str]]
MANAGER: Final = 12
PEOPLE: Final = (ANA, BO, CLEO, DAN, EVE, MANAGER)
"""The host, who just played; the player to move; one who waits; a spectator; one who resigned."""
ASKED: Final = 10
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


RUNNING: Final = running()
SITUATIONS: Final[Mapping[str, Lines]] = {
    "lobby": [(ANA, "new base 3"), (BO, "join 1")],
    "full lobby": [(ANA, "new base 2"), (BO, "join 1")],
    "running": RUNNING,
    "undo asked": [*turn(RUNNING), (ANA, "ask 6")],
    "seat open": [*RUNNING, (CLEO, "open 2")],
    "paused": [*RUNNING, (BO, "vote pause"), (CLEO, "vote pause"), (CLEO, "pause")],
    "over": [*RUNNING, (ANA, "end score")],
    "archived": [*RUNNING, (BO, "archive")],
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
    "agree": lambda room, request, _: room.service.answer_undo_vote(request, ASKED, agrees=True),
    "refuse": lambda room, request, _: room.service.answer_undo_vote(request, ASKED, agrees=False),
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
