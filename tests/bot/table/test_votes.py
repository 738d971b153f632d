"""Votes about a waiting turn: who may vote when, and what is decided."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest

from bot.table.clock import runs_out_at
from bot.table.entries import End, Entry, Open, Pause, Skip, Vote
from bot.table.fold import fold
from bot.table.refusals import Refusal
from bot.table.settings import ALL
from bot.table.table import Ballot, Outcome, PauseState, Phase, Table
from bot.table.votes import (
    VoteResult,
    can_be_decided,
    check_pause,
    check_pause_end,
    check_resume,
    check_vote,
    decision,
    missing_votes,
    vote_entries,
    vote_result,
    voters_for,
)
from rules.random_play import deal
from tests.bot.table.test_clock import DAY, LIVE, NOBODY, game
from tests.support.for_each import for_each
from tests.support.written_logs import ANA, BO, CLEO, END, JOIN, NEW, log


def test_turn_with_a_clock_can_be_decided_when_the_clock_is_at_zero() -> None:
    table = game(LIVE)
    end = runs_out_at(table, 0.0, NOBODY)
    assert end is not None
    assert not can_be_decided(table, end - 0.5, NOBODY)
    assert can_be_decided(table, end, NOBODY)


def test_turn_without_a_clock_can_be_decided_after_a_day() -> None:
    assert not can_be_decided(game(NEW), DAY - 1, NOBODY)
    assert can_be_decided(game(NEW), DAY, NOBODY)


DAN, EVE = 10, 11
_HEADER = deal("base", 4, Random(1)).text()
BEGUN = (
    *((ANA, "new base 4"), JOIN, (CLEO, "join 2"), (DAN, "join 3")),
    (ANA, f"start\norder: 0 1 2 3\n{_HEADER}"),
)
FOUR = fold(log(*BEGUN))


def voted(**words: str) -> Table:
    """The table of four with votes of some players by the first letter of their names."""
    users = {"a": ANA, "b": BO, "c": CLEO, "d": DAN, "e": EVE}
    return replace(FOUR, ballots={users[user]: Ballot(word) for user, word in words.items()})


def test_half_of_the_others_decide_nothing() -> None:
    assert missing_votes(FOUR, "skip", ripe=True) == 2
    assert missing_votes(voted(b="skip", c="wait"), "skip", ripe=True) == 1
    assert missing_votes(voted(b="skip", c="skip", d="skip"), "skip", ripe=True) == 0
    assert decision(voted(b="skip", c="skip"), ripe=True) == "skip"
    assert decision(voted(b="skip", c="open"), ripe=True) is None


def test_player_to_move_and_strangers_count_in_no_vote_but_that_for_a_pause() -> None:
    assert voters_for(voted(a="skip", b="skip", e="skip"), "skip") == {BO}
    assert voters_for(voted(a="pause", b="pause", e="pause"), "pause") == {ANA, BO}
    assert missing_votes(voted(a="pause", b="pause"), "pause", ripe=False) == 1
    assert missing_votes(voted(b="pause", c="pause"), "pause", ripe=False) == 1
    assert missing_votes(voted(b="pause", c="pause"), "pause", ripe=True) == 0
    assert missing_votes(voted(a="pause", b="pause", c="pause"), "pause", ripe=False) == 0
    two = replace(game(NEW), ballots={BO: Ballot("pause")})
    assert [missing_votes(two, "pause", ripe=ripe) for ripe in (False, True)] == [1, 0]


def test_all_who_may_vote_must_agree_where_the_host_chose_that() -> None:
    table = replace(FOUR, settings=replace(FOUR.settings, votes=ALL))
    for word, users in (("skip", (BO, CLEO, DAN)), ("pause", (ANA, BO, CLEO, DAN))):
        ballots = {user: Ballot(word) for user in users}
        assert missing_votes(replace(table, ballots=ballots), word, ripe=False) == 0
        del ballots[DAN]
        assert missing_votes(replace(table, ballots=ballots), word, ripe=False) == 1


@for_each(
    "word, entries",
    [
        *(("skip", [Skip(0)]), ("open", [Open(0)]), ("end", [End(scored=True)])),
        *(("pause", [Pause(None)]), ("wait", [])),
    ],
)
def test_second_vote_of_three_carries_out_its_decision(word: str, entries: list[Entry]) -> None:
    assert list(vote_entries(voted(b=word), Vote(word), CLEO, ripe=True)) == entries
    assert list(vote_entries(FOUR, Vote(word), CLEO, ripe=True)) == []


def test_pause_lasts_until_the_end_that_was_proposed_first() -> None:
    table = replace(FOUR, ballots={BO: Ballot("pause", 900.0)})
    assert list(vote_entries(table, Vote("pause", 700), CLEO, ripe=True)) == [Pause(900)]
    assert list(vote_entries(voted(b="pause"), Vote("pause", 700), CLEO, ripe=True)) == [Pause(700)]


PAUSED = replace(FOUR, paused=PauseState(0.0, 50.0, frozenset({BO, CLEO})))
OPENED = fold(log(*BEGUN, (ANA, "open 0")))
RESIGNED = fold(log(*BEGUN, (DAN, "resign 3")))
OVER = fold(log(*BEGUN, END))
CLOCKED = game(LIVE)


@for_each(
    "table, user, word, now, reason, facts",
    [
        *((FOUR, BO, word, DAY - 1, "protected", {"user": ANA}) for word in ("skip", "open")),
        (FOUR, BO, "end", DAY - 1, "protected", {"user": ANA}),
        *((FOUR, ANA, word, 2 * DAY, "own-turn", {}) for word in ("wait", "skip", "end")),
        (FOUR, EVE, "wait", 2 * DAY, "not-seated", {}),
        (RESIGNED, DAN, "wait", 2 * DAY, "resigned", {}),
        (RESIGNED, DAN, "pause", 2 * DAY, "resigned", {}),
        (OVER, BO, "wait", 2 * DAY, "game-over", {}),
        (OPENED, BO, "open", 0.0, "seat-open", {}),
        (PAUSED, BO, "pause", 49.0, "paused-already", {}),
        (CLOCKED, BO, "open", DAY - 1, "keeps-seat", {"user": ANA}),
        (voted(b="skip"), BO, "skip", 2 * DAY, "voted-already", {}),
    ],
)
def test_vote_is_refused_with_its_reason(
    table: Table, user: int, word: str, now: float, reason: str, facts: dict[str, object]
) -> None:
    with pytest.raises(Refusal) as refused:
        check_vote(table, user, Vote(word), now=now, absent=NOBODY)
    assert (refused.value.reason, refused.value.facts) == (reason, facts)


@for_each(
    "table, user, vote, now",
    [
        *((FOUR, BO, Vote(word), 0.0) for word in ("wait", "pause")),
        *((FOUR, BO, Vote(word), DAY) for word in ("skip", "open", "end")),
        (FOUR, ANA, Vote("pause"), 0.0),
        *((OPENED, BO, Vote(word), 0.0) for word in ("skip", "end")),
        (PAUSED, ANA, Vote("pause"), 50.0),
        (CLOCKED, BO, Vote("skip"), DAY / 2),
        (CLOCKED, BO, Vote("open"), DAY),
        (voted(b="skip"), BO, Vote("open"), DAY),
        (voted(b="pause"), BO, Vote("pause", 99), DAY),
        # An earlier vote that has become decisive.
        (voted(b="skip", c="skip"), BO, Vote("skip"), DAY),
    ],
)
def test_players_may_vote_when_their_vote_can_decide(
    table: Table, user: int, vote: Vote, now: float
) -> None:
    check_vote(table, user, vote, now=now, absent=NOBODY)


def test_pause_is_ended_by_a_user_who_wanted_it_or_anybody_once_they_are_gone() -> None:
    check_pause(PAUSED, ANA, 50.0)
    check_resume(PAUSED, CLEO, 49.0)
    for user, now, reason, facts in (
        (ANA, 49.0, "others-paused", {"users": [BO, CLEO]}),
        (EVE, 49.0, "not-seated", {}),
        (CLEO, 50.0, "not-paused", {}),
    ):
        with pytest.raises(Refusal) as refused:
            check_resume(PAUSED, user, now)
        assert (refused.value.reason, refused.value.facts) == (reason, facts)
    with pytest.raises(Refusal, match="not-paused"):
        check_resume(FOUR, CLEO, 0.0)
    check_resume(replace(PAUSED, players=(ANA, EVE, None, DAN)), ANA, 49.0)


def test_pause_expires_at_its_end() -> None:
    check_pause_end(PAUSED, 50.0)
    for table, now in ((PAUSED, 49.0), (FOUR, 50.0)):
        with pytest.raises(Refusal, match="not-paused"):
            check_pause_end(table, now)
    with pytest.raises(Refusal, match="game-over"):
        check_pause_end(replace(PAUSED, phase=Phase.OVER), 50.0)


def shown(user: int | None, *lines: tuple[int | None, str], votes: Iterable[int] = ()) -> Outcome:
    """The outcome of some lines after votes of some users for what the first line does."""
    word = {"skip": "skip", "open": "open", "end": "end"}.get(lines[0][1].split()[0], "wait")
    before = replace(FOUR, ballots={voter: Ballot(word) for voter in votes})
    numbered = log(*BEGUN, *lines)[len(BEGUN) :]
    return Outcome(1, before, fold(numbered, before), user)


@for_each("line, word", [("skip 0", "skip"), ("open 0", "open"), ("end score", "end")])
def test_decision_by_votes_is_shown_with_its_voters(line: str, word: str) -> None:
    result = vote_result(shown(CLEO, (CLEO, line), votes=(BO,)))
    assert result == VoteResult(Ballot(word), (BO, CLEO))
    assert vote_result(shown(EVE, (EVE, line), votes=(BO,))) is None, "a manager decided"
    assert vote_result(shown(None, (None, line), votes=(BO,))) is None
    assert vote_result(shown(CLEO, (CLEO, line))) is None


def test_change_without_a_vote_shows_no_decision() -> None:
    assert vote_result(Outcome(1, None, FOUR, ANA)) is None
    assert vote_result(shown(BO, (BO, "open 1"), votes=(CLEO, DAN))) is None
    assert vote_result(shown(CLEO, (CLEO, "vote skip"), votes=(BO,))) is None
    assert vote_result(Outcome(1, OVER, OVER, ANA)) is None


def test_agreed_pause_is_shown_with_its_end_and_voters() -> None:
    assert vote_result(Outcome(1, FOUR, PAUSED, CLEO)) == VoteResult(
        Ballot("pause", 50.0), (BO, CLEO)
    )
    alone = replace(FOUR, paused=PauseState(0.0, None, frozenset()))
    assert vote_result(Outcome(1, FOUR, alone, CLEO)) is None
    assert vote_result(Outcome(1, PAUSED, PAUSED, CLEO)) is None


def test_vote_waits_until_its_player_has_had_a_notice() -> None:
    """In quiet hours of a live game, say."""
    assert not can_be_decided(game(NEW), 2.0 * DAY, NOBODY, is_protected=True)
    with pytest.raises(Refusal, match="protected"):
        check_vote(game(NEW), BO, Vote("skip"), now=2.0 * DAY, absent=NOBODY, is_protected=True)
    check_vote(game(NEW), BO, Vote("wait"), now=2.0 * DAY, absent=NOBODY, is_protected=True)
