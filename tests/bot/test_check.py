"""`python -m bot check`: a report on one screen and an exit status, whatever fails."""

import io
import json
import random
import re
import shutil
import socket
import time
from collections import namedtuple
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from email.utils import formatdate
from pathlib import Path
from typing import Any

import discord
import pytest
from aiohttp import web

from bot.app import COMMANDS_DIGEST_SETTING, commands_digest
from bot.check import run_checks
from bot.commands import all_menus
from bot.config import Config, Shards
from bot.discord_io.errors import TOKEN_REFUSED
from bot.discord_io.links import INVITE_PERMISSIONS, OPTIONAL_PERMISSIONS, invite_link
from bot.runtime.metrics_page import MetricsPage
from bot.serve import make_app
from storage import Log, NewEntry, open_database
from storage.sqlite.backups import make_backup
from tests.support.postgres_server import Server
from tests.support.shell_lines import GUIDE

TOKEN = "a-very-secret-token"
APPLICATION = 77
LINES = (
    *("settings", "database", "disk", "backups", "clock"),
    *("token", "intents", "servers", "commands", "invite"),
)


@dataclass
class Answers:
    """Discord's answers in this test."""

    servers: list[dict[str, Any]] = field(default_factory=list)
    commands: list[dict[str, Any]] = field(default_factory=list)
    off: float = 0.0
    endpoint: str | None = None
    shards: int = 1
    down: bool = False
    asked: list[str] = field(default_factory=list)

    async def answer(self, request: web.Request) -> web.Response:
        path = request.path.removeprefix("/api/v10")
        self.asked.append(path)
        headers = {"Date": formatdate(time.time() + self.off, usegmt=True)}
        if path == "/gateway":
            return said({"url": "ws://nowhere"}, headers=headers)
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            return said({"message": "401: Unauthorized", "code": 0}, status=401)
        if self.down and path != "/users/@me" and not path.startswith("/oauth2"):
            return said({"message": "no", "code": 0}, status=403)
        user = {"id": "77", "username": "carcassonne", "discriminator": "0", "avatar": None}
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        after = int(request.query.get("after", 0))
        answers: dict[str, Any] = {
            "/users/@me": user,
            "/oauth2/applications/@me": {
                **{"id": str(APPLICATION), "name": "carcassonne", "icon": None, "flags": 0},
                **{"description": "", "bot_public": True, "bot_require_code_grant": False},
                **{"owner": user, "verify_key": "", "team": None},
                "interactions_endpoint_url": self.endpoint,
            },
            "/gateway/bot": {
                "url": "ws://nowhere",
                "shards": self.shards,
                "session_start_limit": limit,
            },
            "/users/@me/guilds": [server for server in self.servers if int(server["id"]) > after][
                :200
            ],
            f"/applications/{APPLICATION}/commands": self.commands,
        }
        if path not in answers:
            return said({"message": "unknown", "code": 0}, status=404)
        return said(answers[path])


def said(answer: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """JSON as Discord sends it: discord.py takes it for text if a charset is named."""
    kind = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(body=json.dumps(answer).encode(), status=status, headers=kind)


def server(number: int, permissions: discord.Permissions = INVITE_PERMISSIONS) -> dict[str, Any]:
    return {"id": str(number), "name": f"Meadow {number}", "permissions": str(permissions.value)}


def without(*names: str) -> discord.Permissions:
    fewer = discord.Permissions(INVITE_PERMISSIONS.value)
    fewer.update(**dict.fromkeys(names, False))
    return fewer


@pytest.fixture
async def there(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Answers]:
    """A Discord on this machine with prepared answers."""
    answers = Answers(servers=[server(1)])
    application = web.Application()
    application.router.add_route("*", "/{rest:.*}", answers.answer)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{host}:{port}/api/v10")
    yield answers
    await runner.cleanup()


@pytest.fixture
async def ready(there: Answers, tmp_path: Path) -> Config:
    """Settings with which nothing is wrong: a file, a copy of it, commands that are known."""
    config = Config.read(
        {
            "DISCORD_TOKEN": TOKEN,
            "CARCASSONNE_DATABASE": str(tmp_path / "games.sqlite3"),
            "CARCASSONNE_OPERATOR": "Ana",
            "CARCASSONNE_BACKUPS": str(tmp_path / "nights"),
        }
    )
    tree = make_app(config, random.Random(1)).tree
    async with await open_database(config.database) as database:
        await Log(database).set_setting(
            COMMANDS_DIGEST_SETTING, await commands_digest(tree, APPLICATION)
        )
    make_backup(config.database, tmp_path / "nights", lambda entries: "fine")
    kinds = {menu.name: menu.type.value for menu in all_menus()}
    there.commands = [
        {"name": command.name, "type": kinds.get(command.name, 1)}
        for command in tree.get_commands()
    ]
    return config


async def seen(config: Config, settings: Path | None = None) -> tuple[int, dict[str, str]]:
    """The status, and what is said of each subject with its mark."""
    output = io.StringIO()
    status = await run_checks(config, settings, make_app(config, random.Random(1)), output)
    text = output.getvalue()
    assert TOKEN not in text
    assert len(text.splitlines()) <= 24, "one screen"
    lines: dict[str, str] = {}
    subject = ""
    for line in text.splitlines()[:-1]:
        mark, said = line[:5].strip(), line[19:]
        subject = line[7:18].strip() or subject
        lines[subject] = f"{lines[subject]} | {said}" if not mark else f"{mark}: {said}"
    assert text.splitlines()[-1].startswith("Wrong: " if status else "Nothing is wrong.")
    return status, lines


async def test_check_says_ok_on_every_line_without_problems(ready: Config, there: Answers) -> None:
    status, lines = await seen(ready)
    assert status == 0 and tuple(lines) == LINES
    assert all(said.startswith("ok: ") for said in lines.values()), lines
    assert "guilds, guild_typing: none of them privileged; 999 of 1000" in lines["intents"]
    assert lines["invite"].endswith(invite_link(APPLICATION))


async def test_check_changes_nothing_and_opens_no_gateway_connection(
    ready: Config, there: Answers, tmp_path: Path
) -> None:
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.sqlite3")}
    await seen(ready)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.sqlite3")} == before
    assert all(not path.endswith("/messages") for path in there.asked)


async def test_check_gives_notes_and_no_error_before_the_first_start(
    ready: Config, there: Answers, tmp_path: Path
) -> None:
    there.commands = []
    fresh = replace(ready, database=tmp_path / "new.sqlite3", backups=None, operator="")
    status, lines = await seen(fresh)
    assert status == 0
    notes = {subject for subject, said in lines.items() if said.startswith("note: ")}
    assert notes == {"settings", "database", "backups", "commands"}
    assert not fresh.database.exists()


async def test_check_says_what_to_do_where_no_folder_for_backups_is_named(ready: Config) -> None:
    empty = Config.read({"CARCASSONNE_BACKUPS": "", "DISCORD_TOKEN": TOKEN})
    status, lines = await seen(replace(ready, backups=empty.backups))
    assert status == 0 and lines["backups"] == (
        "note: CARCASSONNE_BACKUPS names no folder, so none are made: name one (docs/hosting.md, 4)"
    )


async def test_wrong_token_is_reported_in_one_sentence(ready: Config) -> None:
    status, lines = await seen(replace(ready, token="another"))
    assert status == 1 and lines["token"] == f"WRONG: {TOKEN_REFUSED}"


async def test_check_without_a_token_says_what_opens_instead(
    ready: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = "The playground is not installed either: pip install -e '.[playground]' installs it; "
    for installed, instead in ((True, "Only the playground opens; "), (False, missing)):
        monkeypatch.setattr("bot.installation.has_playground", lambda there=installed: there)
        _, lines = await seen(replace(ready, token=None))
        assert lines["token"] == (
            f"WRONG: DISCORD_TOKEN is not set. {instead}carcassonne setup asks for the token."
        )
        assert lines["database"].startswith("ok"), "the rest is checked all the same"


async def test_check_reports_an_unreachable_discord_and_ends(
    ready: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:9/api/v10")
    monkeypatch.setattr("bot.check.ANSWER_TIMEOUT_SECONDS", 0.5)
    status, lines = await seen(ready)
    assert status == 1 and "Discord cannot be asked" in lines["token"]


async def test_check_names_unanswered_requests_and_continues(ready: Config, there: Answers) -> None:
    there.down = True
    status, lines = await seen(ready)
    assert status == 1
    silent = ("servers", "commands")
    assert all(lines[subject].startswith("WRONG: Discord did not say") for subject in silent)
    assert lines["invite"].startswith("ok")


async def test_check_reports_an_interactions_endpoint_url(ready: Config, there: Answers) -> None:
    there.endpoint = "https://example.org/interactions"
    status, lines = await seen(ready)
    assert status == 1 and "take the interactions endpoint URL off" in lines["token"]


async def test_check_reports_an_optional_permission_as_a_note_and_a_required_one_as_an_error(
    ready: Config, there: Answers
) -> None:
    there.servers = [server(1), server(2, without("pin_messages"))]
    status, lines = await seen(ready)
    assert status == 0
    assert lines["servers"] == "note: 2 servers; lacking in 1: | Meadow 2: pin messages"
    there.servers += [server(3, without("attach_files", "read_messages"))]
    status, lines = await seen(ready)
    assert status == 1
    assert lines["servers"].endswith("| Meadow 3: view channels, attach files")
    there.servers = [server(4, discord.Permissions(administrator=True))]
    assert (await seen(ready))[1]["servers"].startswith("ok")


async def test_check_of_many_servers_fits_on_one_screen(ready: Config, there: Answers) -> None:
    there.servers = [server(number, without("embed_links")) for number in range(1, 451)]
    status, lines = await seen(ready)
    assert status == 1
    assert lines["servers"].startswith("WRONG: 450 servers; lacking in 450: | Meadow 1: embed")
    assert lines["servers"].endswith("and 445 more")


async def test_check_compares_the_clock_with_discords_clock(ready: Config, there: Answers) -> None:
    for there.off, mark in ((3, "ok: "), (-20, "note: "), (600, "WRONG: ")):
        status, lines = await seen(ready)
        assert lines["clock"].startswith(mark) and status == (there.off == 600)
        number = re.match(r"\w+: (\d+) seconds (fast|slow)", lines["clock"])
        assert there.off == 3 or (number and abs(int(number[1]) - abs(there.off)) <= 2)


async def test_check_names_commands_that_differ_from_the_registered_version(
    ready: Config, there: Answers
) -> None:
    async with await open_database(ready.database) as database:
        await Log(database).set_setting(COMMANDS_DIGEST_SETTING, "of before")
    status, lines = await seen(ready)
    assert status == 0 and lines["commands"].startswith("note: of another version")
    there.commands = [*there.commands[1:], {"name": "gone", "type": 1}]
    assert "/gone" in (await seen(ready))[1]["commands"]


async def test_check_reports_fewer_shards_than_discord_recommends(
    ready: Config, there: Answers
) -> None:
    there.shards = 4
    status, lines = await seen(ready)
    assert status == 0 and lines["intents"].endswith("; 4 shards"), "as many as it asks for"
    status, lines = await seen(replace(ready, shards=Shards(0, 1, 2)))
    assert status == 1 and "asks for 4 shards, CARCASSONNE_SHARDS says 0-1/2" in lines["intents"]
    assert (await seen(replace(ready, shards=Shards(0, 7, 8))))[0] == 0


async def test_check_reads_a_database_server_without_changing_it(
    ready: Config, there: Answers, server: Server
) -> None:
    address = await server.create("template0")
    there_too = replace(ready, database=address, backups=None)
    status, lines = await seen(there_too)
    assert status == 0 and lines["database"].endswith("empty; the first start fills it")
    assert "disk" not in lines and "pg_dump" in lines["backups"]
    digest = await commands_digest(make_app(ready, random.Random(1)).tree, APPLICATION)
    async with await open_database(address) as database:
        await Log(database).begin(guild=1, channel=2, entries=[NewEntry(3, "bag")])
        await Log(database).set_setting(COMMANDS_DIGEST_SETTING, digest)
    status, lines = await seen(there_too)
    assert status == 0 and lines["commands"].startswith("ok")
    assert lines["database"].endswith("reached, takes writes, 1 game, 1 running")
    await server.drop(address)
    status, lines = await seen(there_too)
    assert status == 1 and lines["database"].startswith("WRONG: postgresql://")


async def test_check_finds_open_permissions_missing_folders_and_broken_databases(
    ready: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = tmp_path / ".env"
    env.touch(0o644)
    ready.database.chmod(0o644)
    status, lines = await seen(ready, env)
    assert status == 1
    assert f"chmod 600 {env}" in lines["settings"]
    assert f"chmod 600 {ready.database}" in lines["database"]
    nowhere = replace(ready, database=tmp_path / "no" / "such.sqlite3")
    assert "there is no such folder" in (await seen(nowhere))[1]["database"]
    ready.database.write_bytes(b"hello" * 1000)
    assert (await seen(ready))[1]["database"].endswith(
        "bring back a copy: docs/hosting.md says how"
    )


async def test_check_reports_a_disk_before_it_is_full(
    ready: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    for free, mark in ((500_000_000, "note: 0.5 GB"), (90_000_000, "WRONG: 0.1 GB")):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: usage(0, 0, free))
        assert (await seen(ready))[1]["disk"].startswith(mark)


async def test_check_reports_a_metrics_port_that_another_program_has(ready: Config) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
        with_metrics = replace(ready, metrics=port)
        assert (await seen(replace(ready, metrics=None)))[1].get("metrics") is None
        other.listen()
        status, lines = await seen(with_metrics)
    assert status == 1
    assert lines["metrics"] == (
        f"WRONG: not served at port {port} of 127.0.0.1: another program has it; set"
        " another CARCASSONNE_METRICS"
    )
    status, lines = await seen(with_metrics)
    assert status == 0 and lines["metrics"] == f"ok: port {port} of 127.0.0.1 is free"
    page = MetricsPage()
    await page.serve(port)
    try:
        status, lines = await seen(with_metrics)
    finally:
        await page.close()
    assert status == 0 and "a bot that runs serves them" in lines["metrics"]
    status, lines = await seen(replace(with_metrics, metrics_host="203.0.113.1"))
    assert status == 1 and "Cannot assign requested address; see" in lines["metrics"]


async def test_check_reports_an_outdated_newest_backup(ready: Config, tmp_path: Path) -> None:
    [copy] = (tmp_path / "nights").iterdir()
    copy.rename(copy.with_name("games-20260101-030000.sqlite3"))
    status, lines = await seen(ready)
    assert status == 1 and lines["backups"].startswith("WRONG: the newest in")


def test_hosting_guide_has_the_permissions_and_the_invite_link() -> None:
    assert f"The number of all these is {INVITE_PERMISSIONS.value}." in GUIDE
    assert OPTIONAL_PERMISSIONS.value & ~INVITE_PERMISSIONS.value == 0
    link = invite_link(APPLICATION)
    assert f"client_id={APPLICATION}" in link and f"permissions={INVITE_PERMISSIONS.value}" in link
    assert "scope=bot+applications.commands" in link
