"""News since the reader's last look: each item once, with a picture of the changes."""

import random
import re
from dataclasses import replace
from typing import Final

import pytest

from bot.history.words import MAX_NEWS_LINES, news_since_look, news_since_turn, score_text
from bot.table.fold import first_unseen_index
from bot.table.table import Phase
from bot.text.message import Message
from bot.words.events import event_lines
from renderer.requests import News
from renderer.view import news_view
from rules.analysis.history import index_after_last_turn
from rules.geometry import cell_at
from rules.story import Resigned, Scored, TilePlaced, totals
from tests.bot.words.test_news import NAMES, played, points_in, table_of
from tests.support.game_choices import FIVE
from tests.support.legal_turns import any_turn
from tests.support.shown_messages import answer, private
from tests.support.world import World, shuffled_header

PLAYERS: Final = ("Ana", "Bo", "Cleo")


def gains_of(message: Message) -> tuple[int, ...]:
    """The gains of each player in the line of the standings."""
    line = message.text.splitlines()[-1]
    gains = re.findall(r"\*\*(\w+)\*\* \d+(?: \(\+(\d+)\))?", line)
    assert [name for name, _more in gains] == list(PLAYERS), line
    return tuple(int(more or 0) for _name, more in gains)


@pytest.mark.parametrize("name", FIVE)
def test_news_show_each_event_once_and_sum_up_all_points(name: str) -> None:
    positions = list(played(name, 4))
    for game in (positions[len(positions) // 2], positions[-1]):
        for seat in range(3):
            start = index_after_last_turn(game, seat)
            message = news_since_turn(table_of(game), NAMES, seat)
            lines = [line for line in message.text.splitlines() if line]
            assert len(set(lines)) == len(lines), "nothing is said twice"
            gained = totals(game.story[start:], 3)
            assert gains_of(message) == gained
            by_name = {NAMES.plain_name(s): points for s, points in enumerate(gained) if points}
            assert points_in(lines[:-1]) == by_name
            assert message.text.count("**Points**") == 0
            for line in event_lines(
                [e for e in game.story[start:] if isinstance(e, Scored)], game, NAMES
            ):
                if not line.startswith("🏁") and len(lines) < MAX_NEWS_LINES:
                    assert message.text.count(line) == 1


def test_news_have_a_picture_only_if_tiles_were_laid() -> None:
    *_, game = (game for game in played("base", 2) if len(game.board.tiles) < 9 and game.drawn)
    seen = set()
    for seat in range(3):
        start = index_after_last_turn(game, seat)
        message = news_since_turn(table_of(game), NAMES, seat)
        news = {e.cell: e.seat for e in game.story[start:] if isinstance(e, TilePlaced)}
        seen.add(bool(news))
        if news:
            [picture] = message.pictures
            assert picture.request == News(start) and picture.alt
            view = news_view(game, start)
            assert dict(view.frames) == news
            assert all(map(view.window.has, news))
        else:
            assert not message.pictures
    assert seen == {True, False}


def test_long_absence_is_summed_up_with_a_count_of_omitted_news() -> None:
    *_, game = played("hunters", 6)
    message = news_since_look(table_of(game), NAMES, None)
    lines = message.text.splitlines()
    assert len(lines) <= MAX_NEWS_LINES + 7
    assert any(re.match(r"… and \d+ more: ", line) for line in lines)
    assert points_in(lines) == {
        NAMES.plain_name(seat): points for seat, points in enumerate(game.scores) if points
    }


def test_resignation_is_news_without_new_tiles() -> None:
    *_, game = (game for game in played("base", 2) if len(game.board.tiles) < 9 and game.drawn)
    mover = (game.turn - 1) % 3
    nothing = news_since_turn(table_of(game), NAMES, mover).text
    assert nothing.startswith("Nothing new since your last turn.")
    gone = news_since_turn(table_of(game.with_events(Resigned(game.turn))), NAMES, mover).text
    assert "resigned" in gone and "Nothing new" not in gone


def test_a_game_ended_early_is_not_projected_any_more() -> None:
    """Nothing can end now that has ended already."""
    game = next(game for game in played("base", 2) if len(game.board.tiles) == 30 and game.drawn)
    running = table_of(game)
    assert "If the game ended now" in score_text(running, NAMES)
    for phase in (Phase.STOPPED, Phase.OVER):
        assert "ended now" not in score_text(replace(running, phase=phase), NAMES)


def test_news_begin_after_the_last_look_even_after_an_undo() -> None:
    a, b, c = (TilePlaced(0, "D", cell_at(n, 0), 0) for n in range(3))
    assert first_unseen_index((a,), (a, b)) == 1
    assert first_unseen_index((a, b), (a, b)) == 2, "nothing new"
    assert first_unseen_index((a, b), (a, c, b)) == 1, "b was taken back, c played instead"
    assert first_unseen_index((a, c, b), (a,)) == 1
    assert first_unseen_index((), (a,)) == 0, "looked before the game began"


async def test_spectator_sees_news_since_their_own_last_look(world: World) -> None:
    await world.start_with(shuffled_header(2))
    await world.place(any_turn(await world.game(), random.Random(1)))
    first = await world.dan.click(world.post(), label="What's new")
    assert "**Since the start**, 1 tile was placed." in private(first)
    assert answer(first).attachments
    await world.place(any_turn(await world.game(), random.Random(2)))
    await world.place(any_turn(await world.game(), random.Random(3)))
    second = await world.dan.click(world.post(), label="What's new")
    assert "**Since you last looked**, 2 tiles were placed." in private(second)
    again = await world.dan.slash(world.channel, "board", view="since")
    assert "Nothing new since you last looked." in private(again)
    assert not answer(again).attachments
