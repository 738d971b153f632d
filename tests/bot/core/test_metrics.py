"""Metrics of the running bot: counts and times without personal data."""

import asyncio
import logging
import os
import random
import re
import signal
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import aiohttp
import discord
import prometheus_client
import pytest

from bot.app import App
from bot.cli import main
from bot.config import Config
from bot.core import metrics
from bot.opponents import tasks
from bot.opponents.pool import MAX_PROCESSES, MAX_TRIES, QueueFull, TaskFailed
from bot.runtime.metrics_page import MAX_CONNECTIONS, MetricsPage
from bot.serve import make_app, metrics_page, serve
from tests.bot.test_process import free_port
from tests.support.legal_turns import any_turn
from tests.support.world import World, shuffled_header, slow_sleep


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def measured(tmp_path: Path, port: int) -> Config:
    settings = {
        "CARCASSONNE_DATABASE": str(tmp_path / "games.sqlite3"),
        "CARCASSONNE_SYNCHRONOUS": "NORMAL",
        "CARCASSONNE_METRICS": str(port),
        "CARCASSONNE_SHARDS": "0/1",
        "CARCASSONNE_WARM": "NO",
    }
    return Config.read(settings)


@pytest.fixture
async def page(measured: Config) -> AsyncIterator[MetricsPage]:
    async with metrics_page(measured) as page:
        assert page is not None
        yield page


Figures: TypeAlias = Callable[[], Awaitable[dict[str, float]]]


@pytest.fixture
async def figures(page: MetricsPage, port: int) -> Figures:
    """Read the metrics at the port; what other tests of the process counted is taken off."""
    before = await read_figures(port)
    counts = re.compile(r"carcassonne_\w+_(total|count|sum|bucket)\b")

    async def read() -> dict[str, float]:
        now = await read_figures(port)
        return {
            name: value - before.get(name, 0.0) if counts.match(name) else value
            for name, value in now.items()
        }

    return read


@pytest.fixture
def simcord_bot(measured: Config, page: MetricsPage) -> App:
    return make_app(measured, random.Random(7), sleep=slow_sleep, metrics=page)


async def read_figures(port: int) -> dict[str, float]:
    """The metrics read at the port, by name and labels."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/metrics") as page,
    ):
        assert page.status == 200 and page.content_type == "text/plain"
        lines = (await page.text()).splitlines()
    return {
        name: float(value)
        for name, _, value in (line.rpartition(" ") for line in lines if line[:1] != "#")
    }


async def test_metrics_count_and_time_moves_requests_and_posts(
    world: World, figures: Figures
) -> None:
    await world.start_game()
    for _ in range(3):
        await world.place(any_turn(await world.game(), random.Random(3)))
    await world.dan.slash(world.channel, "place", move="1 0")
    await world.dan.slash(world.channel, "board")
    samples = await figures()
    moves = len((await world.table()).lines)
    assert samples['carcassonne_moves_total{game="hunters"}'] == moves > 2
    assert samples['carcassonne_tables_opened_total{game="hunters"}'] == 1
    [refused] = [
        name
        for name, number in samples.items()
        if number and name.startswith("carcassonne_requests_refused_total")
    ]
    assert samples[refused] == 1 and re.search(r'reason="[a-z-]+"', refused)
    for what in ("acknowledge", "request", "commit", "post", "picture"):
        assert samples[f'carcassonne_operation_seconds_count{{operation="{what}"}}'] >= 3, what
        assert samples[f'carcassonne_operation_seconds_sum{{operation="{what}"}}'] > 0, what
        assert samples[f'carcassonne_operations_in_progress{{operation="{what}"}}'] == 0, what
    assert samples['carcassonne_cache_items{cache="tables"}'] == 1
    assert samples['carcassonne_cache_items{cache="pictures"}'] > 0
    assert samples["carcassonne_outbox_games"] == 0
    assert samples["carcassonne_scheduled_jobs"] >= samples["carcassonne_scheduled_jobs_overdue"]
    assert samples["carcassonne_scheduled_jobs"] > 0
    assert samples["carcassonne_connected"] == 1


async def test_metrics_time_searches_by_kind_and_count_failures(
    world: World,
    figures: Figures,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await world.start_with(shuffled_header(2))
    await (await world.to_move()).slash(world.channel, "hint")
    services = world.app.services
    pool, record = services.pool, (await world.table()).record()
    with suppress(TaskFailed):
        await pool.run(tasks.choose_moves, "no record", "master", 1, 0.1, kind="master")
    for level in ("novice", "novice", "villager"):
        await pool.run(tasks.choose_moves, record, level, 1, 1.0, kind=level)
    samples = await figures()
    task_seconds = "carcassonne_worker_task_seconds"
    counted = {
        name: n for name, n in samples.items() if n and name.startswith(f"{task_seconds}_count")
    }
    assert counted == {
        f'{task_seconds}_count{{kind="hint"}}': 1,
        f'{task_seconds}_count{{kind="novice"}}': 2,
        f'{task_seconds}_count{{kind="villager"}}': 1,
    }
    assert 0 < samples[f'{task_seconds}_sum{{kind="hint"}}'] < 60
    assert samples['carcassonne_worker_tasks_failed_total{kind="master"}'] == 1
    monkeypatch.setattr(pool, "queue", 0)
    with pytest.raises(QueueFull):
        await pool.run(tasks.preload, record, kind="preload")
    samples = await figures()
    assert samples['carcassonne_worker_tasks_rejected_total{kind="preload"}'] == 1
    assert samples["carcassonne_worker_processes_died_total"] == 0


async def test_metrics_count_waiting_and_running_searches_separately(
    world: World, figures: Figures, caplog: pytest.LogCaptureFixture
) -> None:
    pool = world.app.services.pool
    asked = [asyncio.create_task(pool.run(time.sleep, 30.0)) for _ in range(MAX_PROCESSES + 3)]
    while pool.running < MAX_PROCESSES:
        await asyncio.sleep(0.01)
    samples = await figures()
    assert samples['carcassonne_worker_tasks{state="running"}'] == MAX_PROCESSES
    assert samples['carcassonne_worker_tasks{state="queued"}'] == 3
    for task in asked:
        task.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    samples = await figures()
    assert samples['carcassonne_worker_tasks{state="running"}'] == 0
    assert samples['carcassonne_worker_tasks{state="queued"}'] == 0
    assert samples["carcassonne_worker_processes_died_total"] == 0, "they were ended by who asked"
    with pytest.raises(TaskFailed):
        await pool.run(os._exit, 3)
    assert (await figures())["carcassonne_worker_processes_died_total"] == MAX_TRIES
    died = [r.getMessage() for r in caplog.records if "has died: status 3" in r.getMessage()]
    assert len(died) == MAX_TRIES
    caplog.clear()


async def test_metrics_count_waiting_posts_until_they_are_sent(
    world: World, figures: Figures, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_game()
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    await world.place(any_turn(await world.game(), random.Random(3)))
    samples = await figures()
    assert samples["carcassonne_outbox_games"] == 1 and samples["carcassonne_posts_late_total"] == 1
    assert samples['carcassonne_log_lines_total{level="WARNING"}'] >= 1
    world.env.backend.faults.clear()
    await world.advance_outbox_time(4000)
    assert (await figures())["carcassonne_outbox_games"] == 0


async def test_metrics_contain_no_names_and_no_ids(world: World, figures: Figures) -> None:
    await world.start_game()
    await world.place(any_turn(await world.game(), random.Random(3)))
    said = " ".join(await figures())
    for place in (world.channel.id, world.guild.id, world.ana.id, world.bo.id, world.cleo.id):
        assert str(place) not in said
    for name in ("Ana", "Bo", "Cleo", "Meadow", "TestBot"):
        assert not re.search(rf"\b{name}\b", said)


async def test_the_figures_are_for_this_machine_alone(world: World, port: int) -> None:
    with socket.socket() as probe:
        probe.bind(("0.0.0.0", 0))
    # An address that is this machine's, too, but not the one that is listened at.
    with pytest.raises(OSError), socket.create_connection(("127.0.0.2", port), timeout=2):
        pass
    assert await read_figures(port)


async def test_port_in_use_is_logged_and_the_bot_keeps_running(
    world: World, figures: Figures, caplog: pytest.LogCaptureFixture, measured: Config
) -> None:
    async with metrics_page(measured):
        pass
    [line] = [
        r.getMessage() for r in caplog.records if "metrics are not served at port" in r.getMessage()
    ]
    assert str(measured.metrics) in line
    assert await figures()


async def test_metrics_server_frees_its_port_on_close(page: MetricsPage, port: int) -> None:
    handlers = len(logging.root.handlers)
    await page.close()
    assert len(logging.root.handlers) == handlers - 1
    assert not [task for task in asyncio.all_tasks() if task.get_name() == "event-loop-lag"]
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))
        probe.listen()


async def test_every_declared_metric_is_on_the_page(world: World, page: MetricsPage) -> None:
    text = (await page.text()).decode()
    kinds = prometheus_client.Counter | prometheus_client.Gauge | prometheus_client.Histogram
    declared = [metric for metric in vars(metrics).values() if isinstance(metric, kinds)]
    assert len(declared) > 20
    for metric in declared:
        [family] = metric.describe()
        assert f"# TYPE {family.name}" in text


async def test_metrics_are_off_by_default() -> None:
    async with metrics_page(Config.read({})) as page:
        assert page is None


async def test_metrics_and_health_are_read_while_the_start_waits_for_discord(
    measured: Config,
    port: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:9/api/v10")
    monkeypatch.setattr("bot.cli.load_env_file", lambda: None)
    monkeypatch.setenv("CARCASSONNE_DATABASE", str(measured.database))
    running = asyncio.create_task(serve(replace(measured, token="a-token")))
    async with asyncio.timeout(20):
        while "no connection" not in caplog.text:
            await asyncio.sleep(0.01)
        samples = await read_figures(port)
        assert samples["carcassonne_connected"] == 0
        assert "carcassonne_outbox_games" not in samples, "nobody has counted them yet"
        assert main(["health"]) == 1 and "not connected to Discord yet" in capsys.readouterr().out
        signal.raise_signal(signal.SIGTERM)
        await running
    with pytest.raises(aiohttp.ClientConnectionError):
        await read_figures(port)


async def test_half_open_connections_take_few_files_and_never_block_the_metrics(port: int) -> None:
    """1,134 of them used up all open files: the bot opened no database and no connection."""
    page = MetricsPage(request_seconds=30.0)
    await page.serve(port)
    half_open = []
    for _ in range(3 * MAX_CONNECTIONS):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /metrics HTTP/1.1\r\nHost:")
        half_open.append((reader, writer))
    assert await read_figures(port)
    ended = [asyncio.create_task(reader.read()) for reader, _writer in half_open]
    while sum(task.done() for task in ended) < 2 * MAX_CONNECTIONS + 1:
        await asyncio.sleep(0)
    assert [task.done() for task in ended].index(False) == 2 * MAX_CONNECTIONS + 1
    await page.close()
    await asyncio.gather(*ended, return_exceptions=True)
    for _reader, writer in half_open:
        writer.close()


async def test_request_that_is_not_complete_in_time_is_closed(port: int) -> None:
    page = MetricsPage(request_seconds=0.02)
    await page.serve(port)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /metrics HTTP/1.1\r\n")
    with suppress(ConnectionError):
        assert await reader.read() == b""
    writer.close()
    await page.close()


async def test_metrics_port_has_no_other_page(page: MetricsPage, port: int) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.get(f"http://127.0.0.1:{port}/") as answer:
            assert answer.status == 404
        async with session.post(f"http://127.0.0.1:{port}/metrics") as answer:
            assert answer.status == 405
