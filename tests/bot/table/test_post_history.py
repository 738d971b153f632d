"""Old posts rebuilt from the log, word for word, whatever came later."""

from random import Random

import pytest

from bot.playing import words as playing_words
from bot.playing.words import retired_post
from bot.table.fold import (
    BrokenLog,
    first_event_index,
    first_unseen_index,
    fold,
    missed_outcome,
    outcome_events,
    posted_entries,
)
from bot.table.table import Outcome
from bot.text.names import Names
from rules.game import play, start
from rules.notation import write as written
from rules.random_play import deal, random_move
from rules.story import TilePlaced
from rules.table_decisions import skip
from tests.support.for_each import for_each
from tests.support.written_logs import ANA, BO, LAID, NEW, PASS, Entry, log

NAMES = Names((ANA, BO), {ANA: "Ana", BO: "Bo"})
CHANNEL = 7


def whole(name: str, seed: int, skips: float = 0.0) -> list[Entry]:
    """The log of a whole game of two, an entry a move, now and then a turn skipped by the other."""
    header = deal(name, 2, Random(seed))
    texts = [(ANA, f"new {name} 2"), (BO, "join 1"), (ANA, f"start\norder: 0 1\n{header.text()}")]
    game, chance = start(header.book, 2, header.bags), Random(seed)
    while not game.over:
        if skips and chance.random() < skips:
            texts.append(((BO, ANA)[game.turn], f"skip {game.turn}"))
            game = skip(game)
            continue
        move = random_move(game, chance)
        texts.append(((ANA, BO)[game.turn], written(move)))
        game = play(game, move)
    return log(*texts)


# With and without skips by turns: eight whole games would take too much of `make test`.
@pytest.mark.parametrize(
    ("name", "skips"),
    [
        ("hunters", 0.2),
        pytest.param("base", 0.0, marks=pytest.mark.slow),
        pytest.param("base+ferries", 0.2, marks=pytest.mark.slow),
        pytest.param("ark", 0.0, marks=pytest.mark.slow),
    ],
)
@pytest.mark.slow
def test_every_post_of_a_whole_game_is_rebuilt_without_its_buttons(name: str, skips: float) -> None:
    entries = whole(name, 1, skips)
    table = fold(entries[:3])
    count = 0
    for line in entries[3:]:
        before, table = table, fold([line], table)
        if table.is_mid_turn:
            continue
        posted = playing_words.outcome_post(Outcome(1, before, table, line.user), NAMES, CHANNEL)
        assert ("turn was skipped." in posted.text) is line.text.startswith("skip ")
        again = retired_post(posted_entries(entries, 1, before.last, table.last), NAMES, CHANNEL)
        assert (again.text, again.pictures, again.colour) == (
            *(posted.text, posted.pictures, posted.colour),
        )
        assert posted.buttons and again.buttons == () and again.pings == ()
        count += 1
    assert count > 50


def test_post_of_a_former_table_state_is_rebuilt() -> None:
    entries = log(*LAID)
    posted = posted_entries(entries, 1, 5, 5)
    assert posted.outcome.before == posted.outcome.after == fold(entries)
    assert (
        retired_post(posted, NAMES, CHANNEL).text
        == playing_words.current_post(fold(entries), NAMES, CHANNEL).text
    )


def test_settled_question_has_an_outcome_and_an_open_question_has_none() -> None:
    asked = (*LAID, (ANA, "ask 4"))
    agreed = (*asked, (BO, "agree"), (BO, "undo 4"))
    assert posted_entries(log(*asked), 1, 5, 6).settled is None
    for later, said in (
        (agreed, "Everyone agreed: **Ana**'s last tile is undone"),
        ((*asked, (BO, "refuse")), "**Bo** said no: nothing is undone"),
        ((*asked, (BO, "end")), "but the game went on"),
    ):
        posted = posted_entries(log(*later), 1, 5, 6)
        assert posted.settled is not None
        message = retired_post(posted, NAMES, CHANNEL)
        assert said in message.text and not message.buttons and not message.pictures


def test_invalid_log_is_not_rebuilt() -> None:
    for broken in (log(), log(NEW, PASS)):
        with pytest.raises(BrokenLog):
            posted_entries(broken, 1, -1, 2)


def test_posted_entries_are_read_without_later_ones() -> None:
    entries = log(*LAID)
    nonsense = [*entries, Entry(6, ANA, "nonsense")]
    assert posted_entries(nonsense, 1, 3, 5) == posted_entries(entries, 1, 3, 5)


def missed(*texts: tuple[int | None, str], posted: int) -> Outcome:
    """The outcome for a channel that has seen the entries up to a number."""
    return missed_outcome(log(*texts), 1, posted)


def test_missed_entries_are_told_in_one_post_where_one_can_show_them() -> None:
    whole = fold(log(*LAID))
    for posted in (3, 4):
        assert missed(*LAID, posted=posted) == Outcome(1, fold(log(*LAID)[:posted]), whole, ANA)
    assert missed(*LAID, posted=0) == Outcome(1, None, whole, ANA)
    lobby = fold(log(NEW))
    assert missed(*LAID, posted=1) == Outcome(1, lobby, whole, ANA)


@for_each(
    "texts, posted",
    [
        ((*LAID, (BO, "vote wait"), (BO, "vote pause")), 5),
        ((*LAID, (ANA, "ask 4"), (BO, "vote wait")), 5),
        ((*LAID, (ANA, "undo 4")), 4),
        ((*LAID, (ANA, "ask 4"), (BO, "refuse"), (BO, "resign 1")), 6),
        ((*LAID, (ANA, "end")), 1),
        ((*LAID, (ANA, "end")), 0),
    ],
)
def test_missed_entries_that_no_post_can_show_leave_the_standing_of_the_table(
    texts: tuple[tuple[int | None, str], ...], posted: int
) -> None:
    table = fold(log(*texts))
    outcome = missed(*texts, posted=posted)
    assert (outcome.before, outcome.after) == (table, table)
    newest = Outcome(1, fold(log(*texts[:-1])), table, texts[-1][0])
    assert missed_outcome(log(*texts), 1, posted, newest) is newest


def test_single_missed_entry_is_told_as_it_is() -> None:
    texts = (*LAID, (ANA, "undo 4"))
    before, after = fold(log(*LAID)), fold(log(*texts))
    assert missed(*texts, posted=5) == Outcome(1, before, after, ANA)


def test_events_of_an_outcome_begin_with_the_tile_of_its_turn() -> None:
    begun, mid_turn, whole = (fold(log(*LAID)[:number]) for number in (3, 4, 5))
    story = whole.running_game.story
    first = len(begun.running_game.story)
    tile = next(n for n, event in enumerate(story) if isinstance(event, TilePlaced) and n >= first)
    assert first_event_index(Outcome(1, mid_turn, whole, ANA)) == tile
    assert outcome_events(Outcome(1, mid_turn, whole, ANA)) == story[tile:]
    assert outcome_events(Outcome(1, begun, whole, ANA)) == story[first:]
    resigned = fold([Entry(5, BO, "resign 1")], mid_turn)
    again = outcome_events(Outcome(1, resigned, resigned, BO))
    assert again == () == outcome_events(Outcome(1, whole, begun, ANA))
    lobby = fold(log(*LAID)[:2])
    for outcome in (Outcome(1, None, lobby, BO), Outcome(1, lobby, begun, ANA)):
        assert first_event_index(outcome) is None and outcome_events(outcome) == ()


def test_reader_of_a_story_has_not_seen_its_end_and_what_was_played_anew() -> None:
    story = fold(log(*LAID)).running_game.story
    assert first_unseen_index(story, story) == len(story)
    assert first_unseen_index(story[:3], story) == 3 == first_unseen_index(story, story[:3])
    other = (*story[:2], story[-1], *story[3:])
    assert story[2] != story[-1] and first_unseen_index(other, story) == 2
