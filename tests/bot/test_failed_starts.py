"""A bot that fails to start, or a world that fails to form, leaves nothing open in the tests."""

from __future__ import annotations

import random
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord import Env

from bot.__main__ import make_app
from bot.client import app
from tests.support.bot_in_process import wait_until
from tests.support.world import config, people_meet, slow_sleep


class Broken(Exception):
    """The fault of these tests."""


async def fail(*_: object) -> None:
    raise Broken


def database_threads() -> set[threading.Thread]:
    """The threads of open databases, which keep a process alive."""
    return {
        thread
        for thread in threading.enumerate()
        if thread.name.startswith("storage writer") or "connection_worker" in thread.name
    }


@pytest.fixture(autouse=True)
async def no_thread_left() -> AsyncIterator[None]:
    """Wait until no thread of a database is left that was not there before the test."""
    before = database_threads()
    yield
    await wait_until(lambda: database_threads() <= before)


def new_env(folder: Path) -> Env:
    return Env(make_app(config(folder), random.Random(7), sleep=slow_sleep))


async def test_bot_that_fails_after_opening_its_database_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "commands_digest", fail)
    with pytest.raises(Broken):
        await new_env(tmp_path).start()


async def test_bot_whose_people_cannot_meet_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, env = database_threads(), new_env(tmp_path)
    await env.start()
    assert len(database_threads() - before) == 2, "the names of these threads have changed"
    monkeypatch.setattr(Env, "settle", fail)
    with pytest.raises(Broken):
        await people_meet(env, tmp_path)
    await env.shutdown()
