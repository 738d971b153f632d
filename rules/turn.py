"""The steps of a turn that all games share: draw, place, score, hand over."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from rules import explain
from rules.areas import Area
from rules.game import Game, next_seat
from rules.i18n import N_
from rules.moves import Chooser, Move, MovePicker, PlaceTile, placing
from rules.ruleset import Decision, Effect
from rules.scoring import Scorer, return_pieces
from rules.story import (
    Event,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
    TilePostponed,
    turn_began,
)
from rules.tile_fitting import fits_somewhere, fitting_places, limit_refusal


@dataclass(frozen=True, slots=True)
class Draw(Effect):
    """Draw a tile that fits somewhere; unfitting tiles leave the game (COM-09).

    The tile comes from ``bag``, or from the piles of a turn (`Ruleset.draws`). The steps of a tile
    follow (`Ruleset.tile`), unless no tile is left.
    """

    stops_draft: ClassVar[bool] = True

    bag: str = ""

    def run(self, game: Game) -> Game:
        if game.turn in game.out:
            return game
        for bag in (self.bag,) if self.bag else game.book.ruleset.draws:
            if game.bags[bag]:
                game = _draw_from(game, bag)
            if game.drawn is not None:
                break
        return game


def _draw_from(game: Game, bag: str) -> Game:
    """Draw the first fitting tile of a pile, or empty the pile if none fits.

    Unfitting tiles before it leave the game. In a pile that postpones, they return under the
    others, above the last tile; if only that fits, they leave the game (R-03).
    """
    box, pile = game.book.ruleset.bags[bag], game.bags[bag]
    index = next((n for n, tile in enumerate(pile) if fits_somewhere(game, tile)), None)
    if index is None:
        return game.with_events(
            *_events_of_unfitting(game, bag, pile, TileDiscarded), bags={**game.bags, bag: ()}
        )
    skipped, drawn, rest = pile[:index], pile[index], pile[index + 1 :]
    postpone = box.postpones and drawn != box.last
    if postpone and skipped:
        above = len(rest) - (rest[-1:] == (box.last,))
        rest = (*rest[:above], *skipped, *rest[above:])
    return game.with_events(
        *(
            _events_of_unfitting(game, bag, skipped, TilePostponed if postpone else TileDiscarded)
            if skipped
            else ()
        ),
        TileDrawn(game.turn, bag, drawn),
        bags={**game.bags, bag: rest},
        drawn=drawn,
        agenda=game.book.ruleset.tile + game.agenda,
    )


def _events_of_unfitting(
    game: Game,
    bag: str,
    tiles: Iterable[str],
    event_type: type[TileDiscarded] | type[TilePostponed],
) -> Iterator[Event]:
    for tile in tiles:
        yield TileDrawn(game.turn, bag, tile)
        yield event_type(game.turn, bag, tile)


@dataclass(frozen=True, slots=True)
class Placement(Decision):
    """Decide where to place the drawn tile; touching sides must match (COM-06, COM-07)."""

    wanted: ClassVar[str] = N_("place the current tile")

    def is_needed(self, game: Game) -> bool:
        """True if a tile is in hand; `Draw` made sure that it fits somewhere."""
        return game.drawn is not None

    def legal_moves(self, game: Game) -> tuple[Move, ...]:
        """Each gap with each distinct fitting rotation (COM-08)."""
        if game.drawn is None:
            return ()
        return tuple(
            placing(cell, form.rotation) for cell, form in fitting_places(game, game.drawn)
        )

    def pickers(self, game: Game) -> dict[str, MovePicker]:
        """One picker, as all placements begin with the same word."""
        return {"place": partial(_choose_place, game)} if game.drawn is not None else {}

    def resolve(self, game: Game, move: Move) -> Move:
        """The legal placement with the smallest rotation of the same look."""
        hand = game.hand
        if not isinstance(move, PlaceTile) or hand is None:
            raise explain.not_now(move, self)
        form = hand.same[move.rotation % 4]
        gap = game.board.gaps.get(move.cell)
        if gap is None or not form.fits(gap):
            raise explain.placement_refusal(game, move)
        refused = limit_refusal(game, move.cell, form)
        if refused is not None:
            raise refused
        return placing(move.cell, form.rotation)

    def take(self, game: Game, move: Move) -> Game:
        assert isinstance(move, PlaceTile)
        hand = game.hand
        assert hand is not None
        return game.with_events(
            TilePlaced(game.turn, hand.tile.id, move.cell, move.rotation),
            board=game.board.with_tile(move.cell, hand.turned[move.rotation]),
            drawn=None,
            placed=move.cell,
        )


def _choose_place(game: Game, choose: Chooser) -> Move:
    assert game.drawn is not None
    cell, form = choose(fitting_places(game, game.drawn))
    return placing(cell, form.rotation)


@dataclass(frozen=True, slots=True)
class Scoring(Effect):
    """Score the areas just closed and return their pieces (COM-17 to COM-19)."""

    def is_idle(self, game: Game) -> bool:
        return not game.board.newly_closed()

    def run(self, game: Game) -> Game:
        """One event for each closed feature, claimed or not."""
        closed = game.board.newly_closed()
        for scorer in game.book.ruleset.scorers.values():
            for area in closed:
                if area.layer.name == scorer.layer:
                    game = score_area(game, scorer, area)
        return game


def score_area(game: Game, scorer: Scorer, area: Area, *, final: bool = False) -> Game:
    event = scorer.score(game.board, area, final=final)
    if not area.pieces:
        return game.with_events(event)
    return game.with_events(
        event,
        board=game.board.without_pieces(area.pieces),
        supply=return_pieces(game.supply, area.pieces, scorer.spent),
    )


@dataclass(frozen=True, slots=True)
class TurnEnd(Effect):
    """Begin the next seat's turn, or after the main bag's last tile the finale."""

    stops_draft: ClassVar[bool] = True

    def run(self, game: Game) -> Game:
        """Begin the next turn, or the finale (COM-01, B-60, H-60)."""
        ruleset = game.book.ruleset
        if not game.bags[game.book.main_bag]:
            return game.replace(agenda=ruleset.finale)
        seat = next_seat(game)
        return game.with_events(turn_began(seat), turn=seat, agenda=ruleset.turn)
