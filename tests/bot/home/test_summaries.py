"""The summaries of all tables: written with every command, rebuilt where missing."""

from __future__ import annotations

import random

from bot.table.fold import fold
from bot.table.store import table_summary
from storage import NewEntry
from tests.support.legal_turns import any_turn
from tests.support.world import World, shuffled_header


async def as_folded(world: World) -> None:
    """The summary of the channel's table is that of its log."""
    game = await world.game_id()
    table = fold(await world.log())
    rows = {row.game: row for row in await world.app.services.summary_index.of(world.bo.id)}
    assert rows[game].summary == table_summary(table)
    assert not rows[game].stale


async def test_every_command_updates_the_summary_of_its_table(world: World) -> None:
    await world.open(3)
    await as_folded(world)
    await world.press(world.ana, "start")
    await as_folded(world)
    for seed in range(6):
        await world.place(any_turn(await world.game(), random.Random(seed)))
        await as_folded(world)
    await world.press(world.players[0], "undo")
    await world.ana.slash(world.channel, "resign")
    await as_folded(world)


async def test_finished_table_is_in_no_users_index(world: World) -> None:
    await world.start_game(2)
    assert await world.app.services.summary_index.of(world.bo.id)
    await world.end_game()
    assert await world.app.services.summary_index.of(world.bo.id) == ()


async def test_games_of_an_old_database_are_read_again_at_the_start(world: World) -> None:
    await world.start_with(shuffled_header(3))

    async def forget(execute: object) -> None:
        await execute("DELETE FROM seats")  # type: ignore[operator]
        await execute("DELETE FROM table_summaries")  # type: ignore[operator]

    await world.database.write(forget, "a test")
    assert await world.app.services.summary_index.of(world.bo.id) == ()
    await world.restart()
    await world.env.settle()
    assert world.app.services.summary_index.complete
    await as_folded(world)


async def test_stale_summary_is_rebuilt_when_it_is_read(world: World) -> None:
    await world.start_with(shuffled_header(3))
    row, table = await world.game_id(), await world.table()
    entries = [NewEntry(world.cleo.id, "resign 2")]
    await world.app.game_log.append(row, after=table.last, entries=entries)
    [stale] = await world.app.services.summary_index.summaries.of(world.bo.id)
    assert stale.stale
    await as_folded(world)
    assert await world.app.services.summary_index.of(world.cleo.id) == ()


async def test_unreadable_game_does_not_stop_the_summary_index(world: World) -> None:
    await world.start_with(shuffled_header(3))
    entries = [NewEntry(world.bo.id, "nonsense")]
    await world.app.game_log.append(
        await world.game_id(), after=(await world.table()).last, entries=entries
    )
    [row] = await world.app.services.summary_index.of(world.bo.id)
    assert row.stale
    await world.app.services.summary_index.catch_up()
