"""A new bot answers every button and menu line that an older version has posted."""

from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest
from simcord import InteractionResult

from tests.bot.compatibility.old_posts import VERSIONS, OldPosts, OldPress, OldWorld, answers_to
from tests.support.goldens import assert_golden
from tests.support.inline_workers import ShortReviewPool

GOLDENS: Final = Path(__file__).parent / "goldens"
SHOWN: Final = 100
"""The characters of an answer that are compared."""


@pytest.fixture(autouse=True)
def short_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let opponents and reviews compute in the test."""
    monkeypatch.setattr("bot.services.WorkerPool", ShortReviewPool)


@asynccontextmanager
async def started(old: OldPosts, folder: Path) -> AsyncIterator[OldWorld]:
    """A server with old posts, in which a new bot has just started."""
    world = old.new_world(folder)
    await world.env.start()
    try:
        with world.env.time_context():
            await world.env.settle()
            yield world
    finally:
        await world.env.bot.close()
        await world.env.shutdown()


def assert_alive(press: OldPress, result: InteractionResult, unknown: str) -> None:
    """Check that the person was answered, by a handler that knows the button."""
    assert result.acknowledged, f"This interaction failed: {press.line()}"
    assert result.response is None or not result.response.flags.loading, press.line()
    assert unknown not in answers_to(result), f"unknown: {press.line()}"


async def press_all(old: OldPosts, presses: Iterable[OldPress], folder: Path) -> list[str]:
    """Press each button while its game is as the older version left it. Return what happens.

    A press that has changed a game ends the round of its scene; the rest of the scene comes in the
    next round, on a fresh copy of the database.
    """
    waiting: dict[str, list[tuple[int, OldPress]]] = defaultdict(list)
    for number, press in enumerate(presses):
        waiting[press.scene].append((number, press))
    done: dict[int, str] = {}
    while any(waiting.values()):
        async with started(old, folder) as world:
            unknown = await world.press_unknown()
            for scene in list(waiting):
                changed = False
                while waiting[scene] and not changed:
                    number, press = waiting[scene].pop(0)
                    before = world.rows()
                    result = await world.press(press)
                    assert_alive(press, result, unknown)
                    new = sorted(world.rows() - before)
                    changed = bool(new)
                    done[number] = f"{press.line()} -> {_outcome(result, new)}"
            assert world.env.errors == []
    return [done[number] for number in sorted(done)]


def _outcome(result: InteractionResult, new: list[tuple[object, ...]]) -> str:
    """The outcome of a press: the new lines of logs, and the answer's first line."""
    texts = [str(row[1]) for row in new if row[0] == "entries"]
    shown = [*(f"`{text.splitlines()[0]}`" for text in texts), *answers_to(result)[:1]]
    return " + ".join(text.split("\n")[0][:SHOWN] for text in shown) or "posted"


@pytest.mark.slow
@pytest.mark.landing
@pytest.mark.parametrize("version", VERSIONS)
async def test_new_bot_answers_a_button_of_each_form_on_old_posts(
    version: str, tmp_path: Path
) -> None:
    old = OldPosts(version)
    done = await press_all(old, old.newest(), tmp_path)
    assert_golden(GOLDENS / f"{version}.txt", dict.fromkeys(done))


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
async def test_new_bot_answers_the_buttons_of_old_posts_in_every_scene(
    version: str, tmp_path: Path
) -> None:
    old = OldPosts(version)
    done = await press_all(old, old.first_and_last(), tmp_path)
    assert_golden(GOLDENS / f"{version}-every-scene.txt", dict.fromkeys(done))
