"""``carcassonne setup``: ask for the token, test it, and write .env and a systemd unit."""

import asyncio
import getpass
import os
import re
import shlex
import shutil
import sys
from argparse import Namespace
from pathlib import Path
from typing import Final

import discord
from dotenv import set_key

from bot.config import ConfigError
from bot.discord_io.errors import TOKEN_REFUSED
from bot.discord_io.links import invite_link
from bot.discord_io.sending import TRANSPORT_ERRORS
from bot.installation import data_file
from bot.playground.local_discord import read_address, redirect_discord

ANSWER_TIMEOUT_SECONDS: Final = 15.0
BACKUP_FOLDER: Final = "backups"
UNIT: Final = "carcassonne.service"
PORTAL: Final = "Discord developer portal: your application, Bot, Reset Token."


def setup(given: Namespace) -> int:
    """Write the settings, and print what to do next. ``--yes`` asks nothing.

    Raise ConfigError without a token that Discord knows: then nothing is written.
    """
    if (elsewhere := read_address(os.environ)) is not None:
        redirect_discord(elsewhere)
    asks = not given.yes
    token = os.environ.get("DISCORD_TOKEN", "").strip()
    if asks:
        print(f"The token is in the {PORTAL}")
    try:
        name, application, token = _known_token(token, asks=asks)
    except TRANSPORT_ERRORS as error:
        reason = str(error) or type(error).__name__
        print(f"Discord cannot be asked: {reason}. Nothing is written.", file=sys.stderr)
        return 1
    print(f"The token is that of {name}.")
    operator = os.environ.get("CARCASSONNE_OPERATOR", "").strip()
    if asks:
        kept = f" [{operator}]" if operator else ""
        operator = input(f"Your name and contact, which /privacy shows{kept}: ").strip() or operator
    file = Path(".env").absolute()
    _write_settings(
        file,
        {
            "DISCORD_TOKEN": token,
            "CARCASSONNE_OPERATOR": operator,
            "CARCASSONNE_BACKUPS": os.environ.get("CARCASSONNE_BACKUPS", "") or BACKUP_FOLDER,
        },
    )
    print(f"Written: {file}, which only you can read.")
    if shutil.which("systemctl") and (not asks or _confirm(f"Write {UNIT} for systemd?")):
        unit = file.with_name(UNIT)
        unit.write_text(unit_text(file.parent, getpass.getuser()), "utf-8")
        print(f"Written: {unit}. Run the bot now and at each boot:")
        print(f"  sudo cp {shlex.quote(str(unit))} /etc/systemd/system/")
        print("  sudo systemctl daemon-reload && sudo systemctl enable --now carcassonne")
    print(f"Run the bot in this terminal: {shlex.quote(sys.argv[0])} run")
    print(f"Invite it to your server: {invite_link(application)}")
    return 0


def _known_token(token: str, *, asks: bool) -> tuple[str, int, str]:
    """The bot's name, its application and its token; ask again until Discord knows the token."""
    while True:
        if asks:
            kept = " (Enter keeps the one that is set)" if token else ""
            token = getpass.getpass(f"Token{kept}: ").strip() or token
        if not token:
            raise ConfigError(f"DISCORD_TOKEN is not set. It is in the {PORTAL}")
        try:
            return *asyncio.run(_login(token)), token
        except discord.LoginFailure:
            if not asks:
                raise ConfigError(TOKEN_REFUSED) from None
            print("Discord does not know this token. Copy it again; Enter ends this.")
            token = ""


def _confirm(question: str) -> bool:
    return input(f"{question} [Y/n] ").strip().lower() in ("", "y", "yes")


async def _login(token: str) -> tuple[str, int]:
    async with discord.Client(intents=discord.Intents.none()) as client:
        async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
            await client.login(token)
        assert client.application is not None
        return str(client.user), client.application.id


def _write_settings(file: Path, settings: dict[str, str]) -> None:
    """Set lines of .env, keeping others. The file is made private before it is filled."""
    file.touch(0o600)
    file.chmod(0o600)
    for key, value in settings.items():
        if value:
            plain = re.fullmatch(r"[\w.@/+-]+", value, re.A)
            set_key(file, key, value, quote_mode="never" if plain else "always")


def unit_text(folder: Path, user: str) -> str:
    """The bot's settings and games are in the user's folder."""
    program = Path(sys.argv[0]).absolute()
    changed = {
        "Documentation": None,
        "User": user,
        "Group": None,
        "WorkingDirectory": _escaped(folder),
        "EnvironmentFile": _escaped(folder / ".env"),
        "Environment": "PYTHONDONTWRITEBYTECODE=1",
        "ExecStart": f'"{_escaped(program)}" run',
        "ProtectHome": "read-only",  # The program and its Python may lie in a home directory.
        "StateDirectory": None,
        "StateDirectoryMode": None,
        "ReadWritePaths": f'"{_escaped(folder)}"',
    }
    written = set[str]()

    def change(line: re.Match[str]) -> str:
        key = line[1]
        value = None if key in written else changed.get(key, line[2])
        written.update({key} & changed.keys())
        return f"{key}={value}\n" if value is not None else ""

    text = data_file("deploy/carcassonne.service").read_text("utf-8")
    text = re.sub(r"^#.*\n", "", text, flags=re.M)
    text = text.replace("\nUMask=", "\nReadWritePaths=\nUMask=")
    return "# Written by `carcassonne setup`.\n" + re.sub(
        r"^(\w+)=(.*)\n", change, text, flags=re.M
    )


def _escaped(path: Path) -> str:
    return str(path).replace("%", "%%")
