"""Drafts of a turn, and projections of the final scoring."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.analysis.drafts import commit_draft, is_turn_complete, play_draft, points_gained
from rules.analysis.hypothetical_scores import final_scoring_events, projected_scores
from rules.errors import IllegalMove
from rules.game import Game, play, play_together
from rules.moves import Move, Pass
from rules.story import GameEnded, Scored, TileDiscarded, TileDrawn, TurnBegan
from rules.table_decisions import resign
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER, FOUR
from tests.support.positions import ark, base, ferries, hunters, snapshot
from tests.support.random_games import random_positions
from tests.support.read_moves import read

GAMES = (*FOUR, ALL_TOGETHER)


def drafts(game: Game, *texts: str) -> Game:
    return play_draft(game, [move for text in texts for move in read(text)])


def tiles(name: str, seats: int, seed: int) -> Iterator[tuple[Game, list[Move], Game]]:
    """For each tile of a random game: when it was in hand, the moves with it, and afterwards."""
    before: Game | None = None
    moves: list[Move] = []
    for game, move in random_positions(name, seats, seed):
        if game.drawn is not None or game.over:
            if before is not None:
                yield before, moves, game
            before, moves = game, []
        if move is not None:
            moves.append(move)


@for_each("name", GAMES, fast=2)
@settings(max_examples=3)
@given(st.integers(2, 5), st.integers(0, 10**6))
def test_draft_equals_the_played_game_up_to_the_next_tile(name: str, seats: int, seed: int) -> None:
    for before, moves, _ in tiles(name, seats, seed):
        played = before
        untouched = snapshot(before)
        for number in range(len(moves) + 1):
            draft = play_draft(before, moves[:number])
            assert (draft.bags, draft.turn) == (before.bags, before.turn)
            assert draft.drawn == (None if number else before.drawn)
            assert draft.story == played.story[: len(draft.story)]
            # What the draft leaves out is chance and the next turn, and the finale after that.
            left = played.story[len(draft.story) :]
            assert not left or isinstance(left[0], TileDrawn | TurnBegan) or played.over
            points = points_gained(before, draft)
            assert points == {
                seat: after - was
                for seat, (was, after) in enumerate(zip(before.scores, draft.scores, strict=True))
                if after != was
            }
            assert is_turn_complete(draft) == (number == len(moves))
            if number < len(moves):
                assert draft.legal_moves() == played.legal_moves()
                played = play(played, moves[number])
            elif not played.over:
                assert draft.scores == played.scores
        assert commit_draft(before, moves) == (played, tuple(moves))
        assert snapshot(before) == untouched


def test_draft_shows_points_and_returned_pieces_of_a_move() -> None:
    game = hunters("Red L47 1 0 rot0 gatherer a", hand="L19")
    draft = drafts(game, "place -1 0 rot0", "fisher a")
    assert is_turn_complete(draft)
    assert draft.drawn is None
    assert [piece.role.name for piece in draft.board.pieces()] == ["gatherer", "fisher"]
    finished = drafts(ark(hand="ARK-21"), "place 0 1 rot180", "knight a")
    assert points_gained(ark(hand="ARK-21"), finished) == {0: 4}
    assert finished.board.pieces() == ()


def test_draft_stops_at_each_decision() -> None:
    laid = drafts(hunters(hand="L19"), "place -1 0 rot0")
    assert not is_turn_complete(laid)
    assert laid.decision.wanted == "place a meeple, or pass"
    to_set = drafts(ark(hand="ARK-21"), "place 0 1 rot180", "pass")
    assert not is_turn_complete(to_set)
    assert to_set.decision.wanted == "place the Ark on a tile of the city just finished"
    assert is_turn_complete(play_draft(to_set, read("ark 0 0")))


def test_H_43_a_draft_does_not_draw_the_bonus_tile() -> None:
    """L20 closes a forest with gold; the bonus tile stays hidden until the move is made."""
    game = hunters("Red L75 0 -1 rot180", hand="L20 B05")
    moves = [*read("place 1 0 rot180"), Pass()]
    draft = play_draft(game, moves)
    assert is_turn_complete(draft)
    assert draft.bags["bonus"] == game.bags["bonus"]
    played = play(play(game, moves[0]), moves[1])
    assert (played.turn, played.drawn) == (game.turn, "B05")
    assert points_gained(game, draft) == points_gained(game, played)


def test_F12_pass_and_a_ferry_can_be_given_together_without_a_deployable_figure() -> None:
    """To pass answers what cannot be chosen; the ferry is what is asked."""
    game = ferries(hand="FER-FRRR")
    empty = game.replace(supply=tuple(dict.fromkeys(hand, 0) for hand in game.supply))
    moves = read("place 1 0 rot0 pass ferry a c")
    assert [type(move) for move in moves][1] is Pass
    assert play_draft(empty, moves) == drafts(empty, "place 1 0 rot0", "ferry a c")
    assert play_draft(empty, moves[:2]) == play_draft(empty, moves[:1])
    played, meant = commit_draft(empty, moves)
    assert play_together(empty, moves) == (played, meant)
    assert meant == (moves[0], moves[2])
    assert play_together(empty, moves[:2]) == (play(empty, moves[0]), (moves[0],))


def test_F20_pass_ends_the_turning_where_no_figure_can_be_deployed() -> None:
    game = ferries("Red FER-FRRR 1 0 rot0; ferry a c", hand="U")
    empty = game.replace(supply=tuple(dict.fromkeys(hand, 0) for hand in game.supply))
    assert not is_turn_complete(drafts(empty, "place -1 0 rot90"))
    assert is_turn_complete(drafts(empty, "place -1 0 rot90", "pass"))
    assert not is_turn_complete(drafts(game, "place -1 0 rot90", "pass"))
    played, moves = commit_draft(empty, [*read("place -1 0 rot90"), Pass()])
    assert (played.turn, len(moves)) == (0, 2)


def test_pass_is_accepted_where_no_figure_is_possible() -> None:
    """L60 is one meadow, which joins Red's hunter."""
    game = hunters("Red L19 -1 0 rot0 hunter b", hand="L60")
    (place,) = read("place 0 1 rot0")
    draft = play_draft(game, [place, Pass()])
    assert is_turn_complete(draft)
    assert draft == play_draft(game, [place])
    assert commit_draft(game, [place, Pass()]) == (play(game, place), (place,))


@for_each(
    ("texts", "reason"),
    [
        (("place 0 0 rot0",), "occupied"),
        (("hunter a",), "not-now"),
        (("place -1 0 rot0", "gatherer"), "no-place"),
        (("place -1 0 rot0", "place 0 1 rot0"), "not-now"),
        (("place -1 0 rot0", "pass", "hunter"), "complete"),
        (("place -1 0 rot0", "pass", "place 0 1 rot0"), "complete"),
    ],
)
def test_illegal_move_cannot_be_drafted(texts: tuple[str, ...], reason: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        drafts(hunters(hand="L19"), *texts)
    assert caught.value.reason == reason


def test_drafted_move_after_the_end_of_the_turn_is_refused() -> None:
    with pytest.raises(IllegalMove, match="it's too late for `place 0 1 rot0`: the turn is over"):
        drafts(base(hand="U"), "place 1 0 rot90", "pass", "place 0 1 rot0")


def test_A30_drafted_Ark_is_set_only_once() -> None:
    game = ark("Red ARK-21 0 1 rot180; ark 0 0", hand="ARK-R42")
    with pytest.raises(IllegalMove) as caught:
        drafts(game, "place 1 0 rot0", "pass", "ark 0 0")
    assert caught.value.reason == "complete"


SEATS, SEEDS = st.integers(2, 5), st.integers(0, 10**6)


@for_each("name", GAMES)
@settings(max_examples=4)
@given(SEATS, SEEDS)
def test_projection_after_the_last_move_equals_the_final_scoring(
    name: str, seats: int, seed: int
) -> None:
    *_, (game, move), (over, _) = random_positions(name, seats, seed)
    assert move is not None
    draft = play_draft(game, [move])
    left = over.story[len(draft.story) :]
    scored = tuple(e for e in left if not isinstance(e, TurnBegan | TileDrawn | TileDiscarded))
    assert final_scoring_events(draft) == scored
    assert projected_scores(draft) == over.scores
    assert final_scoring_events(over) == ()
    assert projected_scores(over) == over.scores


@for_each("name", GAMES, fast=2)
@settings(max_examples=3)
@given(SEEDS)
def test_projection_with_a_tile_in_hand_equals_the_scores_after_a_resignation(
    name: str, seed: int
) -> None:
    """One of two players resigns before the final scoring; only the winners differ."""
    for game, _ in random_positions(name, 2, seed):
        if game.drawn is not None:
            before = snapshot(game)
            resigned = resign(game, 1)
            assert final_scoring_events(game)[:-1] == resigned.story[len(game.story) + 1 : -1]
            assert projected_scores(game) == resigned.scores
            assert snapshot(game) == before


@for_each("name", GAMES, fast=2)
@settings(max_examples=3)
@given(SEATS, SEEDS)
def test_projection_after_a_placement_equals_the_scores_after_a_pass(
    name: str, seats: int, seed: int
) -> None:
    tried = 0
    for game, _ in random_positions(name, seats, seed):
        if game.drawn is None and not game.over and Pass() in game.legal_moves():
            passed = play_draft(game, [Pass()])
            if is_turn_complete(passed):
                since = passed.story[len(game.story) :]
                assert final_scoring_events(game) == since + final_scoring_events(passed)
                assert projected_scores(game) == projected_scores(passed)
                tried += 1
    assert tried


def test_unfinished_city_is_worth_its_points_in_the_final_scoring() -> None:
    """START's city goes on to the north: two tiles, 1 point each for Red."""
    game = base("Red R 0 1 rot180 knight a", hand="U")
    assert game.scores == (0, 0)
    (city,) = [e for e in final_scoring_events(game) if isinstance(e, Scored) and e.points]
    assert (city.kind, city.points, city.final) == ("city", ((0, 2),), True)
    assert projected_scores(game) == (2, 0)
    assert isinstance(final_scoring_events(game)[-1], GameEnded)


def test_projection_scores_a_feature_closed_by_the_laid_tile_as_closed() -> None:
    """The city of two tiles is finished, not unfinished: Red is asked where the Ark goes."""
    game = ark(hand="ARK-21")
    for text in ("place 0 1 rot180", "knight a"):
        game = play(game, *read(text))
    assert game.decision.wanted == "place the Ark on a tile of the city just finished"
    assert game.scores == projected_scores(game) == (4, 0)
    laid = play(ark(hand="ARK-21"), *read("place 0 1 rot180"))
    assert projected_scores(laid) == (0, 0)
