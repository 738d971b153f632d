"""The length of posts over whole games: a first line for a lock screen, three lines in all."""

import random
import re
from collections.abc import Iterator
from typing import Final

import pytest

from bot.presenters.public import turns
from bot.table.fold import fold
from bot.table.table import Outcome, Table
from bot.text import emoji
from bot.text.i18n import LANGUAGES, use_language
from bot.text.names import Names
from bot.text.opponents import is_opponent, opponent_number
from rules import notation
from rules.random_play import deal, random_move
from tests.support.game_choices import FIVE
from tests.support.slow_cases import rest_slow
from tests.support.written_logs import Entry

CHANNEL: Final = 1_234_567_890_123_456_789
PEOPLE: Final = tuple(1_100_000_000_000_000_000 + n for n in range(5))
NAMES: Final = ("Ana", "Bo", "Cleo", "Maximilian", "Friederike")
OPPONENTS: Final = tuple(
    opponent_number(name, "villager") for name in ("Odile", "Gaston", "Josse", "Perrin")
)


def texts_of_game(name: str, players: tuple[int, ...], seed: int) -> Iterator[tuple[Table, str]]:
    """Each post of a random game, a post a turn of a person, with the table it shows."""
    chance = random.Random(seed)
    names = Names(players, dict(zip(PEOPLE, NAMES, strict=True)))
    header, order = deal(name, len(players), chance), " ".join(map(str, range(len(players))))
    texts = [(PEOPLE[0], f"new {name} {len(players)}")]
    texts += [(user, f"join {seat}") for seat, user in enumerate(players) if seat]
    texts += [(PEOPLE[0], f"start\norder: {order}\n{header.text()}")]
    table = None
    for user, text in texts:
        before, table = table, fold([Entry(table.last + 1 if table else 0, user, text)], table)
    assert table is not None
    yield table, turns.outcome_post(Outcome(1, before, table, PEOPLE[0]), names, CHANNEL).text
    while not table.ended:
        before, mover = table, table.running_game.turn
        while not table.ended and (
            table.running_game.turn == mover
            or table.is_mid_turn
            or is_opponent(players[table.running_game.turn])
        ):
            move = notation.write(random_move(table.running_game, chance))
            user = players[table.running_game.turn]
            table = fold([Entry(table.last + 1, user, move)], table)
        outcome = Outcome(1, before, table, players[mover])
        yield table, turns.outcome_post(outcome, names, CHANNEL).text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", rest_slow(FIVE))
def test_posts_of_a_turn_have_three_lines_and_a_first_line_for_a_lock_screen(
    name: str, language: str
) -> None:
    with use_language(language):
        games = [texts_of_game(name, PEOPLE[:seats], seats) for seats in (2, 5)]
        games.append(texts_of_game(name, (PEOPLE[0], *OPPONENTS[:1]), 1))
        running = [
            (table, text) for game in games for table, text in game if not table.running_game.over
        ]
    lines = sorted(text.count("\n") + 1 for _table, text in running)
    characters = sorted(len(text) for _table, text in running)
    assert lines[len(lines) // 2] <= 3 and characters[len(characters) // 2] <= 200
    assert lines[int(0.95 * len(lines))] <= 5 and characters[int(0.95 * len(lines))] <= 320
    for table, text in running:
        first, *news = text.splitlines()
        assert first.startswith(f"<@{table.to_move}>, ") and f"<#{CHANNEL}>" in first
        shown = re.sub("<@[0-9]+>", "@A name of 24 characters", first).replace(
            f"<#{CHANNEL}>", "#carcassonne"
        )
        assert len(shown) <= 120
        assert len(news) <= 4
        assert not re.search(r"\b0 points?\b|[0-9a-f]{64}|/place", text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", rest_slow(FIVE))
def test_post_with_answers_of_several_opponents_has_a_short_line_for_each(
    name: str, language: str
) -> None:
    """Four seats with three opponents, and five with four."""
    for opponents in (OPPONENTS[:3], OPPONENTS):
        with use_language(language):
            game = texts_of_game(name, (PEOPLE[0], *opponents), 1)
            running = [(table, text) for table, text in game if not table.running_game.over]
        lengths = sorted(len(text) for _table, text in running)
        assert lengths[len(lengths) // 2] <= 330 and lengths[-1] <= 600
        for table, text in running:
            first, *news = text.splitlines()
            assert first.startswith(f"<@{table.to_move}>, ")
            answers = [line for line in news if line.startswith("🤖")]
            assert len(news) <= 3 + len(opponents) and len(answers) <= len(opponents)
            for line in answers:
                assert re.match(r"🤖 \*\*[A-Z][a-z]+\*\* · `-?[0-9]+ -?[0-9]+`", line), line
                assert len(emoji.plain(line)) <= 110


def test_post_of_the_start_has_three_lines_at_most() -> None:
    for name in FIVE:
        table, text = next(texts_of_game(name, (PEOPLE[0], *OPPONENTS), 1))
        assert len(text.splitlines()) <= 3 and table.phase.name == "PLAYING"
