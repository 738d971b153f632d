"""The query plans of frequent queries."""

import random

from storage import Database, Log
from storage.table_summaries import TABLES_IN_PHASE, TABLES_OF_USER, TABLES_WITH_OPEN_SEATS
from tests.support.many_tables import store_tables


async def test_no_query_for_summaries_scans_a_table(log: Log, database: Database) -> None:
    await store_tables(log, 300, 2, random.Random(1))
    for sql, parameters in (
        (TABLES_OF_USER, (7, "archived", 0.0)),
        (TABLES_IN_PHASE, ("lobby", 40)),
        (TABLES_WITH_OPEN_SEATS, ("playing", 40)),
    ):
        plan = [row[-1] for row in await database.read(f"EXPLAIN QUERY PLAN {sql}", parameters)]
        assert not [step for step in plan if step.startswith("SCAN") and step != "SCAN s"], plan
