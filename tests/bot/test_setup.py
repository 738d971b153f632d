"""The questions of `carcassonne setup`, and the systemd unit that it writes."""

import shutil
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import discord
import pytest

from bot import setup as asking
from bot.config import ConfigError
from bot.setup import setup as run_setup
from bot.setup import unit_text


def test_unit_runs_the_bot_in_a_folder_as_its_user_and_keeps_the_protections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "50 % wood"
    folder.mkdir()
    program = shutil.copy("/bin/true", folder / "carcassonne")
    monkeypatch.setattr(sys, "argv", [str(program), "setup"])
    text = unit_text(folder, "ana")
    escaped = str(folder).replace("%", "%%")
    lines = text.splitlines()
    assert {f"WorkingDirectory={escaped}", f"EnvironmentFile={escaped}/.env", "User=ana"} < {*lines}
    assert {f'ReadWritePaths="{escaped}"', f'ExecStart="{escaped}/carcassonne" run'} < {*lines}
    assert {"RestartPreventExitStatus=2", "ProtectSystem=strict", "UMask=0077"} < {*lines}
    assert "/opt/" not in text and "/var/lib" not in text
    if analyze := shutil.which("systemd-analyze"):
        unit = folder / "carcassonne.service"
        unit.write_text(text, "utf-8")
        subprocess.run([analyze, "verify", str(unit)], check=True)


def test_token_is_asked_for_until_discord_knows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def login(token: str) -> tuple[str, int]:
        if token != "right":
            raise discord.LoginFailure("wrong")
        return "Carcassonne#1", 5

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "old")
    monkeypatch.setattr(asking, "_login", login)
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    monkeypatch.setattr("builtins.input", lambda _question: "")
    given = iter(["", "wrong", "right", "wrong", ""])
    monkeypatch.setattr("getpass.getpass", lambda _question: next(given))
    assert run_setup(Namespace(yes=False)) == 0
    assert "DISCORD_TOKEN=right" in (tmp_path / ".env").read_text("utf-8")
    assert capsys.readouterr().out.count("does not know this token") == 2
    with pytest.raises(ConfigError, match="not set"):
        run_setup(Namespace(yes=False))
    with pytest.raises(ConfigError, match="does not know"):
        run_setup(Namespace(yes=True))
