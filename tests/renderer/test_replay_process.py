"""The process that renders an animation, and its end with its caller."""

import asyncio
import io
import random

import pytest
from PIL import Image

from renderer.animations import replay_process
from renderer.animations.replay_process import render_animation
from renderer.players import Players
from rules.child_process import ChildFailed
from rules.random_play import deal, random_game

WHO = Players(("--limit", "Bö", 'C"yd\n'), (2, 0, 1), "Joueur {number}")


def ignore_progress(done: int, of: int) -> None:
    """Somebody who does not want to know how far it is."""


def some_turns(turns: int) -> str:
    chance = random.Random(1)
    return "\n".join(list(random_game(deal("hunters", 3, chance), chance))[: 8 + turns])


@pytest.mark.slow
async def test_animation_reports_its_progress() -> None:
    steps: list[tuple[int, int]] = []
    webp = await render_animation(
        some_turns(6), WHO, 2**23, lambda done, of: steps.append((done, of))
    )
    image = Image.open(io.BytesIO(webp))
    frames = getattr(image, "n_frames", 1)
    assert frames > 2 and steps[-1] == (frames, frames)
    assert [done for done, _ in steps] == sorted(done for done, _ in steps)


async def test_unreadable_record_raises_an_error_with_the_reason() -> None:
    with pytest.raises(ChildFailed, match="RecordError"):
        await render_animation("nonsense", WHO, 2**23, ignore_progress)


async def test_animation_process_ends_on_cancellation_and_on_timeout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[asyncio.subprocess.Process] = []
    make = asyncio.create_subprocess_exec

    async def made(*arguments: str, **more: object) -> asyncio.subprocess.Process:
        begun.append(await make(*arguments, **more))  # type: ignore[arg-type]
        return begun[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", made)
    waiting = asyncio.create_task(render_animation(some_turns(60), WHO, 2**23, ignore_progress))
    while not begun:
        await asyncio.sleep(0.01)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    monkeypatch.setattr(replay_process, "ANIMATION_TIMEOUT_SECONDS", 0.01)
    with pytest.raises(ChildFailed, match="no result within"):
        await render_animation(some_turns(60), WHO, 2**23, ignore_progress)
    assert [process.returncode for process in begun] == [-9, -9]


async def test_animation_process_gets_no_discord_token(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []

    async def made(*_: object, env: dict[str, str], **__: object) -> None:
        given.append(env)
        raise OSError("no more processes")

    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setattr(asyncio, "create_subprocess_exec", made)
    with pytest.raises(ChildFailed, match="no more processes"):
        await render_animation("", WHO, 1, ignore_progress)
    [env] = given
    assert isinstance(env, dict) and "DISCORD_TOKEN" not in env and "PATH" in env
