"""*Page* under `/board` of a finished game: a private file for a browser, made once."""

import pytest

from bot.page import PageRequest
from bot.page import service as pages
from bot.page.process import make_page
from rules.child_process import ChildFailed
from tests.support.ended_games import end_early
from tests.support.inline_workers import InlineWorkerPool
from tests.support.page_data import data_of, names_of
from tests.support.shown_messages import answer, private
from tests.support.world import World

pytestmark = pytest.mark.usefixtures("inline_workers")


@pytest.mark.painted
@pytest.mark.slow
async def test_page_of_a_finished_game_is_a_private_file_with_its_turns(world: World) -> None:
    # A process makes it, behind whatever else this machine does.
    world.env.settle_timeout = 120
    game = await end_early(world, 8)
    posts, log = world.posts(), await world.log()
    result = await world.look(world.dan, "page")
    assert "open it in a browser" in private(result)
    [file] = answer(result).attachments
    assert file.filename == f"hunters-{await world.game_id()}.html"
    page = (await file.read()).decode()
    assert page.startswith("<!doctype html>") and len(page.encode()) <= 600 * 1024
    data = data_of(page)
    assert data["turns"][-1]["scores"] == list(game.scores)
    assert len(data["tiles"]) == len(game.board.tiles) == 9
    assert [data["texts"]["en"][seat["name"]] for seat in data["seats"]] == ["Ana", "Bo", "Cleo"]
    assert data["seal"]["state"] in ("sealed", "none") and data["review"] is None
    assert world.posts() == posts and await world.log() == log


async def test_page_is_made_once_and_again_after_a_review(
    world: World,
    inline_workers: InlineWorkerPool,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    wanted: list[PageRequest] = []

    async def broken(request: PageRequest) -> bytes:
        raise ChildFailed("status -9")

    async def made(request: PageRequest) -> bytes:
        wanted.append(request)
        return b"<!doctype html>"

    await end_early(world, 8)
    monkeypatch.setattr(pages, "make_page", broken)
    failed = private(await world.look(world.bo, "page"))
    assert failed == "I couldn't make the page. Try again later." and "status -9" in caplog.text
    caplog.clear()
    monkeypatch.setattr(pages, "make_page", made)
    for who in (world.ana, world.dan):
        assert len(answer(await world.look(who, "page")).attachments) == 1
    assert len(wanted) == 1 and wanted[0].review is None and wanted[0].names.now is None
    await world.press(world.bo, "review")
    await world.look(world.ana, "page")
    assert len(wanted) == 2 and wanted[1].review is not None
    assert inline_workers.asked == ["review_record"]


@pytest.mark.painted
async def test_process_says_what_is_wrong_with_a_record() -> None:
    with pytest.raises(ChildFailed, match="RecordError"):
        await make_page(PageRequest("nonsense", names_of(2)))
