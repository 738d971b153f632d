"""Fixtures: the real bot with a file of its own, in a simulated Discord."""

import logging
import random
import time
from collections.abc import AsyncIterator, Iterator
from importlib import import_module
from pathlib import Path

import pytest
import simcord

from bot.app import App
from bot.discord_io import rendering, sending
from bot.page import service as pages
from bot.posting import outbox
from bot.serve import make_app
from renderer.animations import scoring
from tests.support import known_commands, quick_simcord, written_texts
from tests.support.blank_pictures import blank_image, blank_page, blank_sheet
from tests.support.clock import Clock
from tests.support.inline_workers import InlineWorkerPool
from tests.support.world import FORGED, World, config, people_meet, slow_sleep

quick_simcord.install()
known_commands.install()


@pytest.fixture
def clock() -> Clock:
    """The clock of the bot, if a test asks for it; only the test moves it."""
    return Clock()


@pytest.fixture
def simcord_bot(request: pytest.FixtureRequest, tmp_path: Path) -> App:
    has_clock = "clock" in request.fixturenames
    clock = request.getfixturevalue("clock") if has_clock else time.time
    return make_app(config(tmp_path), random.Random(7), clock=clock, sleep=slow_sleep)


@pytest.fixture
def inline_workers(monkeypatch: pytest.MonkeyPatch) -> InlineWorkerPool:
    """Replace the worker processes by a pool that computes in the test."""
    pool = InlineWorkerPool()
    monkeypatch.setattr("bot.services.WorkerPool", lambda: pool)
    return pool


@pytest.fixture
async def world(
    simcord_env: simcord.Env, simcord_bot: App, tmp_path: Path, request: pytest.FixtureRequest
) -> AsyncIterator[World]:
    world = await people_meet(simcord_env, tmp_path)
    yield world
    await world.close()
    if request.node.get_closest_marker("slow") is not None:
        return
    bodies = [sent.json for sent in world.env.http_requests]
    sent = [body for body in bodies if isinstance(body, dict) and body.get("content") != FORGED]
    unlisted = written_texts.all_unlisted(sent, world.folder / "games.sqlite3")
    if unlisted:
        pytest.fail(written_texts.what_to_do(unlisted), pytrace=False)


@pytest.fixture
def no_retry_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retry a failed request to Discord without the usual pauses."""
    monkeypatch.setattr(sending, "MESSAGE_RETRY_SECONDS", 0.0)


@pytest.fixture
def env_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The `.env` of the current folder, still to be written; no setting of it outlives the test."""
    monkeypatch.delenv("PYTHON_DOTENV_DISABLED", raising=False)
    for name in ("CARCASSONNE_DATABASE", "CARCASSONNE_OPERATOR"):
        # Set first, so that what is loaded is taken away at the end.
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path / ".env"


@pytest.fixture(autouse=True)
def long_post_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands wait longer for their posts: the machine may be busy."""
    monkeypatch.setattr(outbox, "POST_TIMEOUT_SECONDS", 30.0)


@pytest.fixture(autouse=True)
def unpainted_pictures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the painting of pictures and pages, except in tests marked as painted."""
    if request.node.get_closest_marker("painted") is None:
        monkeypatch.setattr(import_module("renderer.draw"), "picture_of_scene", blank_sheet)
        monkeypatch.setattr(scoring, "paint", blank_image)
        monkeypatch.setattr(rendering, "FRAME_PAUSE_SECONDS", 0.0)
        monkeypatch.setattr(pages, "make_page", blank_page)


@pytest.fixture(autouse=True)
def nothing_logged_as_error(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """discord.py only logs what goes wrong in autocomplete; a test must not pass over it."""
    yield
    bad = [r.getMessage() for r in caplog.get_records("call") if r.levelno >= logging.ERROR]
    assert not bad
