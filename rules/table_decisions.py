"""The table's decisions: resign a seat (COM-24), skip a turn (COM-26), end the game (COM-27)."""

from rules.error_facts import Seat
from rules.errors import IllegalMove
from rules.game import Game, run_agenda
from rules.ruleset import Decision, Step
from rules.story import EndedEarly, Resigned, Skipped, TileDrawn


def resign(game: Game, seat: int) -> Game:
    """Resign for a seat: its pieces stay, its turns are skipped (COM-24).

    A tile in its hand returns to the top of its bag, so the next seat draws it. A tile it has
    placed is scored at once: its optional decisions are passed, its owed moves are made by the
    rules. With one seat left the final scoring follows.
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
    """End the turn of the seat to move (COM-26).

    A tile in hand returns to the top of its bag; a placed tile is scored as in `resign`. A second
    draw of the seat is lost, and the next seat draws.
    """
    if game.over:
        raise IllegalMove("game-over")
    game = game.with_events(Skipped(game.turn))
    return run_agenda(
        _finish_without_draw(game) if game.drawn is None else _return_drawn_tile(game)
    )


def end_early(game: Game) -> Game:
    """End the game for the table: the position is scored as at the end (COM-27).

    A placed tile is scored first, as in `resign`; a tile in hand is put away.
    """
    if game.over:
        raise IllegalMove("game-over")
    game = game.with_events(EndedEarly())
    return _run_finale(finish_turn_without_player(game) if game.drawn is None else game)


def _run_finale(game: Game) -> Game:
    return run_agenda(game.replace(agenda=game.book.ruleset.finale, drawn=None))


def finish_turn_without_player(game: Game) -> Game:
    """Finish a turn without its player, up to the next draw or turn.

    Optional decisions are passed; the rules make owed moves.
    """
    while True:
        game = run_agenda(game, _stops_draft_or_owes_move)
        step = game.agenda[0] if game.agenda else None
        move = step.owed_move(game) if isinstance(step, Decision) and not step.stops_draft else None
        if not isinstance(step, Decision) or move is None:
            return game
        game = step.take(game.replace(agenda=game.agenda[1:]), move)


def _finish_without_draw(game: Game) -> Game:
    """Finish a turn without its player and its remaining draws."""
    game = finish_turn_without_player(game)
    while len(game.agenda) > 1:
        game = finish_turn_without_player(game.replace(agenda=game.agenda[1:]))
    return game


def _stops_draft_or_owes_move(step: Step, game: Game) -> bool:
    return step.stops_draft or (isinstance(step, Decision) and step.owed_move(game) is not None)


def _return_drawn_tile(game: Game) -> Game:
    """Put the tile in hand back on its bag, and go to the end of the turn."""
    drawn = game.drawn
    assert drawn is not None
    bag = next(e.bag for e in reversed(game.story) if isinstance(e, TileDrawn))
    bags = {**game.bags, bag: (drawn, *game.bags[bag])}
    # Nothing was placed, so nothing is scored.
    return game.replace(bags=bags, drawn=None, agenda=game.agenda[-1:])
