"""Leaving a game before its end: a decision of the table, not of the rules of any box."""

from rules.errors import IllegalMove
from rules.facts import Seat
from rules.game import Game, settle
from rules.ruleset import Effect
from rules.story import Resigned, TileDrawn


def resign(game: Game, seat: int) -> Game:
    """The game after a seat leaves it: its pieces stay, its turns are skipped.

    A tile it has drawn goes back on top of its bag, so the next seat draws it; what else it had
    to decide in this turn falls away.
    With a single seat left the game goes to the final scoring.
    """
    if game.over:
        raise IllegalMove("game-over")
    if seat in game.out:
        raise IllegalMove("out", seat=Seat(seat))
    game = game.told(Resigned(seat), out=game.out | {seat})
    if game.seats - len(game.out) <= 1:
        return settle(game.but(agenda=game.book.ruleset.finale, drawn=None))
    if seat != game.turn:
        return game
    if game.drawn is not None:
        bag = next(e.bag for e in reversed(game.story) if isinstance(e, TileDrawn))
        bags = {**game.bags, bag: (game.drawn, *game.bags[bag])}
        # Nothing has been laid that could be scored: only the end of the turn is left of it.
        return settle(game.but(bags=bags, drawn=None, agenda=game.agenda[-1:]))
    return settle(game.but(agenda=tuple(s for s in game.agenda if isinstance(s, Effect))))
