"""Decisions of the table, not of the rules of any box.

To leave (COM-24), to skip the turn of a seat that does not come (COM-26), to stop (COM-27).
"""

from rules.error_facts import Seat
from rules.errors import IllegalMove
from rules.game import Game, run
from rules.ruleset import Decision, Step
from rules.story import EndedEarly, Resigned, Skipped, TileDrawn


def resign(game: Game, seat: int) -> Game:
    """The game after a seat leaves it: its pieces stay, its turns are skipped (COM-24).

    A tile it has drawn goes back on top of its bag, so the next seat draws it. One it has laid is
    scored at once: what else the seat might have done is passed, what it owed the rules do.
    With a single seat left the final scoring follows.
    """
    if game.over:
        raise IllegalMove("game-over")
    if seat in game.out:
        raise IllegalMove("out", seat=Seat(seat))
    game = game.told(Resigned(seat), out=game.out | {seat})
    last = game.seats - len(game.out) <= 1
    if game.drawn is None and (last or seat == game.turn):
        game = seen_out(game)
    if last:
        return _finale(game)
    return run(_put_back(game)) if seat == game.turn and game.drawn is not None else run(game)


def skip(game: Game) -> Game:
    """The game after the turn of the seat to move is ended for it (COM-26).

    A tile it has drawn goes back on top of its bag; one it has laid is scored as in `resign`.
    The next seat draws: what the seat itself had still to draw it does not.
    """
    if game.over:
        raise IllegalMove("game-over")
    game = game.told(Skipped(game.turn))
    return run(_drawing_nothing(game) if game.drawn is None else _put_back(game))


def end_early(game: Game) -> Game:
    """The game after the table has ended it: what lies is scored, as at its end (COM-27).

    A tile that has been laid is scored first, as in `resign`; one in hand is put away.
    """
    if game.over:
        raise IllegalMove("game-over")
    game = game.told(EndedEarly())
    return _finale(seen_out(game) if game.drawn is None else game)


def _finale(game: Game) -> Game:
    """The game after the final scoring, whatever was still to come."""
    return run(game.but(agenda=game.book.ruleset.finale, drawn=None))


def seen_out(game: Game) -> Game:
    """The rest of a turn without its player, short of chance and of the next turn.

    What may be passed is passed; where the rules know no passing they make the move themselves.
    """
    while True:
        game = run(game, _beyond_or_owed)
        step = game.agenda[0] if game.agenda else None
        move = step.owed(game) if isinstance(step, Decision) and not step.beyond else None
        if not isinstance(step, Decision) or move is None:
            return game
        game = step.take(game.but(agenda=game.agenda[1:]), move)


def _drawing_nothing(game: Game) -> Game:
    """The end of a turn without its player, a draw that was still due left out."""
    game = seen_out(game)
    while len(game.agenda) > 1:
        game = seen_out(game.but(agenda=game.agenda[1:]))
    return game


def _beyond_or_owed(step: Step, game: Game) -> bool:
    return step.beyond or (isinstance(step, Decision) and step.owed(game) is not None)


def _put_back(game: Game) -> Game:
    """The game with the tile in hand on top of its bag again, and the turn at its end."""
    drawn = game.drawn
    assert drawn is not None
    bag = next(e.bag for e in reversed(game.story) if isinstance(e, TileDrawn))
    bags = {**game.bags, bag: (drawn, *game.bags[bag])}
    # Nothing has been laid that could be scored: only the end of the turn is left of it.
    return game.but(bags=bags, drawn=None, agenda=game.agenda[-1:])
