"""The puzzles of servers: one a day, none twice, one try for each user."""

from storage import Database, Log, NewEntry, Position, Puzzles, Solve, TableSummaries, TableSummary
from tests.storage.test_key_values import ANA, BO

GUILD, OTHER = 9, 10
SHIPPED = [Position(f"s {line}", None, "s", line, "place 1 0 rot0") for line in (4, 8)]
MONDAY, TUESDAY, WEDNESDAY = "2026-11-23", "2026-11-24", "2026-11-25"


async def finished_game(database: Database, channel: int, since: float = 100.0) -> int:
    """Write a finished game of GUILD, in the phase `ended` since a Unix time."""
    log = Log(database)
    game = (await log.begin(guild=GUILD, channel=channel, entries=[NewEntry(ANA, "bag")])).id
    await log.append(game, after=0, entries=[NewEntry(ANA, "end")], finish=True)
    summary = TableSummary(
        *("base", "ended", "en", "none", 2, (ANA, BO), frozenset(), None, since),
        number=1,
        version=1,
    )
    await TableSummaries(database).put(game, summary)
    return game


async def test_a_server_gets_its_own_positions_first_and_none_twice(database: Database) -> None:
    puzzles, game = Puzzles(database), await finished_game(database, 5)
    own = Position("own", game, "", 12, "place 3 0 rot90 pass")
    await puzzles.add(GUILD, game, [own, own])
    assert await puzzles.waiting(GUILD) == 1
    days = [await puzzles.begin_day(GUILD, f"2026-11-{day}", SHIPPED) for day in range(20, 24)]
    assert [puzzle and puzzle.position for puzzle in days] == [own, *SHIPPED, None]
    await puzzles.add(GUILD, game, [own])
    assert await puzzles.waiting(GUILD) == 0
    elsewhere = await puzzles.begin_day(OTHER, MONDAY, SHIPPED)
    assert elsewhere is not None and elsewhere.position == SHIPPED[0]


async def test_a_day_keeps_its_puzzle(database: Database) -> None:
    puzzles = Puzzles(database)
    first = await puzzles.begin_day(GUILD, MONDAY, SHIPPED)
    assert await puzzles.begin_day(GUILD, MONDAY, SHIPPED[1:]) == first
    assert await puzzles.open(GUILD) is None, "it is not posted"


async def test_a_position_of_a_game_that_runs_again_waits(database: Database) -> None:
    puzzles, game = Puzzles(database), await finished_game(database, 5)
    await puzzles.add(GUILD, game, [Position("own", game, "", 12, "place 3 0 rot90 pass")])
    await Log(database).append(game, after=1, entries=[NewEntry(ANA, "undo")], reopen=True)
    monday = await puzzles.begin_day(GUILD, MONDAY, SHIPPED)
    assert monday is not None and monday.position == SHIPPED[0]
    assert await puzzles.waiting(GUILD) == 1


async def test_a_puzzle_is_open_until_the_next_one_is_posted(database: Database) -> None:
    puzzles = Puzzles(database)
    await puzzles.begin_day(GUILD, MONDAY, SHIPPED)
    await puzzles.mark_posted(GUILD, MONDAY, 77)
    await puzzles.begin_day(GUILD, WEDNESDAY, SHIPPED)
    current = await puzzles.open(GUILD)
    assert current is not None and (current.day, current.message) == (MONDAY, 77)
    assert await puzzles.open(GUILD, before=WEDNESDAY) == current
    await puzzles.mark_posted(GUILD, WEDNESDAY, 78)
    following = await puzzles.open(GUILD)
    assert following is not None and following.day == WEDNESDAY
    assert await puzzles.open(GUILD, before=WEDNESDAY) is None
    assert await puzzles.days(GUILD) == [MONDAY, WEDNESDAY]


async def test_a_try_counts_from_its_own_second_on(database: Database, now: list[float]) -> None:
    puzzles = Puzzles(database)
    await puzzles.begin_day(GUILD, MONDAY, SHIPPED)
    await puzzles.solve(GUILD, MONDAY, Solve(ANA, "place 1 0 pass", 3.5))
    assert await puzzles.tried_since(GUILD, now[0])
    assert not await puzzles.tried_since(GUILD, now[0] + 1)
    assert not await puzzles.tried_since(OTHER, now[0])


async def test_a_user_has_one_try(database: Database) -> None:
    puzzles = Puzzles(database)
    assert await puzzles.solve(GUILD, MONDAY, Solve(ANA, "place 1 0 pass", 3.5))
    assert not await puzzles.solve(GUILD, MONDAY, Solve(ANA, "place 0 1 pass", 0.0))
    assert await puzzles.solve(GUILD, MONDAY, Solve(BO, "place 0 1 pass", 0.0))
    assert await puzzles.solve(OTHER, TUESDAY, Solve(ANA, "place 0 1 pass", 1.0))
    assert await puzzles.solve_of(GUILD, MONDAY, ANA) == Solve(ANA, "place 1 0 pass", 3.5)
    assert [solve.user for solve in await puzzles.solves(GUILD, MONDAY)] == [BO, ANA]
    assert await puzzles.solved_days(GUILD) == {MONDAY}
    assert await puzzles.solved_days(OTHER, BO) == frozenset()


async def test_games_are_searched_once_the_newest_first(database: Database) -> None:
    puzzles = Puzzles(database)
    games = [await finished_game(database, channel) for channel in range(3)]
    await finished_game(database, 7, since=900.0)
    assert await puzzles.unsearched(GUILD, "ended", 500.0, 9) == games[::-1]
    await puzzles.add(GUILD, games[1], [])
    assert await puzzles.unsearched(GUILD, "ended", 500.0, 1) == [games[2]]
    assert await puzzles.unsearched(GUILD, "ended", 500.0, 9) == [games[2], games[0]]
    assert await puzzles.unsearched(OTHER, "ended", 500.0, 9) == []
    await puzzles.add(GUILD, 77, SHIPPED)
    assert await puzzles.waiting(GUILD) == 0, "the game does not exist"
