"""Undo by the service: what comes back, who agrees, its policies and its snapshots."""

import asyncio
from collections.abc import Iterable
from random import Random

import pytest

import bot.table.fold
from bot.table.checks import UndoPreview
from bot.table.entries import Ask, Join, New, Start, Undo
from bot.table.fold import MAX_UNDO_SNAPSHOTS, UndoSnapshots, fold
from bot.table.settings import CONSENT, DEFAULT_POLICY, FREE, NEVER_UNDO, is_free_undo
from bot.table.table import Outcome, Phase, Table
from rules.header import Header
from rules.notation import write
from rules.random_play import deal, random_move
from rules.record import play_line, replay
from rules.story import TileDrawn
from rules.table_decisions import resign
from tests.bot.table.test_seat_service import CHANNEL, DAN, Room, refusal, room
from tests.support.for_each import for_each
from tests.support.legal_turns import (
    Turn,
    any_turn,
    game_after_turn,
    played_turns,
    scoring_turn,
    turn_with_figure_choice,
)
from tests.support.world import shuffled_header
from tests.support.written_logs import ANA, BO, CLEO, Entry, log

__all__ = ["room"]


async def dealt(room: Room, header: Header, turns: Iterable[Turn] = ()) -> Table:
    """A game of Ana, Bo and Cleo, or of the first two, some turns on."""
    users = (ANA, BO, CLEO)[: header.seats]
    joining = [(user, Join(seat)) for seat, user in enumerate(users) if seat]
    start = Start(tuple(range(header.seats)), header.text())
    new = New(header.game, header.seats)
    await room.tables.open(room.asked(ANA), [(ANA, new), *joining, (ANA, start)])
    for turn in turns:
        await play(room, turn)
    return await room.table()


async def play(room: Room, turn: Turn) -> Outcome:
    user = (await room.table()).to_move
    assert user is not None
    return await room.service.play(room.asked(user), turn.moves)


async def play_any(room: Room, turns: int) -> None:
    for seed in range(turns):
        await play(room, any_turn((await room.table()).running_game, Random(seed)))


async def take_back(room: Room, user: int) -> UndoPreview:
    """A user undoes their tile, or asks the others to agree."""
    preview = await room.service.preview_undo(room.asked(user))
    await room.service.undo(room.asked(user), preview)
    return preview


async def answer(room: Room, user: int, agrees: bool = True) -> Table:
    """A user's answer to the open question."""
    vote = (await room.table()).undo_vote
    assert vote is not None
    answered = room.service.answer_undo_vote(room.asked(user), vote.entry, agrees=agrees)
    return (await answered).after


async def test_undo_gives_back_tile_and_figure_and_another_move_may_follow(room: Room) -> None:
    before = await dealt(room, shuffled_header(3))
    first, second = (turn_with_figure_choice(before.running_game, seed) for seed in (1, 2))
    assert first != second
    played = (await play(room, first)).after
    assert isinstance((await take_back(room, ANA)).entry, Undo)
    undone = await room.table()
    assert undone.game == before.game and undone.to_move == ANA and undone.lines == ()
    assert undone.last == played.last + 1, "nothing is rewritten"
    again = (await play(room, second)).after
    assert again.game == game_after_turn(before.running_game, second)
    assert again.record().count("place ") == 1


async def test_undo_goes_back_move_by_move(room: Room) -> None:
    start = await dealt(room, shuffled_header(2))
    await play_any(room, 1)
    second = await room.table()
    await play_any(room, 1)
    await take_back(room, BO)
    assert (await room.table()).game == second.game
    assert await refusal(take_back(room, BO)) == "back-already"
    await take_back(room, ANA)
    assert (await room.table()).game == start.game
    assert await refusal(take_back(room, ANA)) == "back-already"


async def test_H44_undo_of_a_bonus_tile_takes_back_that_tile_and_not_the_one_before(
    room: Room,
) -> None:
    """A bonus tile is a placement of its own in the same turn."""
    for seed in range(20):
        header = shuffled_header(3, seed)
        plan = list(played_turns(header, seed, scoring_turn))
        bonus = [
            number
            for number, (game, _) in enumerate(plan)
            if isinstance(game.story[-1], TileDrawn) and game.story[-1].bag == "bonus"
        ]
        if bonus:
            break
    number = bonus[0]
    table = await dealt(room, header, [turn for _, turn in plan[: number + 1]])
    user = table.lines[-1].user
    assert user is not None and table.to_move != user
    await take_back(room, user)
    assert (await room.table()).game == plan[number][0]
    # The tile before it is of the same turn: it can be taken back as well, and no other.
    await take_back(room, user)
    assert (await room.table()).game == plan[number - 1][0]
    assert await refusal(take_back(room, user)) == "back-already"


async def test_undo_of_the_very_last_move_opens_the_finished_game_again(room: Room) -> None:
    header = deal("base", 2, Random(1))
    plan = list(played_turns(header, 1))
    over = await dealt(room, header, [turn for _, turn in plan])
    last = over.lines[-1].user
    assert over.phase is Phase.OVER and last is not None
    await take_back(room, last)
    table = await room.table()
    assert table.phase is Phase.PLAYING and table.game == plan[-1][0]
    assert await refusal(room.service.open(room.asked(DAN), "base", 2)) == "busy"
    assert (await play(room, plan[-1][1])).after.phase is Phase.OVER


async def test_finished_game_whose_end_has_shown_tiles_is_opened_again_by_consent(
    room: Room,
) -> None:
    header = shuffled_header(2)
    plan = list(played_turns(header, 1))
    over = await dealt(room, header, [turn for _, turn in plan])
    last = over.lines[-1].user
    assert last is not None and over.running_game.bags["bonus"]
    preview = await take_back(room, last)
    assert preview.has_shown_undrawn_tiles and isinstance(preview.entry, Ask)
    loaded = await room.tables.latest(CHANNEL)
    assert loaded is not None and loaded.row.finished, "a question alone opens nothing"
    table = await answer(room, BO if last == ANA else ANA)
    assert table.phase is Phase.PLAYING and table.game == plan[-1][0]


async def test_finished_game_is_not_opened_again_once_another_table_is_open(room: Room) -> None:
    plan = list(played_turns(shuffled_header(2), 1))
    over = await dealt(room, shuffled_header(2), [turn for _, turn in plan])
    last = over.lines[-1].user
    assert last is not None
    await take_back(room, last)
    asked = (await room.table()).last
    await room.service.open(room.asked(DAN), "hunters", 2)
    assert await refusal(take_back(room, last)) == "not-started"
    late = room.service.answer_undo_vote(room.asked(BO), asked, agrees=True)
    assert await refusal(late) == "not-started"


async def test_undo_by_consent_takes_back_only_the_moves_since_the_last_own_tile(
    room: Room,
) -> None:
    await dealt(room, shuffled_header(3, 1))
    await play_any(room, 3)
    before = await room.table()
    await play_any(room, 2)
    assert before.to_move == ANA
    assert (await take_back(room, ANA)).tiles == 2
    await answer(room, CLEO)
    table = await answer(room, BO)
    assert table.game == before.game and table.undo_vote is None


async def test_two_simultaneous_consents_are_both_counted(room: Room) -> None:
    start = await dealt(room, shuffled_header(3))
    await play_any(room, 2)
    await take_back(room, ANA)
    last = (await room.table()).last
    await asyncio.gather(answer(room, BO), answer(room, CLEO))
    table = await room.table()
    assert table.game == start.game and table.last == last + 3, "agree, agree, undo"


async def test_simultaneous_last_consent_and_move_leave_one_of_them(room: Room) -> None:
    start = await dealt(room, shuffled_header(3))
    await play_any(room, 2)
    laid = (await room.table()).running_game
    await take_back(room, ANA)
    await answer(room, BO)
    turn = any_turn(laid, Random(6))
    done = await asyncio.gather(answer(room, CLEO), play(room, turn), return_exceptions=True)
    assert sum(isinstance(result, Exception) for result in done) == 1
    assert (await room.table()).game in (start.game, game_after_turn(laid, turn))


async def test_question_is_about_its_own_tile_and_void_after_the_next_move(room: Room) -> None:
    await dealt(room, shuffled_header(3, 1))
    await play_any(room, 2)
    await take_back(room, ANA)
    first = (await room.table()).last
    await play_any(room, 1)
    assert (await room.table()).undo_vote is None
    await take_back(room, BO)
    for agrees in (True, False):
        late = room.service.answer_undo_vote(room.asked(CLEO), first, agrees=agrees)
        assert await refusal(late) == "void"
    vote = (await answer(room, CLEO)).undo_vote
    assert vote is not None and vote.agreed == {BO, CLEO}


async def test_resigned_player_has_no_vote_on_an_undo(room: Room) -> None:
    await dealt(room, shuffled_header(3, 1))
    await play_any(room, 3)
    before = await room.table()
    await play_any(room, 1)
    await room.service.resign(room.asked(CLEO))
    assert (await take_back(room, ANA)).users_to_ask == (BO,)
    table = await answer(room, BO)
    # Cleo resigned after Ana's tile, and that is not taken back with it.
    assert table.game == resign(before.running_game, 2)
    assert replay(table.record()).game == table.game


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
