"""Decisions of the table, not of the rules of any box.

To leave (COM-24), to skip the turn of a seat that does not come (COM-26), to stop (COM-27).
"""

from rules.error_facts import Seat
from rules.errors import IllegalMove
from rules.game import Game, run_agenda
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
    game = game.with_events(Resigned(seat), out=game.out | {seat})
    last = game.seats - len(game.out) <= 1
    if game.drawn is None and (last or seat == game.turn):
        game = finish_turn_without_player(game)
    if last:
        return _run_finale(game)
    return (
        run_agenda(_return_drawn_tile(game))
        if seat == game.turn and game.drawn is not None
        else run_agenda(game)
    )


def skip(game: Game) -> Game:
    """The game after the turn of the seat to move is ended for it (COM-26).

    A tile it has drawn goes back on top of its bag; one it has laid is scored as in `resign`.
    The next seat draws: what the seat itself had still to draw it does not.
    """
    if game.over:
        raise IllegalMove("game-over")
    game = game.with_events(Skipped(game.turn))
    return run_agenda(
        _finish_without_draw(game) if game.drawn is None else _return_drawn_tile(game)
    )


def end_early(game: Game) -> Game:
    """The game after the table has ended it: what lies is scored, as at its end (COM-27).

    A tile that has been laid is scored first, as in `resign`; one in hand is put away.
    """
    if game.over:
        raise IllegalMove("game-over")
    game = game.with_events(EndedEarly())
    return _run_finale(finish_turn_without_player(game) if game.drawn is None else game)


def _run_finale(game: Game) -> Game:
    """The game after the final scoring, whatever was still to come."""
    return run_agenda(game.replace(agenda=game.book.ruleset.finale, drawn=None))


def finish_turn_without_player(game: Game) -> Game:
    """The rest of a turn without its player, short of chance and of the next turn.

    What may be passed is passed; where the rules know no passing they make the move themselves.
    """
    while True:
        game = run_agenda(game, _stops_draft_or_owes_move)
        step = game.agenda[0] if game.agenda else None
        move = step.owed_move(game) if isinstance(step, Decision) and not step.stops_draft else None
        if not isinstance(step, Decision) or move is None:
            return game
        game = step.take(game.replace(agenda=game.agenda[1:]), move)


def _finish_without_draw(game: Game) -> Game:
    """The end of a turn without its player, a draw that was still due left out."""
    game = finish_turn_without_player(game)
    while len(game.agenda) > 1:
        game = finish_turn_without_player(game.replace(agenda=game.agenda[1:]))
    return game


def _stops_draft_or_owes_move(step: Step, game: Game) -> bool:
    return step.stops_draft or (isinstance(step, Decision) and step.owed_move(game) is not None)


def _return_drawn_tile(game: Game) -> Game:
    """The game with the tile in hand on top of its bag again, and the turn at its end."""
    drawn = game.drawn
    assert drawn is not None
    bag = next(e.bag for e in reversed(game.story) if isinstance(e, TileDrawn))
    bags = {**game.bags, bag: (drawn, *game.bags[bag])}
    # Nothing has been laid that could be scored: only the end of the turn is left of it.
    return game.replace(bags=bags, drawn=None, agenda=game.agenda[-1:])
