"""Run a module in a child process: at low priority, with a time limit, ended by the bot alone.

Such work blocks other threads for seconds, and its memory is returned only when a process ends.
"""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final

NICENESS: Final = 10
"""The niceness of such a process."""


class ChildFailed(Exception):
    """The process ended without a result."""


def begin_child_process() -> None:
    """Lower this process's priority; leave SIGTERM and SIGINT to its parent.

    A terminal and systemd send them to all processes; the bot lets work finish.
    """
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)


async def run_child_process(
    module: str, given: bytes, seconds: float, takes: Callable[[str], bool] = lambda line: False
) -> bytes:
    """Run a module with ``given`` as its standard input, and return its standard output.

    ``takes`` returns True for a line of standard error that reports progress. Raise ChildFailed if
    the process fails, writes nothing or times out. Cancelling ends the process.
    """
    import asyncio  # Here, as the processes themselves do without it.

    async def last_error(stream: asyncio.StreamReader) -> str:
        last = ""
        async for line in stream:
            text = line.decode(errors="replace").strip()
            if not takes(text):
                last = text or last
        return last

    try:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", module),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"},
        )
    except OSError as error:
        raise ChildFailed(f"{module} cannot start: {error}") from error
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    error_reader = asyncio.create_task(last_error(process.stderr))
    try:
        async with asyncio.timeout(seconds):
            process.stdin.write(given)
            process.stdin.close()
            result = await process.stdout.read()
            status = await process.wait()
        last_line = await error_reader
    except TimeoutError as error:
        raise ChildFailed(f"{module} has no result within {seconds:.0f} s") from error
    except OSError as error:
        raise ChildFailed(f"{module} closed its pipes: {error}") from error
    finally:
        error_reader.cancel()
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if status or not result:
        raise ChildFailed(f"{module} ended with status {status}: {last_line}")
    return result
