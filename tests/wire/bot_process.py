"""A process of `python -m bot` connected to a loopback Discord."""

import asyncio
import re
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from bot.playground.local_discord import ADDRESS_VARIABLE, SPACING_VARIABLE
from tests.support.shell_lines import environment
from tests.wire.gateway import Gateway
from tests.wire.loopback import TOKEN, LoopbackDiscord

START_SECONDS: Final = 120.0
"""Seconds that a start may take on a busy machine."""

SHOWN_CHARACTERS: Final = 4000
"""Characters of the end of a log that are shown."""
RESIDENT_KILOBYTES: Final = re.compile(r"VmRSS:\s+(\d+) kB")


class NotStarted(Exception):
    """The process ended before it had connected; the message has its status and last output."""


@dataclass(slots=True)
class BotProcess:
    """A running process; its output is in the file ``log``."""

    process: asyncio.subprocess.Process
    log: Path
    gateway: Gateway

    @classmethod
    async def start(
        cls,
        loopback: LoopbackDiscord,
        folder: Path,
        name: str = "bot",
        *,
        module: str = "bot",
        settings: Mapping[str, str] | None = None,
    ) -> Self:
        """Start a process and return it once Discord has announced its server to it."""
        before = loopback.gateway.identify_count
        running = await cls.spawn(loopback, folder, name, module=module, settings=settings)
        await running.wait_until(lambda: loopback.gateway.identify_count > before)
        return running

    @classmethod
    async def spawn(
        cls,
        loopback: LoopbackDiscord,
        folder: Path,
        name: str,
        *,
        module: str = "bot",
        settings: Mapping[str, str] | None = None,
    ) -> Self:
        """Start a process without waiting for its connection.

        ``module`` is run, with ``settings`` added to the environment.
        """
        log = folder / f"{name}.log"
        with log.open("a") as output:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", module),
                cwd=folder,
                env={
                    **environment(DISCORD_TOKEN=TOKEN),
                    "CARCASSONNE_DATABASE": str(database_path(folder)),
                    # Whole games are played in seconds.
                    "CARCASSONNE_LIMITS": "9999",
                    # It lives for seconds: most of that would go into tiles that nobody sees.
                    "CARCASSONNE_WARM": "no",
                    # A review takes most of a processor for twenty seconds.
                    "CARCASSONNE_REVIEWS": "no",
                    # Drawing all emoji takes eight seconds of one.
                    "CARCASSONNE_EMOJI": "no",
                    ADDRESS_VARIABLE: f"http://{loopback.netloc}",
                    SPACING_VARIABLE: str(loopback.gateway.spacing),
                    **(settings or {}),
                },
                stdin=asyncio.subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        return cls(process, log, loopback.gateway)

    async def wait_until(self, true: Callable[[], bool]) -> None:
        """Wait for a condition on sessions; kill the process and raise NotStarted if it fails."""
        ended = asyncio.create_task(self.process.wait())
        try:
            async with asyncio.timeout(START_SECONDS):
                while not true():
                    if ended.done():
                        said = self.log.read_text()[-SHOWN_CHARACTERS:]
                        raise NotStarted(f"ended with {ended.result()}:\n{said}")
                    self.gateway.identified.clear()
                    identified = asyncio.create_task(self.gateway.identified.wait())
                    await asyncio.wait({ended, identified}, return_when=asyncio.FIRST_COMPLETED)
                    identified.cancel()
        except BaseException:
            await self.kill()
            raise
        finally:
            ended.cancel()

    async def kill(self) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()

    async def end(self) -> int:
        """End the process by SIGTERM and return its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return await self.process.wait()


def database_path(folder: Path) -> Path:
    return folder / "games.sqlite3"


def resident_bytes(process: int | str) -> int:
    """Resident bytes of a process; 0 if it has ended, or on systems without Linux's /proc."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    match = RESIDENT_KILOBYTES.search(status)
    return 1024 * int(match[1]) if match else 0
