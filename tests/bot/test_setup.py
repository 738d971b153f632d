"""The unit of systemd that `carcassonne setup` writes."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

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
