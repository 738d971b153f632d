"""The words of a cup: its card, its posts and answers, within Discord's limits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.cups import words as private
from bot.cups.policy import (
    MAX_PLAYERS,
    Ended,
    MatchOpened,
    MatchResult,
    RoundPaired,
    Winner,
    next_round,
)
from bot.cups.rounds import MATCH_PERMISSIONS
from bot.discord_io.buttons import card_payload, plain_payload
from bot.table.settings import Settings
from bot.text.i18n import LANGUAGES, _, use_language
from bot.text.message import CONTENT_LIMIT, Message, split_pages
from bot.text.names import NAME_LIMIT, Names
from tests.bot.cups.played_cups import CupLog
from tests.support import message_limits
from tests.support.for_each import for_each
from tests.support.language_check import COMPLETE, english_leaks
from tests.support.slow_cases import rest_slow

WON = (Winner.FIRST, (78, 65))
SHORT = dict(zip(range(100, 113), ["Ana", "Bo", "Cleo", "Dan", *"EFGHIJKLM"], strict=True))


def names_of(log: CupLog, known: dict[int, str] = SHORT) -> Names:
    return Names(log.cup.users, known)


def news(log: CupLog, before: int) -> Message | None:
    """The post about the newest entry; ``before`` is the number of lines before it."""
    earlier = CupLog()
    earlier.lines = log.lines[:before]
    return private.news(7, earlier.cup, log.cup, names_of(log))


def test_fractions() -> None:
    said = {0: "0", 1: "¼", 2: "½", 4: "1", 14: "3½", 11: "2¾"}
    assert {quarters: private.fraction(quarters) for quarters in said} == said


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (WON, "🏁 Round 1: **Ana** 78 – 65 **Dan**"),
        ((Winner.DRAW, (70, 70)), "🏁 Round 1: **Ana** 70 – 70 **Dan**"),
        ((Winner.SECOND, None), "🏁 Round 1: **Dan** wins against **Ana**: the game ended early"),
        ((Winner.NONE, None), "🏁 Round 1: **Ana** – **Dan**: no result, no points"),
    ],
)
def test_post_of_a_result(result: tuple[Winner, Any], said: str) -> None:
    log = CupLog()
    log.begin(4)
    log.pair()
    before = len(log.lines)
    log.write(MatchResult(0, *result))
    message = news(log, before)
    assert message is not None and message.text == said


def test_end_names_the_winners() -> None:
    log = CupLog()
    log.begin(3)
    for _round in range(3):
        log.play_round([(Winner.DRAW, (1, 1))])
    before = len(log.lines)
    log.write(Ended())
    message = news(log, before)
    assert message is not None
    assert message.text.startswith("🏆 **Ana**, **Bo** and **Cleo** share the cup!")


def test_cup_that_was_ended_early_names_no_winner() -> None:
    log = CupLog()
    log.begin(4)
    log.pair()
    before = len(log.lines)
    log.write(Ended(is_early=True), 100)
    message = news(log, before)
    assert message is not None and "ended early" in message.text and "wins" not in message.text


def largest() -> CupLog:
    """A cup of the most players, all rounds played, its last one open."""
    log = CupLog(Settings("en", "random", "yes", "week", "consent", standing_orders=False))
    log.begin(MAX_PLAYERS)
    while True:
        pairs = next_round(log.cup)
        assert pairs is not None
        log.write(RoundPaired(pairs))
        for index in range(len(pairs.pairs)):
            log.write(MatchOpened(index, 10**9 + index))
        if len(log.cup.rounds) == log.cup.number_of_rounds:
            return log
        for index in range(len(pairs.pairs)):
            log.write(MatchResult(index, Winner.FIRST, (10**3, 10**3 - 1)))


@pytest.mark.parametrize("language", rest_slow([*LANGUAGES], 1))
def test_largest_cup_keeps_to_the_limits(language: str) -> None:
    log, checked = largest(), 0
    known = {100 + n: f"{n:02}" + "*" * (NAME_LIMIT - 2) for n in range(MAX_PLAYERS)}
    names = names_of(log, known)
    threads = {10**9 + index: 2**62 + index for index in range(MAX_PLAYERS)}
    with use_language(language):
        card = private.card(10**9, log.cup, names, threads, [*MATCH_PERMISSIONS])
        check_layout(card)
        assert any(_("and {number} more", number=more) in card.text for more in range(99))
        ranked = card.text.splitlines()[-MAX_PLAYERS:]
        assert all("**" in line and "·" in line for line in ranked), "everybody has a line"
        for index in range(len(threads) // 2):
            check_post(private.match_post(10**9, log.cup, index, names))
            assert len(private.thread_name(log.cup, index, names)) <= 100
            checked += 1
        shown = private.standings_message(log.cup, names)
        assert len(split_pages(shown.text, CONTENT_LIMIT)) <= 5, "an answer has five messages"
        assert all(f"{n:02}" in shown.text for n in range(MAX_PLAYERS))
        check_post(private.leave_question(10**9))
        check_post(private.end_question(10**9, log.cup))
    assert checked == MAX_PLAYERS // 2


def check_layout(message: Message) -> None:
    view = card_payload(message, message.text).view
    sent, files = message_limits.payload(view=view, allowed_mentions=discord.AllowedMentions.none())
    message_limits.check_message(sent, files)


def check_post(message: Message) -> None:
    payload = plain_payload(message, message.text, 0, 0)
    sent, files = message_limits.payload(
        content=payload.content, view=payload.view, allowed_mentions=discord.AllowedMentions.none()
    )
    message_limits.check_message(sent, files)


@for_each("language", COMPLETE)
def test_every_word_is_translated(language: str) -> None:
    log = CupLog(Settings(language))
    log.begin(9)
    log.play_round([WON, (Winner.DRAW, (1, 1)), (Winner.SECOND, None), (Winner.NONE, None)])
    log.leave(3)
    log.pair()
    before = len(log.lines)
    names = names_of(log)
    with use_language(language):
        said = [
            private.card(7, log.cup, names, {}, ["…"]),
            private.match_post(7, log.cup, 0, names),
            private.standings_message(log.cup, names),
            private.leave_question(7),
            private.end_question(7, log.cup),
            private.card(
                7, replace(log.cup, order=(), rounds=(), phase=CupLog().cup.phase), names, {}
            ),
        ]
        log.write(Ended(is_early=True), 100)
        ended = news(log, before)
        assert ended is not None
        for message in (*said, ended):
            assert not english_leaks(message.text, language), message.text
