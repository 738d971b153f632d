"""Predicted scores include the steps after the figure, and no others."""

from rules.analysis.hypothetical_scores import scores_if_finished, scores_of_placement
from rules.game import Game
from rules.geometry import cell_at
from rules.ruleset import Effect, Rulebook
from rules.story import Scored
from rules.turn import Placement
from tests.support.base_positions import base


class Windfall(Effect):
    """Something that scores as soon as a tile lies; no box here has one, the rules allow it."""

    def run(self, game: Game) -> Game:
        """Tell of it."""
        return game.with_events(Scored("windfall", (), (), ()))


def with_windfalls(game: Game) -> Game:
    """The game with windfalls."""
    return game.replace(book=Rulebook.of(game.book.ruleset.after(Placement, Windfall())))


def test_score_before_the_deployment_is_not_predicted_again() -> None:
    game = with_windfalls(base(hand="E"))
    (form,) = game.book.forms["E"].fitting[game.board.gaps[cell_at(0, 1)]]
    laid = game.replace(board=game.board.with_tile(cell_at(0, 1), form), placed=cell_at(0, 1))
    assert [event.kind for event in scores_of_placement(laid)] == ["city"]
    assert {event.kind for event in scores_if_finished(game)} == {"city", "road"}
