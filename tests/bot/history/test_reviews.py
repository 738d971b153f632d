"""Reviews of a finished game: the points each move lost, shown privately to any user."""

import asyncio
import re

import pytest

from tests.support.ended_games import end_early
from tests.support.inline_workers import InlineWorkerPool
from tests.support.shown_messages import action_ids_of, answer, buttons_of, private
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("inline_workers")

LINE = re.compile(
    r"\d\. Tile \d+: .+\. \*\*≈ (\d+) points? short of the best move\.\*\* Better: .+"
)


async def test_review_lists_the_costliest_moves_of_each_player_and_is_made_once(
    world: World, inline_workers: InlineWorkerPool
) -> None:
    await end_early(world, 12)
    posts, requests = world.posts(), len(world.env.http_requests)
    assert "Review" in buttons_of(world.post())
    result = await world.press(world.bo, "review")
    reply = private(result)
    said = [
        str(request.json.get("content", ""))
        for request in world.env.http_requests[requests:]
        if isinstance(request.json, dict) and request.path.endswith("@original")
    ]
    assert "Reviewing the game" in said[0] and said[-1] == reply
    assert reply.startswith("**Review** · **Bo**")
    lines = [LINE.fullmatch(line) for line in reply.splitlines() if re.match(r"\d\. ", line)]
    assert lines and all(lines)
    lost = [int(line[1]) for line in lines if line]
    assert lost == sorted(lost, reverse=True)
    assert "**Ana**" in reply and "**Cleo**" in reply
    assert "moves looked at one turn ahead, 0 of them searched further. ≈ is an estimate" in reply
    [picture] = answer(result).attachments
    assert "1. Tile" in picture.description and "**" not in picture.description
    board = answer(await world.dan.slash(world.channel, "board"))
    shown = answer(await world.dan.click(board, custom_id=action_ids_of(board)["review"]))
    assert "**Ana**" in shown.content.splitlines()[0], "who has no seat begins with the first"
    assert list(action_ids_of(shown))[:3] == ["review 1", "review 2", "review 3"]
    other = await world.dan.click(shown, custom_id=action_ids_of(shown)["review 3"])
    assert "**Cleo**" in private(other).splitlines()[0]
    assert world.posts() == posts, "nobody else is told"
    old = action_ids_of(world.post())["review"]
    await world.start_with(shuffled_header(2))
    reply = private(await world.press_id(world.bo, old))
    assert reply.startswith("**Review** · **Bo**"), "though another game is played there by now"
    assert inline_workers.asked == ["review_record"]


async def test_review_searches_further_moves_once_nobody_waits_and_says_so(
    world: World, inline_workers: InlineWorkerPool
) -> None:
    inline_workers.has_spare_time = True
    inline_workers.queued = 1
    await end_early(world, 6)

    async def reviewed() -> str:
        reply = private(await world.press(world.bo, "review"))
        await world.env.settle()
        await asyncio.gather(*world.app.services.end_reviews._tasks)
        return reply

    usual = await reviewed()
    assert "Nobody was waiting" not in usual and "look_longer" not in inline_workers.asked
    inline_workers.queued = 0
    assert await reviewed() == usual, "those who ask do not wait for it"
    assert "look_longer" in inline_workers.asked
    asked = list(inline_workers.asked)
    longer = await reviewed()
    assert "Nobody was waiting, so I searched more moves than usual." in longer
    assert "2 moves looked at one turn ahead, 2 of them searched further." in longer
    assert inline_workers.asked == asked, "each move is searched once"
