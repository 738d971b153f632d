"""Settings: an invalid setting is named at the start, and the token is never shown."""

import dataclasses
import gc
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from bot import cli
from bot import serve as program
from bot.app import App
from bot.config import Config, ConfigError, Shards, load_env_file
from bot.core import logs
from bot.discord_io.errors import LoginRefused
from bot.playground import server
from bot.playground.server import PlaygroundError
from bot.table.rate_limits import RequestKind
from storage import ShardsTaken, StorageError
from storage.opening import prepare

TOKEN = "MTIzNDU2Nzg5.GhIjKl.very-secret-token"


def test_config_without_settings_has_sound_defaults() -> None:
    config = Config.read({})
    assert config.token is None
    assert config.database == Path("carcassonne.sqlite3")
    assert config.synchronous == "FULL"
    assert config.port == 8765
    assert (config.log, config.metrics) == ("text", None)
    assert config.metrics_host == "127.0.0.1", "nobody else reads them unless asked for"
    assert config.level == "WARNING", "who opens the playground needs its address and no log"
    assert Config.read({"DISCORD_TOKEN": "x"}).level == "INFO"


def test_empty_settings_are_no_settings() -> None:
    names = (
        *("DISCORD_TOKEN", "CARCASSONNE_DATABASE", "CARCASSONNE_SYNCHRONOUS"),
        *("CARCASSONNE_PORT", "CARCASSONNE_LOG_LEVEL"),
        *(
            "CARCASSONNE_LOG",
            "CARCASSONNE_METRICS",
            "CARCASSONNE_METRICS_HOST",
            "CARCASSONNE_LIMITS",
            "CARCASSONNE_WARM",
            "CARCASSONNE_REVIEWS",
            "CARCASSONNE_EMOJI",
        ),
        *("CARCASSONNE_SHARDS", "CARCASSONNE_HEARTBEAT_FILE", "CARCASSONNE_BACKUPS"),
        "CARCASSONNE_TAKEOVER",
    )
    assert Config.read(dict.fromkeys(names, "")) == Config.read({})
    assert Config.read({"DISCORD_TOKEN": "  \n"}).token is None


def test_settings_are_read() -> None:
    config = Config.read(
        {
            "DISCORD_TOKEN": f" {TOKEN}\n",
            "CARCASSONNE_DATABASE": "elsewhere/some.sqlite3",
            "CARCASSONNE_SYNCHRONOUS": "normal",
            "CARCASSONNE_PORT": "1",
            "CARCASSONNE_LOG_LEVEL": "debug",
            "CARCASSONNE_LOG": "json",
            "CARCASSONNE_METRICS": "9100",
            "CARCASSONNE_METRICS_HOST": "0.0.0.0",
            "CARCASSONNE_LIMITS": "2.5",
            "CARCASSONNE_WARM": "no",
            "CARCASSONNE_REVIEWS": "no",
            "CARCASSONNE_EMOJI": "no",
            "CARCASSONNE_TAKEOVER": "yes",
        }
    )
    assert config.token == TOKEN
    assert config.database == Path("elsewhere/some.sqlite3")
    assert (config.synchronous, config.port, config.level) == ("NORMAL", 1, "DEBUG")
    assert config.takeover and not config.reviews and not config.emoji
    assert (config.log, config.metrics, config.limits) == ("json", 9100, 2.5)
    assert config.metrics_host == "0.0.0.0"
    assert not config.warm and Config.read({}).warm


WRONG = {
    ("CARCASSONNE_PORT", "from 1 to 65535"): (
        *("0", "65536", "-1", "http", "80.5", "²", "1e4", "٤٢", "9" * 5000),
    ),
    ("CARCASSONNE_METRICS", "from 1 to 65535"): ("yes", "0"),
    ("CARCASSONNE_LIMITS", "from 0.1 to 9999"): ("0", "1e9", "nan"),
    ("CARCASSONNE_LOG", "TEXT, JSON"): ("xml",),
    ("CARCASSONNE_SYNCHRONOUS", "FULL, NORMAL"): ("OFF", "yes"),
    ("CARCASSONNE_LOG_LEVEL", "DEBUG, INFO, WARNING, ERROR"): ("TRACE", "10"),
}


def test_invalid_setting_is_named_with_the_valid_form() -> None:
    for (name, right), values in WRONG.items():
        for value in values:
            with pytest.raises(ConfigError) as refused:
                Config.read({name: value, "DISCORD_TOKEN": TOKEN})
            assert name in str(refused.value) and right in str(refused.value), value
            assert TOKEN not in str(refused.value)


SERVER = "postgresql://ana:s%40fe-secret@db.example:5432/games?sslmode=require"


def test_a_database_on_a_server_stays_an_address_and_its_password_is_in_no_printed_form() -> None:
    config = Config.read({"CARCASSONNE_DATABASE": SERVER})
    assert config.database == SERVER
    assert "secret" not in repr(config) + str(config) + f"{[config]}"
    assert {"s%40fe-secret", "s@fe-secret", SERVER} <= set(config.secrets)
    inside = Config.read({"CARCASSONNE_DATABASE": "postgres:///games?password=hidden&host=/run"})
    assert "hidden" in inside.secrets


def test_invalid_database_address_is_refused_without_showing_the_address() -> None:
    for address in ("mysql://a:secret@b/c", "postgresql://a:secret@b:x/c"):
        with pytest.raises(ConfigError, match="postgresql://user:password@host") as refused:
            Config.read({"CARCASSONNE_DATABASE": address})
        assert "secret" not in str(refused.value)


def test_nightly_backups_are_refused_for_a_database_server() -> None:
    with pytest.raises(ConfigError, match="pg_dump"):
        Config.read({"CARCASSONNE_DATABASE": SERVER, "CARCASSONNE_BACKUPS": "nights"})


def test_process_has_exactly_the_configured_shards() -> None:
    shards = {"0-3/16": Shards(0, 3, 16), "5/16": Shards(5, 5, 16), " 0/1\n": Shards(0, 0, 1)}
    for given, expected in shards.items():
        settings = {"CARCASSONNE_DATABASE": SERVER, "CARCASSONNE_SHARDS": given}
        read_shards = Config.read(settings).shards
        assert read_shards == expected and str(read_shards) == given.strip()
    assert Config.read({}).shards is None, "as many as Discord asks for"


def test_invalid_shards_are_refused_with_the_valid_form() -> None:
    wrong = ("3", "0-3", "4-3/16", "0-16/16", "16/16", "0/0", "-1/4", "٠/٤", "0,1/4", "1/2/4")
    for given in wrong:
        with pytest.raises(ConfigError, match=r"as in 0-3/16 or 5/16"):
            Config.read({"CARCASSONNE_DATABASE": SERVER, "CARCASSONNE_SHARDS": given})


def test_part_of_the_shards_requires_a_database_server() -> None:
    assert Config.read({"CARCASSONNE_SHARDS": "0-3/4"}).shards == Shards(0, 3, 4)
    with pytest.raises(ConfigError, match=r"one process has for itself.*postgresql://"):
        Config.read({"CARCASSONNE_SHARDS": "0-2/4"})


def test_the_token_is_in_no_printed_form() -> None:
    config = Config.read({"DISCORD_TOKEN": TOKEN})
    for text in (repr(config), str(config), f"{config}", f"{[config]}"):
        assert TOKEN not in text and "secret" not in text
    with pytest.raises(dataclasses.FrozenInstanceError):
        config.token = "other"  # type: ignore[misc]


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program without what it does to the whole process."""
    monkeypatch.setattr("bot.cli.load_env_file", lambda: None)
    monkeypatch.setattr(gc, "freeze", lambda: None)
    monkeypatch.setattr(logs, "start_logging", lambda *_, **__: None)
    for name in ("DISCORD_TOKEN", "CARCASSONNE_PORT", "CARCASSONNE_LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)


def test_a_bad_setting_ends_the_program_with_its_name(
    quiet: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CARCASSONNE_PORT", "none")
    assert cli.main(["run"]) == 2, "starting it again does not help"
    assert "CARCASSONNE_PORT is 'none'" in capsys.readouterr().err


def test_start_without_a_token_and_playground_names_the_token(
    quiet: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The image has no playground."""
    for module in ("bot.serve", "bot.installation"):
        monkeypatch.setattr(f"{module}.has_playground", lambda: False)
    assert cli.main(["run"]) == 2, "starting it again does not help"
    assert capsys.readouterr().err.startswith("DISCORD_TOKEN is not set. The playground is not")


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (LoginRefused("Discord does not know this token."), 2),
        (ShardsTaken("a process connected from 10.0.0.2 has shard 1 of 4"), 2),
        (StorageError("games.sqlite3: the file is of a newer version"), 1),
        (PlaygroundError("The playground needs simcord"), 1),
    ],
)
def test_permanent_errors_end_the_program_with_a_message(
    quiet: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: Exception,
    status: int,
) -> None:
    async def serve(config: Config) -> None:
        raise error

    monkeypatch.setattr(program, "serve", serve)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert cli.main(["run"]) == status
    output = capsys.readouterr()
    assert output.err == f"{error}\n"
    assert TOKEN not in output.err + output.out


def test_a_bug_is_not_hushed_up(quiet: None, monkeypatch: pytest.MonkeyPatch) -> None:
    async def serve(config: Config) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(program, "serve", serve)
    with pytest.raises(ZeroDivisionError):
        cli.main(["run"])


def test_operator_is_one_short_line_or_empty() -> None:
    assert Config.read({}).operator == ""
    operator = Config.read({"CARCASSONNE_OPERATOR": " Ana,\nana@example.org "}).operator
    assert operator == "Ana, ana@example.org"
    assert len(Config.read({"CARCASSONNE_OPERATOR": "a" * 5000}).operator) == 200


@pytest.mark.parametrize("has_file", [True, False])
def test_env_file_is_that_of_the_current_folder_if_there_is_one(
    monkeypatch: pytest.MonkeyPatch, env_file: Path, has_file: bool
) -> None:
    far = env_file.with_name("far.env")
    far.write_text("CARCASSONNE_OPERATOR=far\n")
    if has_file:
        env_file.write_text("CARCASSONNE_OPERATOR=own\n")
    monkeypatch.setattr("bot.config.find_dotenv", lambda: str(far))
    assert load_env_file() == (env_file if has_file else far)
    assert os.environ["CARCASSONNE_OPERATOR"] == ("own" if has_file else "far")


def test_start_warns_once_of_a_readable_env_file_and_narrows_the_database(
    quiet: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    async def serve(config: Config) -> None:
        await prepare(config.database)

    file, database = tmp_path / ".env", tmp_path / "games.sqlite3"
    file.write_text(f"DISCORD_TOKEN={TOKEN}\n")
    monkeypatch.setenv("CARCASSONNE_DATABASE", str(database))
    monkeypatch.setattr("bot.cli.load_env_file", lambda: file)
    monkeypatch.setattr(program, "serve", serve)
    assert cli.main(["run"]) == 0
    caplog.clear()
    for path in (file, database):
        path.chmod(0o644)
    assert cli.main(["run"]) == 0
    warnings = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert len(warnings) == 1 and f"chmod 600 {file}" in warnings[0]
    assert stat.S_IMODE(database.stat().st_mode) == 0o600


async def test_playground_visitor_may_open_tables_without_a_limit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened = []

    async def run(make_client: Callable[[], App], **_: object) -> None:
        limits = make_client().limits
        for _table in range(30):
            limits.take(RequestKind.TABLE, user=1, channel=2)
            opened.append(1)

    monkeypatch.setattr(server, "run", run)
    await program.serve(
        Config.read(
            {"CARCASSONNE_DATABASE": str(tmp_path / "games.sqlite3"), "CARCASSONNE_WARM": "NO"}
        )
    )
    assert len(opened) == 30, "in a server a seventh within minutes would have to wait"
