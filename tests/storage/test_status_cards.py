"""Status cards and server settings."""

from storage import Database, Log, NewEntry, PostRow, StoredStatusCards


async def begun(log: Log) -> int:
    """A game with three entries, the lobby posted twice and the first turn once."""
    row = await log.begin(guild=1, channel=2, entries=[NewEntry(1, "new")])
    await log.mark_posted(row.id, 0, [PostRow(100, row.id, -1, 0)])
    await log.append(row.id, after=0, entries=[NewEntry(2, "join")])
    await log.mark_posted(row.id, 1, [PostRow(101, row.id, 0, 1)])
    await log.append(row.id, after=1, entries=[NewEntry(1, "start")])
    await log.mark_posted(row.id, 2, [PostRow(102, row.id, 1, 2)])
    return row.id


async def test_the_newest_post_before_the_start_becomes_the_card_once(database: Database) -> None:
    cards, game = StoredStatusCards(database), await begun(Log(database))
    assert await cards.of(game) is None
    row = await cards.read_or_add(game, 2)
    assert (row.message, row.times_lost, row.pinned, row.last_entry) == (101, 0, False, -1)
    assert await cards.read_or_add(game, 3) == row == await cards.of(game)
    assert await cards.newest_post(game) == 102


async def test_a_game_without_posts_has_a_card_without_a_message(
    log: Log, database: Database
) -> None:
    row = await log.begin(guild=1, channel=2, entries=[NewEntry(1, "new")])
    cards = StoredStatusCards(database)
    assert (await cards.read_or_add(row.id, 1)).message is None
    assert await cards.newest_post(row.id) is None
    await cards.mark_sent(row.id, 7)
    card = await cards.of(row.id)
    assert card is not None and card.message == 7


async def test_a_card_is_pinned_once_and_unpinned_once(database: Database) -> None:
    cards, game = StoredStatusCards(database), await begun(Log(database))
    await cards.read_or_add(game, 2)
    assert not await cards.mark_unpinned(game)
    assert [await cards.mark_pinned(game), await cards.mark_pinned(game)] == [True, False]
    assert [await cards.mark_unpinned(game), await cards.mark_unpinned(game)] == [True, False]
    assert not await cards.mark_pinned(game)
    await cards.mark_lost(game)
    assert await cards.mark_pinned(game), "another message"


async def test_stale_cards_are_those_that_do_not_show_the_last_entry(database: Database) -> None:
    cards, log = StoredStatusCards(database), Log(database)
    game = await begun(log)
    assert await cards.stale() == ()
    await cards.read_or_add(game, 2)
    assert await cards.stale() == (game,)
    await cards.mark_shown(game, 2)
    assert await cards.stale() == ()
    await log.append(game, after=2, entries=[NewEntry(1, "move")])
    assert await cards.stale() == (game,)
    await cards.mark_lost(game)
    assert await cards.stale() == (), "there is nothing to edit"
