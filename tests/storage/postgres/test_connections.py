"""Limits of connections, and of what is tried again, without a server."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import asyncpg
import pytest

from storage import Conflict, DatabaseUnreachable, StorageError
from storage.postgres import blocking, connections, transactions
from storage.postgres.write_tokens import WriteTokens

SETTINGS = {
    "application_name": "carcassonne",
    "jit": "off",
    "idle_in_transaction_session_timeout": "60s",
    "lock_timeout": "20s",
}


class Recorded:
    """A function of asyncpg that notes how it was called."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, dict[str, Any]]] = []

    async def __call__(self, address: str, **options: Any) -> Recorded:
        self.calls.append((address, options))
        return self

    async def close(self, timeout: float) -> None:
        self.calls.append(("close", {"timeout": timeout}))

    async def execute(self, sql: str, name: str) -> None:
        self.calls.append((sql.partition("(")[0], {"name": name}))

    def terminate(self) -> None:
        self.calls.append(("terminate", {}))


async def test_single_and_pooled_connections_have_settings_and_limits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    single, pooled = Recorded(), Recorded()
    monkeypatch.setattr(asyncpg, "connect", single)
    monkeypatch.setattr(asyncpg, "create_pool", pooled)
    assert await connections.connect("games", jit="on") is single
    assert single.calls == [
        (
            "games",
            {"server_settings": SETTINGS | {"jit": "on"}, "timeout": 10, "command_timeout": 30},
        )
    ]
    assert await connections.create_pool("games", 3, "off") is pooled  # type: ignore[comparison-overlap]
    [(address, options)] = pooled.calls
    reset = options.pop("reset")
    assert await reset(None) is None
    assert (address, options) == (
        "games",
        {
            **{"min_size": 0, "max_size": 3, "timeout": 10, "command_timeout": 30},
            "server_settings": SETTINGS | {"synchronous_commit": "off"},
            "max_inactive_connection_lifetime": 300,
        },
    )


def test_connection_of_a_command_has_a_name_of_its_own_and_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    single = Recorded()
    monkeypatch.setattr(asyncpg, "connect", single)
    for limit in (None, 7.0):
        with blocking.connected("postgresql://a:b@c/d", timeout_seconds=limit, jit="on") as opened:
            assert opened.name == "postgresql://a@c/d"
    asked, closed, asked_again, _ = single.calls
    assert closed == ("close", {"timeout": 5.0})
    names = [call[1]["server_settings"].pop("application_name") for call in (asked, asked_again)]
    assert len(set(names)) == 2
    assert all(name.startswith("carcassonne ") and len(name) == 24 for name in names)
    rest = {name: value for name, value in SETTINGS.items() if name != "application_name"}
    for call, limit in ((asked, None), (asked_again, 7.0)):
        assert call[1] == {
            "server_settings": rest | {"jit": "on"},
            "timeout": 10,
            "command_timeout": limit,
        }


def test_failed_command_closes_its_connection_and_an_interrupted_one_ends_it_on_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    single = Recorded()
    monkeypatch.setattr(asyncpg, "connect", single)
    with pytest.raises(ValueError, match="wrong"), blocking.connected("games"):
        raise ValueError("wrong")
    assert [name for name, _ in single.calls] == ["games", "close"]
    single.calls.clear()
    with pytest.raises(KeyboardInterrupt), blocking.connected("games"):
        raise KeyboardInterrupt
    opened, *_, ended, _last = single.calls
    assert [name for name, _ in single.calls] == [
        *("games", "terminate", "games", "SELECT pg_terminate_backend", "terminate")
    ]
    assert ended[1]["name"] == opened[1]["server_settings"]["application_name"]


def test_error_of_a_command_names_the_server_without_its_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise ConnectionRefusedError("nobody is there")

    monkeypatch.setattr(asyncpg, "connect", refuse)
    with pytest.raises(DatabaseUnreachable) as refused, blocking.connected("postgresql://a:b@c/d"):
        pass
    assert str(refused.value) == (
        f"postgresql://a@c/d: nobody is there; {DatabaseUnreachable.remedy}"
    )


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The sleeps between tries, which take no time; the clock goes on by them."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    for module in (connections, transactions):
        monkeypatch.setattr(module.asyncio, "sleep", sleep)
    monkeypatch.setattr(time, "monotonic", lambda: 100.0 + sum(slept))
    return slept


def failing(errors: list[Exception]) -> Callable[..., Any]:
    """A call that raises these errors one after the other, then returns a value."""

    async def call(*_: object) -> str:
        if errors:
            raise errors.pop(0)
        return "done"

    return call


async def test_call_is_tried_again_while_the_server_is_away(slept: list[float]) -> None:
    away = [ConnectionRefusedError() for _ in range(100)]
    assert await connections.retry_while_unreachable(failing(away[:3])) == "done"
    assert slept == [0.2] * 3
    slept.clear()
    with pytest.raises(ConnectionRefusedError):
        await connections.retry_while_unreachable(failing(away))
    assert len(slept) in (60, 61), "for twelve seconds"
    slept.clear()
    with pytest.raises(asyncpg.UndefinedTableError):
        await connections.retry_while_unreachable(failing([asyncpg.UndefinedTableError("no")]))
    assert slept == []


def written(monkeypatch: pytest.MonkeyPatch, errors: list[Exception]) -> Any:
    """A write whose tries fail with these errors, then succeed."""
    monkeypatch.setattr(transactions, "_write_once", failing(errors))
    pool: Any = None
    return transactions.write(pool, WriteTokens(), failing([]), "game 7")


async def test_write_is_tried_again_after_eight_conflicts_and_no_more(
    slept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    conflicts = [asyncpg.SerializationError("again") for _ in range(9)]
    assert await written(monkeypatch, [*conflicts[:8]]) == "done"
    assert slept == [0.0] * 8
    with pytest.raises(StorageError, match=r"^game 7: again$"):
        await written(monkeypatch, [*conflicts])
    late = asyncpg.PostgresError.new({"C": "CC002", "M": "late"})
    with pytest.raises(Conflict, match=r"^game 7: somebody else wrote this entry first$"):
        await written(monkeypatch, [late])


async def test_write_is_tried_again_for_twelve_seconds_while_the_server_is_away(
    slept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    away: list[Exception] = [ConnectionRefusedError("nobody") for _ in range(100)]
    assert await written(monkeypatch, away[:2]) == "done"
    assert slept == [0.2] * 2
    slept.clear()
    with pytest.raises(DatabaseUnreachable, match=r"^game 7: nobody; see whether it runs"):
        await written(monkeypatch, away)
    assert len(slept) in (60, 61)
