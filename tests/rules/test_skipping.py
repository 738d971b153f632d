"""The skipped turn of an absent seat: the rules end it, and the seat stays in the game."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.analysis.history import spent_pieces
from rules.errors import IllegalMove, RecordError
from rules.game import Game, next_seat, play, start
from rules.header import Header
from rules.moves import Pass
from rules.notation import write
from rules.random_play import deal, random_game, random_move
from rules.record import play_line, replay
from rules.story import GameEnded, Scored, Skipped, TileDiscarded, TileDrawn, TurnBegan
from rules.table_decisions import end_early, resign, skip
from rules.variants import games
from rules.variants.ferries import FerryLaid
from tests.rules.test_editions import CLOSED_FOREST, FOREST, LAKE, record
from tests.support.base_positions import ark
from tests.support.hunters_positions import (
    BLUE,
    GREEN,
    RED,
    drawn_tiles,
    events_of_type,
    game_after_lines,
    game_after_script,
    game_with_placement,
    offered_moves,
    only_score,
    script_deal,
    supply,
)
from tests.support.read_moves import read

SKIPS, LEAVES = 0.15, 0.01
"""Share of skipped turns and of resignations in a random game."""


# -- one turn -------------------------------------------------------------------------------------


def test_COM26_a_tile_in_hand_goes_back_on_top_and_the_next_seat_draws_it() -> None:
    before = game_after_script(seats=3, hand="L60 L07")
    game = skip(before)
    assert (game.turn, game.drawn) == (BLUE, "L60")
    assert drawn_tiles(game) == ["L60", "L60"]
    assert (game.board, game.bags, game.supply) == (before.board, before.bags, before.supply)
    news = game.story[len(before.story) :]
    assert news == (Skipped(RED), TurnBegan(BLUE), TileDrawn(BLUE, "bag", "L60"))


def test_COM26_the_seat_stays_in_the_game_and_its_next_turn_comes() -> None:
    game = skip(game_after_script("Red L60 0 1 rot0 hunter a", hand="L07 L20"))
    assert (game.turn, game.out) == (RED, frozenset())
    game = game_after_lines(game, "Red L07 0 2 rot0")
    assert (game.turn, game.drawn) == (BLUE, "L20")


def test_COM26_skipped_player_can_win() -> None:
    game = end_early(skip(skip(game_after_script("Red L60 0 1 rot0 hunter a"))))
    assert events_of_type(game, GameEnded) == [GameEnded((RED,))]


def test_COM26_skip_after_a_placement_does_nothing_optional() -> None:
    game = game_with_placement(
        game_after_script("Red L47 1 0 rot0 gatherer a", hand="L32 L60 L07"), "0 -1 rot180"
    )
    assert game.drawn is None and len(offered_moves(game)) > 1
    before = supply(game, BLUE)
    game = skip(game)
    assert (game.turn, supply(game, BLUE)) == (RED, before)
    assert [piece.seat for piece in game.board.pieces()] == [RED]


def test_COM26_skip_scores_the_finished_feature_and_draws_no_bonus_tile() -> None:
    script = """
        Red    L75 0 -1 rot180 gatherer a
        Blue   L60 0 1 rot0
    """
    before = game_with_placement(game_after_script(script, seats=3, hand="L20 L07"), "1 0 rot180")
    assert drawn_tiles(play(before, Pass()), "bonus"), "who comes draws one"
    game = skip(before)
    assert only_score(game, "forest").points == ((RED, 6),)
    assert drawn_tiles(game, "bonus") == [] and game.bags["bonus"] == before.bags["bonus"]
    assert (game.turn, game.drawn) == (RED, "L07")
    scored = next(n for n, event in enumerate(game.story) if isinstance(event, Scored))
    assert game.story.index(Skipped(GREEN)) < scored


def test_COM26_a_bonus_tile_in_hand_goes_back_on_its_own_bag() -> None:
    script = """
        Red    L75 0 -1 rot180
        Blue   L20 1 0 rot180
    """
    game = skip(game_after_script(script, seats=3, bonus="B05", hand="L60 L07 L32"))
    assert (game.turn, game.drawn) == (GREEN, "L60")
    assert game.bags["bonus"][0] == "B05" and len(game.bags["bonus"]) == 12


def test_COM26_F12_missing_ferry_is_laid_by_the_rules_on_a_skip() -> None:
    for left in ("", "pass\n"):
        game = record("base+ferries", ["FER-FRRR"], LAKE + left + "skip")
        (ferry,) = [event for event in game.story if isinstance(event, FerryLaid)]
        letters = [game.board.zone(spot).letter for spot in ferry.joins]
        assert (letters, game.turn, len(game.board.links)) == (["a", "b"], 1, 1)


def test_COM26_A30_next_finished_city_brings_the_ark_after_a_skip() -> None:
    game = game_with_placement(ark(hand="ARK-17 ARK-21", seats=3), "0 1 rot0")
    game = skip(play(game, *read("pass")))
    assert game.tokens == {} and game.turn == 1
    game = play(game_with_placement(game, "0 2 rot180"), *read("pass"))
    assert sorted(offered_moves(game)) == ["ark 0 1", "ark 0 2"], "START's city is of another turn"


def test_COM26_the_last_tile_is_not_lost_when_its_owner_is_skipped() -> None:
    game = script_deal("Red L60 0 1 rot0", seats=3, hand="", bonus="", whole=False, empty=False)
    game = game_after_lines(skip(game), "Blue L60 0 1 rot0 hunter a")
    assert game.over and game.scores == (0, 2 + 2, 0)


def test_COM26_skip_after_the_last_tile_brings_the_final_scoring() -> None:
    game = script_deal("Red L60 0 1 rot0", seats=3, hand="", bonus="", whole=False, empty=False)
    game = skip(game_with_placement(game, "0 1 rot0"))
    assert game.over and isinstance(game.story[-1], GameEnded)


def test_COM26_seats_that_resigned_are_left_out_when_the_turn_goes_on() -> None:
    game = skip(resign(game_after_script(seats=3, hand="L60"), BLUE))
    assert (game.turn, game.drawn) == (GREEN, "L60")
    assert skip(game).turn == RED


def test_COM26_skipped_tile_is_scored_and_a_missing_ferry_is_laid() -> None:
    game = record("hunters", FOREST, CLOSED_FOREST.replace("resign 1", "skip"))
    assert not game.over and (game.turn, game.scores) == (0, (4, 0))
    game = record("base+ferries", ["FER-FRRR"], LAKE + "skip")
    assert len(game.board.links) == 1


def test_finished_game_has_no_turn_to_skip() -> None:
    with pytest.raises(IllegalMove, match="the game is over"):
        skip(end_early(game_after_script(seats=2)))


def test_skip_line_of_a_record_has_no_arguments() -> None:
    game = record("base", ["U"], "Skip\nSKIP", seats=3)
    assert game.turn == 2 and events_of_type(game, Skipped) == [Skipped(0), Skipped(1)]
    for moves, why in (
        ("skip 1", "'skip 1': `skip` stands alone"),
        ("end\nskip", "'skip': the game is over"),
        ("place 1 0 rot90 skip", "I don't know the meeple skip"),
    ):
        with pytest.raises(RecordError, match=why):
            record("base", ["U"], moves)


# -- whole games ----------------------------------------------------------------------------------


def with_skips(header: Header, chance: random.Random) -> Iterator[tuple[str, Game, Game]]:
    """Each line of a random game in which turns are skipped and seats leave: before and after."""
    game = start(header.book, header.seats, header.bags)
    while not game.over:
        line = write(random_move(game, chance))
        if chance.random() < SKIPS:
            line = "skip"
        elif chance.random() < LEAVES:
            line = f"resign {chance.choice([n for n in range(game.seats) if n not in game.out])}"
        after = play_line(game, line)
        yield line, game, after
        game = after


def tiles(game: Game) -> Counter[str]:
    """Every tile there is but the first: laid, in hand, in a bag or out of the game."""
    counts = Counter(form.tile.id for form in game.board.tiles.values())
    counts.subtract([game.book.start])
    counts.update(event.tile for event in game.story if isinstance(event, TileDiscarded))
    counts.update(filter(None, [game.drawn]))
    for bag in game.bags.values():
        counts.update(bag)
    return +counts


def pieces(game: Game) -> list[Counter[str]]:
    """Every piece of each seat: left to deploy, on the board, or gone with what was scored."""
    counts = [Counter({str(k): n for k, n in hand.items()}) for hand in game.supply]
    scored = [event for event in game.story if isinstance(event, Scored)]
    for piece in (
        *game.board.pieces(),
        *(spent for e in scored for spent in spent_pieces(game, e)),
    ):
        counts[piece.seat][str(piece.role.kind)] += 1
    return [+count for count in counts]


def passed(game: Game) -> Game | None:
    """The game once all about a laid tile was passed; None where something is owed or due."""
    seat = game.turn
    while not game.over and game.turn == seat and game.drawn is None:
        if Pass() not in game.legal_moves():
            return None
        game = play(game, Pass())
    return game if game.over or game.turn != seat else None


@pytest.mark.slow
@settings(max_examples=60)
@given(
    st.sampled_from(games()),
    st.integers(2, 5),
    st.integers(0, 10**6),
)
def test_COM26_skips_in_any_game_lose_nothing_and_replay(name: str, seats: int, seed: int) -> None:
    chance = random.Random(seed)
    header = deal(name, seats, chance)
    first = start(header.book, seats, header.bags)
    lines, game = [], first
    for line, before, game in with_skips(header, chance):
        lines.append(line)
        if not (game.over and line.startswith("resign")):
            assert tiles(game) == tiles(first)
        if not game.over:
            assert pieces(game) == pieces(first)
        if line != "skip":
            continue
        assert game.over or game.turn == next_seat(before) != before.turn
        assert game.out == before.out
        assert game.board.tiles == before.board.tiles
        assert game.story[len(before.story)] == Skipped(before.turn)
        news = game.story[len(before.story) :]
        assert sum(isinstance(event, TurnBegan) for event in news) == (not game.over)
        if before.drawn is not None:
            assert game.drawn is not None and game.scores == before.scores
            assert game.supply == before.supply
            assert [e for e in news if isinstance(e, TileDiscarded)] == []
        elif (usual := passed(before)) is not None:
            for name_of in ("board", "bags", "supply", "turn", "drawn", "tokens", "scores"):
                assert getattr(usual, name_of) == getattr(game, name_of), name_of
    assert game.over
    text = "\n".join([header.text(), "", *lines, ""])
    assert replay(text).game == game


class FixedHundredth(random.Random):
    """Chance that always draws the same number of a hundred."""

    number = 0

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        return self.number if start == 100 else super().randrange(start, stop, step)


def test_COM26_as_many_of_a_hundred_random_decisions_are_skips_as_asked() -> None:
    header = deal("base", 2, random.Random(1))
    for number, skipped in ((19, True), (20, False)):
        chance = FixedHundredth(1)
        chance.number = number
        lines = list(islice(random_game(header, chance, 20), 2, 5))
        assert lines.count("skip") == 3 * skipped
