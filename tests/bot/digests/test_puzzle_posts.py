"""Posts to a server: the puzzle of the day and the digest of the week."""

from datetime import date

import discord
import pytest
from simcord import MemberActor

from bot.core.durations import DAY, HOUR, MINUTE
from bot.discord_io.buttons import sections_payload
from bot.puzzles import service as puzzle_services
from bot.puzzles.policy import AnswerGrade
from bot.words.moves import moves_text
from rules.analysis.placements import suggestion_numbers
from rules.notation import write
from rules.shipped_puzzles import shipped_puzzles
from storage import NewEntry, Position, Puzzles
from tests.support.clock import Clock, pass_time
from tests.support.ended_games import play_to_end
from tests.support.move_panel import Panel
from tests.support.shown_messages import (
    action_ids_of,
    answer,
    buttons_of,
    menus_of,
    private,
    text_of,
)
from tests.support.world import World

pytestmark = pytest.mark.usefixtures("no_retry_pauses", "inline_workers")
SUNDAY, MONDAY = "2026-11-29", "2026-11-30"


async def opted_in(world: World, **more: str) -> None:
    """Ana turns the puzzle on in the channel, at nine o'clock UTC."""
    await world.ana.slash(world.channel, "setup", puzzle="yes", **more)


async def until_morning(world: World, clock: Clock, days: int = 1) -> None:
    """Let time pass until some minutes after nine o'clock."""
    for _day in range(days):
        nine = (clock.now // DAY) * DAY + 9 * HOUR
        until = nine if nine > clock.now else nine + DAY
        await pass_time(world, clock, until + MINUTE - clock.now)


def puzzle_posts(world: World) -> list[str]:
    return [text for text in world.posts() if "Move of the day" in text]


async def solve(world: World, who: MemberActor, moves: str, day: str) -> str:
    """Confirm moves in the panel of a puzzle. Return the private answer."""
    return private(await world.press_id(who, f"carc:0:0:puzzle {day} {moves}"))


async def best_moves(world: World) -> str:
    """The best turn of the open puzzle."""
    puzzle = await Puzzles(world.database).open(world.guild.id)
    assert puzzle is not None
    return puzzle.position.best


async def test_post_is_in_the_language_of_the_server_unless_a_manager_chose_another(
    world: World, clock: Clock
) -> None:
    server = world.app.get_guild(world.guild.id)
    assert server is not None
    server.preferred_locale = discord.Locale.german
    await opted_in(world)
    await until_morning(world, clock)
    assert "Zug des Tages" in world.posts()[-1]
    await opted_in(world, language="en")
    await until_morning(world, clock)
    assert "Move of the day" in world.posts()[-1]


async def test_nothing_is_posted_without_a_wish_or_after_it_is_withdrawn(
    world: World, clock: Clock
) -> None:
    await until_morning(world, clock, 2)
    assert puzzle_posts(world) == []
    await opted_in(world)
    await world.ana.slash(world.channel, "setup", puzzle="no")
    await until_morning(world, clock, 2)
    assert puzzle_posts(world) == []


async def test_next_post_tells_the_best_move_and_how_everybody_did(
    world: World, clock: Clock
) -> None:
    await opted_in(world)
    await until_morning(world, clock)
    best = await best_moves(world)
    said = await solve(world, world.bo, best, MONDAY)
    assert said.startswith(AnswerGrade.BEST.value) and "You found the best move" in said
    worse = await solve(world, world.cleo, await other_moves(world), MONDAY)
    assert (
        worse.startswith((AnswerGrade.CLOSE.value, AnswerGrade.FAR.value))
        and " short of the best move.** " in worse
    )
    at = await world.app.services.puzzle_answers.open(world.guild.id)
    assert at is not None
    [number] = suggestion_numbers(at.game, [at.best])
    assert f"Best move: ||space {number} · {moves_text(at.game, at.best)}||" in worse
    assert "||" not in said
    await until_morning(world, clock)
    text = puzzle_posts(world)[-1]
    told, new = text.index("Best move** · Mon 30 Nov"), text.index("Move of the day")
    assert told < text.index(f"{AnswerGrade.BEST.value} **Bo** · ") < text.index("**Cleo** −") < new
    assert "one of my own opponents" in text and "<@" not in text
    assert "This puzzle is over" in await solve(world, world.dan, best, MONDAY)


async def other_moves(world: World) -> str:
    """The first moves of the open puzzle that are not its best turn."""
    at = await world.app.services.puzzle_answers.open(world.guild.id)
    assert at is not None
    [move, *_] = [move for move in at.game.legal_moves() if move != at.best[0]]
    return f"{write(move)} pass"


async def test_user_has_one_try_which_only_the_user_sees(world: World, clock: Clock) -> None:
    await opted_in(world)
    await until_morning(world, clock)
    posts = len(world.posts())
    panel = await world.bo.click(world.post(), label="Solve")
    assert "You have one try" in private(panel)
    opened = Panel(world.bo, panel)
    panel = (await opened.take(opened.places[0])).result
    confirm = next(
        label for label in buttons_of(answer(panel)) if label.startswith(("Confirm", "Place"))
    )
    first = private(await world.bo.click(answer(panel), label=confirm))
    assert "```\n🧩 Mon 30 Nov" in first
    again = await solve(world, world.bo, await best_moves(world), MONDAY)
    assert again.split("\n")[0] == first.split("\n")[0]
    assert private(await world.bo.slash(world.channel, "puzzle")) == again
    assert "to move, this tile" in private(await world.cleo.slash(world.channel, "puzzle"))
    assert len(world.posts()) == posts


@pytest.mark.slow
async def test_position_of_the_server_hides_its_players_and_names_them_a_day_later(
    world: World, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The search of a busy machine must not end before it has found one.
    monkeypatch.setattr(puzzle_services, "SEARCH_SECONDS", 600.0)
    monkeypatch.setattr(puzzle_services, "MAX_PER_GAME", 1)
    shipped = next(one for one in shipped_puzzles() if one.record.count("\nseats: 3"))
    game = await play_to_end(world, shipped.record)
    await opted_in(world)
    await pass_time(world, clock, DAY + HOUR)
    puzzles = Puzzles(world.database)
    assert await puzzles.waiting(world.guild.id) == 1, "found long before the hour"
    await until_morning(world, clock)
    puzzle = await puzzles.open(world.guild.id)
    assert puzzle is not None and puzzle.position.game == game
    assert not any(name in puzzle_posts(world)[-1] for name in ("Ana", "Bo", "Cleo"))
    await until_morning(world, clock)
    text = puzzle_posts(world)[-1]
    assert any(f"was **{name}**, who" in text for name in ("Ana", "Bo", "Cleo"))


async def shown_of_puzzle(world: World, day: date) -> list[object]:
    """All that anybody can see of a puzzle before its answer: its post, and what is private."""
    posts = world.app.services.puzzle_posts
    sections = await posts._sections(world.guild.id, day)
    payload, files = (
        sections_payload(sections),
        [file for _message, files in sections for file in files],
    )
    assert isinstance(payload.view, discord.ui.LayoutView)
    panel = await world.dan.click(world.post(), label="Solve")
    today = await world.dan.slash(world.channel, "puzzle")
    return [
        payload.view.to_components(),  # type: ignore[no-untyped-call]
        [(file.name, file.alt, file.data) for file in files],
        *(private(panel), action_ids_of(answer(panel)), menus_of(answer(panel))),
        *(private(today), action_ids_of(answer(today))),
    ]


@pytest.mark.painted
async def test_nothing_that_is_shown_before_the_answer_depends_on_it(
    world: World, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opted_in(world)
    await until_morning(world, clock)
    at = await world.app.services.puzzle_answers.open(world.guild.id)
    assert at is not None
    monkeypatch.setattr(puzzle_services, "shipped_record", lambda *_puzzle: at.record)
    shown = await shown_of_puzzle(world, date(2026, 11, 30))
    sql, other = "UPDATE puzzles SET best = ?", await other_moves(world)
    await world.database.write(lambda execute: execute(sql, (other,)), "")
    assert await best_moves(world) == other
    assert await shown_of_puzzle(world, date(2026, 11, 30)) == shown


async def test_refused_post_is_not_tried_again_until_the_next_day(
    world: World, clock: Clock
) -> None:
    await opted_in(world)
    world.env.inject_error("POST", "/channels/*/messages", status=403, times=1)
    await until_morning(world, clock)
    await pass_time(world, clock, 3 * HOUR)
    assert puzzle_posts(world) == []
    await until_morning(world, clock)
    assert len(puzzle_posts(world)) == 1 and "Best move** ·" not in puzzle_posts(world)[0]


async def test_server_streak_stands_before_the_users(world: World, clock: Clock) -> None:
    await opted_in(world)
    for _day in range(2):
        await until_morning(world, clock)
        await world.bo.slash(world.channel, "puzzle")
        day = next(iter(action_ids_of(world.post()))).split()[1]
        said = await solve(world, world.bo, await best_moves(world), day)
    assert "🔥 this server: 2 days · you: 2 days" in said
    assert "🔥 2\n```" in said
    await until_morning(world, clock)
    assert text_of(world.post()).count("🔥 this server: 2 days") == 1


async def test_forged_press_on_the_panel_is_refused(world: World, clock: Clock) -> None:
    await opted_in(world)
    await until_morning(world, clock)
    for moves in (
        "show",
        "show pass",
        "pass",
        "place 99 99 rot0",
        "panel 999",
        "plan x",
        "show x y",
    ):
        said = await solve(world, world.bo, moves, MONDAY)
        assert "best move" not in said.lower() or "You have one try" in said
    assert await Puzzles(world.database).solves(world.guild.id, MONDAY) == ()


async def test_posts_move_to_the_channel_in_which_they_are_turned_on_again(
    world: World, clock: Clock
) -> None:
    await opted_in(world)
    other = world.guild.create_text_channel("puzzles")
    await world.env.settle()
    said = private(await world.ana.slash(other, "setup", puzzle="yes"))
    assert f"- Posted in: <#{other.id}>" in said
    await until_morning(world, clock)
    assert puzzle_posts(world) == []
    assert "Move of the day" in world.posts(other)[-1]


async def test_position_of_a_finished_game_comes_first_and_of_a_running_one_never(
    world: World, clock: Clock
) -> None:
    shipped = next(one for one in shipped_puzzles() if "\nseats: 3" in one.record)
    game, puzzles = await play_to_end(world, shipped.record), Puzzles(world.database)
    await puzzles.add(world.guild.id, game, [Position("own", game, "", shipped.line, shipped.best)])
    await opted_in(world)
    await until_morning(world, clock)
    puzzle = await puzzles.open(world.guild.id)
    assert puzzle is not None and puzzle.position.game == game
    assert not any(name in puzzle_posts(world)[-1] for name in ("Ana", "Bo", "Cleo"))
    assert "to move, this tile" in private(await world.bo.slash(world.channel, "puzzle"))
    last = (await world.table()).last
    undone = [NewEntry(world.ana.id, f"undo {last - 4}")]
    await world.app.game_log.append(game, after=last, entries=undone, reopen=True)
    assert "There's no move of the day" in private(await world.bo.slash(world.channel, "puzzle"))
    await world.app.game_log.mark_posted(game, last + 1)
    await until_morning(world, clock)
    assert "Best move" not in puzzle_posts(world)[-1]


async def test_puzzle_of_a_record_that_is_shipped_no_more_has_no_answer_and_the_next_is_posted(
    world: World, clock: Clock
) -> None:
    puzzles = Puzzles(world.database)
    earlier = Position("007 25", None, "007", 25, "place -1 3 rot180 thief a")
    await puzzles.begin_day(world.guild.id, SUNDAY, [earlier])
    await puzzles.mark_posted(world.guild.id, SUNDAY, 12)
    await opted_in(world)
    await until_morning(world, clock)
    [text] = puzzle_posts(world)
    assert "Mon 30 Nov" in text and "Best move" not in text


RECORD = next(one.record for one in shipped_puzzles() if "\nseats: 3" in one.record)
"""A game of three seats whose kind of roads are measured by length."""


def digests(world: World) -> list[str]:
    """The posts of weeks, oldest first."""
    return [text for text in world.posts() if text.startswith("📅")]


async def weekly(world: World) -> None:
    """Ana turns the post of the week on in the channel; it is Sunday noon, the hour is past."""
    await world.ana.slash(world.channel, "setup", digest="yes")


async def test_tables_with_an_open_seat_are_listed(world: World, clock: Clock) -> None:
    await weekly(world)
    await play_to_end(world, RECORD)
    await pass_time(world, clock, 6 * DAY)
    await world.ana.slash(world.channel, "new", game="hunters", seats=3)
    await pass_time(world, clock, 23 * HOUR)
    assert f"🪑 Open seats: <#{world.channel.id}> (" in digests(world)[0]
    assert digests(world)[0].endswith(", 1 of 3)")


async def test_games_of_a_channel_that_the_readers_cannot_see_are_left_out(
    world: World, clock: Clock
) -> None:
    hidden = world.guild.create_text_channel("hidden")
    await world.env.settle()
    channel = world.env.backend.get_channel(hidden.id)
    assert channel is not None
    await world.ana.slash(hidden, "setup", digest="yes")
    await play_to_end(world, RECORD)
    server = world.app.get_guild(world.guild.id)
    assert server is not None
    played = server.get_channel(world.channel.id)
    assert isinstance(played, discord.TextChannel)
    await played.set_permissions(server.default_role, view_channel=False)
    await world.env.settle()
    await pass_time(world, clock, 7 * DAY)
    assert [text for text in world.posts(hidden) if text.startswith("📅")] == []


@pytest.mark.slow
async def test_streak_of_the_puzzle_is_told(world: World, clock: Clock) -> None:
    await weekly(world)
    await world.ana.slash(world.channel, "setup", puzzle="yes")
    for _day in range(6):
        await pass_time(world, clock, DAY)
        day = world.posts()[-1]
        assert "Move of the day" in day
        panel = await world.bo.click(world.post(), label="Solve")
        assert panel.response is not None
        answers = world.app.services.puzzle_answers
        at = await answers.open(world.guild.id)
        assert at is not None
        await answers.answer(at, world.bo.id, at.best)
    await pass_time(world, clock, DAY)
    assert "- Move of the day: 🔥 this server: 6 days" in digests(world)[0]
