"""Export and erasure of a user."""

from collections.abc import Awaitable, Callable

from storage import Database, Erasure, ExportedEntry, KeyValues, Log, NewEntry, open_database
from storage.copying.interface import TABLES
from storage.erasure import DELETE_GUILD, ERASE_USER, EXPORT
from storage.key_values import PREFERENCES
from tests.support import sample_data
from tests.support.raw_connection import Raw

ANA, BO = 222222222222222222, 333333333333333333
Start = Callable[..., Awaitable[int]]


async def test_the_export_has_the_entries_of_one_user_only(
    database: Database, log: Log, start: Start, now: list[float]
) -> None:
    first, second = await start(5, ANA), await start(6, BO)
    now[0] = 1007.5
    for game in (second, first):
        lines = [NewEntry(user, text) for user, text in ((BO, "pass"), (ANA, "place 1 0"))]
        await log.append(game, after=0, entries=lines, finish=game == second)
    kept = await Erasure(database).export(ANA)
    assert kept.entries == (
        ExportedEntry(first, 900, 5, 0, 1000.0, 0, "bag", 1000.0),
        ExportedEntry(first, 900, 5, 0, 1000.0, 2, "place 1 0", 1007.5),
        ExportedEntry(second, 900, 6, 1, 1000.0, 2, "place 1 0", 1007.5),
    )
    assert set(kept.rows) == set(EXPORT) and not any(kept.rows.values())


async def test_the_export_names_the_columns_of_other_rows(database: Database) -> None:
    for user, value in ((ANA, "yes"), (BO, "no")):
        await KeyValues(database, PREFERENCES).save("confirms", value, user=user)
    kept = await Erasure(database).export(ANA)
    assert kept.entries == ()
    assert kept.rows["settings"] == ({"key": "confirms", "value": "yes"},)


async def test_every_table_with_users_has_statements_to_erase_and_export(raw: Raw) -> None:
    for table in await raw.tables_with("user"):
        if table == "actors":  # those stay, without the user
            continue
        assert any(f" {table} " in statement for statement in ERASE_USER), table
        assert any(f" {table} " in statement for statement in EXPORT.values()), table


async def test_every_table_with_servers_has_a_statement_to_delete_one(raw: Raw) -> None:
    for table in await raw.tables_with("guild", "server"):
        assert table == "games" or any(f" {table} " in statement for statement in DELETE_GUILD), (
            table
        )


async def test_the_statements_of_erasure_are_valid_sql(database: Database) -> None:
    for statement in (*ERASE_USER, *DELETE_GUILD):
        await database.write(lambda execute, sql=statement: execute(sql, (1,)), "erasure")
    for query in EXPORT.values():
        await database.read_named(query, (1,))


async def test_every_row_about_a_person_is_exported_and_erased(address: str, raw: Raw) -> None:
    await sample_data.fill(address)

    async def stored() -> str:
        return repr([await raw.execute(table.select) for table in TABLES])

    exported = set[str]()
    async with await open_database(address) as database:
        erasure = Erasure(database)
        for user in (sample_data.ANA, sample_data.BO, sample_data.CLEO):
            assert str(user) in await stored()
            kept = await erasure.export(user)
            exported |= {name for name, rows in kept.rows.items() if rows}
            await erasure.erase(user)
            left = await erasure.export(user)
            assert left.entries == () and not any(left.rows.values())
            assert str(user) not in await stored()
    assert exported == set(EXPORT), "the sample has something of everything"
