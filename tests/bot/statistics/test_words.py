"""Statistics and leaderboards in words: within the limits, in every language, at the extremes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import cache

import pytest

from bot.digests import words as digests
from bot.statistics import words as statistics
from bot.statistics.policy import (
    PersonStatistics,
    Ranked,
    Rating,
    pair_statistics,
    person_statistics,
    server_statistics,
)
from bot.statistics.results import GameResult, game_result
from bot.text.i18n import LANGUAGES, use_language
from bot.text.message import ALT_LIMIT, CONTENT_LIMIT, Button, Message
from bot.text.names import Names
from renderer.requests import Bars, Ranking
from rules.variants import games_by_part, starting_parts
from tests.support.finished_tables import entries, finished_lines
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER
from tests.support.language_check import COMPLETE, english_leaks, slips

USERS = tuple(range(7, 27))
NAMES = Names((), {user: f"{user}".rjust(32, "*") for user in USERS})
ANA, BO, CLEO = USERS[:3]


@cache
def results() -> Sequence[GameResult]:
    """Games of every part, for two and three, and one of all sets, of five against each other."""
    played = [
        game_result(entries(finished_lines(name, USERS[:seats])), 1)
        for name in (*games_by_part(), ALL_TOGETHER)
        for seats in (2, 3)
    ]
    assert None not in played
    return tuple(result for result in played if result is not None)


RANKED = tuple(
    Ranked(user, Rating(30.0 - n, 5.0, 99 if n < 15 else 4), n + 1 if n < 15 else None)
    for n, user in enumerate(USERS)
)


def messages() -> Iterator[Message]:
    """Each kind of answer, full and empty."""
    for some in (results(), ()):
        for complete in (True, False):
            person = person_statistics(some, ANA)
            yield statistics.own_statistics(person, in_server=True, here=True, complete=complete)
            yield statistics.own_statistics(person, in_server=False, here=False, complete=complete)
            yield statistics.person_statistics(person, ANA, NAMES, complete=complete)
            for own in (True, False):
                yield statistics.pair_statistics(
                    pair_statistics(some, ANA, BO), (ANA, BO), NAMES, own=own, complete=complete
                )
            yield statistics.server_statistics(server_statistics(some), NAMES, complete=complete)
            ranked = RANKED if some else ()
            yield statistics.leaderboard(
                ranked, "base", starting_parts(), NAMES, USERS[-1], complete=complete
            )


@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_keep_to_the_limits_of_discord(language: str) -> None:
    with use_language(language):
        shown = list(messages())
    assert len(shown) == 28 and any(message.pictures for message in shown)
    for message in shown:
        assert 0 < len(message.text) <= CONTENT_LIMIT
        assert all(0 < len(picture.alt) <= ALT_LIMIT for picture in message.pictures)
        for button in message.buttons:
            assert isinstance(button, Button) and 0 < len(button.label) <= 80
        assert "@" not in message.text.replace("@\u200b", "")
        assert not message.pings


def test_numbers_of_wins_are_worded_as_people_would() -> None:
    lost = PersonStatistics(3, 0, 2, 0, (), (), None, None, None)
    text = statistics.own_statistics(lost, in_server=True, here=True, complete=True).text
    assert "- 3 games with others, no win yet\n" in text
    assert "- 2 games against opponents only, no win yet\n" in text
    won = replace(lost, wins=2, solo_wins=1)
    text = statistics.own_statistics(won, in_server=True, here=True, complete=True).text
    assert "**2 won**" in text and "only, 1 won" in text
    pair = pair_statistics(results(), ANA, BO)
    assert pair is not None
    pair = replace(pair, games=3, ahead=(0, 3), level=0)
    text = statistics.pair_statistics(pair, (ANA, BO), NAMES, own=True, complete=True).text
    assert "3 games, **none to you**, 3 to" in text


@for_each("language", COMPLETE)
def test_translated_answers_have_no_english(language: str) -> None:
    with use_language(language):
        shown = list(messages())
    for message in shown:
        for text in (message.text, *(picture.alt for picture in message.pictures)):
            assert not english_leaks(text, language), text
            assert not slips(text, language), text


def test_alt_text_of_a_chart_says_every_number_that_is_drawn() -> None:
    for message in messages():
        for picture in message.pictures:
            if isinstance(picture.request, Bars):
                for row in picture.request.rows:
                    assert row.label in picture.alt
                    assert all(words in picture.alt for words in row.texts)
            else:
                assert isinstance(picture.request, Ranking)
                for ranked in picture.request.rows:
                    assert f"{ranked.number} ± {ranked.uncertainty}" in picture.alt


def test_reader_behind_the_listed_people_finds_themselves() -> None:
    shown = statistics.leaderboard(RANKED, "base", ("base",), NAMES, USERS[14])
    assert len([line for line in shown.text.splitlines() if "±" in line and "·" in line]) == 13
    assert "15\\. **you** **960** ± 300 · 99 games" in shown.text
    assert "-# … and 8 more." in shown.text
    first = statistics.leaderboard(RANKED, "base", ("base",), NAMES, ANA)
    assert "**you**" not in first.text


def test_week_without_a_finished_game_tells_of_the_puzzle_alone() -> None:
    week = digests.Week(date(2026, 11, 29), streak=3, has_tries=True)
    assert week.is_eventful
    assert digests.digest_message(week, NAMES).text.splitlines()[1:] == [
        "- Move of the day: 🔥 this server: 3 days"
    ]


def test_chart_calls_somebody_whose_name_no_font_can_draw_by_no_name() -> None:
    names = Names((), {1: "Ana", 2: "ⵉⴷⵉⵔ"}, undrawable=frozenset({2}))
    assert [names.plain_user_name(user) for user in (1, 2, 3)] == [
        "Ana",
        "someone",
        "someone",
    ]
    assert names.user_name(2) == "**ⵉⴷⵉⵔ**"
