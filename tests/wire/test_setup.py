"""The way of docs/hosting.md through the real program: setup, check, run."""

import asyncio
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import discord
import pytest

from bot.cli import main
from bot.playground.local_discord import ADDRESS_VARIABLE
from tests.support.shell_lines import environment
from tests.wire.bot_process import BotProcess
from tests.wire.loopback import TOKEN, LoopbackDiscord

PROGRAM: Final = Path(sys.executable).parent / "carcassonne"
OPERATOR: Final = "Ana, ana@example.org"
SECONDS: Final = 60.0


def variables(loopback: LoopbackDiscord, **settings: str) -> dict[str, str]:
    """The environment of a host who has set nothing but these."""
    redirected = {ADDRESS_VARIABLE: f"http://{loopback.netloc}"}
    found = environment(**redirected, **settings)
    del found["PYTHON_DOTENV_DISABLED"]
    return found


async def carcassonne(
    loopback: LoopbackDiscord, folder: Path, *words: str, **settings: str
) -> tuple[int | None, str]:
    """The status and the output of a subcommand."""
    program = await asyncio.create_subprocess_exec(
        *(PROGRAM, *words),
        cwd=folder,
        env=variables(loopback, **settings),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    output, _ = await program.communicate()
    return program.returncode, output.decode()


@pytest.mark.slow
@pytest.mark.landing
async def test_setup_writes_settings_with_which_check_finds_nothing_wrong_and_the_bot_runs(
    tmp_path: Path,
) -> None:
    async with LoopbackDiscord() as loopback:
        given = {"DISCORD_TOKEN": TOKEN, "CARCASSONNE_OPERATOR": OPERATOR}
        status, said = await carcassonne(loopback, tmp_path, "setup", "--yes", **given)
        assert status == 0 and "scope=bot+applications.commands" in said and TOKEN not in said
        file = tmp_path / ".env"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert file.read_text("utf-8").splitlines() == [
            f"DISCORD_TOKEN={TOKEN}",
            f"CARCASSONNE_OPERATOR='{OPERATOR}'",
            "CARCASSONNE_BACKUPS=backups",
        ]
        status, said = await carcassonne(loopback, tmp_path, "check")
        assert status == 0 and f"from {file}" in said and said.endswith("Nothing is wrong.\n")
        settings = {"PYTHON_DOTENV_DISABLED": "", "DISCORD_TOKEN": TOKEN}
        bot = await BotProcess.start(loopback, tmp_path, settings=settings)
        assert await bot.end() == 0


async def test_setup_asks_for_the_token_unseen_and_keeps_other_lines(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("# mine\nCARCASSONNE_LOG=json\nCARCASSONNE_BACKUPS=nights\n", "utf-8")
    own, its = os.openpty()
    async with LoopbackDiscord() as loopback, asyncio.timeout(SECONDS):
        program = await asyncio.create_subprocess_exec(
            *(PROGRAM, "setup"),
            cwd=tmp_path,
            env=variables(loopback),
            stdin=its,
            stdout=its,
            stderr=its,
            start_new_session=True,
        )
        os.close(its)
        said = ""
        answers = [("Token: ", TOKEN), ("shows: ", OPERATOR), ("systemd? [Y/n] ", "n")]
        for prompt, answer in answers if shutil.which("systemctl") else answers[:2]:
            while not said.endswith(prompt):
                said += (await asyncio.to_thread(os.read, own, 1000)).decode()
            os.write(own, f"{answer}\n".encode())
        assert await program.wait() == 0
    os.close(own)
    assert TOKEN not in said and not (tmp_path / "carcassonne.service").exists()
    written = file.read_text("utf-8")
    assert written.startswith("# mine\nCARCASSONNE_LOG=json\nCARCASSONNE_BACKUPS=nights\n")
    assert f"DISCORD_TOKEN={TOKEN}\n" in written and stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.fixture
def setup_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[LoopbackDiscord, str], tuple[int, str]]:
    """Run the subcommand in a thread of this process; return its status and its output."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(discord.http.Route, "BASE", "")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", None)

    def run(loopback: LoopbackDiscord, token: str) -> tuple[int, str]:
        monkeypatch.setenv(ADDRESS_VARIABLE, f"http://{loopback.netloc}")
        monkeypatch.setenv("DISCORD_TOKEN", token)
        return main(["setup", "--yes"]), "".join(capsys.readouterr())

    return run


@pytest.mark.parametrize("token", ["", "another.to.ken"])
async def test_setup_writes_nothing_without_a_token_that_discord_knows(
    tmp_path: Path, token: str, setup_here: Callable[[LoopbackDiscord, str], tuple[int, str]]
) -> None:
    async with LoopbackDiscord() as loopback:
        status, said = await asyncio.to_thread(setup_here, loopback, token)
    assert status == 2 and "developer portal" in said
    assert not list(tmp_path.iterdir())


async def test_setup_writes_nothing_where_discord_cannot_be_reached(
    tmp_path: Path, setup_here: Callable[[LoopbackDiscord, str], tuple[int, str]]
) -> None:
    async with LoopbackDiscord() as loopback:
        pass
    status, said = await asyncio.to_thread(setup_here, loopback, TOKEN)
    assert status == 1 and said.endswith("Nothing is written.\n")
    assert not list(tmp_path.iterdir())
