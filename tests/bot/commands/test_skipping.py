"""Skipped turns at a table, from the log to the posts (COM-26)."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from bot.__main__ import make_app
from bot.client.app import App
from bot.presenters.private import receipts
from bot.presenters.private.history import log_page, news_since_turn
from bot.presenters.public.turns import outcome_post
from bot.table.fold import BrokenLog, fold, fold_to_line
from bot.table.refusals import Refusal
from bot.table.store import Request
from bot.table.table import Outcome, Phase
from bot.text.i18n import use_language
from bot.text.names import Names
from rules.record import replay
from rules.table_decisions import skip
from storage.opening import check
from tests.support.legal_turns import any_turn, game_after_turn, turn_with_figure_choice
from tests.support.shown_messages import answer, has_no_reply, news_of, private
from tests.support.world import World, config, shuffled_header, slow_sleep


@pytest.fixture
def now() -> list[float]:
    """The present, as the test sets it."""
    return [1_000_000.0]


@pytest.fixture
def simcord_bot(tmp_path: Path, now: list[float]) -> App:
    return make_app(config(tmp_path), random.Random(7), clock=lambda: now[0], sleep=slow_sleep)


async def skipped(world: World, seat: int, by: int) -> Outcome:
    """A skip as whoever lets the others decide would have it written."""
    request = Request(by, world.guild.id, world.channel.id)
    return await world.app.context.table.service.skip(request, seat)


def names(world: World) -> Names:
    """The three at the table."""
    users = (world.ana.id, world.bo.id, world.cleo.id)
    return Names(users, dict(zip(users, ("Ana", "Bo", "Cleo"), strict=True)))


async def test_COM26_a_skip_is_an_entry_that_names_its_seat_and_a_line_of_the_record(
    world: World,
) -> None:
    await world.start_with(shuffled_header(3, 1))
    before = await world.game()
    outcome = await skipped(world, 0, by=world.bo.id)
    assert outcome.after.running_game == skip(before)
    [*_, last] = await world.log()
    assert (last.text, last.user) == ("skip 0", world.bo.id)
    assert outcome.after.record().endswith("\n\nskip\n")
    assert replay(outcome.after.record()).game == outcome.after.game
    assert not receipts.receipt_due(outcome), "who decided it has made no move"
    await world.restart()
    assert await world.game() == skip(before)
    assert await world.to_move() is world.bo
    path = world.app.game_log._database.path
    await world.close()
    findings = list(check(path, fold_to_line))
    assert all(finding.sound for finding in findings), findings


async def test_COM26_a_turn_that_is_over_or_not_yet_is_not_skipped(world: World) -> None:
    await world.start_with(shuffled_header(3, 1))
    await world.place(any_turn(await world.game(), random.Random(1)))
    log = await world.log()
    for seat in (0, 2, 9):
        with pytest.raises(Refusal) as refused:
            await skipped(world, seat, by=world.cleo.id)
        assert refused.value.reason == "nothing-to-skip"
        assert refused.value.facts == {"user": world.bo.id}
    assert await world.log() == log
    await world.end_game()
    with pytest.raises(Refusal, match="game-over"):
        await skipped(world, 1, by=world.cleo.id)


async def test_COM26_turn_cannot_be_skipped_before_the_game(world: World) -> None:
    await world.open(3)
    with pytest.raises(Refusal, match="not-started"):
        await skipped(world, 0, by=world.bo.id)


async def test_skip_decided_for_an_earlier_turn_is_refused_as_late(world: World) -> None:
    await world.start_with(shuffled_header(3, 1))
    loaded = await world.app.context.table.store.latest(world.channel.id)
    assert loaded is not None
    request = Request(world.bo.id, world.guild.id, world.channel.id)
    for _ in range(3):
        await skipped(world, (await world.game()).turn, by=world.bo.id)
    with pytest.raises(Refusal, match="late"):
        await world.app.context.table.service.skip(request, 0, version=loaded.version)


async def test_skip_is_shown_in_the_post_the_log_and_the_news_in_both_languages(
    world: World,
) -> None:
    await world.start_with(shuffled_header(3, 1))
    await world.place(any_turn(await world.game(), random.Random(1)))
    outcome = await skipped(world, 1, by=world.cleo.id)
    post = outcome_post(outcome, names(world), world.channel.id)
    line = "⏭️ **Bo**'s turn was skipped."
    assert news_of(post.text).startswith(line)
    assert post.pings == (world.cleo.id,) and f"<@{world.cleo.id}>, your turn" in post.text
    assert "⏭️" in post.pictures[0].alt
    assert line in log_page(outcome.after, names(world), None).text
    for seat in range(3):
        assert line in news_since_turn(outcome.after, names(world), seat).text
    with use_language("fr"):
        said = news_of(outcome_post(outcome, names(world), world.channel.id).text)
        assert said.startswith("⏭️ Le tour de **Bo** a été passé.")
    await world.post_state()
    assert line in world.posts()[-1] and f"<@{world.cleo.id}>, your turn" in world.posts()[-1]


async def test_COM26_player_skipped_in_mid_turn_finds_the_skip_in_the_news(world: World) -> None:
    await world.start_with(shuffled_header(3, 1))
    await world.place(any_turn(await world.game(), random.Random(1)))
    turn = turn_with_figure_choice(await world.game())
    await world.write([(world.bo.id, turn.place.write())])
    outcome = await skipped(world, 1, by=world.cleo.id)
    post = outcome_post(outcome, names(world), world.channel.id).text.splitlines()
    assert re.match(r"\*\*Bo\*\* placed a tile at `[^`]*`\. ⏭️ \*\*Bo\*\*'s turn", post[1])
    since = news_since_turn(outcome.after, names(world), 1).text
    assert "⏭️ **Bo**'s turn was skipped." in since
    assert "**Since your last turn**, 0 tiles were placed." in since


async def test_skip_ends_the_two_minutes_of_free_undo_for_its_voter_too(world: World) -> None:
    """The tile before it is anybody's to take back by consent of all, the skip with it."""
    await world.start_with(shuffled_header(3, 1))
    before = await world.game()
    await world.place(any_turn(before, random.Random(1)))
    await skipped(world, 1, by=world.ana.id)
    asked = await world.ana.slash(world.channel, "undo")
    said = private(asked)
    assert "**Bo** and **Cleo** must agree." in said
    assert "played on" not in said, "to let a turn be skipped is not to play"
    assert has_no_reply(await world.ana.click(answer(asked), label="Ask them"))
    for player in (world.bo, world.cleo):
        await player.click(world.post(), label="Agree")
    assert await world.game() == before
    assert (await world.table()).lines == ()
    assert await world.to_move() is world.ana


async def test_undo_of_a_tile_takes_back_its_skip_too(world: World) -> None:
    await world.start_with(shuffled_header(3, 1))
    before = await world.game()
    await world.write([(world.ana.id, turn_with_figure_choice(before).place.write())])
    outcome = await skipped(world, 0, by=world.bo.id)
    number = next(line.number for line in outcome.after.lines if line.is_placement)
    table = await world.write([(world.bo.id, f"undo {number}")])
    assert table.game == before and table.lines == ()


async def test_undo_keeps_an_earlier_skip(world: World) -> None:
    await world.start_with(shuffled_header(3, 1))
    outcome = await skipped(world, 0, by=world.bo.id)
    turn = any_turn(outcome.after.running_game, random.Random(2))
    await world.place(turn)
    assert await world.game() == game_after_turn(outcome.after.running_game, turn)
    await world.bo.slash(world.channel, "undo")
    assert await world.game() == outcome.after.game
    assert [line.text for line in (await world.table()).lines] == ["skip"]


async def test_skip_cancels_an_open_undo_question(world: World) -> None:
    await world.start_with(shuffled_header(3, 1))
    for seed in range(2):
        await world.place(any_turn(await world.game(), random.Random(seed)))
    number = (await world.table()).lines[0].number
    table = await world.write([(world.ana.id, f"ask {number}")])
    assert table.undo_vote is not None
    outcome = await skipped(world, 2, by=world.bo.id)
    assert outcome.after.undo_vote is None and outcome.after.phase is Phase.PLAYING


async def test_a_stored_skip_of_another_seat_is_refused_by_its_number(world: World) -> None:
    await world.start_with(shuffled_header(3, 1))
    log = await world.log()
    for text, why in (
        ("skip 1", r"'skip 1'\): it is the turn of seat 0"),
        ("skip", "this should be `skip` and a seat"),
        ("skip 0\nskip 0", "this should be `skip`"),
    ):
        line = type(log[0])(len(log), world.bo.id, text, 0.0)
        with pytest.raises(BrokenLog, match=why):
            fold([*log, line])
