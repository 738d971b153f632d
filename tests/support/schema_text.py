"""The schema of a database as lines of text, whatever the spaces and comments of its scripts."""

from __future__ import annotations

import re
import sqlite3
from typing import Final

import asyncpg

_POSTGRES: Final = (
    "SELECT 'column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,"
    " a.attidentity, pg_get_expr(d.adbin, d.adrelid) FROM pg_class c JOIN pg_attribute a"
    " ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped LEFT JOIN pg_attrdef d"
    " ON adrelid = c.oid AND adnum = attnum WHERE relnamespace = {ours} AND relkind IN ('r', 'v')",
    "SELECT 'options', relname, reloptions FROM pg_class WHERE relnamespace = {ours}"
    " AND reloptions IS NOT NULL",
    "SELECT 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid)"
    " FROM pg_constraint WHERE connamespace = {ours} AND contype IN ('p', 'u', 'f', 'c')",
    "SELECT 'index', pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class c"
    " ON c.oid = indexrelid WHERE relnamespace = {ours}",
    "SELECT 'trigger', pg_get_triggerdef(t.oid), tgenabled FROM pg_trigger t JOIN pg_class c"
    " ON c.oid = tgrelid WHERE NOT tgisinternal AND relnamespace = {ours}",
    "SELECT 'function', pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = {ours}",
    "SELECT 'view', relname, pg_get_viewdef(oid) FROM pg_class WHERE relnamespace = {ours}"
    " AND relkind = 'v'",
)


def sqlite_schema(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute(
        "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
    )
    return sorted(_squeezed(sql) for [sql] in rows)


async def postgres_schema(connection: asyncpg.Connection) -> list[str]:
    """Read the columns, constraints, indexes, triggers, functions and views of a database."""
    lines = []
    for query in _POSTGRES:
        rows = await connection.fetch(query.format(ours="current_schema()::regnamespace"))
        lines += [_squeezed(" | ".join(map(str, row))) for row in rows]
    return sorted(lines)


def _squeezed(sql: str) -> str:
    """Join a statement in one line, without comments and spaces that mean nothing."""
    line = " ".join(re.sub(r"--[^\n]*", "", sql).split())
    return re.sub(r" ?([(),]) ?", r"\1", line)
