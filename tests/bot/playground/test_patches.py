"""The playground's patches of simcord: all apply to the installed version or fail loudly."""

import importlib.util
import socket
import subprocess
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from bot.installation import PLAYGROUND_MODULES
from bot.playground import patches
from bot.playground.patches import ASSETS, PlaygroundError, patched_file
from tests.support.world import World

pytestmark = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in PLAYGROUND_MODULES),
    reason="simcord[preview] is not installed",
)


def source(file: str) -> str:
    """A file of the page of the simcord that is installed."""
    from simcord import preview

    return Path(preview.__file__).with_name("static").joinpath(file).read_text(encoding="utf-8")


@pytest.fixture
def preview(world: World) -> Any:
    """A page of the simulated Discord that is not open yet."""
    return world.env.preview(world.channel, viewers=[world.ana], layout="channel")


@pytest.fixture
def languages() -> Any:
    """Put what the mend of the languages replaces back."""
    from simcord import interactions

    before = interactions.base_payload
    yield interactions
    interactions.base_payload = before


def test_every_page_patch_fits_the_installed_simcord() -> None:
    assert len(patches.patches()) > 15
    for mend in patches.patches():
        assert mend.new in patched_file(mend.file, source(mend.file)), mend.name
        assert mend.new not in source(mend.file), mend.name


def test_patches_are_diffs_that_git_applies(tmp_path: Path) -> None:
    """A patch in this form can be proposed to simcord."""
    for mend in patches.patches():
        (tmp_path / mend.file).write_text(source(mend.file), encoding="utf-8")
    for name in ("simcord.patch", "channels.patch"):
        subprocess.run(["git", "apply", "--check", ASSETS / name], cwd=tmp_path, check=True)
        subprocess.run(["git", "apply", ASSETS / name], cwd=tmp_path, check=True)
    for mend in patches.patches():
        applied = (tmp_path / mend.file).read_text(encoding="utf-8")
        assert applied == patched_file(mend.file, source(mend.file))


def test_patch_whose_target_is_not_found_exactly_once_fails_by_name() -> None:
    for mend, times in product(patches.patches(), (0, 2)):
        doctored = source(mend.file).replace(mend.old, mend.old * times)
        with pytest.raises(PlaygroundError) as failed:
            patched_file(mend.file, doctored)
        assert mend.name in str(failed.value) and mend.file in str(failed.value)


@pytest.mark.parametrize("timeouts", [0, 1, 2])
async def test_bot_that_reads_hundreds_of_games_may_start_slowly(timeouts: int) -> None:
    """Simcord gives up after five seconds, and the playground ended in a traceback."""
    waited: list[float | None] = []
    messages: list[str] = []

    class Slow:
        async def _settle_internal(self, *, timeout: float | None = None, idle: float = 0) -> None:
            waited.append(timeout)
            if len(waited) <= timeouts:
                raise TimeoutError("bot did not settle")

    env: Any = Slow()
    with patches.patch_start(env, lambda: messages.append("reading")):
        await env._settle_internal(timeout=5.0)
    assert waited == [5.0, patches.START_SECONDS][: timeouts + 1]
    assert len(messages) == min(timeouts, 1)
    nothing: Any = object()
    with (
        pytest.raises(PlaygroundError, match="may start slowly"),
        patches.patch_start(nothing, lambda: None),
    ):
        pass


async def test_all_patches_apply_to_the_installed_simcord(preview: Any, languages: Any) -> None:
    before = preview._server._static
    patches.patch_languages({1: "fr"})
    patches.patch_preview(preview)
    assert preview._server._static != before


async def test_page_takes_the_next_port_where_another_program_has_the_wanted_one(
    preview: Any,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        wanted = other.getsockname()[1]
        preview._server._requested_port = wanted
        patches.patch_preview(preview)
        async with preview:
            assert wanted < preview._server.port < wanted + patches.PORTS


async def test_changed_page_is_not_opened(preview: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    read, file = Path.read_text, patches.patches()[0].file

    def changed(path: Path, *given: Any, **more: Any) -> str:
        return "" if path.name == file else read(path, *given, **more)

    monkeypatch.setattr(Path, "read_text", changed)
    with pytest.raises(PlaygroundError, match=file):
        patches.patch_preview(preview)


async def test_error_names_the_missing_attribute_of_an_incompatible_simcord(preview: Any) -> None:
    for gone in (
        "_actions._ActionOps._run_interaction_action",
        "_media.MediaWorker",
        "_media.MediaInfo",
        "_media.MediaWorker._decode",
        "_server.PreviewServer._static",
        "_server.PreviewServer.start",
    ):
        with pytest.MonkeyPatch.context() as patch:
            patch.delattr(f"simcord.preview.{gone}")
            with pytest.raises(PlaygroundError, match=gone.rpartition(".")[2]):
                patches.patch_preview(preview)


async def test_error_names_a_missing_parameter(
    preview: Any, monkeypatch: pytest.MonkeyPatch, languages: Any
) -> None:
    async def act(page: Any, action: Any, cursor: int, awaited: Any) -> None:
        """Never called: only its parameters are looked at."""

    monkeypatch.setattr(preview, "_run_interaction_action", act)
    with pytest.raises(PlaygroundError, match="republish_all"):
        patches.patch_preview(preview)
    monkeypatch.setattr(languages, "base_payload", lambda backend: None)
    with pytest.raises(PlaygroundError, match="user_id"):
        patches.patch_languages({})
