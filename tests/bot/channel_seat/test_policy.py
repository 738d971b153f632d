"""Votes for a channel's move: who votes, which turn wins, and when a vote ends."""

from dataclasses import dataclass, replace

import pytest

from bot.channel_seat.policy import (
    QUORUM_SECONDS,
    acting_user,
    check_move_or_vote,
    counted_votes,
    may_vote,
    quorum,
    tally,
    vote_end,
    voted_lines,
)
from bot.channel_seat.words import tally_line
from bot.core.durations import DAY, HOUR, MINUTE
from bot.history.end_post import poster_picture
from bot.reminders.policy import check_nudge
from bot.statistics.policy import rated_seats
from bot.statistics.results import GameResult, SeatResult
from bot.table.checks import check_add_channel, check_hint, check_undo
from bot.table.entries import ENTRIES, Channel, Extend, Tally, Undo, Vote
from bot.table.fold import BrokenLog, fold
from bot.table.refusals import Refusal
from bot.table.settings import NO
from bot.table.table import PauseState, VoteTally
from bot.table.votes import can_be_decided, check_vote
from bot.text.names import THE_CHANNEL, Names
from renderer.requests import Poster
from rules.analysis.drafts import turn_text
from rules.moves import PlaceTile
from rules.notation import write
from rules.orders import with_tile_in_hand
from tests.support.for_each import for_each
from tests.support.written_logs import ANA, BO, CLEO, NEW, START, Entry, log

DAN, EVE = 10, 11
BEGUN = (NEW, (ANA, "channel 1\nthe tavern"), START)
TABLE = fold(log(*BEGUN))
"""Ana's turn."""
GAME = TABLE.running_game
MOVE = (ANA, turn_text(GAME, [GAME.legal_moves()[0]]))
VOTING = fold(log(*BEGUN, MOVE, (ANA, "pass")))
"""The channel's turn, which began at 0."""
FIRST, SECOND = "place 1 0 rot0 pass", "place 0 1 rot0 pass"


@dataclass(frozen=True)
class Cast:
    user: int
    moves: str
    at: float
    first_at: float = 0.0


def test_channel_takes_a_seat_by_an_entry_of_its_own() -> None:
    assert VOTING.is_channel_to_move and VOTING.players == (ANA, THE_CHANNEL)
    assert VOTING.to_move is None and VOTING.opponent_to_move is None
    assert VOTING.people == (ANA,) and VOTING.channel_name == "the tavern"
    for entry in (Channel(3, "a b"), Extend(12), Tally(), Tally(((4, FIRST), (1, SECOND)))):
        assert ENTRIES.read(ENTRIES.write(entry)) == entry
    with pytest.raises(BrokenLog, match="sits here already"):
        fold(log((ANA, "new base 3"), (ANA, "channel 1\nx"), (ANA, "channel 2\nx")))
    with pytest.raises(BrokenLog, match="not to move"):
        fold(log(*BEGUN, (ANA, "tally")))


def test_host_adds_the_channel_once_and_in_no_rated_game_and_no_cup() -> None:
    lobby = fold(log(NEW))
    assert check_add_channel(lobby, ANA, " the\ntavern ", rated=False).name == "the tavern"
    with pytest.raises(Refusal, match="host-sets"):
        check_add_channel(lobby, BO, "x", rated=False)
    with pytest.raises(Refusal, match="channel-added"):
        check_add_channel(fold(log((ANA, "new base 3"), BEGUN[1])), ANA, "x", rated=False)
    cup = lobby.replace(settings=replace(lobby.settings, cup=9))
    pure = lobby.replace(settings=replace(lobby.settings, aids=NO))
    for table, rated in ((cup, False), (pure, True)):
        with pytest.raises(Refusal, match="channel-unrated"):
            check_add_channel(table, ANA, "x", rated=rated)
    check_add_channel(pure, ANA, "x", rated=False)


def test_game_of_a_channel_is_not_rated_and_the_channel_no_person() -> None:
    seats = [SeatResult(user, 9, n, 20, False, {}, {}) for n, user in enumerate((ANA, BO, EVE), 1)]
    result = GameResult("base", tuple(seats), 0.0, HOUR, 60, 0, game=1, aids=NO)
    assert len(rated_seats(result)) == 3
    channel = replace(seats[2], user=THE_CHANNEL)
    assert channel.person is None
    assert rated_seats(replace(result, seats=(*seats[:2], channel))) == ()


def test_voters_have_hints_unless_the_table_has_none() -> None:
    assert check_hint(VOTING, acting_user(VOTING, DAN)) is VOTING.running_game
    pure = VOTING.replace(settings=replace(VOTING.settings, aids=NO))
    with pytest.raises(Refusal, match="purist"):
        check_hint(pure, acting_user(pure, DAN))


def test_players_agree_to_an_undo_and_for_the_channel_its_host() -> None:
    place = write(VOTING.running_game.legal_moves()[0])
    channels = (THE_CHANNEL, f"tally 1 {FIRST}"), (THE_CHANNEL, place), (THE_CHANNEL, "pass")
    played = fold(log(*BEGUN, MOVE, (ANA, "pass"), *channels))
    assert played.voters() == {ANA} == {played.host}
    assert isinstance(check_undo(played, ANA, fresh=False), Undo), "nobody else is asked"
    with pytest.raises(Refusal, match="not-seated"):
        check_undo(played, DAN, fresh=False)


@for_each("word", ["skip", "open", "end"])
def test_players_cannot_decide_about_the_turn_of_a_channel(word: str) -> None:
    assert not can_be_decided(VOTING, 9.0 * DAY, {})
    with pytest.raises(Refusal, match="channel-votes"):
        check_vote(VOTING, ANA, Vote(word), now=9.0 * DAY, absent={})
    with pytest.raises(Refusal, match="channel-votes"):
        check_nudge(VOTING, ANA, 9.0 * DAY, ())
    check_vote(VOTING, ANA, Vote("pause", 0), now=9.0 * DAY, absent={})


def test_result_of_a_vote_and_its_longer_end_leave_the_turn_as_it_is() -> None:
    entries = [Entry(6, THE_CHANNEL, "extend 99"), Entry(7, THE_CHANNEL, f"tally 2 {FIRST}")]
    after = fold(entries, VOTING)
    assert (after.version, after.vote_until) == (VOTING.version, 99)
    assert after.tally is not None and after.tally.count == 2
    assert after.running_game is VOTING.running_game


def test_people_with_a_seat_never_vote() -> None:
    assert may_vote(VOTING, DAN) and not may_vote(VOTING, ANA)
    assert check_move_or_vote(VOTING, DAN) is VOTING.running_game
    with pytest.raises(Refusal, match="not-your-turn"):
        check_move_or_vote(VOTING, ANA)
    with pytest.raises(Refusal, match="not-seated"):
        check_move_or_vote(TABLE, DAN)
    # Ana left her seat to Cleo, and knows how she wanted to play.
    left = fold([Entry(6, ANA, "open 0"), Entry(7, CLEO, "take 0")], VOTING)
    assert not may_vote(left, ANA) and not may_vote(left, CLEO)
    with pytest.raises(Refusal, match="voter-seated"):
        check_move_or_vote(left, ANA)
    votes = [Cast(DAN, FIRST, 1.0), Cast(CLEO, FIRST, 2.0)]
    assert counted_votes(left, votes) == votes[:1]


def test_most_votes_win_and_of_equal_turns_the_one_wanted_first() -> None:
    assert tally([]) == ()
    votes = [Cast(DAN, FIRST, 9.0), Cast(EVE, SECOND, 3.0), Cast(BO, SECOND, 10.0)]
    assert tally(votes) == ((2, SECOND), (1, FIRST))
    # A vote that was changed counts from its last change.
    assert tally([Cast(DAN, FIRST, 9.0), Cast(EVE, SECOND, 3.0)]) == ((1, SECOND), (1, FIRST))
    changed = [Cast(DAN, FIRST, 9.0, first_at=1.0), Cast(EVE, SECOND, 9.5, first_at=9.5)]
    assert tally(changed)[0] == (1, FIRST)


def test_vote_ends_with_its_window() -> None:
    assert vote_end(VOTING, [], 5.0) == 12 * HOUR
    short = VOTING.replace(settings=replace(VOTING.settings, window="10m"))
    assert vote_end(short, [], 5.0) == 10 * MINUTE
    live = VOTING.replace(settings=replace(VOTING.settings, pace="live"))
    assert vote_end(live, [], 5.0) == MINUTE
    assert vote_end(VOTING.replace(vote_until=77.0), [], 5.0) == 77.0


def test_vote_ends_early_once_as_many_have_voted_as_before() -> None:
    votes = [Cast(user, FIRST, 100.0 + user, first_at=10.0 * user) for user in (20, 21, 22)]
    assert quorum(VOTING) == 3
    assert vote_end(VOTING, votes[:2], 300.0) == 12 * HOUR
    assert vote_end(VOTING, votes, 300.0) == 220.0 + QUORUM_SECONDS
    earlier = fold([Entry(6, THE_CHANNEL, f"tally 3 {FIRST}; 1 {SECOND}")], VOTING)
    assert quorum(earlier) == 4
    assert vote_end(earlier, votes, 300.0) == 12 * HOUR
    few = fold([Entry(6, THE_CHANNEL, "tally")], VOTING)
    assert quorum(few) == 3


def test_votes_about_a_turn_that_was_undone_are_not_reviewed() -> None:
    place = write(VOTING.running_game.legal_moves()[0])
    moves = ((ANA, MOVE[1]), (ANA, "pass"), (THE_CHANNEL, place), (THE_CHANNEL, "pass"))
    table = fold(log(*BEGUN, *moves))
    assert voted_lines(table, [VOTING.version, table.version], ()) == {VOTING.version: 2}
    assert voted_lines(table, [VOTING.version - 1], ()) == {}, "Ana's own move"
    again = table.replace(
        lines=tuple(replace(line, number=2 * line.number) for line in table.lines)
    )
    assert voted_lines(again, [2 * VOTING.version], (table.last,)) == {2 * VOTING.version: 2}
    assert voted_lines(again, [2 * VOTING.version], (2 * VOTING.version + 1,)) == {}


def test_pause_stops_a_vote_and_moves_its_end() -> None:
    paused = VOTING.replace(paused=PauseState(100.0, 1000.0, frozenset()))
    assert vote_end(paused, [], 500.0) is None
    assert vote_end(paused, [], 1500.0) == 12 * HOUR + 900.0


def test_rotations_that_look_alike_are_one_turn() -> None:
    game = VOTING.running_game
    tile = next(name for name, forms in game.book.forms.items() if len(forms.distinct) == 2)
    game = with_tile_in_hand(game, game.turn, tile)
    place = next(move for move in game.legal_moves() if isinstance(move, PlaceTile))
    alike = [place.rotation, (place.rotation + 2) % 4]
    texts = {turn_text(game, [PlaceTile(place.cell, turned)]) for turned in alike}
    assert len(texts) == 1


def test_poster_and_its_alt_text_name_the_most_faithful_voters() -> None:
    names = Names(TABLE.players, {ANA: "Ana", CLEO: "Cleo"}, channel="tavern")
    faithful = replace(names, faithful=((CLEO, 12), (DAN, 9)))
    shown = poster_picture(TABLE, faithful)
    assert isinstance(shown.request, Poster) and shown.request.voters is not None
    assert shown.request.voters.seat == TABLE.players.index(THE_CHANNEL)
    assert "Voted most: Cleo 12, someone 9" in shown.alt
    bare = poster_picture(TABLE, names)
    assert isinstance(bare.request, Poster) and bare.request.voters is None
    assert "Voted most" not in bare.alt


def test_result_of_a_vote_says_no_more_of_a_turn_than_tells_it_from_the_others() -> None:
    names = Names(TABLE.players, {}, channel="tavern")
    turns = (
        (9, "place 0 -3 rot270 farmer c"),
        (6, "place 1 -1 rot180 knight a"),
        (3, "place 0 -3 rot180 farmer c"),
        (1, "place 1 -1 rot180 pass"),
    )
    assert tally_line(VoteTally(1, turns), names) == (
        "👥 19 votes: 9 for `0 -3` ↻ 270° with a farmer, 6 for `1 -1` with a knight, "
        "3 for `0 -3` ↻ 180° with a farmer and 1 for `1 -1` without a meeple."
    )
    turns = ((2, "place 0 -3 rot270 farmer c"), (1, "place 0 -3 rot270 farmer d"))
    assert tally_line(VoteTally(1, turns), names) == (
        "👥 3 votes: 2 for `0 -3` ↻ 270° with a farmer (c) "
        "and 1 for `0 -3` ↻ 270° with a farmer (d)."
    )
