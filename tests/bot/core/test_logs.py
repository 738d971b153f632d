"""The log: redaction, context of each line, and ERROR for bugs only."""

import io
import json
import logging
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import pytest
from yarl import URL

from bot import config
from bot.core import log_context, logs
from bot.core.logs import REDACTED, redactor
from bot.discord_io import sending
from bot.discord_io.errors import downgrade_outages
from tests.support.for_each import for_each
from tests.support.legal_turns import any_turn
from tests.support.world import World

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GhIjKl.very-secret-token-of-the-bot-itself"
INTERACTION = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5OmFiYw"

Written = Callable[[], str]


def stop_logging(handler: logging.Handler) -> None:
    """Remove `start_logging`'s handler, and reset the levels."""
    logging.captureWarnings(False)
    for name in logs.OWN_LOGGERS:
        logging.getLogger(name).setLevel(logging.NOTSET)
    logging.root.removeHandler(handler)
    logging.root.setLevel(logging.WARNING)


@pytest.fixture(params=["text", "json"])
def written(request: pytest.FixtureRequest) -> Iterator[Written]:
    """The log of a process at level DEBUG, as text or JSON."""
    stream = io.StringIO()
    handler = logs.start_logging(
        "DEBUG", request.param, TOKEN, stream=stream, log_filter=downgrade_outages
    )
    yield stream.getvalue
    stop_logging(handler)


@pytest.fixture
def lines() -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """The lines of the log by now, read as JSON."""
    stream = io.StringIO()
    handler = logs.start_logging("DEBUG", "json", stream=stream, log_filter=downgrade_outages)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    stop_logging(handler)


def warned(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [line for line in lines if line["level"] not in ("DEBUG", "INFO")]


def test_log_explains_how_to_protect_a_readable_env_file(tmp_path: Path, written: Written) -> None:
    file = tmp_path / ".env"
    file.write_text(f"DISCORD_TOKEN={TOKEN}\n")
    file.chmod(0o644)
    logging.getLogger("bot").warning("%s", config.env_file_warning(file))
    assert f"chmod 600 {file}" in written()


# -- what it may never hold ------------------------------------------------------------------------


async def test_debug_log_of_a_game_holds_no_bag_nonce_token_or_name(
    world: World, written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "MESSAGE_RETRY_SECONDS", 0.0)
    await world.start_game()
    world.env.inject_error("POST", "/channels/*/messages", status=500, times=sending.MAX_TRIES)
    for _ in range(4):
        await world.place(any_turn(await world.game(), random.Random(3)))
    await world.dan.slash(world.channel, "board")
    [start] = [text for text in await world.entries() if text.startswith("start")]
    nonce = re.search("nonce: (.+)", start)
    assert nonce is not None
    told_text = written()
    assert "saved, but not posted" in told_text, "something was logged at all"
    for secret in (nonce[1], start.splitlines()[2], "INSERT", *tokens(world)):
        assert secret not in told_text
    for name in ("Ana", "Bo", "Cleo", "Dan", "Meadow"):
        assert not re.search(rf"\b{name}\b", told_text, re.I)


def tokens(world: World) -> set[str]:
    paths = [request.path for request in world.env.http_requests]
    secrets = {
        m[1] for path in paths if (m := re.search(r"^/(?:webhooks|interactions)/\d+/([^/]+)", path))
    }
    assert secrets
    return secrets


def test_logged_error_with_an_address_hides_its_token(written: Written) -> None:
    """For example aiohttp's errors, whose repr discord.py and this bot log."""
    url = URL(f"https://discord.com/api/v10/interactions/77/{INTERACTION}/callback?a=1")
    hook = URL(f"https://discord.com/api/v10/webhooks/78/{INTERACTION}/messages/@original")
    bad = aiohttp.InvalidURL(url)
    where: Any = SimpleNamespace(real_url=hook)
    log = logging.getLogger("bot.somewhere")
    log.info("not taken: %r", bad)
    log.warning("not taken: %s", aiohttp.ClientResponseError(where, (), status=502))
    try:
        raise aiohttp.TooManyRedirects(where, (), message=str(url))
    except aiohttp.ClientError:
        logging.getLogger("aiohttp.client").exception("an error of %s", hook)
    text = written()
    assert INTERACTION not in text
    assert "interactions/77/" in text and "webhooks/78/" in text, "all else is there"


@for_each(
    "line",
    [
        f"logged in with {TOKEN}",
        f"MTIzNDU2Nzg5MDEyMzQ1Njc4.GhIjKl.{'x' * 38} is another bot's",
        f"{{'token': '{INTERACTION}', 'type': 2}}",
        f'{{"token":"{"t" * 60}"}}',
        f"token={'t' * 60}",
        f"Authorization: Bot {'t' * 60}",
        f"{{'Authorization': 'Bot {'t' * 60}'}}",
        f"a continuation {INTERACTION} by itself",
        f"nonce: {'0123456789abcdef' * 4}",
        f"entry 4 ('start\\norder: 0 1\\nbag: L17 L03\\nnonce: {'0123456789abcdef' * 2}')",
        "bag: L17 L03 L44\nbonus: B02 B11\nseats: 3",
    ],
)
def test_secrets_are_redacted_from_log_lines(line: str) -> None:
    left = redactor(TOKEN)(line)
    assert REDACTED in left
    for secret in (TOKEN, INTERACTION, "t" * 30, "x" * 30, "0123456789abcdef", "L17", "B02", "B11"):
        assert secret not in left


def test_text_without_secrets_is_not_redacted() -> None:
    text = "message 12-34-0 in channel 123456789012345678 failed (503, message='bags: none')"
    assert redactor(TOKEN)(text) == text
    assert redactor("")(text) == text


def test_only_hidden_parts_of_a_record_are_redacted() -> None:
    record = "game: hunters\nseats: 2\nedition: 1\nbag: L1 L2\nplace 1 0 rot90"
    assert "place 1 0 rot90" in redactor()(record) and "seats: 2" in redactor()(record)


def test_library_at_debug_level_logs_no_payloads(written: Written) -> None:
    for name in ("aiosqlite", "discord.http", "aiohttp.client", "asyncio"):
        logging.getLogger(name).debug("executing with parameters")
    logging.getLogger("storage.somewhere").debug("this is ours")
    assert "parameters" not in written() and "this is ours" in written()


def test_typed_text_cannot_break_or_reverse_a_log_line(written: Written) -> None:
    logging.getLogger("bot").warning("%s", "typed\nERROR all is lost\u202e\x1b[31m\u2028")
    [line] = written().splitlines()
    assert "typed" in line and not set(line) & set("\u202e\u2028\x1b")


# -- errors, and no file that can be opened --------------------------------------------------------


def test_network_failure_is_one_short_readable_line(
    lines: Callable[[], list[dict[str, Any]]],
) -> None:
    key: Any = SimpleNamespace(
        host="discord.com", port=443, is_ssl=True, ssl=True, proxy=None, proxy_auth=None
    )
    error = aiohttp.ClientConnectorError(key, ConnectionRefusedError(111, "Connection refused"))
    log = logging.getLogger("bot.somewhere")
    log.warning("not posted: %r", error)
    log.error("lost", exc_info=error)
    log.warning("late: %r", TimeoutError())
    text = "Cannot connect to host discord.com:443 ssl:default [Connection refused]"
    assert [line["message"] for line in lines()] == [
        f"not posted: ClientConnectorError: {text}",
        f"lost: ClientConnectorError: {text}",
        "late: TimeoutError",
    ]


def test_long_error_is_cut_in_its_line(lines: Callable[[], list[dict[str, Any]]]) -> None:
    """Discord's gateway answers with whole pages of HTML when it is down."""
    page = ValueError("<html>\n" + 500 * "<p>down</p>\n" + "</html>")
    logging.getLogger("bot.somewhere").warning("failed: %r", page)
    logging.getLogger("bot.somewhere").warning("failed: %s", page)
    for line, beginning in zip(
        lines(), ("failed: ValueError: <html> <p>", "failed: <html> <p>"), strict=True
    ):
        assert line["message"].startswith(beginning) and line["message"].endswith("</html>")
        assert len(line["message"]) < logs.MAX_ERROR_CHARACTERS + 30


WITHOUT_FILES: Final = """
import logging, resource
from bot.discord_io.errors import downgrade_outages
from bot.core import logs
for shape in ("text", "json"):
    logs.start_logging("INFO", shape, log_filter=downgrade_outages)
resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))
try:
    open("/dev/null")
except OSError as error:
    logging.getLogger("asyncio").error("two\\nlines", exc_info=error)
"""


def test_log_line_needs_no_file_once_logging_has_started() -> None:
    """The codec that escaped control characters was imported with the first one."""
    command = [sys.executable, "-c", WITHOUT_FILES]
    written = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    assert "Logging error" not in written
    assert r"asyncio: two\nlines" in written and r'"message": "two\nlines"' in written
    assert written.count("Too many open files: '/dev/null'") == 2


# -- where a line belongs --------------------------------------------------------------------------


async def test_every_line_of_a_move_says_server_channel_interaction_and_game(
    world: World, lines: Callable[[], list[dict[str, Any]]]
) -> None:
    await world.start_game()
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    before = len(lines())
    await world.place(any_turn(await world.game(), random.Random(3)))
    [first, *_] = warned(lines()[before:])
    assert first["message"].startswith("saved, but not posted")
    assert first["guild"] == str(world.guild.id) and first["channel"] == str(world.channel.id)
    assert first["game"] == str(await world.game_id())
    assert first["interaction"].isdecimal()


async def test_text_log_appends_the_context_to_the_message(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    stream = io.StringIO()
    handler = logs.start_logging("INFO", stream=stream)
    try:
        log_context.begin(guild=1, channel=2, interaction=3)
        log_context.set_table(1, 2, 4)
        logging.getLogger("bot").info("what happened")
        log_context.set_table(1, 9, 5)
        logging.getLogger("bot").info("another table is looked at")
    finally:
        log_context.begin()
        stop_logging(handler)
    first, second = stream.getvalue().splitlines()
    assert first.endswith("bot: what happened [guild=1 channel=2 interaction=3 game=4]")
    assert second.endswith("[guild=1 channel=2 interaction=3 game=4]")


async def test_warning_of_a_background_job_names_its_channel_and_no_interaction(
    world: World, lines: Callable[[], list[dict[str, Any]]]
) -> None:
    await world.start_game()
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    await world.place(any_turn(await world.game(), random.Random(3)))
    before = len(lines())
    await world.advance_outbox_time(120)
    again = [line for line in lines()[before:] if "saved, but not posted" in line["message"]]
    assert again
    for line in again:
        assert line["channel"] == str(world.channel.id) and "interaction" not in line
        assert line["game"] == str(await world.game_id())


def test_bug_is_logged_with_traceback_and_context(
    lines: Callable[[], list[dict[str, Any]]], caplog: pytest.LogCaptureFixture
) -> None:
    try:
        raise ZeroDivisionError("by zero")
    except ZeroDivisionError:
        logging.getLogger("bot").exception("a request failed")
    [line] = lines()
    assert (line["level"], line["logger"], line["error"]) == ("ERROR", "bot", "ZeroDivisionError")
    assert "Traceback" in line["trace"] and line["time"].endswith("+00:00")
    caplog.clear()


# -- ERROR means a bug -----------------------------------------------------------------------------


async def test_any_other_error_of_that_kind_stays_a_bug(
    lines: Callable[[], list[dict[str, Any]]], caplog: pytest.LogCaptureFixture
) -> None:
    log = logging.getLogger("discord.client")
    for error in (RuntimeError("no running loop"), FileNotFoundError(2, "No such", "tiles.json")):
        try:
            raise error
        except Exception:
            log.exception("Ignoring exception in on_ready")
    assert [line["level"] for line in lines()] == ["ERROR", "ERROR"]
    caplog.clear()


def test_a_lost_gateway_is_one_warning(lines: Callable[[], list[dict[str, Any]]]) -> None:
    try:
        raise ConnectionResetError(104, "reset by peer")
    except OSError:
        logging.getLogger("discord.client").exception("Attempting a reconnect in %.2fs", 1.5)
    [line] = lines()
    assert line["level"] == "WARNING" and "trace" not in line
    assert line["message"].startswith("Attempting a reconnect in 1.50s: ConnectionResetError")
