"""What the game would come to if it ended at once."""

from rules.game import Game, settle
from rules.ruleset import Effect
from rules.story import Event, totals


def ended_now(game: Game) -> tuple[Event, ...]:
    """What would still be told if there were no more turns: the final scoring; () once it is over.

    A tile in hand is put aside. If one has been laid, what it closed is scored first and what its
    player had yet to decide falls away, as if they passed.
    """
    if game.over:
        return ()
    known = len(game.story)
    if game.drawn is None:
        game = _turn_scored(game)
    return settle(game.but(agenda=game.book.ruleset.finale, drawn=None)).story[known:]


def projected(game: Game) -> tuple[int, ...]:
    """Each seat's points if the game ended at once."""
    return totals(game.story + ended_now(game), game.seats)


def _turn_scored(game: Game) -> Game:
    """The game after the effects left of a turn, but for chance and the next turn."""
    while game.agenda:
        step, game = game.agenda[0], game.but(agenda=game.agenda[1:])
        if isinstance(step, Effect) and not step.beyond:
            game = step.run(game)
    return game
