"""The address of a local Discord: on this machine or refused."""

import subprocess
import sys

import pytest

from bot.config import ConfigError
from bot.playground import local_discord


def read(address: str) -> str | None:
    return local_discord.read_address({local_discord.ADDRESS_VARIABLE: address})


def test_empty_address_means_the_real_gateway() -> None:
    assert local_discord.read_address({}) is read("") is read("  \n") is None


def test_an_address_of_this_machine_is_taken() -> None:
    for netloc in ("127.0.0.1:8080", "127.9.9.9:1", "[::1]:8080"):
        assert read(f"http://{netloc}") == netloc


def test_any_other_address_is_refused() -> None:
    for given in (
        "http://discord.com:80",
        "http://localhost:8080",  # what a name means is somebody else's to say
        "http://127.0.0.1.example.org:8080",
        "http://127.0.0.1:8080@example.org:80",
        "http://example.org:80@127.0.0.1:8080",
        "http://10.0.0.1:8080",
        "http://0.0.0.0:8080",
        "http://[::]:8080",
        "http://[::ffff:10.0.0.1]:8080",
        "http://[127.0.0.1:8080",
        "http://127.0.0.1",
        "http://127.0.0.1:99999",
        "https://127.0.0.1:8080",
        "http://127.0.0.1:8080/api",
        "http://127.0.0.1:8080?x=1",
        "http://127.0.0.1:8080#x",
        "127.0.0.1:8080",
        "http://2130706433:8080",
    ):
        with pytest.raises(ConfigError, match="an address of this machine"):
            read(given)


@pytest.mark.slow
def test_program_refuses_to_start_with_a_foreign_gateway_address() -> None:
    environment = {
        "DISCORD_TOKEN": "a.b.c",
        "PYTHON_DOTENV_DISABLED": "1",
        local_discord.ADDRESS_VARIABLE: "http://192.0.2.1:80",
    }
    ended = subprocess.run(
        [sys.executable, "-m", "bot"], env=environment, capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == 2
    [line] = ended.stderr.splitlines()
    assert local_discord.ADDRESS_VARIABLE in line and "a.b.c" not in line
