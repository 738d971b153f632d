"""Storage errors: answers to players, log lines, and recovery."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest

from bot.absences.service import AbsenceCalendar
from bot.home.service import HomeTables
from bot.interactions.lifecycle import UNSAVED, storage_error_text
from bot.posting.outbox import STORAGE_RETRY_SECONDS
from bot.text.i18n import use_language
from storage import FileBusy, Log
from tests.support.legal_turns import turn_with_figure_choice
from tests.support.shown_messages import has_no_reply, private
from tests.support.world import World, shuffled_header

BUSY = "**Not saved:** another program is blocking the database."


@contextmanager
def held(world: World) -> Iterator[None]:
    """Another program writes for a long time."""
    path = world.folder / "games.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def lines(caplog: pytest.LogCaptureFixture, begin: str) -> list[logging.LogRecord]:
    return [r for r in caplog.records if r.getMessage().startswith(begin)]


async def busy(*_: object, **__: object) -> Any:
    raise FileBusy("database is locked")


async def test_locked_database_is_reported_in_one_line_and_boards_still_open(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_with(shuffled_header(2))
    await world.place(turn_with_figure_choice(await world.game()))
    await world.database.write(lambda execute: execute("PRAGMA busy_timeout = 50"), "")
    before, turn = await world.log(), turn_with_figure_choice(await world.game())
    with held(world):
        for _ in range(3):
            assert private(await world.place(turn)).startswith(BUSY)
        assert "'s turn · " in private(await (await world.to_move()).slash(world.channel, "board"))
    assert await world.log() == before
    log_lines = lines(caplog, "database error in channel")
    assert len(log_lines) == 3 and len(lines(caplog, "the database cannot be written")) == 1
    assert all(r.levelno == logging.WARNING and r.exc_info is None for r in log_lines)
    assert has_no_reply(await world.place(turn))
    assert await world.log() != before


@pytest.mark.parametrize("kind", list(UNSAVED))
def test_every_storage_error_says_in_both_languages_if_it_is_not_saved(kind: type) -> None:
    for language, begin in (
        ("en", "**Not saved:**"),
        ("fr", "**Pas enregistré\N{NO-BREAK SPACE}:**"),
    ):
        with use_language(language):
            assert storage_error_text(kind("inside"), saved=False).startswith(begin)
            assert begin not in storage_error_text(kind("inside"), saved=True)
            assert "inside" not in storage_error_text(kind("inside"), saved=False)


async def test_error_after_a_saved_move_is_not_reported_as_not_saved(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_with(shuffled_header(2))
    posts, before = len(world.messages()), len(await world.log())
    with monkeypatch.context() as patch:
        patch.setattr(AbsenceCalendar, "end", busy)
        assert has_no_reply(await world.place(turn_with_figure_choice(await world.game())))
    assert len(world.messages()) == posts + 1
    with monkeypatch.context() as patch:
        patch.setattr(HomeTables, "next", busy)
        reply = private(await world.place(turn_with_figure_choice(await world.game())))
    assert (
        reply.startswith("Your move is saved, but then I lost the connection to the database")
        and "Not saved" not in reply
    )
    assert len(world.messages()) == posts + 2 and len(await world.log()) > before + 1


async def test_start_waits_for_a_busy_database_and_then_continues(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_with(shuffled_header(2))
    await world.env.bot.close()
    with monkeypatch.context() as patch:
        patch.setattr(Log, "unposted", busy)
        await world.restart()
        assert world.app.services.scheduler._nap is None, "it has not begun"
    await world.advance_outbox_time(STORAGE_RETRY_SECONDS[0])
    await world.env.settle()
    assert world.app.services.scheduler._nap is not None
    assert lines(caplog, "the start waits for the database")


@pytest.mark.parametrize(
    "harm",
    [
        "DROP TRIGGER entries_are_not_changed;"
        "UPDATE entries SET text = replace(text, 'rot', 'ROT') WHERE game = {game};"
        "CREATE TRIGGER entries_are_not_changed BEFORE UPDATE ON entries BEGIN"
        " SELECT RAISE(ABORT, 'an entry is never changed'); END;",
        # One bit of a file can hide a game's last entry from searches, not from reading.
        "DROP VIEW game_rows; CREATE VIEW game_rows AS SELECT id, guild, channel,"
        " (SELECT max(number) FROM entries WHERE game = games.id) - (id = {game}) AS last,"
        " posted, finished, started_at FROM games;",
    ],
    ids=["a changed entry", "an entry that searches miss"],
)
async def test_damaged_game_is_refused_and_other_games_continue(world: World, harm: str) -> None:
    other = world.guild.create_text_channel("elsewhere")
    await world.start_with(shuffled_header(2))
    await world.open(2, other)
    game = await world.game_id()
    await world.place(turn_with_figure_choice(await world.game()))
    with closing(sqlite3.connect(world.folder / "games.sqlite3", isolation_level=None)) as disk:
        disk.executescript(harm.format(game=game))
    await world.kill_and_restart()
    reply = private(await world.bo.slash(world.channel, "board"))
    assert reply.startswith("I can't read this game's log")
    assert "seat" in private(await world.bo.slash(other, "board")) or world.posts(other)
