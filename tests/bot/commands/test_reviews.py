"""Reviews of a finished game: the points each move lost, shown privately to any user."""

from __future__ import annotations

import random
import re

import pytest

from bot.client.opponents.pool import QueueFull, TaskFailed
from bot.presenters.words.moves import REASON_TEXTS
from bot.table.rate_limits import RateLimits, RequestKind
from bot.table.refusals import Refusal
from rules.opponents.reasons import REASON_KINDS
from tests.support.inline_workers import InlineWorkerPool
from tests.support.shown_messages import action_ids_of, answer, buttons_of, private
from tests.support.world import World, shuffled_header

pytestmark = pytest.mark.usefixtures("inline_workers")

LINE = re.compile(r"\d\. Tile \d+: .+ \(\*\*−\d+\*\*\)\. Better: .+")


async def ended(world: World, tiles: int = 12) -> None:
    """A game that was ended after some tiles laid by chance, and scored."""
    await world.start_with(shuffled_header(3))
    await world.play_random_tiles(random.Random(2), tiles)
    table = await world.table()
    assert table.host is not None
    await world.write([(table.host, "end score")])
    await world.post_state()


@pytest.mark.painted
async def test_review_button_of_the_last_post_lists_the_costliest_moves(
    world: World, inline_workers: InlineWorkerPool
) -> None:
    await ended(world)
    posts = world.posts()
    assert "Review" in buttons_of(world.post())
    result = await world.press(world.bo, "review")
    reply = private(result)
    assert reply.startswith("**Review** · **Bo**")
    lines = [line for line in reply.splitlines() if re.match(r"\d\. ", line)]
    assert lines and all(LINE.fullmatch(line) for line in lines)
    lost = [int(re.findall(r"−(\d+)\*\*\)\. Better", line)[0]) for line in lines]
    assert lost == sorted(lost, reverse=True)
    assert "**Ana**" in reply and "**Cleo**" in reply
    [picture] = answer(result).attachments
    assert "1. Tile" in picture.description and "**" not in picture.description
    assert len(await picture.read()) > 10_000
    assert world.posts() == posts, "nobody else is told"
    assert inline_workers.asked == ["review_record"]


async def test_review_of_other_players_opens_with_one_press_and_reuses_results(
    world: World, inline_workers: InlineWorkerPool
) -> None:
    await ended(world)
    shown = answer(await world.press(world.dan, "review"))
    assert "**Ana**" in shown.content.splitlines()[0], "who has no seat begins with the first"
    assert list(action_ids_of(shown))[:3] == ["review 1", "review 2", "review 3"]
    other = await world.dan.click(shown, custom_id=action_ids_of(shown)["review 3"])
    assert "**Cleo**" in private(other).splitlines()[0]
    await world.press(world.ana, "review")
    assert inline_workers.asked == ["review_record"]


async def test_review_first_answers_that_it_is_being_prepared(world: World) -> None:
    await ended(world)
    before = len(world.env.http_requests)
    await world.press(world.ana, "review")
    said = [
        str(request.json.get("content", ""))
        for request in world.env.http_requests[before:]
        if isinstance(request.json, dict) and request.path.endswith("@original")
    ]
    assert "Reviewing the game" in said[0] and said[-1].startswith("**Review**")


async def test_review_is_offered_under_the_board_and_under_the_old_post(world: World) -> None:
    await ended(world)
    board = answer(await world.bo.slash(world.channel, "board"))
    assert "review" in action_ids_of(board)
    old = action_ids_of(world.post())["review"]
    await world.start_with(shuffled_header(2))
    reply = private(await world.press_id(world.bo, old))
    assert reply.startswith("**Review** · **Bo**"), "though another game is played there by now"


async def test_running_or_archived_game_cannot_be_reviewed(
    world: World, inline_workers: InlineWorkerPool
) -> None:
    await world.start_with(shuffled_header(3))
    await world.play_random_tiles(random.Random(2), 4)
    table, game = await world.table(), await world.game_id()
    assert "review" not in action_ids_of(answer(await world.ana.slash(world.channel, "board")))
    reply = private(await world.press_id(world.ana, f"carc:{game}:{table.version}:review"))
    assert "You can review a game once it's over. Until then" in reply
    await world.write([(world.ana.id, "archive")])
    version = (await world.table()).version
    reply = private(await world.press_id(world.ana, f"carc:{game}:{version}:review"))
    assert "You can review a game once it's over. Until then" in reply
    assert inline_workers.asked == []


async def test_game_without_moves_offers_no_review(world: World) -> None:
    await world.start_with(shuffled_header(3))
    await world.end_game()
    assert "Review" not in buttons_of(world.post())


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (QueueFull(), "The opponents are busy; try again in a moment."),
        (TaskFailed("x"), "I couldn't find a hint just now. Try again in a minute."),
    ],
)
async def test_failed_review_is_reported(
    world: World,
    inline_workers: InlineWorkerPool,
    error: Exception,
    said: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await ended(world)
    inline_workers.fails = error
    assert said in private(await world.press(world.ana, "review"))
    caplog.clear()


def test_hints_and_reviews_are_limited_by_person_and_by_channel() -> None:
    for kind in (RequestKind.HINT, RequestKind.REVIEW):
        for who in (lambda n: (1, n), lambda n: (n, 1)):
            limits = RateLimits(clock=lambda: 1000.0)
            with pytest.raises(Refusal) as refused:
                for n in range(40):
                    limits.take(kind, *who(n))
            assert refused.value.reason.startswith(f"enough-{kind.value}")


def test_every_kind_of_reason_has_its_words() -> None:
    assert set(REASON_TEXTS) == set(REASON_KINDS)
