"""The words for votes about a stalled turn, for pauses, and for undo beside them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bot.core.durations import DAY
from bot.history.words import log_page, news_since_turn
from bot.playing.words import outcome_post
from bot.table.fold import fold
from bot.table.table import Ballot, Outcome, PauseState
from bot.text.message import Button, Message
from bot.text.names import Names
from bot.votes.words import vote_post
from bot.words.state import pause_lines
from rules.random_play import deal
from tests.support.written_logs import ANA, BO, CLEO, LAID, log

DAN = 10
NAMES = Names((ANA, BO, CLEO), {ANA: "Ana", BO: "Bo", CLEO: "Cleo"})
_START = f"start\norder: 0 1 2\n{deal('base', 3, Random(1)).text()}"
THREE = fold(log((ANA, "new base 3"), (BO, "join 1"), (CLEO, "join 2"), (ANA, _START)))
TWO = fold(log(*LAID))
"""Bo is to move."""


def buttons(post: Message) -> list[tuple[str, str]]:
    """The labels and actions of a post's buttons."""
    return [(button.label, button.action) for button in post.buttons if isinstance(button, Button)]


def test_pause_can_be_suggested_without_an_end() -> None:
    table = replace(THREE, since=1e12, ballots={BO: Ballot("pause")})
    post = vote_post(table, NAMES)
    assert post.text.startswith("⏸️ **Bo** suggests a pause, until someone resumes the game.")
    assert buttons(post)[:2] == [("Pause", "vote pause"), ("Play on", "vote wait")]
    paused = replace(THREE, paused=PauseState(0.0, None, frozenset({BO, CLEO})))
    [line] = pause_lines(paused, NAMES)
    assert line == "⏸️ **Paused** until **Bo** or **Cleo** presses *Resume*."


def test_note_of_a_stalled_turn_has_the_pause_that_was_suggested() -> None:
    table = replace(THREE, since=0.0, ballots={BO: Ballot("pause", 900_000.0)})
    post = vote_post(table, replace(NAMES, now=2.0 * DAY))
    assert post.text.startswith("⏳ **Ana**'s turn began") and "**Bo**: pause until" in post.text
    assert [action for _, action in buttons(post)][:5] == [
        *("vote wait", "vote skip", "vote open", "vote pause 900000", "vote end")
    ]


def test_other_player_of_two_decides_alone() -> None:
    names = Names((ANA, BO), {ANA: "Ana", BO: "Bo"}, now=2.0 * DAY)
    post = vote_post(replace(TWO, since=0.0), names)
    assert f"<@{ANA}> decides." in post.text


def test_question_says_how_many_votes_are_needed() -> None:
    names = replace(NAMES, now=2.0 * DAY)
    four = fold(
        log(
            *((ANA, "new base 4"), (BO, "join 1"), (CLEO, "join 2"), (DAN, "join 3")),
            (ANA, f"start\norder: 0 1 2 3\n{deal('base', 4, Random(1)).text()}"),
        )
    )
    for votes, line in (
        ("majority", f"<@{BO}>, <@{CLEO}> and <@{DAN}> decide; 2 votes are enough."),
        ("all", f"<@{BO}>, <@{CLEO}> and <@{DAN}> decide; all must agree."),
    ):
        settings = replace(four.settings, votes=votes)
        table = replace(four, since=0.0, settings=settings)
        assert line in vote_post(table, replace(names, players=table.players)).text


def test_question_about_a_finished_game_shows_no_turn() -> None:
    names = Names((ANA, BO), {ANA: "Ana", BO: "Bo"})
    over = fold(log(*LAID, (ANA, "end score")))
    asked = fold(log(*LAID, (ANA, "end score"), (BO, "ask 4")))
    post = outcome_post(Outcome(1, over, asked, BO), names, 5)
    assert "**Bo** wants to undo" in post.text and "▶️" not in post.text
    assert "The game was ended early." in log_page(over, names, None).text


def test_player_who_had_no_turn_reads_the_news_since_the_start() -> None:
    names = Names((ANA, BO), {ANA: "Ana", BO: "Bo"})
    text = news_since_turn(TWO, names, 1).text
    assert text.startswith("**Since the start**, 1 tile was placed. You haven't had a turn yet.")
