"""``python -m renderer.animations.replay_process``: draw an animation in a process of its own.

Drawing blocks other threads for seconds, and its memory is returned only when a process ends.
Standard input is one JSON object, standard output the WebP; standard error has a line ``done of``
for each frame. The process runs with a raised niceness. Signals to the process group, as by Ctrl-C
or systemd, are left to the parent, which may let it finish.
"""

import asyncio
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from renderer.animations.replay import animate_replay, turn_ends
from renderer.players import Players
from rules.child_process import begin_child_process

ANIMATION_TIMEOUT_SECONDS: Final = 180.0
"""The time limit of the process."""


class AnimationError(Exception):
    """The process ended without an animation."""


async def render_animation(
    record: str, players: Players, limit: int, progress: Callable[[int, int], None]
) -> bytes:
    """Draw a record's WebP in a process, within ``limit`` bytes if possible.

    Raise AnimationError if the process fails or times out. Cancelling ends the process.
    """
    try:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", __name__),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"},
        )
    except OSError as error:
        raise AnimationError(f"the animation process cannot start: {error}") from error
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    request = {
        "record": record,
        "names": players.names,
        "colours": players.colours,
        "unnamed": players.unnamed,
        "levels": players.levels,
        "titles": players.titles,
        "limit": limit,
    }
    progress_reader = asyncio.create_task(_read_progress(process.stderr, progress))
    try:
        async with asyncio.timeout(ANIMATION_TIMEOUT_SECONDS):
            process.stdin.write(json.dumps(request).encode())
            process.stdin.close()
            webp = await process.stdout.read()
            status = await process.wait()
        last_line = await progress_reader
    except TimeoutError as error:
        raise AnimationError(f"no animation within {ANIMATION_TIMEOUT_SECONDS:.0f} s") from error
    except OSError as error:
        raise AnimationError(f"the animation process closed its pipes: {error}") from error
    finally:
        progress_reader.cancel()
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if status or not webp:
        raise AnimationError(f"the animation process ended with status {status}: {last_line}")
    return webp


async def _read_progress(stream: asyncio.StreamReader, progress: Callable[[int, int], None]) -> str:
    """Report the progress, and return the last line that is none."""
    rest = ""
    async for line in stream:
        match line.split():
            case [done, of] if done.isdigit() and of.isdigit():
                progress(int(done), int(of))
            case _words:
                rest = line.decode(errors="replace").strip() or rest
    return rest


def main() -> None:
    begin_child_process()
    request = json.load(sys.stdin)
    players = Players.of(
        *(request[key] for key in ("names", "colours", "unnamed", "levels", "titles"))
    )
    games = list(turn_ends(request["record"]))
    replay = animate_replay(games, players, request["limit"], _print_progress)
    sys.stdout.buffer.write(replay.data)


def _print_progress(done: int, of: int) -> None:
    print(done, of, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
